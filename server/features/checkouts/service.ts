import type { UsableEntity } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { type Decision, decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newCheckoutId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { ParameterValues } from '../../parameters/values.ts'
import {
  type FirstType,
  moneyOf,
  type PaymentService,
  type PlannedParts,
  type Prepare,
  type PrepareParts,
  prepareFirst,
} from '../../payments/index.ts'
import type { PaymentExtension } from '../../payments/screen/index.ts'
import { isRefusal, type Refusal, refuseParameters, tooBusy } from '../../results/refusal.ts'
import { type ChangePart, type CommitParticipant, commitParts } from '../../store/commit-parts.ts'
import type { Change, CheckoutRow, PaymentRow, Store } from '../../store/port.ts'
import { storingPayment } from '../registrations/index.ts'
import { countTry, triesRefusal } from './attempts.ts'
import { offeringChannel } from './brand-offer.ts'
import { countPayingGuess } from './gift-card-guesses.ts'
import { plannedParts, shareOf } from './gift-card-share.ts'
import {
  applyCard,
  type GiftCardsChanged,
  type GiftCardWish,
  type KnownCard,
  removeCard,
} from './gift-cards.ts'
import { keepSubmit } from './keep-submit.ts'
import { CHECKOUT_LIFETIME_MS } from './lifetime.ts'
import { missingCodeRefusal, notOfferedRefusal } from './offered-registrations.ts'
import { keptMerchantValues, terminalCardRefusal } from './prepared-instrument.ts'
import { beginResultCall, type ResultCallWish } from './result-call.ts'
import {
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
import { shownMoneyErrors } from './shown-money.ts'
import { requestOf, sealedText, storesOnly, wholeRequestOf } from './stored-request.ts'

export interface CheckoutParts extends PrepareParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly payments: PaymentService
  readonly nodeName: string
  /** Why the gateway may not send requests to an address, as the end of a sentence. */
  readonly urlFault: (url: string) => string | undefined
  /** The integrity value of the script that a checkout will be given: `sha384-…`. */
  readonly scriptIntegrity: (checkoutId: string, storesOnly: boolean) => string
}

/** What other features add to a commit of a checkout. */
type ExtraParts = (checkout: CheckoutRow) => readonly ChangePart[]

export interface CheckoutService {
  /** Opens a checkout for a channel; its request has been validated. */
  create(
    channel: UsableEntity,
    values: ParameterValues,
    extraParts?: ExtraParts,
  ): Promise<CheckoutRow | KeyInUse>
  /** A checkout that has not expired, or why it cannot be used. */
  find(id: string): Promise<CheckoutRow | Refusal>
  /**
   * Replaces the request of an open checkout with the result of `changed`, which is called again after
   * a conflict.
   */
  update(
    id: string,
    changed: (checkout: CheckoutRow) => Promise<ParameterValues | Refusal>,
    extraParts?: ExtraParts,
  ): Promise<CheckoutRow | Refusal | KeyInUse>
  /** Keeps what the shopper pays with until the merchant's server pays the checkout with it. */
  keep(
    submit: Pick<CheckoutSubmit, 'checkout' | 'channel'> & { readonly submitted: ParameterValues },
    extraParts?: ExtraParts,
  ): Promise<CheckoutRow | Refusal | KeyInUse>
  /** Applies a gift card, whose number and PIN were right, to a part of an open checkout. */
  applyCard(
    wish: GiftCardWish & { readonly card: KnownCard },
  ): Promise<GiftCardsChanged | Refusal | KeyInUse>
  /** Removes one again. */
  removeCard(
    wish: GiftCardWish & { readonly id: string },
  ): Promise<GiftCardsChanged | Refusal | KeyInUse>
  /** Deletes an open checkout; resolves to the deleted checkout. */
  remove(id: string): Promise<CheckoutRow | Refusal>
  /**
   * Pays an open checkout with the shopper's parameters; one that only stores them authenticates the
   * cardholder. At most one payment succeeds, ever.
   */
  submit(submit: CheckoutSubmit): Promise<PaymentRow | Refusal | KeyInUse>
  /** The latest payment of a checkout, `undefined` before the first. */
  latestPayment(checkout: CheckoutRow): Promise<PaymentRow | undefined>
}

/** A payment of a checkout with the instrument of its shopper. */
export interface CheckoutSubmit {
  readonly checkout: CheckoutRow
  readonly channel: UsableEntity
  /**
   * What the shopper pays with. Asked for again after a conflict: what is kept in the checkout may have
   * been replaced meanwhile.
   */
  readonly submittedIn: (
    checkout: CheckoutRow,
  ) => ParameterValues | Refusal | Promise<ParameterValues | Refusal>
  readonly requestParticipants: readonly CommitParticipant[]
  /** From where the shopper has submitted it; absent where the merchant's server pays with what was kept. */
  readonly shopperAddress?: string
}

export function createCheckoutService(parts: CheckoutParts): CheckoutService {
  const { store, clock, payments } = parts

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

  return {
    create: (channel, values, extraParts) => create(channel, values, extraParts, parts),

    find,

    async update(id, changed, extraParts) {
      const load = async () => {
        const checkout = await findChangeable(id)
        if (isRefusal(checkout)) return checkout
        const values = await changed(checkout)
        if (isRefusal(values)) return values
        const nowMs = parts.clock.of(checkout.entityId)
        const { vault } = parts
        return { checkout, request: await sealedText(values, checkout, { nowMs, vault }) }
      }
      const done = await decideAndCommit<LoadedUpdate | Refusal, CheckoutRow | Refusal | KeyInUse>(
        parts,
        {
          load,
          decide: (loaded) =>
            isRefusal(loaded) ? { result: loaded } : decideUpdate(loaded, extraParts, clock),
          onConflict: keyInUse,
        },
      )
      return done ?? tooBusy
    },

    async keep(submit, extraParts) {
      const kept = { ...submit, extraParts, find }
      return (await keepSubmit(kept, parts)) ?? tooBusy
    },

    applyCard: (wish) => applyCard(wish, find, parts),

    removeCard: (wish) => removeCard(wish, find, parts),

    async remove(id) {
      const done = await decideAndCommit<CheckoutRow | Refusal, CheckoutRow | Refusal>(parts, {
        load: () => findChangeable(id),
        decide: (checkout) => {
          if (isRefusal(checkout)) return { result: checkout }
          const updatedAtMs = clock.of(checkout.entityId)
          const changes = remove(checkout, updatedAtMs)
          const result = { ...checkout, state: 'deleted', updatedAtMs } as const
          return { result, parts: [{ owner: OWNER, changes }] }
        },
      })
      return done ?? tooBusy
    },

    submit: (submit) => payments.pay(preparePayment(submit, find, parts)),

    async latestPayment(checkout) {
      const payment =
        checkout.paymentId === null ? undefined : await payments.find(checkout.paymentId)
      return payment && payments.refresh(payment)
    },
  }
}

/** The name by which a commit conflict says that the checkout caused it. */
const OWNER = 'checkout'

async function create(
  channel: UsableEntity,
  values: ParameterValues,
  extraParts: ExtraParts | undefined,
  { store, clock, vault, nodeName, scriptIntegrity }: CheckoutParts,
): Promise<CheckoutRow | KeyInUse> {
  const nowMs = clock.of(channel.entity.id)
  const id = newCheckoutId(nodeName)
  const checkout: CheckoutRow = {
    id,
    entityId: channel.entity.id,
    state: 'open',
    paymentId: null,
    registrationId: null,
    resultCallId: null,
    request: await sealedText(values, { id, entityId: channel.entity.id }, { nowMs, vault }),
    integrity: values.get('integrity') === 'true' ? scriptIntegrity(id, storesOnly(values)) : null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + CHECKOUT_LIFETIME_MS,
    updatedAtMs: nowMs,
    version: 1,
  }
  const changes: Change[] = [
    { kind: 'insertCheckout', row: checkout },
    { kind: 'insertTimer', row: expiryTimerOf(checkout) },
  ]
  const parts = [...(extraParts?.(checkout) ?? []), { owner: OWNER, changes }]
  const committed = await commitParts(store, parts)
  if (committed.applied) return checkout
  const ended = keyInUse(committed)
  if (ended !== undefined) return ended
  throw new Error('The id of a new checkout exists already')
}

interface LoadedUpdate {
  readonly checkout: CheckoutRow
  readonly request: string
}

function decideUpdate(
  { checkout, request }: LoadedUpdate,
  extraParts: ExtraParts | undefined,
  clock: EntityClock,
): Decision<CheckoutRow> {
  const updatedAtMs = clock.of(checkout.entityId)
  const updated = { ...checkout, request, updatedAtMs, version: checkout.version + 1 }
  const own = { owner: OWNER, changes: [changeRequest(checkout, request, updatedAtMs)] }
  return { result: updated, parts: [...(extraParts?.(updated) ?? []), own] }
}

/** Prepares the payment of a submit; after a conflict again, with the checkout as it is then. */
function preparePayment(
  { checkout, channel, submittedIn, requestParticipants, shopperAddress }: CheckoutSubmit,
  find: CheckoutService['find'],
  parts: CheckoutParts,
): Prepare {
  let last: CheckoutRow | undefined
  let isCounted = false
  return async () => {
    const now = last === undefined ? checkout : await find(checkout.id)
    if (isRefusal(now)) return now
    const nowMs = parts.clock.of(now.entityId)
    const refusal = submitRefusal(now, nowMs)
    if (refusal !== undefined) return refusal
    // Another submit was first: continuing would pay, or be declined, a second time.
    if (last !== undefined && now.paymentId !== last.paymentId) return underWay
    last = now
    const { cardTesting } = channel.settings
    const { environment } = parts
    const tooOften = await triesRefusal(now, { cardTesting, environment, nowMs }, parts.store)
    if (tooOften !== undefined) return tooOften
    const submitted = await submittedIn(now)
    if (isRefusal(submitted)) return submitted
    const unfit =
      unfitInstrument(submitted, requestOf(now)) ??
      (await missingCodeRefusal(submitted, channel.settings, parts.store))
    if (unfit !== undefined) return unfit
    // The merchant may have changed what rules of brands look at since the submit was checked, or kept.
    const offering = offeringChannel(channel, now)
    const whole = await combine(now, submitted, parts.vault)
    if (isRefusal(whole)) return whole
    const guessed = isCounted ? undefined : await giftCardGuessRefusal(whole, nowMs, parts)
    if (guessed !== undefined) return guessed
    isCounted = true
    const giftCardParts = await giftCardPartsOf({ checkout: now, channel: offering }, whole, parts)
    if (isRefusal(giftCardParts)) return giftCardParts
    const values = giftCardParts === undefined ? whole : withRest(whole)
    const charged = { amount: values.get('amount'), currency: values.get('currency') }
    const unlikeShown = shownMoneyErrors(submitted, charged)
    if (unlikeShown.length > 0) return refuseParameters(unlikeShown)
    const settings = channel.settings.checkouts
    const first = {
      channel: offering,
      values,
      ...(giftCardParts === undefined ? {} : { giftCardParts }),
      checkoutId: now.id,
      ...(shopperAddress === undefined ? {} : { shopperAddress }),
      participants: [
        checkoutParticipant(now, {
          values,
          settings,
          clock: parts.clock,
          urlFault: parts.urlFault,
        }),
      ],
      requestParticipants,
      nowMs,
    }
    const paymentTypeFor = (brand: string) => paymentTypeOf(values, brand)
    return prepareFirst(
      storesOnly(values) ? storingPayment(first) : { ...first, paymentTypeFor },
      parts,
    )
  }
}

/**
 * Why the shopper may not pay the checkout with this instrument, as the checkout is now: the merchant may
 * have changed it since the submit was checked, or kept.
 */
function unfitInstrument(submitted: ParameterValues, preset: ParameterValues): Refusal | undefined {
  if (storesOnly(preset)) return undefined
  return terminalCardRefusal(preset, submitted.entries()) ?? notOfferedRefusal(submitted, preset)
}

/** Why a gift card may not be tried again; counts the try. */
function giftCardGuessRefusal(
  values: ParameterValues,
  nowMs: number,
  { vault, store }: CheckoutParts,
): Promise<Refusal | undefined> | undefined {
  const number = values.sent('giftCard.number')
  if (number === undefined) return undefined
  return countPayingGuess({ numberHash: vault.keyedHash(`gift card ${number}`), nowMs }, store)
}

/** What gift cards pay of a submit beside the rest; `undefined`: nothing. */
async function giftCardPartsOf(
  shared: { readonly checkout: CheckoutRow; readonly channel: UsableEntity },
  values: ParameterValues,
  parts: CheckoutParts,
): Promise<PlannedParts | Refusal | undefined> {
  const shown = values.sent('giftCards.restAmount')
  // Most checkouts have nothing but the list of their parameters.
  if (shown === undefined && shared.checkout.request.startsWith('[')) return undefined
  const share = await shareOf(shared, parts)
  const total = moneyOf(values, 'PA')
  return isRefusal(total) ? total : plannedParts(share, total, shown)
}

/** The shopper pays the rest that his page showed; `plannedParts` has compared it. */
function withRest(values: ParameterValues): ParameterValues {
  const rest = values.sent('giftCards.restAmount') ?? ''
  return ParameterValues.of([...values.entries(), ['amount', rest]])
}

/** The merchant's values override those of the shopper's page, except for the instrument. */
export async function combine(
  checkout: CheckoutRow,
  submitted: ParameterValues,
  vault: Vault,
): Promise<ParameterValues | Refusal> {
  const sent = submitted.entries()
  const whole = await wholeRequestOf(checkout, vault)
  if (isRefusal(whole)) return whole
  const preset = keptMerchantValues(whole, sent)
  return ParameterValues.of([...sent, ...preset.entries()])
}

/** `overridePaymentType[brand]` of the creation, for the brand that is charged. */
function paymentTypeOf(values: ParameterValues, brand: string): FirstType {
  return (values.map('overridePaymentType')[brand] ?? values.get('paymentType')) as FirstType
}

/** The changes of a checkout in the commits of a submitted payment. */
function checkoutParticipant(checkout: CheckoutRow, wish: ResultCallWish): CommitParticipant {
  const begin = (payment: PaymentRow) => {
    const call = beginResultCall(checkout, wish)
    return [...followPayment(checkout, payment, checkout.version, call.set), ...call.changes]
  }
  return {
    owner: OWNER,
    opened: (payment) => [...begin(payment), ...countTry(checkout, payment.createdAtMs)],
    recorded(payment, wasOpened) {
      const follows = wasOpened
        ? followPayment(checkout, payment, checkout.version + 1)
        : begin(payment)
      const isCounted = wasOpened || payment.state === 'succeeded'
      return isCounted ? follows : [...follows, ...countTry(checkout, payment.createdAtMs)]
    },
  }
}

/** Changes the checkout of a stored payment, if it has one, together with the payment. */
export function checkoutExtension(store: Pick<Store, 'read'>): PaymentExtension {
  async function participantsOf(checkoutId: string, paymentId: string) {
    const checkout = await store.read.checkout(checkoutId)
    if (checkout?.paymentId !== paymentId) return []
    const follow = (recorded: PaymentRow) => followPayment(checkout, recorded, checkout.version)
    return [{ owner: OWNER, opened: follow, recorded: follow }]
  }

  return {
    concernedByStored: { columns: ['checkoutId'] },
    participantsOf: ({ id, checkoutId }) =>
      checkoutId === null ? [] : participantsOf(checkoutId, id),
  }
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
    // A submit was first: run again at once.
    return (await store.commit(changes)).applied ? 'done' : { dueAtMs: nowMs }
  }
}
