import type { Change } from '../port.ts'
import type { Reason } from './guarded.ts'
import { assertShape, idempotencyShape, timerShape } from './record-shapes.ts'
import { idempotencyKey, type Tables, timerKey } from './tables.ts'

type TimerChange = Extract<Change, { kind: 'insertTimer' | 'stepTimer' | 'endTimer' }>
type IdempotencyChange = Extract<
  Change,
  { kind: 'insertIdempotency' | 'answerIdempotency' | 'deleteIdempotency' }
>

/** Applies a change of a timer, or answers why not. Throws `invalid-change`. */
export function applyTimer(tables: Tables, change: TimerChange): Reason | undefined {
  if (change.kind === 'insertTimer') {
    const { row } = change
    assertShape(row, timerShape)
    return tables.timers.insert(timerKey(row.kind, row.subjectId), row) ? undefined : 'exists'
  }
  const key = timerKey(change.timer, change.subjectId)
  const before = tables.timers.get(key)
  if (change.kind === 'endTimer') {
    const { expectedVersion } = change
    if (expectedVersion !== null && before?.version !== expectedVersion) return 'version'
    tables.timers.remove(key)
    return undefined
  }
  if (before?.version !== change.expectedVersion) return 'version'
  const { dueAtMs, attempts } = change.set
  const after = { ...before, dueAtMs, attempts, version: before.version + 1 }
  assertShape(after, timerShape)
  tables.timers.put(key, after)
  return undefined
}

/** Applies a change of an idempotency row, or answers why not. Throws `invalid-change`. */
export function applyIdempotency(tables: Tables, change: IdempotencyChange): Reason | undefined {
  switch (change.kind) {
    case 'insertIdempotency': {
      const { row } = change
      assertShape(row, idempotencyShape)
      const key = idempotencyKey(row.scope, row.key)
      return tables.idempotency.insert(key, row) ? undefined : 'exists'
    }
    case 'answerIdempotency': {
      const key = idempotencyKey(change.scope, change.key)
      const before = tables.idempotency.get(key)
      if (before === undefined || before.answer !== null) return 'version'
      const after = { ...before, answer: change.answer }
      assertShape(after, idempotencyShape)
      tables.idempotency.put(key, after)
      return undefined
    }
    case 'deleteIdempotency': {
      const key = idempotencyKey(change.scope, change.key)
      const row = tables.idempotency.get(key)
      if (row !== undefined && row.expiresAtMs <= change.nowMs) tables.idempotency.remove(key)
      return undefined
    }
  }
}
