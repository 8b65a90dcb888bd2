import type { UsableEntity } from '../entities/access.ts'
import { newCheckoutId } from '../ids.ts'
import { ParameterValues } from '../parameters/values.ts'
import type { FirstType } from '../payments/life-cycle.ts'
import { type PrepareParts, prepareFirst } from '../payments/prepare.ts'
import type { PaymentService } from '../payments/service.ts'
import type { Companion } from '../payments/settlement.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { CheckoutRow, PaymentRow, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import {
  CHECKOUT_LIFETIME_MS,
  expiryRefusal,
  followPayment,
  submitRefusal,
  underWay,
  unknownCheckout,
} from './rules.ts'

export interface CheckoutParts extends PrepareParts {
  readonly store: Store
  readonly clock: Clock
  readonly payments: PaymentService
  readonly nodeName: string
  /** The integrity value of the script that a checkout will be given: `sha384-…`. */
  readonly scriptIntegrity: (checkoutId: string) => string
}

export interface CheckoutService {
  /** Opens a checkout for a channel; its request has been validated. */
  create(channel: UsableEntity, values: ParameterValues): Promise<CheckoutRow>
  /** A checkout that still lives, or why it does not. */
  find(id: string): Promise<CheckoutRow | Refusal>
  /** Pays an open checkout with what the shopper gave. At most one succeeds, ever. */
  submit(
    checkout: CheckoutRow,
    channel: UsableEntity,
    submitted: ParameterValues,
  ): Promise<PaymentRow | Refusal>
  /** The latest payment of a checkout, `undefined` before the first. */
  latestPayment(checkout: CheckoutRow): Promise<PaymentRow | undefined>
}

export function createCheckoutService(parts: CheckoutParts): CheckoutService {
  const { store, clock, payments } = parts

  async function find(id: string): Promise<CheckoutRow | Refusal> {
    const checkout = await store.read.checkout(id)
    if (checkout === undefined) return unknownCheckout
    return expiryRefusal(checkout, clock.now()) ?? checkout
  }

  async function submitOnce(
    checkout: CheckoutRow,
    channel: UsableEntity,
    submitted: ParameterValues,
  ) {
    const nowMs = clock.now()
    const refusal = submitRefusal(checkout, nowMs)
    if (refusal !== undefined) return refusal
    const values = combine(checkout, submitted)
    const prepared = await prepareFirst(
      {
        channel,
        values,
        paymentTypeFor: (brand) => paymentTypeOf(values, brand),
        checkoutId: checkout.id,
        nowMs,
      },
      parts,
    )
    return isRefusal(prepared) ? prepared : payments.pay(prepared, companionOf(checkout))
  }

  return {
    async create(channel, values) {
      const nowMs = clock.now()
      const id = newCheckoutId(parts.nodeName)
      const checkout: CheckoutRow = {
        id,
        entityId: channel.entity.id,
        state: 'open',
        paymentId: null,
        request: JSON.stringify([...values.entries()]),
        integrity: values.get('integrity') === 'true' ? parts.scriptIntegrity(id) : null,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + CHECKOUT_LIFETIME_MS,
        updatedAtMs: nowMs,
        version: 1,
      }
      const committed = await store.commit([{ kind: 'insertCheckout', row: checkout }])
      if (!committed.applied) throw new Error('A new checkout met another of the same id')
      return checkout
    },

    find,

    async submit(checkout, channel, submitted) {
      const paid = await submitOnce(checkout, channel, submitted)
      if (!('overtaken' in paid)) return paid
      // Another submit was first. Trying again would pay, or be declined, a second time.
      const now = await find(checkout.id)
      return isRefusal(now) ? now : (submitRefusal(now, clock.now()) ?? underWay)
    },

    async latestPayment(checkout) {
      return checkout.paymentId === null ? undefined : payments.find(checkout.paymentId)
    },
  }
}

/** The checkout's own parameters: what was sent at its creation. */
export function requestOf(checkout: CheckoutRow): ParameterValues {
  return ParameterValues.of(JSON.parse(checkout.request))
}

/** What the merchant's server said at creation stands over what the shopper's page sends. */
function combine(checkout: CheckoutRow, submitted: ParameterValues): ParameterValues {
  return ParameterValues.of([...submitted.entries(), ...requestOf(checkout).entries()])
}

/** `overridePaymentType[brand]` of the creation, for the brand that is charged. */
function paymentTypeOf(values: ParameterValues, brand: string): FirstType {
  return (values.map('overridePaymentType')[brand] ?? values.get('paymentType')) as FirstType
}

function companionOf(checkout: CheckoutRow): Companion {
  return {
    opened: (payment) => [followPayment(checkout, payment, checkout.version)],
    settled: (payment, wasOpened) => [
      followPayment(checkout, payment, checkout.version + (wasOpened ? 1 : 0)),
    ],
  }
}
