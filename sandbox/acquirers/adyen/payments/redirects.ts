import { randomBytes } from 'node:crypto'
import type { PaymentParams } from '../requests/payments.ts'
import { alreadyProcessed, invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { cardData, outcomeAnswer } from './answers.ts'
import { approve, authorise } from './authorise.ts'
import { refuse, tellOfPayment } from './money.ts'
import type { Payment, ShopperDecision, Waiting } from './types.ts'

/** Where the shopper decides, on the emulator's origin. */
export const SHOPPER_PATH = '/checkoutshopper/'

/** Banks wait so long for a shopper. */
const OFFER_MS = 3_600_000

/** The answer that sends the browser to a page of the emulator. */
export function redirect(
  world: World,
  payment: Payment,
  params: PaymentParams,
  kind: Waiting['kind'],
): object {
  payment.waiting = { kind, returnUrl: params.returnUrl, params, decision: undefined }
  const action = {
    type: 'redirect',
    paymentMethodType: payment.method,
    method: 'GET',
    url: `${world.url()}${SHOPPER_PATH}${payment.pspReference}`,
  }
  if (kind === 'bank') {
    world.due.at(world.nowMs() + OFFER_MS, () => closeOffer(world, payment))
    // As at Adyen: the reference of the payment comes with its outcome only.
    return { resultCode: 'RedirectShopper', action }
  }
  const { pspReference } = payment
  const additionalData = { ...cardData(payment), merchantReference: payment.reference }
  return { resultCode: 'RedirectShopper', pspReference, additionalData, action }
}

/** The shopper has not decided in time: the payment has failed. */
export function closeOffer(world: World, payment: Payment): void {
  if (payment.state !== 'waits' || payment.waiting?.decision !== undefined) return
  Object.assign(payment, { state: 'refused', resultCode: 'Cancelled' })
  tellOfPayment(world, payment, 'OFFER_CLOSED')
}

/** Decides for the shopper, and says where the browser goes. */
export function decideForShopper(
  world: World,
  pspReference: string,
  decision: ShopperDecision,
): string {
  const payment = world.payments.get(pspReference)
  const waiting = payment?.waiting
  if (payment?.state !== 'waits' || waiting === undefined || waiting.decision !== undefined) {
    throw invalid('000', 'There is nothing to decide any more.')
  }
  waiting.decision = decision
  if (waiting.kind === 'bank') bankHears(world, payment, waiting, decision)
  const url = new URL(waiting.returnUrl)
  // Long, and with characters that an address must escape, as Adyen's are.
  const redirectResult = `X6Xtf!${randomBytes(96).toString('base64')}`
  world.redirectResults.set(redirectResult, payment)
  url.searchParams.set('redirectResult', redirectResult)
  return url.href
}

/** A bank has the money, or not, whether or not the shopper comes back. */
function bankHears(
  world: World,
  payment: Payment,
  waiting: Waiting,
  decision: ShopperDecision,
): void {
  switch (decision) {
    case 'authorise':
      authorise(world, payment, waiting.params, true)
      return
    case 'refuse':
      refuse(world, payment, '2')
      return
    case 'cancel':
      refuse(world, payment, '16', 'Cancelled')
      return
    case 'pending':
      payment.resultCode = 'Pending'
  }
}

/** What a bank says at last: of a payment that was pending, or that has failed and is paid after all. */
export function bankDecides(world: World, payment: Payment, hasPaid: boolean): void {
  const { waiting, state } = payment
  if (waiting?.kind !== 'bank' || (state === 'refused' && !hasPaid)) {
    throw invalid('000', 'Nothing is pending.')
  }
  payment.refusal = undefined
  if (hasPaid) approve(world, payment, waiting.params)
  else refuse(world, payment, '2')
}

/** `POST /payments/details`: what the shopper brought back, once. */
export function completeRedirect(world: World, redirectResult: string): object {
  const payment = world.redirectResults.get(redirectResult)
  if (payment === undefined) throw invalid('14_006', 'The redirectResult is invalid.')
  if (payment.isCompleted) throw alreadyProcessed(422)
  payment.isCompleted = true
  const { waiting } = payment
  if (waiting?.kind === 'threeDS') {
    if (waiting.decision === 'authorise') authorise(world, payment, waiting.params, true)
    else refuse(world, payment, '11')
  }
  return outcomeAnswer(payment)
}
