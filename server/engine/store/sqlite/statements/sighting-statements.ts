import type { Database, Statement } from 'better-sqlite3'
import { SIGHTINGS_FORGOTTEN_AT_ONCE } from '../../list-limit.ts'
import type { SightingRow, SightingSum } from '../../port.ts'

/** Writes of sighting; always true. */
export interface SightingWrites {
  appendSighting(row: SightingRow): boolean
  deleteSightings(beforeMs: number): boolean
}

export function prepareSightingWrites(database: Database): SightingWrites {
  const insert = database.prepare(INSERT_SIGHTING)
  const remove = database.prepare(DELETE_SIGHTINGS)
  return {
    appendSighting: (row) => insert.run(row).changes === 1,
    deleteSightings: (beforeMs) => {
      remove.run(beforeMs, SIGHTINGS_FORGOTTEN_AT_ONCE)
      return true
    },
  }
}

/** Reads of sighting. */
export interface SightingReads {
  sightings(entityId: string, subject: string, sinceMs: number, currency: string): SightingSum
}

export function prepareSightingReads(database: Database): SightingReads {
  const sum: Statement<[string, string, string, number], SightingSum> = database.prepare(SUM)
  const none: SightingSum = { count: 0, amountMinor: 0 }
  return {
    sightings: (entityId, subject, sinceMs, currency) =>
      sum.get(currency, entityId, subject, sinceMs) ?? none,
  }
}

const INSERT_SIGHTING = `
  INSERT INTO sighting (entity_id, subject, payment_id, amount_minor, currency, at_ms)
  VALUES (@entityId, @subject, @paymentId, @amountMinor, @currency, @atMs)`

const DELETE_SIGHTINGS = `
  DELETE FROM sighting WHERE number IN (
    SELECT number FROM sighting WHERE at_ms < ? ORDER BY at_ms, number LIMIT ?)`

const SUM = `
  SELECT count(*) AS count, ifnull(sum(iif(currency = ?, amount_minor, 0)), 0) AS amountMinor
  FROM sighting WHERE entity_id = ? AND subject = ? AND at_ms >= ?`
