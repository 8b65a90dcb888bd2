import { integerBetween, keyOf, natural, optional, text, time, version, wordOf } from './column.ts'
import { type RowOf, table } from './table.ts'

/** Where the reconciliation file of a merchant or channel goes each day. */
export const reconciliationTargets = table({
  name: 'reconciliation_target',
  key: ['entityId'],
  columns: {
    entityId: keyOf('entity'),
    /** `ftp://user@host/folder`, `ftpes://…` or `ftps://…`, without the password. */
    address: text,
    /** Sealed by the vault for the entity. */
    sealedPassword: text,
    /** From which hour of the following day (UTC) on. */
    hour: integerBetween(0, 23),
    /** The day whose file is the next one, `yyyy-MM-dd` (UTC). */
    nextDay: text,
    createdAtMs: time,
    version,
  },
  read: 'reconciliationTarget',
  insert: 'insertReconciliationTarget',
  writes: {
    /** Goes on to another day. Conflict `version` when the target is not there in this version. */
    advanceReconciliationTarget: {
      parameters: { entityId: text, expectedVersion: version, nextDay: text },
      mustFind: true,
      sqlite: `
        UPDATE reconciliation_target SET next_day = :nextDay, version = version + 1
        WHERE entity_id = :entityId AND version = :expectedVersion`,
      postgres: (given, isKey) => `
        UPDATE reconciliation_target
        SET next_day = given.next_day, version = reconciliation_target.version + 1
        FROM ${given}
        WHERE ${isKey} AND reconciliation_target.version = given.expected_version
        RETURNING given.place`,
    },
    /** Conflict `version` when the target is not there in this version. */
    removeReconciliationTarget: {
      parameters: { entityId: text, expectedVersion: version },
      mustFind: true,
      sqlite: `
        DELETE FROM reconciliation_target
        WHERE entity_id = :entityId AND version = :expectedVersion`,
      postgres: (given, isKey) => `
        DELETE FROM reconciliation_target USING ${given}
        WHERE ${isKey} AND reconciliation_target.version = given.expected_version
        RETURNING given.place`,
    },
  },
})

/** One try to deliver the reconciliation file of a day: written before it, and ended after it. */
export const reconciliationDeliveries = table({
  name: 'reconciliation_delivery',
  key: ['entityId', 'day', 'attempt'],
  columns: {
    entityId: text,
    /** `yyyy-MM-dd` (UTC). */
    day: text,
    /** From 1 on. */
    attempt: version,
    address: text,
    /** By the clock of the entity. */
    startedAtMs: time,
    /** `null`: it is under way, or its process has ended meanwhile. */
    endedAtMs: optional(time),
    outcome: optional(wordOf<'delivered' | 'failed'>()),
    /** Of the file. */
    bytes: optional(natural),
    /** Why it has failed. */
    fault: optional(text),
  },
  insert: 'insertReconciliationDelivery',
  writes: {
    /** Conflict `version` when it has ended. */
    endReconciliationDelivery: {
      parameters: {
        entityId: text,
        day: text,
        attempt: version,
        endedAtMs: time,
        outcome: wordOf<'delivered' | 'failed'>(),
        bytes: optional(natural),
        fault: optional(text),
      },
      mustFind: true,
      sqlite: `
        UPDATE reconciliation_delivery
        SET ended_at_ms = :endedAtMs, outcome = :outcome, bytes = :bytes, fault = :fault
        WHERE entity_id = :entityId AND day = :day AND attempt = :attempt AND ended_at_ms IS NULL`,
      postgres: (given, isKey) => `
        UPDATE reconciliation_delivery
        SET ended_at_ms = given.ended_at_ms, outcome = given.outcome, bytes = given.bytes,
          fault = given.fault
        FROM ${given}
        WHERE ${isKey} AND reconciliation_delivery.ended_at_ms IS NULL
        RETURNING given.place`,
    },
  },
})

export type ReconciliationTargetRow = RowOf<typeof reconciliationTargets>
export type ReconciliationDeliveryRow = RowOf<typeof reconciliationDeliveries>
