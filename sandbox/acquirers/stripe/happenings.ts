import { confirmIntent } from './intents/confirm.ts'
import { captureBooked, enter, expireHold, warnOfFraud } from './intents/money.ts'
import { moveBalance } from './objects/balance.ts'
import { endDispute, openDispute } from './objects/disputes.ts'
import { createPaymentMethod } from './objects/payment-methods.ts'
import { failPayout, makePayout } from './objects/payouts.ts'
import { createRefund, failRefund } from './objects/refunds.ts'
import type { Charge, PaymentIntent } from './objects/types.ts'
import { decideForShopper, type ShopperDecision } from './shopper-pages.ts'
import type { World } from './world.ts'

/**
 * What happens at an acquirer without a request of the merchant's server: by its dashboard, by an
 * issuer, by a bank. Each says so by its events.
 */
export function createHappenings(world: World, paidOut: Map<string, string>) {
  return { ...byShopperOrMerchant(world), ...byBanks(world, paidOut) }
}

interface Charged {
  readonly intent: PaymentIntent
  readonly charge: Charge
}

function chargedBy(world: World, intentId: string): Charged {
  const intent = world.store.need('payment_intent', intentId)
  return { intent, charge: world.store.need('charge', intent.latest_charge ?? '') }
}

function byShopperOrMerchant(world: World) {
  const { store } = world
  return {
    /** The shopper's decision, without the page; the address that the browser would go to. */
    shopperDecides: (intentId: string, decision: ShopperDecision) =>
      decideForShopper(world, intentId, decision),

    /** A refund in the dashboard. */
    refundElsewhere: (intentId: string, amount?: number) =>
      createRefund(world, {
        payment_intent: intentId,
        ...(amount === undefined ? {} : { amount }),
      }),

    /** A capture in the dashboard, of all that is held. */
    captureElsewhere(intentId: string): void {
      const { intent, charge } = chargedBy(world, intentId)
      captureBooked(world, intent, charge, { amount: intent.amount_capturable, isFinal: true })
    },

    /** An intent that has failed or waits is paid with another card, by somebody else: success after failure. */
    paidElsewhere(intentId: string): PaymentIntent {
      const card = { number: '4242424242424242', exp_month: 12, exp_year: 2049 }
      const { id } = createPaymentMethod(world, { type: 'card', card })
      const return_url = 'https://dashboard.example/'
      const intent = store.need('payment_intent', intentId)
      return confirmIntent(world, intent, { payment_method: id, return_url })
    },
  }
}

function byBanks(world: World, paidOut: Map<string, string>) {
  const { store } = world
  return {
    /** The account updater has learned of a new expiry date. */
    cardIsUpdated(methodId: string, exp_month: number, exp_year: number): void {
      const method = store.need('payment_method', methodId)
      if (method.card === undefined) throw new Error(`${methodId} is no card`)
      const { exp_month: month, exp_year: year } = method.card
      method.card = { ...method.card, exp_month, exp_year }
      world.events.emit('payment_method.automatically_updated', method, {
        card: { exp_month: month, exp_year: year },
      })
    },

    /** A refund that was pending or had succeeded comes back. */
    refundFails: (refundId: string, reason?: string) =>
      failRefund(world, store.need('refund', refundId), reason),

    /** A charge that had succeeded is returned by the bank (`payment_failure_refund`). */
    chargeFails(intentId: string): void {
      const { intent, charge } = chargedBy(world, intentId)
      failCharge(world, intent, charge)
    },

    /** A hold ends before its time: the intent is cancelled automatically. */
    holdExpires(intentId: string): void {
      const { intent, charge } = chargedBy(world, intentId)
      expireHold(world, intent, charge)
    },

    disputeOpens: (
      intentId: string,
      {
        reason = 'fraudulent',
        isInquiry = false,
        amount,
      }: Partial<Parameters<typeof openDispute>[2]> = {},
    ) =>
      openDispute(world, chargedBy(world, intentId).charge, {
        reason,
        isInquiry,
        ...(amount === undefined ? {} : { amount }),
      }),

    disputeEnds: (disputeId: string, how: 'won' | 'lost' | 'warning_closed') =>
      endDispute(world, store.need('dispute', disputeId), how),

    fraudIsReported: (intentId: string) => warnOfFraud(world, chargedBy(world, intentId).charge),

    /** What is available in a currency is paid out; `undefined`: nothing is. */
    paysOut: (currency: string) => makePayout(world, paidOut, currency),

    /** A payout comes back, also after it was shown as paid. */
    payoutFails: (payoutId: string) => failPayout(world, store.need('payout', payoutId)),
  }
}

export type Happenings = ReturnType<typeof createHappenings>

function failCharge(world: World, intent: PaymentIntent, charge: Charge): void {
  const amount = charge.amount_captured
  charge.failure_balance_transaction = moveBalance(world, {
    amount: -amount,
    currency: charge.currency,
    type: 'payment_failure_refund',
    category: 'charge_failure',
    source: charge.id,
  }).id
  Object.assign(charge, {
    status: 'failed',
    paid: false,
    failure_code: 'debit_not_authorized',
    failure_message: 'The bank has returned the payment.',
  })
  world.ledger.book(intent.id, intent.currency, 'failed', amount)
  intent.amount_received = 0
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'debit_not_authorized',
    message: 'The bank has returned the payment.',
    charge: charge.id,
  }
  world.events.emit('charge.failed', charge, { status: 'succeeded' })
  enter(world, intent, 'requires_payment_method', 'payment_failed')
}
