import { natural, optional, sorted, text, time, version, wordOf } from './column.ts'
import { type RowOf, table } from './table.ts'

/** Due work, by what it is about; a feature adds its kind here. */
const timerKind = wordOf<
  | 'authentication'
  | 'paymentRecovery'
  | 'pendingPayment'
  | 'takenPayment'
  | 'checkoutExpiry'
  | 'registrationExpiry'
  | 'scheduleRun'
  | 'numberRetention'
  | 'holdExpiry'
  | 'disputeDeadline'
  | 'disputeEvidence'
  | 'filedChargebacks'
  | 'reconciliationDelivery'
  | 'acquirerEvent'
  | 'mail'
>()

/**
 * Work that is due at a time. A claim is a step that moves `dueAtMs` forward by the lease: no other
 * process sees the timer during the lease, and if the claimer dies the timer is due again. Each
 * step raises the version: a process that claimed an older version can neither end nor step the
 * timer.
 */
export const timers = table({
  name: 'timer',
  key: ['kind', 'subjectId'],
  columns: {
    kind: timerKind,
    /**
     * Id of the payment, checkout, registration or schedule, or what else the work is about. There is
     * one timer per kind and subject.
     */
    subjectId: text,
    /** Whose clock it follows (decisions §12); `null`: the clock of the process. */
    entityId: optional(sorted(text)),
    /** By that clock. */
    dueAtMs: time,
    /** How often it was claimed: its place in a plan of repetitions. */
    attempts: natural,
    createdAtMs: time,
    version,
  },
  read: 'timer',
  insert: 'insertTimer',
  writes: {
    /** Inserts the timer, unless there is one of its kind and subject; that one stays as it is. */
    ensureTimer: {
      parameters: {
        timer: timerKind,
        subjectId: text,
        entityId: optional(text),
        dueAtMs: time,
        createdAtMs: time,
      },
      sqlite: `
        INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
        VALUES (:timer, :subjectId, :entityId, :dueAtMs, 0, :createdAtMs, 1)
        ON CONFLICT (kind, subject_id) DO NOTHING`,
      postgres: (given) => `
        INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
        SELECT given.timer, given.subject_id, given.entity_id, given.due_at_ms, 0,
          given.created_at_ms, 1 FROM ${given}
        ON CONFLICT (kind, subject_id) DO NOTHING`,
    },
    stepTimer: {
      parameters: {
        timer: timerKind,
        subjectId: text,
        expectedVersion: version,
        dueAtMs: time,
        attempts: natural,
      },
      mustFind: true,
      sqlite: `
        UPDATE timer SET due_at_ms = :dueAtMs, attempts = :attempts, version = version + 1
        WHERE kind = :timer AND subject_id = :subjectId AND version = :expectedVersion`,
      postgres: (given, isKey) => `
        UPDATE timer SET
          due_at_ms = given.due_at_ms, attempts = given.attempts, version = timer.version + 1
        FROM ${given}
        WHERE ${isKey} AND timer.version = given.expected_version
        RETURNING given.place`,
    },
    endTimer: {
      parameters: {
        timer: timerKind,
        subjectId: text,
        /** `null`: whatever its version, and no conflict when it is not there. */
        expectedVersion: optional(version),
      },
      mustFind: 'expectedVersion',
      sqlite: `
        DELETE FROM timer WHERE kind = :timer AND subject_id = :subjectId
          AND (:expectedVersion IS NULL OR version = :expectedVersion)`,
      postgres: (given, isKey) => `
        DELETE FROM timer USING ${given}
        WHERE ${isKey}
          AND (given.expected_version IS NULL OR timer.version = given.expected_version)
        RETURNING given.place`,
    },
  },
})

export type TimerRow = RowOf<typeof timers>
export type TimerKind = TimerRow['kind']
