import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'

/**
 * By which a process finds out what became of its latest transaction when COMMIT was not answered: each transaction
 * writes its number into the row of the process that writes. The server's own ids cannot tell: after a crash or a
 * failover it may give the id of a transaction that it has lost to another one. The fill factor lets all versions of
 * a row stay in one page.
 */
export const COMMIT_MARKS = `
  CREATE TABLE IF NOT EXISTS commit_mark (
    writer TEXT PRIMARY KEY,
    number BIGINT NOT NULL,
    marked_at_ms BIGINT NOT NULL
  ) WITH (fillfactor = 10)`

/** The number of one transaction of one process. */
export interface CommitMark {
  readonly writer: string
  readonly number: number
}

/** Rows of processes that have not written for so long are deleted when a store is opened. */
const KEPT_MS = 24 * 60 * 60 * 1_000

export const DELETE_OLD_MARKS = {
  text: `DELETE FROM commit_mark WHERE marked_at_ms < ${nowSql()} - ${KEPT_MS}`,
}

/** Numbers the transactions of one connection that writes. */
export class CommitMarks {
  readonly #writer = randomUUID()
  #number = 0

  next(): CommitMark {
    this.#number += 1
    return { writer: this.#writer, number: this.#number }
  }
}

/** Is part of the transaction that it marks. */
export const MARK = {
  name: 'mark_commit',
  text: `
    INSERT INTO commit_mark (writer, number, marked_at_ms) VALUES ($1::text, $2::bigint, ${nowSql()})
    ON CONFLICT (writer) DO UPDATE
    SET number = excluded.number, marked_at_ms = excluded.marked_at_ms`,
}

/**
 * Whether the transaction with the latest mark of its process was committed; its session must have ended. Resolves with
 * true only once the standbys that commits wait for have it as well: a session that is ended while it waits for them
 * has committed on its own server alone. Rejects with the driver's error.
 */
export async function isCommitted(connection: Connection, mark: CommitMark): Promise<boolean> {
  const { rowCount } = await connection.run(CONFIRM, [mark.writer, mark.number])
  return rowCount === 1
}

/** Writes, so that its own commit waits for the standbys: for all that was committed before it, too. */
const CONFIRM = {
  name: 'confirm_commit',
  text: `
    UPDATE commit_mark SET marked_at_ms = ${nowSql()}
    WHERE writer = $1::text AND number = $2::bigint`,
}

function nowSql(): string {
  return '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
}
