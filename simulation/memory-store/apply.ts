import { type ChangeKind, changeKindOf } from '../../server/store/change-kinds.ts'
import { StoreError } from '../../server/store/errors.ts'
import type { Change, ChangeSet, CommitResult } from '../../server/store/port.ts'
import type { OwnKind } from '../../server/store/tables/tables.ts'
import { OWN_WRITES } from './own-writes.ts'
import type { Memory, Reason, Table } from './tables.ts'

/** Applies a change set whole or not at all; throws `invalid-change` for what no table takes. */
export function applySet(memory: Memory, changes: ChangeSet): CommitResult {
  memory.undo.length = 0
  try {
    for (const [at, change] of changes.entries()) {
      const reason = apply(memory, change)
      if (reason === undefined) continue
      undoSet(memory)
      return { applied: false, reason, at }
    }
    return { applied: true }
  } catch (error) {
    undoSet(memory)
    throw error
  }
}

/** Takes back what the last `applySet` did. */
export function undoSet({ undo }: Memory): void {
  for (const takeBack of undo.splice(0).reverse()) takeBack()
}

/** A change as its kind describes it. */
interface AnyChange {
  readonly row: object
  readonly expectedVersion: number
  readonly set: object
  readonly [key: string]: unknown
}

function apply(memory: Memory, change: Change): Reason | undefined {
  const kind = changeKindOf(change)
  const table = memory.tableNamed(kind.table.name)
  const given = change as unknown as AnyChange
  switch (kind.action) {
    case 'insert':
      return table.insert(given.row) ?? assertReferences(memory, table, given.row)
    case 'step':
      return step(table, kind, given)
    case 'remove':
      table.remove(...keyIn(kind, given))
      return undefined
    case 'own': {
      const write = OWN_WRITES[change.kind as OwnKind] as (
        tables: Memory['tables'],
        change: Change,
      ) => Reason | undefined
      return write(memory.tables, change)
    }
  }
}

function step(table: Table, kind: ChangeKind, change: AnyChange): Reason | undefined {
  const before = table.get(...keyIn(kind, change)) as { readonly version: number } | undefined
  if (before?.version !== change.expectedVersion) return 'version'
  const after = { ...before, ...change.set, version: before.version + 1 }
  return table.replace(before, after)
}

function keyIn({ table }: ChangeKind, change: AnyChange): string[] {
  return table.key.map((name) => String(change[name]))
}

/** Throws `invalid-change` when a row that another one names is not there. */
function assertReferences(memory: Memory, { description }: Table, row: object): undefined {
  for (const [name, { refersTo }] of Object.entries(description.columns)) {
    const key = row[name as keyof typeof row] as string | null
    if (refersTo === undefined || key === null) continue
    if (memory.tableNamed(refersTo).get(key) === undefined) {
      throw new StoreError('invalid-change', 'A row refers to one that is not there')
    }
  }
}
