import type {
  ConnectorOperation,
  ConnectorOutcome,
  Preparation,
} from '../../server/payments/connectors/connector.ts'
import { nameOf } from '../../server/payments/connectors/names.ts'
import { textAt } from '../shared/json.ts'
import { type Judged, named, notSent, optional, unknown } from '../shared/judged.ts'
import { beginsSeries, isByMerchant } from '../shared/series.ts'
import { stepKey } from '../shared/step-key.ts'
import type { Answer } from './client.ts'
import { outcomeOfIntent, refusedBy } from './outcome.ts'
import {
  confirmBody,
  intentBody,
  type MadeThere,
  methodBody,
  proofOf,
  setUpBody,
} from './requests.ts'
import { environmentFault, type StripeSteps } from './steps.ts'

/** What is made ready at Stripe, or why it is certain that nothing is charged. */
type Prepared = Judged<Preparation>

/**
 * Makes the PaymentMethod, the customer of a series and the PaymentIntent of a charge. It moves no money: where an
 * answer is lost, nothing is charged, whatever was made.
 */
export async function prepareAtStripe(
  operation: ConnectorOperation,
  steps: StripeSteps,
): Promise<Prepared> {
  if (operation.instrument === undefined) {
    return { outcome: { kind: 'prepared', references: [] } }
  }
  if (proofOf(operation) === 'incomplete') return incompleteProof
  const made = await madeThere(operation, steps)
  if ('outcome' in made) return made
  const { client, account } = steps
  const body = intentBody(operation, made, account.settings.capture === 'one')
  const intent = await client.post('/v1/payment_intents', body, stepKey(operation, 'prepare'))
  if (intent.kind !== 'object') return nothingCharged(intent)
  const wrong = environmentFault(intent.object, steps)
  if (wrong !== undefined) return notSent(wrong)
  const id = textAt(intent.object, 'id')
  if (id === undefined) return notSent('names no PaymentIntent')
  const { customer, attached, trouble } = made
  const references = [
    ...named('payment', id),
    ...named('customer', customer),
    ...named('token', attached),
  ]
  return { outcome: { kind: 'prepared', references }, ...optional('trouble', trouble) }
}

const incompleteProof: Prepared = {
  outcome: {
    kind: 'declined',
    code: '100.390.117',
    resultDetails: {
      ExtendedDescription:
        'Stripe takes a proof of 3-D Secure with threeDSecure.verificationId, .dsTransactionId, .version (2.1.0 and later) and .eci only',
    },
  },
}

/** What a PaymentIntent is made of. `attached`: the PaymentMethod, where it was kept for later before any charge. */
interface Making extends MadeThere {
  readonly attached?: string
  /** Why the agreement of its holder is not known there. */
  readonly trouble?: string
}

/** The shopper's PaymentMethod: the one that the account has stored, or a new one of the details. */
async function madeThere(
  operation: ConnectorOperation,
  steps: StripeSteps,
): Promise<Making | Prepared> {
  const { registrationId, request } = operation
  const byMerchant = isByMerchant(request)
  const stored =
    registrationId !== undefined && byMerchant ? await steps.stored(registrationId) : []
  const [token, owner] = [nameOf(stored, 'token'), nameOf(stored, 'customer')]
  if (token !== undefined && owner !== undefined) return { method: token, customer: owner }
  const body = methodBody(operation)
  if (body === undefined) return notSent('has no details that Stripe could charge')
  const method = await newObject('/v1/payment_methods', body, stepKey(operation, 'method'), steps)
  if (typeof method !== 'string') return method
  if (!byMerchant && !beginsSeries(operation)) return { method }
  const person = { email: request['customer.email'], metadata: { payment: operation.paymentId } }
  const customer = await newObject('/v1/customers', person, stepKey(operation, 'customer'), steps)
  if (typeof customer !== 'string') return customer
  const made = { method, customer }
  if (!byMerchant) return made
  // The agreement of a card that was paid with elsewhere is known to its issuer, and a proof is good for one use.
  const setUp = stored.length === 0 ? setUpBody(operation, made) : undefined
  return setUp === undefined
    ? attachedTo(made, operation, steps)
    : setUpWith(setUp, made, operation, steps)
}

/**
 * Keeps a card by a SetupIntent. Where Stripe does not take the proof the card is only attached: else it would never be
 * charged.
 */
async function setUpWith(
  body: NonNullable<ReturnType<typeof setUpBody>>,
  made: Required<MadeThere>,
  operation: ConnectorOperation,
  steps: StripeSteps,
): Promise<Making | Prepared> {
  const answer = await steps.client.post('/v1/setup_intents', body, stepKey(operation, 'setUp'))
  if (answer.kind === 'object') {
    const status = textAt(answer.object, 'status')
    if (status === 'succeeded') return { ...made, attached: made.method }
    return attachedTo(made, operation, steps, `sets no card up by its proof: ${status}`)
  }
  const { outcome, trouble } = nothingCharged(answer)
  // A decline of the issuer has no trouble; what Stripe does not take as it is has some.
  return outcome.kind === 'declined' && trouble !== undefined
    ? attachedTo(made, operation, steps, trouble)
    : { outcome, ...optional('trouble', trouble) }
}

/**
 * Without the shopper Stripe charges only what belongs to a customer (docs.stripe.com/payments/save-and-reuse): a card
 * of another account is kept here first.
 */
async function attachedTo(
  made: Required<MadeThere>,
  operation: ConnectorOperation,
  steps: StripeSteps,
  trouble?: string,
): Promise<Making | Prepared> {
  const { method, customer } = made
  const path = `/v1/payment_methods/${encodeURIComponent(method)}/attach`
  const attached = await newObject(path, { customer }, stepKey(operation, 'attach'), steps)
  if (typeof attached !== 'string') return attached
  return { ...made, attached, ...optional('trouble', trouble) }
}

async function newObject(
  path: string,
  body: Parameters<StripeSteps['client']['post']>[1],
  key: string,
  { client }: StripeSteps,
): Promise<string | Prepared> {
  const answer = await client.post(path, body, key)
  if (answer.kind !== 'object') return nothingCharged(answer)
  return textAt(answer.object, 'id') ?? notSent('names nothing that was made')
}

function nothingCharged(answer: Exclude<Answer, { kind: 'object' }>): Prepared {
  if (answer.kind !== 'error') return notSent(answer.reason)
  const { outcome, trouble } = refusedBy(answer)
  return {
    outcome: outcome.kind === 'declined' ? outcome : { kind: 'notSent' },
    ...(trouble === undefined ? {} : { trouble }),
  }
}

/** Charges what is prepared, once. */
export async function chargeAtStripe(
  operation: ConnectorOperation,
  { client, returnUrl }: StripeSteps,
): Promise<Judged<ConnectorOutcome>> {
  const id = nameOf(operation.prepared ?? [], 'payment')
  if (id === undefined) return notSent('nothing was made ready')
  const answer = await client.post(
    `/v1/payment_intents/${encodeURIComponent(id)}/confirm`,
    confirmBody(operation, returnUrl(operation.paymentId)),
    stepKey(operation, 'charge'),
  )
  switch (answer.kind) {
    case 'object':
      return (
        outcomeOfIntent(answer.object, operation) ?? unknown('confirms nothing that was asked for')
      )
    case 'error': {
      const refused = refusedBy(answer)
      // It was cancelled, or its outcome is known there already: that is read.
      return textAt(answer.error, 'code') === UNEXPECTED_STATE ? unknown(UNEXPECTED_STATE) : refused
    }
    case 'notSent':
      return notSent(answer.reason)
    case 'lost':
      return unknown(answer.reason)
  }
}

const UNEXPECTED_STATE = 'payment_intent_unexpected_state'
