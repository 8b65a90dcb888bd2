import type { Database, Statement } from 'better-sqlite3'
import { listedEntities, listLimit } from '../../list-limit.ts'
import type { Change, TimerKind, TimerRow } from '../../port.ts'

type StepTimer = Extract<Change, { kind: 'stepTimer' }>
type EndTimer = Extract<Change, { kind: 'endTimer' }>

/** Writes of timer. Each answers false when its guard found another version or no row. */
export interface TimerWrites {
  insertTimer(row: TimerRow): boolean
  stepTimer(step: StepTimer): boolean
  endTimer(end: EndTimer): boolean
}

export function prepareTimerWrites(database: Database): TimerWrites {
  const insert = database.prepare(INSERT_TIMER)
  const step = database.prepare(STEP_TIMER)
  const end = database.prepare(END_TIMER)
  const endAny = database.prepare(END_ANY_TIMER)
  return {
    insertTimer: (row) => insert.run(row).changes === 1,
    stepTimer: ({ timer, subjectId, expectedVersion, set }) =>
      step.run(set.dueAtMs, set.attempts, timer, subjectId, expectedVersion).changes === 1,
    endTimer: ({ timer, subjectId, expectedVersion }) => {
      if (expectedVersion !== null) {
        return end.run(timer, subjectId, expectedVersion).changes === 1
      }
      endAny.run(timer, subjectId)
      return true
    },
  }
}

/** Reads of timer. */
export interface TimerReads {
  timer(kind: TimerKind, subjectId: string): TimerRow | undefined
  dueTimers(nowMs: number, limit: number): TimerRow[]
  dueTimersOf(entityIds: readonly string[], nowMs: number, limit: number): TimerRow[]
}

export function prepareTimerReads(database: Database): TimerReads {
  const timer: Statement<[TimerKind, string], TimerRow> = database.prepare(TIMER)
  const due: Statement<[number, number], TimerRow> = database.prepare(DUE_TIMERS)
  const dueOf: Statement<[number, string, number], TimerRow> = database.prepare(DUE_TIMERS_OF)
  return {
    timer: (kind, subjectId) => timer.get(kind, subjectId),
    dueTimers: (nowMs, limit) => due.all(nowMs, listLimit(limit)),
    dueTimersOf: (entityIds, nowMs, limit) =>
      dueOf.all(nowMs, JSON.stringify(listedEntities(entityIds)), listLimit(limit)),
  }
}

const TIMER_COLUMNS = `
  kind, subject_id AS subjectId, entity_id AS entityId, due_at_ms AS dueAtMs, attempts,
  created_at_ms AS createdAtMs, version`

const INSERT_TIMER = `
  INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
  VALUES (@kind, @subjectId, @entityId, @dueAtMs, @attempts, @createdAtMs, @version)`

const STEP_TIMER = `
  UPDATE timer SET due_at_ms = ?, attempts = ?, version = version + 1
  WHERE kind = ? AND subject_id = ? AND version = ?`

const END_TIMER = 'DELETE FROM timer WHERE kind = ? AND subject_id = ? AND version = ?'

const END_ANY_TIMER = 'DELETE FROM timer WHERE kind = ? AND subject_id = ?'

const TIMER = `SELECT ${TIMER_COLUMNS} FROM timer WHERE kind = ? AND subject_id = ?`

const DUE_TIMERS = `
  SELECT ${TIMER_COLUMNS} FROM timer WHERE due_at_ms <= ?
  ORDER BY due_at_ms, kind, subject_id LIMIT ?`

/** Of entities that own a clock, which only a test environment has: few timers, and no index. */
const DUE_TIMERS_OF = `
  SELECT ${TIMER_COLUMNS} FROM timer
  WHERE due_at_ms <= ? AND entity_id IN (SELECT value FROM json_each(?))
  ORDER BY due_at_ms, kind, subject_id LIMIT ?`
