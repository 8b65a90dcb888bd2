import type { AccountFinding } from '../../server/payments/connectors/account-finding.ts'
import { type JsonObject, memberAt, memberOf, textAt } from '../shared/json.ts'
import type { StripeSteps } from './steps.ts'

interface Looked {
  /** The secret key, and the one that replaces it. */
  readonly keys: readonly string[]
  /** There is a secret of its webhook. */
  readonly hears: boolean
}

/**
 * Reads the account that the key belongs to (docs.stripe.com/api/accounts/retrieve). Whether it may send card numbers
 * is in no answer of Stripe.
 */
export async function checkAtStripe(
  { client, account, environment }: StripeSteps,
  { keys, hears }: Looked,
): Promise<readonly AccountFinding[]> {
  const answer = await client.get('/v1/account')
  const ofKey = keyFinding(keys, environment)
  const ofEvents = hears ? ({ what: 'events', result: 'right' } as const) : unheard
  if (answer.kind !== 'object') {
    const reason = answer.kind === 'error' ? `answers ${answer.status}` : answer.reason
    const why = `Stripe: ${reason}. A key that is refused is wrong, was taken back, or may not read the account`
    return [ofKey, { what: 'access', result: 'wrong', why }, ofEvents]
  }
  const { object } = answer
  return [
    ofKey,
    { what: 'access', result: 'right' },
    merchantFinding(object, account.merchantId),
    ...abilities(object),
    rawCards,
    ofEvents,
  ]
}

function keyFinding(keys: readonly string[], environment: 'test' | 'live'): AccountFinding {
  const isOfIt = keys.every((key) => key.slice(3).startsWith(`${environment}_`))
  if (isOfIt) return { what: 'environment', result: 'right' }
  const why = `the secret key is of another environment: write one that begins with sk_${environment}_ or rk_${environment}_`
  return { what: 'environment', result: 'wrong', why }
}

function merchantFinding(account: JsonObject, merchantId: string): AccountFinding {
  const id = textAt(account, 'id')
  if (id === merchantId) return { what: 'merchantId', result: 'right' }
  const why = `the key belongs to ${id}, and the account here names ${merchantId}: change one of them`
  return { what: 'merchantId', result: 'wrong', why }
}

function abilities(account: JsonObject): readonly AccountFinding[] {
  const cards = textAt(account, 'capabilities.card_payments')
  return [
    memberOf(account, 'charges_enabled') === true
      ? { what: 'charges', result: 'right' }
      : { what: 'charges', result: 'wrong', why: chargesWhy(account) },
    cards === 'active'
      ? { what: 'cards', result: 'right' }
      : {
          what: 'cards',
          result: cards === undefined ? 'unknown' : 'wrong',
          why: `card payments are ${cards ?? 'not named'} there: switch them on in the settings of payment methods`,
        },
  ]
}

function chargesWhy(account: JsonObject): string {
  const due = memberAt(account, 'requirements.currently_due')
  const open =
    Array.isArray(due) && due.length > 0 ? `, and wants ${due.length} facts about it` : ''
  return `Stripe lets the account charge nothing${open}: finish its set-up in the dashboard`
}

const rawCards: AccountFinding = {
  what: 'rawCards',
  result: 'unknown',
  why: 'no answer of Stripe says whether the account may send card numbers: have Stripe allow it, then pay once in test',
}

const unheard: AccountFinding = {
  what: 'events',
  result: 'unknown',
  why: 'there is no webhookSecret: the gateway does not hear what fails later, and asks for outcomes instead',
}
