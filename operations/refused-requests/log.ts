import { DAY_MS, MINUTE_MS } from '../../common/durations.ts'
import type { RefusedRequest, RefusedRequests } from '../../server/entities/refused-requests.ts'
import { ClientWindow } from '../../server/http/throttling/client-window.ts'
import { firstObjectIdAt, isObjectId, objectIdSource } from '../../server/kernel/ids.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import { shownText, withoutNumbers } from '../../server/parameters/masking.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'
import { StoreError } from '../../server/store/errors.ts'
import type { RefusedRequestRow, Store } from '../../server/store/port.ts'

/** Of one entity whose tokens ask, in a minute; more are not kept: they would be the same. */
export const MAX_A_MINUTE = 60

/** Rows of all that wait to be written; beyond it none is kept until they are. */
const MAX_WAITING = 2_000

/** Rows in one commit; more would delay payments that wait for the store. */
const WRITTEN_AT_ONCE = 200

/** How long they are kept. */
export const KEPT_MS = 30 * DAY_MS

/** Faults that are kept of a request, and characters of each text. */
const MAX_FAULTS = 30
const MAX_TEXT = 300

/** The parameters whose values say which request it was, and nothing of a shopper. */
const ABOUT: ReadonlySet<string> = new Set([
  ...['paymentType', 'paymentBrand', 'amount', 'currency', 'merchantTransactionId'],
])

interface LogParts {
  readonly store: Pick<Store, 'commit' | 'read'>
  readonly clock: Clock
}

/** Keeps refused requests in memory until `write` is called, which is soon; a crash loses those of a moment. */
export function createRefusedRequests({ store, clock }: LogParts) {
  const kept = new ClientWindow(clock, { max: MAX_A_MINUTE, periodMs: MINUTE_MS })
  const newId = objectIdSource()
  let waiting: RefusedRequestRow[] = []

  const log: RefusedRequests = {
    note(refused) {
      if (waiting.length >= MAX_WAITING) return
      if (kept.admit(refused.token.entityId) !== undefined) return
      const nowMs = clock.now()
      waiting.push(rowOf(refused, newId(nowMs), nowMs))
    },
  }

  /** Writes some of them; resolves to whether there are more. What the store does not take now is tried again. */
  async function write(): Promise<boolean> {
    const rows = waiting.slice(0, WRITTEN_AT_ONCE)
    if (rows.length === 0) return false
    try {
      await store.commit(rows.map((row) => ({ kind: 'insertRefusedRequest', row })))
    } catch (error) {
      // Rows that can never be stored would keep all behind them.
      if (!(error instanceof StoreError) || error.code !== 'invalid-change') throw error
    }
    waiting = waiting.slice(rows.length)
    return waiting.length > 0
  }

  return { log, write, deleteOld: () => deleteOld({ store, clock }) }
}

/** Deletes those that are old; resolves to whether there may be more. Rejects with the store. */
async function deleteOld({ store, clock }: LogParts): Promise<boolean> {
  const beforeId = firstObjectIdAt(clock.now() - KEPT_MS)
  const old = await store.read.refusedRequestsBefore(beforeId, WRITTEN_AT_ONCE)
  if (old.length === 0) return false
  await store.commit(old.map(({ id }) => ({ kind: 'removeRefusedRequest', id })))
  return old.length === WRITTEN_AT_ONCE
}

function rowOf(refused: RefusedRequest, id: string, atMs: number): RefusedRequestRow {
  const { method, path, subjectId, ndc, address, entityId, token, refusal } = refused
  return {
    id,
    ...{ entityId, ndc, atMs, method, path },
    subjectId: subjectId === '' ? null : idText(subjectId),
    status: refusal.status,
    code: refusal.code,
    description: textOf(refusal.description ?? descriptionOf(refusal.code)),
    faults: JSON.stringify(
      (refusal.parameterErrors ?? [])
        .slice(0, MAX_FAULTS)
        .map(({ name, message }) => [textOf(name), textOf(message)]),
    ),
    about: JSON.stringify(aboutOf(refused)),
    tokenHash: token.hash,
    address,
  }
}

function aboutOf({ flat }: RefusedRequest): Readonly<Record<string, string>> {
  const named = flat.filter(([name]) => ABOUT.has(name))
  return Object.fromEntries(named.map(([name, value]) => [name, shownText(value)]))
}

function idText(id: string): string {
  return isObjectId(id) ? id : shownText(id)
}

function textOf(text: string): string {
  return withoutNumbers(text).slice(0, MAX_TEXT)
}
