import type { TakenSet } from '../group-committer.ts'
import type { Change, ChangeSet, QuotaRow } from '../port.ts'
import { quotaKey, rowKeysOf } from './row-keys.ts'
import { HEARTBEAT, type Write, writeOfChange } from './write-statements.ts'

/** A change set as the rows that it writes, one for each change. */
export interface PlannedSet extends TakenSet {
  readonly writes: readonly Write[]
  /** Keys of rows that it inserts, steps or deletes. */
  readonly changed: ReadonlySet<string>
  /** Keys of rows that its rows refer to. */
  readonly referred: ReadonlySet<string>
  /**
   * Keys of rows that it only adds to: several sets may add to one row together, in their order.
   */
  readonly added: ReadonlySet<string>
  /**
   * Whether its writes may be done in another order among themselves, as part of statements that
   * write many sets: not where one row is written twice, or referred to before it is written.
   */
  readonly mergeable: boolean
  /** What its first change demands, where that is a step of a row that is never deleted. */
  readonly guard: Guard | undefined
  /** What its first change takes of a quota, if it does. */
  readonly taken: QuotaRow | undefined
}

export interface Guard {
  readonly key: string
  readonly expectedVersion: number
}

/** Takes a change set as it is now. Throws `invalid-change` for what no table takes. */
export function plannedSet(changes: ChangeSet): PlannedSet {
  const writes = changes.length === 0 ? [HEARTBEAT] : changes.map(writeOfChange)
  const rows = onlyTakes(changes) ? rowsAddedTo(changes) : rowsTouched(changes, writes)
  return Object.assign(rows, {
    writes,
    guard: guardOf(changes[0], writes[0]),
    taken: takenBy(changes[0]),
    chars: charsOf(writes),
  })
}

type TouchedRows = Pick<PlannedSet, 'changed' | 'referred' | 'added' | 'mergeable'>

function rowsTouched(changes: ChangeSet, writes: readonly Write[]): TouchedRows {
  const changed = new Set<string>()
  const referred = new Set<string>()
  let mergeable = true
  for (const [at, change] of changes.entries()) {
    const keys = rowKeysOf(change, writes[at] as Write)
    for (const key of keys.referred) if (!changed.has(key)) referred.add(key)
    for (const key of keys.changed) {
      if (changed.has(key) || referred.has(key)) mergeable = false
      changed.add(key)
    }
  }
  return { changed, referred, added: NONE, mergeable }
}

const NONE: ReadonlySet<string> = new Set()

function rowsAddedTo(changes: readonly TakeQuota[]): TouchedRows {
  const added = new Set(changes.map(({ row }) => quotaKey(row)))
  return { changed: NONE, referred: NONE, added, mergeable: true }
}

type TakeQuota = Extract<Change, { readonly kind: 'takeQuota' }>

/**
 * Sets that only take from quotas are written together, even from the same quota: otherwise each
 * request of a busy caller would need a transaction of its own. In a set that may be refused for
 * another reason, a quota is a row like any other.
 */
function onlyTakes(changes: ChangeSet): changes is readonly TakeQuota[] {
  return (
    changes.length > 0 &&
    changes.every((change) => change.kind === 'takeQuota' && isSound(change.row))
  )
}

/** Added up with others, what the table would refuse could go unseen. */
function isSound({ used, expiresAtMs }: QuotaRow): boolean {
  return used >= 0 && expiresAtMs >= 0 && Number.isSafeInteger(expiresAtMs)
}

function takenBy(change: Change | undefined): QuotaRow | undefined {
  return change?.kind === 'takeQuota' && isSound(change.row) ? { ...change.row } : undefined
}

function guardOf(change: Change | undefined, write: Write | undefined): Guard | undefined {
  if (write?.statement.of?.action !== 'step' || change === undefined) return undefined
  const { expectedVersion } = change as Extract<Change, { readonly kind: 'stepPayment' }>
  return { key: rowKeysOf(change, write).changed[0] ?? '', expectedVersion }
}

function charsOf(writes: readonly Write[]): number {
  let chars = 0
  for (const { cells } of writes) {
    for (const cell of cells) chars += typeof cell === 'string' ? cell.length : NUMBER_CHARS
  }
  return chars
}

const NUMBER_CHARS = 8
