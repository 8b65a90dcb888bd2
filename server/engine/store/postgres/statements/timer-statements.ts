import type { TimerRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const columns: Columns<TimerRow> = {
  kind: 'text',
  subjectId: 'text',
  entityId: 'text?',
  dueAtMs: 'integer',
  attempts: 'integer',
  createdAtMs: 'integer',
  version: 'integer',
}

export const insertTimer = insertInto('timer', columns, 2)

const stepParameters: Parameters = {
  kind: 'text',
  subjectId: 'text',
  expectedVersion: 'integer',
  dueAtMs: 'integer',
  attempts: 'integer',
}

export const stepTimer = writeStatement('step_timer', {
  parameters: stepParameters,
  orderedBy: 2,
  text: `
    UPDATE timer SET
      due_at_ms = step.due_at_ms, attempts = step.attempts, version = timer.version + 1
    FROM unnest(${arraysOf(stepParameters)})
      WITH ORDINALITY AS step (${namesOf(stepParameters)}, place)
    WHERE timer.kind = step.kind AND timer.subject_id = step.subject_id
      AND timer.version = step.expected_version
    RETURNING step.place`,
})

const endParameters: Parameters = {
  kind: 'text',
  subjectId: 'text',
  expectedVersion: 'integer?',
}

/** Without an expected version whatever is there is ended. */
export const endTimer = writeStatement('end_timer', {
  parameters: endParameters,
  orderedBy: 2,
  text: `
    DELETE FROM timer
    USING unnest(${arraysOf(endParameters)})
      WITH ORDINALITY AS ending (${namesOf(endParameters)}, place)
    WHERE timer.kind = ending.kind AND timer.subject_id = ending.subject_id
      AND (ending.expected_version IS NULL OR timer.version = ending.expected_version)
    RETURNING ending.place`,
})

const TIMER = `SELECT ${selected(columns)} FROM timer`

export const timerReads = {
  timer: { name: 'timer', text: `${TIMER} WHERE kind = $1::text AND subject_id = $2::text` },
  dueTimers: {
    name: 'due_timers',
    text: `${TIMER} WHERE due_at_ms <= $1::bigint ORDER BY due_at_ms, kind, subject_id LIMIT $2::bigint`,
  },
  /** The index has the timers of several entities together in no order. */
  dueTimersOf: {
    name: 'due_timers_of',
    text: `
      SELECT due.*
      FROM (SELECT DISTINCT unnest($1::text[]) AS owner_id) AS owner
      CROSS JOIN LATERAL (
        ${TIMER} WHERE entity_id = owner_id AND due_at_ms <= $2::bigint
        ORDER BY due_at_ms, kind, subject_id LIMIT $3::bigint
      ) AS due
      ORDER BY "dueAtMs", kind, "subjectId" LIMIT $3::bigint`,
  },
} as const
