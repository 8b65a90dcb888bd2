import { newCheckoutId } from '../../engine/ids.ts'
import type { ChangeSet, CheckoutRow, PaymentRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { decideAgain } from '../../engine/timers/decide-again.ts'
import type { TimerHandler } from '../../engine/timers/timers.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../../wire/results/refusal.ts'
import type { FirstType } from '../payments/life-cycle.ts'
import { type PrepareParts, prepareFirst } from '../payments/prepare.ts'
import type { Overtaken, PaymentService } from '../payments/service.ts'
import type { CommitParticipant } from '../payments/settlement.ts'
import { countTry, triesRefusal } from './attempts.ts'
import { standingBeside } from './prepared-instrument.ts'
import {
  CHECKOUT_LIFETIME_MS,
  changeRefusal,
  changeRequest,
  expire,
  expiryRefusal,
  expiryTimerOf,
  followPayment,
  remove,
  submitRefusal,
  underWay,
  unknownCheckout,
} from './rules.ts'
import { sealedText, wholeRequestOf } from './sealed-request.ts'
import { storesOnly } from './stores-only.ts'

export interface CheckoutParts extends PrepareParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly payments: PaymentService
  readonly nodeName: string
  /** The integrity value of the script that a checkout will be given: `sha384-…`. */
  readonly scriptIntegrity: (checkoutId: string, storesOnly: boolean) => string
}

export interface CheckoutService {
  /**
   * Opens a checkout for a channel; its request has been validated. `alongside`: changes of others
   * that go into the same commit, first; when they meet a conflict, nothing was written.
   */
  create(
    channel: UsableEntity,
    values: ParameterValues,
    alongside?: (checkout: CheckoutRow) => ChangeSet,
  ): Promise<CheckoutRow | Overtaken>
  /** A checkout that still lives, or why it does not. */
  find(id: string): Promise<CheckoutRow | Refusal>
  /**
   * Gives an open checkout the request that `changed` makes of it, which is repeated when somebody
   * else changes the checkout meanwhile. `alongside` as in `create`.
   */
  update(
    id: string,
    changed: (checkout: CheckoutRow) => Promise<ParameterValues | Refusal>,
    alongside?: (checkout: CheckoutRow) => ChangeSet,
  ): Promise<CheckoutRow | Refusal | Overtaken>
  /** Deletes an open checkout; the answer is the checkout as it ended. */
  remove(id: string): Promise<CheckoutRow | Refusal>
  /** Pays an open checkout with what the shopper gave. At most one succeeds, ever. */
  submit(
    checkout: CheckoutRow,
    channel: UsableEntity,
    submitted: ParameterValues,
    participants?: readonly CommitParticipant[],
  ): Promise<PaymentRow | Refusal>
  /** The latest payment of a checkout, `undefined` before the first. */
  latestPayment(checkout: CheckoutRow): Promise<PaymentRow | undefined>
}

export function createCheckoutService(parts: CheckoutParts): CheckoutService {
  const { store, clock, payments, vault } = parts

  async function find(id: string): Promise<CheckoutRow | Refusal> {
    const checkout = await store.read.checkout(id)
    if (checkout === undefined) return unknownCheckout
    return expiryRefusal(checkout, clock.of(checkout.entityId)) ?? checkout
  }

  async function findChangeable(id: string): Promise<CheckoutRow | Refusal> {
    const checkout = await find(id)
    return isRefusal(checkout)
      ? checkout
      : (changeRefusal(checkout, clock.of(checkout.entityId)) ?? checkout)
  }

  async function submitOnce(
    checkout: CheckoutRow,
    channel: UsableEntity,
    submitted: ParameterValues,
    participants: readonly CommitParticipant[],
  ) {
    const nowMs = clock.of(checkout.entityId)
    const refusal =
      submitRefusal(checkout, nowMs) ?? (await triesRefusal(checkout, nowMs, parts.store))
    if (refusal !== undefined) return refusal
    const values = await combine(checkout, submitted, vault)
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
    if (isRefusal(prepared)) return prepared
    return payments.pay(prepared, [...participants, openedBy(checkout)])
  }

  return {
    async create(channel, values, alongside = () => []) {
      const nowMs = clock.of(channel.entity.id)
      const id = newCheckoutId(parts.nodeName)
      const checkout: CheckoutRow = {
        id,
        entityId: channel.entity.id,
        state: 'open',
        paymentId: null,
        registrationId: null,
        request: await sealedText(values, { id, entityId: channel.entity.id }, vault),
        integrity:
          values.get('integrity') === 'true' ? parts.scriptIntegrity(id, storesOnly(values)) : null,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + CHECKOUT_LIFETIME_MS,
        updatedAtMs: nowMs,
        version: 1,
      }
      const theirs = alongside(checkout)
      const committed = await store.commit([
        ...theirs,
        { kind: 'insertCheckout', row: checkout },
        { kind: 'insertTimer', row: expiryTimerOf(checkout) },
      ])
      if (committed.applied) return checkout
      if (committed.at < theirs.length) return { overtaken: 'participant' }
      throw new Error('A new checkout met another of the same id')
    },

    find,

    async update(id, changed, alongside = () => []) {
      const done = await decideAgain(clock, async () => {
        const checkout = await findChangeable(id)
        if (isRefusal(checkout)) return checkout
        const values = await changed(checkout)
        if (isRefusal(values)) return values
        const request = await sealedText(values, checkout, vault)
        const updatedAtMs = clock.of(checkout.entityId)
        const updated = { ...checkout, request, updatedAtMs, version: checkout.version + 1 }
        const theirs = alongside(updated)
        const committed = await store.commit([
          ...theirs,
          changeRequest(checkout, request, updatedAtMs),
        ])
        if (committed.applied) return updated
        return committed.at < theirs.length ? ({ overtaken: 'participant' } as const) : undefined
      })
      return done ?? tooBusy
    },

    async remove(id) {
      const done = await decideAgain(clock, async () => {
        const checkout = await findChangeable(id)
        if (isRefusal(checkout)) return checkout
        const updatedAtMs = clock.of(checkout.entityId)
        const committed = await store.commit(remove(checkout, updatedAtMs))
        return committed.applied
          ? ({ ...checkout, state: 'deleted', updatedAtMs } as const)
          : undefined
      })
      return done ?? tooBusy
    },

    async submit(checkout, channel, submitted, participants = []) {
      let current = checkout
      const done = await decideAgain(clock, async () => {
        const paid = await submitOnce(current, channel, submitted, participants)
        if (!('overtaken' in paid)) return paid
        const now = await find(checkout.id)
        if (isRefusal(now)) return now
        const refusal = submitRefusal(now, clock.of(now.entityId))
        if (refusal !== undefined) return refusal
        // Another submit was first. Trying again would pay, or be declined, a second time.
        if (now.paymentId !== current.paymentId) return underWay
        // The merchant was first: the shopper pays what the checkout says now.
        current = now
        return undefined
      })
      return done ?? underWay
    },

    async latestPayment(checkout) {
      const payment =
        checkout.paymentId === null ? undefined : await payments.find(checkout.paymentId)
      return payment && payments.refresh(payment)
    },
  }
}

/** The same checkout is being changed by too many at once. */
const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })

/** What the merchant's server said stands over what the shopper's page sends, but for an instrument. */
export async function combine(
  checkout: CheckoutRow,
  submitted: ParameterValues,
  vault: Vault,
): Promise<ParameterValues> {
  const sent = submitted.entries()
  const held = standingBeside(await wholeRequestOf(checkout, vault), sent)
  return ParameterValues.of([...sent, ...held.entries()])
}

/** `overridePaymentType[brand]` of the creation, for the brand that is charged. */
function paymentTypeOf(values: ParameterValues, brand: string): FirstType {
  return (values.map('overridePaymentType')[brand] ?? values.get('paymentType')) as FirstType
}

/** How a checkout follows the payment of a submit. */
function openedBy(checkout: CheckoutRow): CommitParticipant {
  return {
    opened: (payment) => [
      ...followPayment(checkout, payment, checkout.version),
      ...countTry(checkout, payment.createdAtMs),
    ],
    settled(payment, wasOpened) {
      const version = checkout.version + (wasOpened ? 1 : 0)
      const follows = followPayment(checkout, payment, version)
      const isCounted = wasOpened || payment.state === 'succeeded'
      return isCounted ? follows : [...follows, ...countTry(checkout, payment.createdAtMs)]
    },
  }
}

/** How the checkout of a stored payment, if it has one, follows an outcome that comes later. */
export async function checkoutFollowing(
  store: Store,
  payment: PaymentRow,
): Promise<readonly CommitParticipant[]> {
  if (payment.checkoutId === null) return []
  const checkout = await store.read.checkout(payment.checkoutId)
  if (checkout?.paymentId !== payment.id) return []
  const follow = (settled: PaymentRow) => followPayment(checkout, settled, checkout.version)
  return [{ opened: follow, settled: follow }]
}

/** Carries out a `checkoutExpiry` timer. */
export function createCheckoutExpiry({
  store,
  clock,
}: Pick<CheckoutParts, 'store' | 'clock'>): TimerHandler {
  return async (timer) => {
    const checkout = await store.read.checkout(timer.subjectId)
    if (checkout === undefined) return 'done'
    const nowMs = clock.of(checkout.entityId)
    const changes = expire(checkout, nowMs)
    if (changes.length === 0) return 'done'
    // A submit may have been first: look again at once.
    return (await store.commit(changes)).applied ? 'done' : { dueAtMs: nowMs }
  }
}
