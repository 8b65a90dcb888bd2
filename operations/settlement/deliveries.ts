import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  ChangeSet,
  EntityRow,
  ReconciliationDeliveryRow,
  Store,
} from '../../server/store/port.ts'
import { settledEntities } from './accounts.ts'
import { MAX_DELIVERY_MS } from './delivery-plan.ts'
import { type FtpTarget, uploadByFtp } from './ftp-delivery.ts'
import { reconciliationLines, reconciliationName } from './reconciliation-file.ts'
import { writeWhole } from './write-whole.ts'

/** A delivery of the reconciliation file of a day. */
export interface WantedDelivery {
  readonly entity: Pick<EntityRow, 'id' | 'kind'>
  /** `yyyy-MM-dd` (UTC). */
  readonly day: string
  readonly target: FtpTarget
  /** As it is written down: without the password. */
  readonly address: string
  /** Whether a file that is there is replaced, even if it has the size of this one. */
  readonly replaces: boolean
}

export interface DeliveryParts {
  readonly store: Store
  /** The time of the entity. */
  readonly now: () => number
  /** Ends the delivery: it has failed then. */
  readonly signal?: AbortSignal
}

/** What goes into the commits of a delivery besides its own row. */
export interface FurtherChanges {
  readonly begin: ChangeSet
  /** Left out where it meets a conflict: the outcome is written down in any case. */
  readonly end: (ended: ReconciliationDeliveryRow) => ChangeSet
}

/** The delivery with its outcome; `underWay`: another process is delivering this day, or has just begun. */
export type DeliveryOutcome = ReconciliationDeliveryRow | 'underWay'

/**
 * Delivers the file of a day once. The try is written down before it, so that a file whose process ends is
 * known, and looked for by the next try: the same day is never there under two names. Rejects with the store.
 */
export async function deliverDay(
  wanted: WantedDelivery,
  parts: DeliveryParts,
  further: FurtherChanges = { begin: [], end: () => [] },
): Promise<DeliveryOutcome> {
  const { store, now } = parts
  const { entity, day, address } = wanted
  const tries = await store.read.reconciliationDeliveriesOfDay(entity.id, day)
  const last = tries.at(-1)
  if (last !== undefined && isUnderWay(last, now())) return 'underWay'
  const row: ReconciliationDeliveryRow = {
    entityId: entity.id,
    day,
    attempt: (last?.attempt ?? 0) + 1,
    address,
    startedAtMs: now(),
    endedAtMs: null,
    outcome: null,
    bytes: null,
    fault: null,
  }
  const insert = { kind: 'insertReconciliationDelivery', row } as const
  const begun = await store.commit([insert, ...further.begin])
  if (!begun.applied) return 'underWay'
  const mayBeThere = last !== undefined && !wanted.replaces
  const { bytes, fault } = await send(wanted, { ...parts, mayBeThere })
  const outcome = fault === undefined ? 'delivered' : 'failed'
  const ended = { ...row, endedAtMs: now(), outcome, bytes, fault: fault ?? null } as const
  const { startedAtMs: _start, address: _address, ...set } = ended
  const end = { kind: 'endReconciliationDelivery', ...set } as const
  const committed = await store.commit([end, ...further.end(ended)])
  if (!committed.applied) await store.commit([end])
  return ended
}

/** Whether a try may still go on: its process has not said that it ended, and its time is not over. */
export function isUnderWay(
  { endedAtMs, startedAtMs }: Pick<ReconciliationDeliveryRow, 'endedAtMs' | 'startedAtMs'>,
  nowMs: number,
): boolean {
  return endedAtMs === null && nowMs - startedAtMs < MAX_DELIVERY_MS
}

const MAX_FAULT = 500

interface Sent {
  /** `null`: the file was not made. */
  readonly bytes: number | null
  readonly fault?: string
}

async function send(
  { entity, day, target }: WantedDelivery,
  { store, signal, mayBeThere }: DeliveryParts & { readonly mayBeThere: boolean },
): Promise<Sent> {
  let bytes: number | null = null
  const folder = await mkdtemp(join(tmpdir(), 'reconciliation-'))
  try {
    const path = join(folder, reconciliationName(entity.id, day))
    await writeReconciliation(entity, { day, path }, store)
    bytes = (await stat(path)).size
    const timeLimit = AbortSignal.timeout(MAX_DELIVERY_MS)
    const ends = signal === undefined ? timeLimit : AbortSignal.any([timeLimit, signal])
    const fault = await uploadByFtp(path, target, { mayBeThere, signal: ends })
    return fault === undefined ? { bytes } : { bytes, fault: fault.slice(0, MAX_FAULT) }
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    return { bytes, fault: fault.slice(0, MAX_FAULT) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the file of a day; answers how many lines it has below its header. */
export async function writeReconciliation(
  entity: Pick<EntityRow, 'id' | 'kind'>,
  { day, path }: { readonly day: string; readonly path: string },
  store: Store,
): Promise<number> {
  const entityIds = await settledEntities(entity, store)
  return writeWhole(path, async (write) => {
    let lines = -1
    for await (const line of reconciliationLines({ entityIds, day }, store)) {
      lines += 1
      await write(line)
    }
    return lines
  })
}
