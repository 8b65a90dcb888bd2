import type { TakenSet } from '../group-committer.ts'
import type { Change, ChangeSet } from '../port.ts'
import type { Write } from './statements/write-statement.ts'
import { heartbeat, writeOfChange } from './writes.ts'

/** A change set as the rows that it writes, one for each change. */
export interface PlannedSet extends TakenSet {
  readonly writes: readonly Write[]
  /** Keys of rows that it inserts, steps or deletes. */
  readonly changed: ReadonlySet<string>
  /** Keys of rows that its rows refer to. */
  readonly referred: ReadonlySet<string>
  /**
   * Whether its writes may be done in another order among themselves, as part of statements that
   * write many sets: not where one row is written twice, or referred to before it is written.
   */
  readonly mergeable: boolean
  /** What its first change demands, where that is a step of a row that is never deleted. */
  readonly guard: Guard | undefined
}

export interface Guard {
  readonly key: string
  readonly expectedVersion: number
}

/** Takes a change set as it is now. Throws `invalid-change` for what no table takes. */
export function plannedSet(changes: ChangeSet): PlannedSet {
  const changed = new Set<string>()
  const referred = new Set<string>()
  let mergeable = true
  const writes = changes.length === 0 ? [heartbeat] : changes.map(writeOfChange)
  for (const change of changes) {
    const reference = referenceOf(change)
    if (reference !== undefined && !changed.has(reference)) referred.add(reference)
    for (const key of [keyOf(change), claimOf(change)]) {
      if (key === undefined) continue
      if (changed.has(key) || referred.has(key)) mergeable = false
      changed.add(key)
    }
  }
  const guard = guardOf(changes[0])
  return { writes, changed, referred, mergeable, guard, chars: charsOf(writes) }
}

function guardOf(change: Change | undefined): Guard | undefined {
  if (change?.kind !== 'stepPayment' && change?.kind !== 'stepCheckout') return undefined
  return { key: keyOf(change) ?? '', expectedVersion: change.expectedVersion }
}

/** A posting has none: it is only ever added, and meets no other one. */
function keyOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'insertPayment':
      return `payment ${change.row.id}`
    case 'stepPayment':
      return `payment ${change.id}`
    case 'insertCheckout':
      return `checkout ${change.row.id}`
    case 'stepCheckout':
      return `checkout ${change.id}`
    case 'insertTimer':
      return `timer ${change.row.kind} ${change.row.subjectId}`
    case 'stepTimer':
    case 'endTimer':
      return `timer ${change.timer} ${change.subjectId}`
    case 'insertIdempotency':
      return idempotencyKey(change.row)
    case 'answerIdempotency':
    case 'deleteIdempotency':
      return idempotencyKey(change)
    case 'appendEvent':
      return `event ${change.row.paymentId} ${change.row.sequence}`
    case 'insertEntity':
      return `entity ${change.row.id}`
    case 'insertToken':
      return `token ${change.row.hash}`
    case 'insertVaultKey':
      return `vault key ${change.row.id}`
    case 'insertVaultRecord':
      return `vault record ${change.row.id}`
    default:
      return undefined
  }
}

/** What there may be one of beside the key. A step to success claims one that only the table knows. */
function claimOf(change: Change): string | undefined {
  if (change.kind === 'insertVaultKey') {
    const { entityId, purpose } = change.row
    return `purpose ${purpose} ${entityId ?? ''}`
  }
  if (change.kind !== 'insertPayment') return undefined
  const { checkoutId, referencedId, state } = change.row
  const claims = checkoutId !== null && referencedId === null && state === 'succeeded'
  return claims ? `success ${checkoutId}` : undefined
}

/** Scope and key may hold blanks: the length keeps two pairs apart. */
function idempotencyKey({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `idempotency ${scope.length} ${scope} ${key}`
}

function referenceOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'insertPayment':
      return change.row.referencedId === null ? undefined : `payment ${change.row.referencedId}`
    case 'appendEvent':
    case 'appendPosting':
      return `payment ${change.row.paymentId}`
    case 'insertEntity':
      return change.row.parentId === null ? undefined : `entity ${change.row.parentId}`
    case 'insertToken':
      return `entity ${change.row.entityId}`
    case 'insertVaultRecord':
      return `vault key ${change.row.keyId}`
    default:
      return undefined
  }
}

function charsOf(writes: readonly Write[]): number {
  let chars = 0
  for (const { cells } of writes) {
    for (const cell of cells) chars += typeof cell === 'string' ? cell.length : NUMBER_CHARS
  }
  return chars
}

const NUMBER_CHARS = 8
