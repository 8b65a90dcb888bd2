import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { Clock, EntityClock } from '../../kernel/timers/clock.ts'
import { readTimestamp } from '../../parameters/read-timestamp.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { DeliveryAttemptRow, DeliveryRow, Store } from '../../store/port.ts'
import { deliverNotices } from './queue-run.ts'

/** Maximum number of rows that one request reads; a filter by state may match few of them. */
const MAX_LOOKED_AT = 2000
/** Number of rows in one read; few, because each has its body. */
const PAGE = 100
/** A list ends with the delivery whose body and answers exceed this sum, in bytes of UTF-8. */
const MAX_LIST_BYTES = 2 * 1024 * 1024
/** Number of deliveries whose attempts are read at the same time. */
const READ_AT_ONCE = 10
/** Maximum number of deliveries that one request sends again. */
const MAX_REPLAYED = 1000
/** Number of rows changed in one commit: small, so that payments do not wait for it. */
const AT_ONCE = 50

/** A filter of deliveries by time, measured by the clock of the process, and by state. */
export interface DeliveryFilter {
  readonly fromMs: number
  /** The list continues with deliveries older than this place. */
  readonly before: DeliveryPlace
  readonly state?: DeliveryRow['state'] | undefined
}

export interface DeliveryPlace {
  readonly createdAtMs: number
  readonly id: string
}

/** A place later than all deliveries. */
const LATEST: DeliveryPlace = { createdAtMs: Number.MAX_SAFE_INTEGER, id: '' }

/** The filter of a request. */
export function filterOf(values: ParameterValues): DeliveryFilter {
  const [from, to, cursor] = [values.get('date.from'), values.get('date.to'), values.sent('cursor')]
  // Requests name whole seconds; the second of `date.to` belongs to the time frame.
  const upTo = to === undefined ? LATEST : { createdAtMs: readTimestamp(to) + 1000, id: '' }
  const state = values.get('state') as DeliveryFilter['state']
  return {
    fromMs: from === undefined ? 0 : readTimestamp(from),
    before: cursor === undefined ? upTo : placeOfCursor(cursor),
    state,
  }
}

/** A place as answers name it. */
export function cursorOfPlace({ createdAtMs, id }: DeliveryPlace): string {
  return `${createdAtMs}.${id}`
}

function placeOfCursor(cursor: string): DeliveryPlace {
  const [createdAtMs, id = ''] = cursor.split('.')
  return { createdAtMs: Number(createdAtMs), id }
}

/** A delivery with its attempts, oldest first. */
export interface LoggedDelivery {
  readonly delivery: DeliveryRow
  readonly attempts: readonly DeliveryAttemptRow[]
}

export interface DeliveryPage {
  readonly deliveries: readonly LoggedDelivery[]
  /** The place after which the list continues; absent at its end. */
  readonly next?: DeliveryPlace
}

interface LogParts {
  readonly store: Store
  readonly clock: Clock & EntityClock
}

/** The calls of a webhook, newest first: up to `limit`, and up to `MAX_LIST_BYTES`. */
export async function listDeliveries(
  webhookId: string,
  filter: DeliveryFilter,
  limit: number,
  { store }: Pick<LogParts, 'store'>,
): Promise<DeliveryPage> {
  const { rows, next } = await findDeliveries(webhookId, filter, limit, store)
  const deliveries = await readUntilFull(rows, store)
  const last = deliveries.at(-1)?.delivery
  if (last !== undefined && deliveries.length < rows.length) {
    return { deliveries, next: placeOf(last) }
  }
  return next === undefined ? { deliveries } : { deliveries, next }
}

/** One delivery of a webhook as a list; none: it is not there, or of another webhook. */
export async function oneDelivery(
  webhookId: string,
  deliveryId: string,
  { store }: Pick<LogParts, 'store'>,
): Promise<DeliveryPage> {
  const row = await store.read.delivery(deliveryId)
  if (row?.webhookId !== webhookId) return { deliveries: [] }
  return { deliveries: await withAttempts([row], store) }
}

/**
 * The calls about a payment or checkout to the addresses that its request named, newest first: up to
 * `MAX_LIST_BYTES`, older ones are left out.
 */
export async function listCalls(
  subjectId: string,
  { store }: Pick<LogParts, 'store'>,
): Promise<readonly LoggedDelivery[]> {
  return readUntilFull(await store.read.callsOfSubject(subjectId), store)
}

/** The first of these deliveries with their attempts; ends with the one that exceeds `MAX_LIST_BYTES`. */
async function readUntilFull(
  rows: readonly DeliveryRow[],
  store: Pick<Store, 'read'>,
): Promise<readonly LoggedDelivery[]> {
  const deliveries: LoggedDelivery[] = []
  let bytes = 0
  for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
    for (const logged of await withAttempts(rows.slice(at, at + READ_AT_ONCE), store)) {
      deliveries.push(logged)
      bytes += bytesOf(logged)
      if (bytes > MAX_LIST_BYTES) return deliveries
    }
  }
  return deliveries
}

function withAttempts(
  rows: readonly DeliveryRow[],
  store: Pick<Store, 'read'>,
): Promise<LoggedDelivery[]> {
  return Promise.all(
    rows.map(async (delivery) => ({
      delivery,
      attempts: await store.read.deliveryAttempts(delivery.id),
    })),
  )
}

/** The texts of a delivery that may be long. */
function bytesOf({ delivery, attempts }: LoggedDelivery): number {
  const texts = [delivery.body, ...attempts.map(({ answer }) => answer)]
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}

interface Found {
  readonly rows: readonly DeliveryRow[]
  readonly next?: DeliveryPlace
}

async function findDeliveries(
  webhookId: string,
  { fromMs, before, state }: DeliveryFilter,
  limit: number,
  store: Store,
): Promise<Found> {
  await showNotices(webhookId, store)
  const rows: DeliveryRow[] = []
  let place = before
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += PAGE) {
    const { createdAtMs, id } = place
    const page = await store.read.deliveriesOfWebhook(webhookId, fromMs, createdAtMs, id, PAGE)
    for (const row of page) {
      place = row
      if (state === undefined || row.state === state) rows.push(row)
      if (rows.length === limit) return { rows, next: placeOf(row) }
    }
    if (page.length < PAGE) return { rows }
  }
  return { rows, next: placeOf(place) }
}

/**
 * Lists have deliveries only: makes those of up to `MAX_LOOKED_AT` notices. What waits behind these is listed
 * when its turn to be sent has come.
 */
async function showNotices(webhookId: string, store: Store): Promise<void> {
  for (let shown = 0; shown < MAX_LOOKED_AT; ) {
    const made = await deliverNotices(webhookId, store)
    if (made === 0) return
    shown += made
  }
}

function placeOf({ createdAtMs, id }: DeliveryPlace): DeliveryPlace {
  return { createdAtMs, id }
}

export interface Replayed {
  /** Number of deliveries that are sent again. */
  readonly count: number
  /** The place after which older ones follow; absent where there are none. */
  readonly next?: DeliveryPlace
}

/** Sends one delivery of a webhook again, in any state. */
export async function replayOne(
  webhookId: string,
  deliveryId: string,
  parts: LogParts,
): Promise<Replayed | Refusal> {
  const row = await parts.store.read.delivery(deliveryId)
  if (row === undefined || row.webhookId !== webhookId) return unknownDelivery
  await replay(deliveryId, parts)
  return { count: 1 }
}

/** Sends deliveries of a time frame again, newest first and at most a thousand; no test messages. */
export async function replayRange(
  webhookId: string,
  filter: DeliveryFilter,
  parts: LogParts,
): Promise<Replayed> {
  const { rows, next } = await findDeliveries(webhookId, filter, MAX_REPLAYED, parts.store)
  const ids = rows.filter(({ kind }) => kind !== 'test').map(({ id }) => id)
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => replay(id, parts)))
  }
  const count = ids.length
  return next === undefined ? { count } : { count, next }
}

/** The same row with the same id and body: the receiver sees a repetition. */
async function replay(id: string, parts: LogParts): Promise<void> {
  const { store, clock } = parts
  await decideAndCommit<DeliveryRow | undefined, undefined>(parts, {
    load: () => store.read.delivery(id),
    decide: (row) => {
      if (row === undefined) return { result: undefined }
      const set = {
        state: 'waiting',
        dueAtMs: clock.of(row.entityId),
        retries: 0,
        updatedAtMs: clock.now(),
      } as const
      const step = { kind: 'stepDelivery', id, expectedVersion: row.version, set } as const
      return { result: undefined, parts: [{ owner: 'webhooks', changes: [step] }] }
    },
  })
}

const unknownDelivery: Refusal = refuse('200.300.404', {
  status: 404,
  description: 'This webhook has no delivery with this deliveryId, or it is older than 30 days',
})
