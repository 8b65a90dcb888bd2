import type { Database } from 'better-sqlite3'
import type { Change } from '../port.ts'
import { type BoundValues, CHANGE_STATEMENTS, type ChangeStatement } from './change-statements.ts'

/** Every write, prepared once. Each throws what the engine throws. */
export interface Writes {
  /** False when a change that must find its row found another version or no row. */
  apply(kind: Change['kind'], values: BoundValues): boolean
  /** Writes a row that means nothing, so that the transaction has something to make durable. */
  touch(): void
}

type Apply = (values: BoundValues) => boolean

export function prepareWrites(database: Database): Writes {
  const touch = database.prepare('UPDATE heartbeat SET beats = beats + 1 WHERE id = 1')
  const applies = new Map<Change['kind'], Apply>(
    [...CHANGE_STATEMENTS].map(([kind, statement]) => [kind, prepareApply(database, statement)]),
  )
  return {
    apply: (kind, values) => (applies.get(kind) as Apply)(values),
    touch: () => void touch.run(),
  }
}

function prepareApply(database: Database, { sql, mustFind }: ChangeStatement): Apply {
  const statement = database.prepare(sql)
  if (statement.reader) return (values) => statement.get(values) !== undefined || !mustFind(values)
  return (values) => statement.run(values).changes > 0 || !mustFind(values)
}
