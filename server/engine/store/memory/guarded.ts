import { StoreError } from '../errors.ts'
import type { Conflict } from '../port.ts'
import { assertShape, type Shape } from './record-shapes.ts'
import type { Table } from './tables.ts'

/** Why a change conflicts. */
export type Reason = Conflict['reason']

/** Inserts a row that has been looked at, or answers that there is one with its key. */
export function insert<Row extends object>(
  table: Table<Row>,
  key: string,
  row: Row,
): Reason | undefined {
  return table.insert(key, row) ? undefined : 'exists'
}

interface Step<Row> {
  readonly id: string
  readonly expectedVersion: number
  readonly set: Partial<Row>
}

/** The row as a step makes it, and as it was; `undefined` for another version or no row. */
export function stepped<Row extends { readonly version: number }>(
  table: Table<Row>,
  { id, expectedVersion, set }: Step<Row>,
  shape: Shape<Row>,
): { readonly before: Row; readonly after: Row } | undefined {
  const before = table.get(id)
  if (before?.version !== expectedVersion) return undefined
  const after = { ...before, ...set, version: before.version + 1 }
  assertShape(after, shape)
  return { before, after }
}

/** Steps a row that has no rules beside its shape. Throws `invalid-change`. */
export function step<Row extends { readonly version: number }>(
  table: Table<Row>,
  change: Step<Row>,
  shape: Shape<Row>,
): Reason | undefined {
  const made = stepped(table, change, shape)
  if (made === undefined) return 'version'
  table.put(change.id, made.after)
  return undefined
}

/** Throws `invalid-change` when the row that another one names is not there. */
export function assertReference(table: Table<object>, key: string | null): undefined {
  if (key !== null && !table.has(key)) {
    throw new StoreError('invalid-change', 'A row refers to one that is not there')
  }
}
