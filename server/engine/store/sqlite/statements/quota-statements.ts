import type { Database, Statement } from 'better-sqlite3'
import { listLimit } from '../../list-limit.ts'
import type { QuotaRow } from '../../port.ts'

/** Writes of quota. */
export interface QuotaWrites {
  takeQuota(row: QuotaRow): boolean
  /** Of an expired row only; always true. */
  deleteQuota(key: string, nowMs: number): boolean
}

export function prepareQuotaWrites(database: Database): QuotaWrites {
  const take = database.prepare(TAKE_QUOTA)
  const remove = database.prepare(DELETE_QUOTA)
  return {
    takeQuota: (row) => take.run(row).changes === 1,
    deleteQuota: (key, nowMs) => {
      remove.run(key, nowMs)
      return true
    },
  }
}

/** Reads of quota. */
export interface QuotaReads {
  quota(key: string): QuotaRow | undefined
  expiredQuotas(nowMs: number, limit: number): QuotaRow[]
}

export function prepareQuotaReads(database: Database): QuotaReads {
  const one: Statement<[string], QuotaRow> = database.prepare(QUOTA)
  const expired: Statement<[number, number], QuotaRow> = database.prepare(EXPIRED)
  return {
    quota: (key) => one.get(key),
    expiredQuotas: (nowMs, limit) => expired.all(nowMs, listLimit(limit)),
  }
}

const QUOTA_COLUMNS = 'key, used, most, expires_at_ms AS expiresAtMs'

/** The most of whoever takes counts: a limit that was changed holds at once. */
const TAKE_QUOTA = `
  INSERT INTO quota (key, used, most, expires_at_ms) VALUES (@key, @used, @most, @expiresAtMs)
  ON CONFLICT (key) DO UPDATE SET used = used + excluded.used, most = excluded.most`

const DELETE_QUOTA = 'DELETE FROM quota WHERE key = ? AND expires_at_ms <= ?'

const QUOTA = `SELECT ${QUOTA_COLUMNS} FROM quota WHERE key = ?`

const EXPIRED = `
  SELECT ${QUOTA_COLUMNS} FROM quota WHERE expires_at_ms <= ?
  ORDER BY expires_at_ms, rowid LIMIT ?`
