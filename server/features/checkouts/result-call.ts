import { addQuery } from '../../../common/add-query.ts'
import { type CheckoutSettings, settingsOf } from '../../entities/settings.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type CallKind, hasOutcome, newDelivery } from '../../payments/index.ts'
import type { Change, CheckoutRow, Store } from '../../store/port.ts'
import { outcomeOf, statusRefusal } from './rules.ts'
import { requestOf, storesOnly } from './stored-request.ts'

/** After a submit whose status nobody has read, the shop is called (interface document, Limits; R-29). */
const RESULT_CALL_AFTER_MS = 29 * 60 * 1000

/** What a submit knows of the call that may follow it. */
export interface ResultCallWish {
  readonly values: Pick<ParameterValues, 'get'>
  readonly settings: CheckoutSettings | undefined
  readonly clock: EntityClock
  /** Why an address may not be called. */
  readonly urlFault: (url: string) => string | undefined
}

export interface BegunResultCall {
  readonly set: { readonly resultCallId?: string | null }
  readonly changes: readonly Change[]
}

/**
 * The call of a submit replaces that of an earlier one. It is a delivery like that of a webhook, so it
 * survives a stop of the process, and is in the log.
 */
export function beginResultCall(
  checkout: CheckoutRow,
  { values, settings, clock, urlFault }: ResultCallWish,
): BegunResultCall {
  const { id: checkoutId, entityId, resultCallId } = checkout
  const replaced = resultCallId === null ? [] : [cancelCall(resultCallId)]
  const url = values.get('shopperResultUrl')
  if (url === undefined || urlFault(url) !== undefined || !isBelowBase(url, settings)) {
    return { set: resultCallId === null ? {} : { resultCallId: null }, changes: replaced }
  }
  const row = newDelivery({
    url,
    kind: 'resultUrl',
    type: 'RESULT',
    entityId,
    orderKey: checkoutId,
    subjectId: checkoutId,
    sequence: checkout.version,
    nowMs: clock.now(),
    dueAtMs: clock.of(entityId) + RESULT_CALL_AFTER_MS,
  })
  return {
    set: { resultCallId: row.id },
    changes: [...replaced, { kind: 'insertDelivery', row }],
  }
}

/** Whether an address is below the base address of its entity, where there is one. */
function isBelowBase(url: string, { resultCallBase = '' }: CheckoutSettings = {}): boolean {
  // As it is called: `/after/../admin` is not below `/after/`.
  return resultCallBase === '' || new URL(url).href.startsWith(new URL(resultCallBase).href)
}

function cancelCall(id: string): Change {
  return { kind: 'cancelDelivery', id }
}

/**
 * The first read of a final status ends the call. A pending status does not: its shopper may never come
 * back. Resolves when the call can no more be made.
 */
export async function endResultCall(
  { id, resultCallId, paymentId }: CheckoutRow,
  parts: { readonly store: Store; readonly clock: EntityClock },
): Promise<void> {
  if (resultCallId === null) return
  const payment = paymentId === null ? undefined : await parts.store.read.payment(paymentId)
  if (payment !== undefined && !hasOutcome(payment.state)) return
  await decideAndCommit<CheckoutRow | undefined, undefined>(parts, {
    load: () => parts.store.read.checkout(id),
    decide: (now) => {
      // A later submit has begun its own.
      if (now?.resultCallId !== resultCallId) return { result: undefined }
      const { version, updatedAtMs } = now
      const set = { resultCallId: null, updatedAtMs }
      const step: Change = { kind: 'stepCheckout', id, expectedVersion: version, set }
      return {
        result: undefined,
        parts: [{ owner: 'checkout', changes: [step, cancelCall(resultCallId)] }],
      }
    },
  })
}

/** A GET to the shop's address with `id` and `resourcePath`, as its shopper would have come; once. */
export function resultUrlCalls({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}): CallKind {
  return {
    retryDelaysMs: [],
    async call({ id, url, subjectId }) {
      const checkout = await store.read.checkout(subjectId)
      if (url === null || checkout?.resultCallId !== id) return undefined
      const settings = settingsOf(await store.read.entityPath(checkout.entityId))
      const isReadable =
        statusRefusal(checkout, settings.checkouts ?? {}, clock.of(checkout.entityId)) === undefined
      const path = (isReadable ? undefined : outcomeOf(checkout)?.path) ?? statusPathOf(checkout)
      const query = `id=${encodeURIComponent(subjectId)}&resourcePath=${encodeURIComponent(path)}`
      return { url: addQuery(url, query), method: 'GET', headers: {} }
    },
  }
}

function statusPathOf(checkout: CheckoutRow): string {
  const kind = storesOnly(requestOf(checkout)) ? 'registration' : 'payment'
  return `/v1/checkouts/${checkout.id}/${kind}`
}
