import type { EventCode } from './facts/events.ts'
import type { Told } from './notifications.ts'
import {
  type DisputeCourse,
  type DisputeOptions,
  disputeGoesOn,
  disputeOf,
  openDispute,
} from './payments/disputes.ts'
import { captureRequest, refundRequest, tellOfModification } from './payments/modify.ts'
import { expire, refund, refundable, release, tellOfPayment } from './payments/money.ts'
import { bankDecides, closeOffer, decideForShopper } from './payments/redirects.ts'
import type { Modification, Payment, ShopperDecision } from './payments/types.ts'
import { payOut, settle } from './settlement.ts'
import { invalid } from './wire/errors.ts'
import type { World } from './world.ts'

/**
 * What happens at an acquirer without a request of the merchant's server: in its Customer Area, by
 * an issuer, by a bank. Each says so by its events.
 */
export function createHappenings(world: World) {
  return {
    ...byShopperOrMerchant(world),
    ...byBanks(world),
    ...ofModifications(world),
    ...ofDisputes(world),
    ...toldOnly(world),
  }
}

export type Happenings = ReturnType<typeof createHappenings>

function paymentOf({ payments }: World, pspReference: string): Payment {
  const payment = payments.get(pspReference)
  if (payment === undefined) throw invalid('000', `No such payment: ${pspReference}`, 404)
  return payment
}

function modificationOf(
  { modifications }: World,
  pspReference: string,
  kind: Modification['kind'],
): { readonly modification: Modification; readonly payment: Payment } {
  const modification = modifications.get(pspReference)
  const payment = modification?.payment
  if (modification?.kind !== kind || modification.state !== 'done' || payment === undefined) {
    throw invalid('000', `No ${kind} that was done: ${pspReference}`, 404)
  }
  return { modification, payment }
}

function byShopperOrMerchant(world: World) {
  const requestOf = (payment: Payment, value: number) => ({
    merchantAccount: world.account.merchantAccount,
    amount: { value, currency: payment.currency },
  })
  return {
    /** The shopper's decision, without the page; the address that the browser would go to. */
    shopperDecides: (pspReference: string, decision: ShopperDecision) =>
      decideForShopper(world, pspReference, decision),

    /** A refund in the Customer Area, by default of all that is left; its reference. */
    refundElsewhere(pspReference: string, amount?: number): string {
      const payment = paymentOf(world, pspReference)
      const params = requestOf(payment, amount ?? refundable(payment))
      return referenceOf(world, refundRequest(world, params, pspReference))
    },

    /** A capture in the Customer Area, by default of all that is held; its reference. */
    captureElsewhere(pspReference: string, amount?: number): string {
      const payment = paymentOf(world, pspReference)
      const params = requestOf(payment, amount ?? payment.held)
      return referenceOf(world, captureRequest(world, params, pspReference))
    },

    /** A hold is cancelled without a request. */
    cancelledElsewhere(pspReference: string): void {
      const payment = paymentOf(world, pspReference)
      if (payment.state !== 'held') throw invalid('000', 'Nothing is held.')
      release(world, payment)
      tellElsewhere(world, payment, 'CANCELLATION', payment.amount)
    },
  }
}

function referenceOf(world: World, answer: object): string {
  world.due.run()
  return (answer as { pspReference: string }).pspReference
}

/** An event about something that has a reference of its own. */
function tellElsewhere(
  { notifications, newReference }: World,
  payment: Payment,
  eventCode: EventCode,
  value: number,
  more: Partial<Told> = {},
): void {
  notifications.tell({
    eventCode,
    isSuccess: true,
    pspReference: newReference(),
    originalReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: { value, currency: payment.currency },
    paymentMethod: payment.brand,
    ...more,
  })
}

function byBanks(world: World) {
  return {
    /** What a bank says at last: of a payment that was pending, or has failed and is paid after all. */
    bankDecides: (pspReference: string, hasPaid: boolean) =>
      bankDecides(world, paymentOf(world, pspReference), hasPaid),

    /** A hold ends before its time. */
    holdExpires: (pspReference: string) => expire(world, paymentOf(world, pspReference)),

    /** The shopper has not decided: a redirect ends. */
    offerCloses: (pspReference: string) => closeOffer(world, paymentOf(world, pspReference)),

    fraudIsReported: (pspReference: string) => {
      const payment = paymentOf(world, pspReference)
      tellElsewhere(world, payment, 'NOTIFICATION_OF_FRAUD', payment.amount, {
        reason: 'Fraudulent',
      })
    },

    /** A payout to the shopper comes back. */
    payoutIsReversed: (pspReference: string) => {
      const payment = paymentOf(world, pspReference)
      tellElsewhere(world, payment, 'PAIDOUT_REVERSED', payment.amount)
    },
  }
}

const COME_BACK = { REFUND_FAILED: 'Refund Failed', REFUNDED_REVERSED: '' } as const

function ofModifications(world: World) {
  const book = (payment: Payment, movement: 'failed' | 'captured' | 'refunded', amount: number) =>
    world.ledger.book(payment.pspReference, payment.currency, movement, amount)

  function comesBack(refundReference: string, eventCode: keyof typeof COME_BACK) {
    const { modification, payment } = modificationOf(world, refundReference, 'refund')
    modification.state = 'late'
    refund(world, payment, -modification.amount, modification)
    tellOfModification(world, modification, eventCode, { reason: COME_BACK[eventCode] })
  }

  return {
    /** A capture that was told as done is refused by the scheme. */
    captureFails(captureReference: string): void {
      const { modification, payment } = modificationOf(world, captureReference, 'capture')
      modification.state = 'late'
      payment.captured -= modification.amount
      book(payment, 'failed', modification.amount)
      settle(world, 'SettledReversed', { payment, amount: -modification.amount, by: modification })
      tellOfModification(world, modification, 'CAPTURE_FAILED', { reason: 'Capture Failed' })
    },

    /** Adyen has repeated a capture that had failed: CAPTURE once more. */
    captureIsRepeated(captureReference: string): void {
      const modification = world.modifications.get(captureReference)
      const payment = modification?.payment
      if (modification?.state !== 'late' || payment === undefined) {
        throw invalid('000', `No capture that has failed: ${captureReference}`, 404)
      }
      modification.state = 'done'
      payment.captured += modification.amount
      book(payment, 'captured', modification.amount)
      settle(world, 'Settled', { payment, amount: modification.amount, by: modification })
      tellOfModification(world, modification, 'CAPTURE')
    },

    /** A refund that was told as done has failed: the money is back at the merchant. */
    refundFails: (refundReference: string) => comesBack(refundReference, 'REFUND_FAILED'),

    /** The shopper's bank has sent a refund back. */
    refundIsReversed: (refundReference: string) => comesBack(refundReference, 'REFUNDED_REVERSED'),
  }
}

function ofDisputes(world: World) {
  return {
    /** A dispute begins: with a notice, with a question, or with the loss of the money. Its reference. */
    disputeOpens: (pspReference: string, options: DisputeOptions = {}): string =>
      openDispute(world, paymentOf(world, pspReference), options),

    disputeGoesOn: (disputeReference: string, course: DisputeCourse): void =>
      disputeGoesOn(world, disputeOf(world, disputeReference), course),
  }
}

function toldOnly(world: World) {
  return {
    /** What is settled in a currency and not paid out is; `undefined`: there is nothing to pay. */
    paysOut: (currency: string) => payOut(world, currency),

    /** A report can be fetched; its name stands where other events have a reference. */
    reportIsAvailable: (name: string, url: string) =>
      world.notifications.tell({
        eventCode: 'REPORT_AVAILABLE',
        isSuccess: true,
        pspReference: name,
        merchantReference: '',
        amount: { value: 0, currency: 'EUR' },
        reason: url,
      }),

    /** Any other event about a payment, without an effect here. */
    told(pspReference: string, eventCode: EventCode, reason = ''): void {
      tellOfPayment(world, paymentOf(world, pspReference), eventCode, { reason })
    },
  }
}
