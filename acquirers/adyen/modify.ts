import { DAY_MS } from '../../common/durations.ts'
import type { ConnectorOperation, Inquiry } from '../../server/payments/connectors/connector.ts'
import { mayReplayChange } from '../../server/payments/connectors/held-charges.ts'
import { nameOf, nameOfReferred } from '../../server/payments/connectors/names.ts'
import { type Judged, notSent, unknown } from '../shared/judged.ts'
import { stepKey } from '../shared/step-key.ts'
import { amountAtAdyen } from './currencies.ts'
import { CHANGE_REPLAYED_MS } from './limits.ts'
import { outcomeOfChange } from './outcome.ts'
import type { Body } from './requests.ts'
import type { AdyenSteps } from './steps.ts'

/** What a reference needs to be sent: all of it is stored, so it can be sent again. */
type Change = Omit<ConnectorOperation, 'instrument' | 'confidential'>

/** Captures, raises, cancels or refunds a payment, once. Adyen only says that it has received it. */
export async function modifyAtAdyen(operation: Change, steps: AdyenSteps): Promise<Judged> {
  const name = await nameOfReferred(operation, steps.names)
  if (name === undefined) return notSent('the payment that is referred to has no name there')
  const sent = requestOf(operation, steps)
  if (sent === undefined) return notSent('the new total of the hold is not known')
  const { path, body } = sent
  const url = `/payments/${encodeURIComponent(name)}/${path}`
  const answer = await steps.client.post(url, JSON.stringify(body), stepKey(operation, 'modify'))
  return outcomeOfChange(answer, operation)
}

/** Sends what a merchant has asked of an earlier payment again, whose answer was lost, while Adyen knows its key. */
export async function modifiedAgain(inquiry: Inquiry, steps: AdyenSteps): Promise<Judged> {
  const { operation } = inquiry
  if (!mayReplayChange(inquiry, steps.clock.now(), CHANGE_REPLAYED_MS)) {
    return unknown('may have forgotten the request')
  }
  const judged = await modifyAtAdyen(operation, steps)
  // The first one may have arrived; that this one has not proves nothing.
  return judged.outcome.kind === 'notSent' ? unknown(judged.trouble ?? 'was not asked') : judged
}

function requestOf(
  { paymentType, paymentId, amount, holdAfter }: Change,
  { account }: AdyenSteps,
): { readonly path: string; readonly body: Body } | undefined {
  const common = { merchantAccount: account.merchantId, reference: paymentId }
  const moneyOf = (money: typeof amount) => ({
    currency: money.currency,
    value: amountAtAdyen(money),
  })
  switch (paymentType) {
    case 'CP':
      return { path: 'captures', body: { ...common, amount: moneyOf(amount) } }
    case 'RV':
      return { path: 'cancels', body: common }
    case 'PA':
      // Adyen is told the new total.
      if (holdAfter === undefined) return undefined
      return { path: 'amountUpdates', body: { ...common, amount: moneyOf(holdAfter) } }
    default:
      return { path: 'refunds', body: { ...common, amount: moneyOf(amount) } }
  }
}

/**
 * Has a payment cancelled or paid back whose outcome was not found: by Adyen's name for it where that was told, else
 * by our reference of it.
 */
export async function voidAtAdyen(
  { operation: { paymentId } }: Inquiry,
  { account, client, clock, names }: AdyenSteps,
): Promise<'accepted' | 'unknown'> {
  // What was refused yesterday may be possible today; twice, it is refused there, because nothing is left of it.
  const day = Math.floor(clock.now() / DAY_MS)
  const name = nameOf(await names(paymentId), 'payment')
  const merchantAccount = account.merchantId
  const answer =
    name === undefined
      ? await client.post(
          '/cancels',
          JSON.stringify({ merchantAccount, paymentReference: paymentId, reference: paymentId }),
          `${paymentId}-void-${day}`,
        )
      : await client.post(
          `/payments/${encodeURIComponent(name)}/reversals`,
          JSON.stringify({ merchantAccount, reference: paymentId }),
          `${paymentId}-back-${day}`,
        )
  return answer.kind === 'object' ? 'accepted' : 'unknown'
}
