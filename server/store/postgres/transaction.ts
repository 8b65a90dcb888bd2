import { arrayParameter } from './array-parameter.ts'
import type { Connection, Rows } from './connection.ts'
import { isLost, type StatementFault, statementFault } from './faults.ts'
import type { Write, WriteStatement } from './write-statements.ts'

/** A statement and the rows that it writes at once. */
export interface Run {
  readonly statement: WriteStatement
  readonly writes: readonly Write[]
}

/** Why a transaction was rolled back. */
export interface Refusal {
  /** Guarded writes that found no row. */
  readonly missed: ReadonlySet<Write>
  /** The first run that failed, unless a guard before it found nothing. */
  readonly failed?: {
    readonly run: number
    readonly fault: StatementFault
    readonly cause: unknown
  }
}

/** The connection was lost after COMMIT had been sent and before it was answered. */
export class LostCommit extends Error {
  readonly transactionId: string

  constructor(transactionId: string, cause: unknown) {
    super('COMMIT was not answered', { cause })
    this.name = 'LostCommit'
    this.transactionId = transactionId
  }
}

/**
 * Runs everything in one transaction and commits it, or rolls it back and says what refused it.
 * Rejects with the driver's error when it was not committed, with `LostCommit` when that is unknown.
 */
export async function transact(
  connection: Connection,
  runs: readonly Run[],
): Promise<Refusal | undefined> {
  const answers = await sentTogether(connection, runs)
  const failed = answers.findIndex(({ status }) => status === 'rejected')
  const cause = (answers[failed] as PromiseRejectedResult | undefined)?.reason
  const fault = statementFault(cause)
  if (failed >= 0 && fault === undefined) {
    await rollBack(connection)
    throw cause
  }
  const missed = writesWithoutRow(runs, answers.slice(PRELUDE.length))
  if (fault === undefined && missed.size === 0) {
    await commit(connection, transactionIdOf(answers[1]))
    return undefined
  }
  await rollBack(connection)
  return { missed, ...(fault && { failed: { run: failed - PRELUDE.length, fault, cause } }) }
}

/** All are sent at once: if one fails the later ones fail too, and nothing is written. */
function sentTogether(connection: Connection, runs: readonly Run[]): Promise<Settled[]> {
  const parameters = runs.map(parametersOf)
  return Promise.allSettled(
    connection.together(() => [
      ...PRELUDE.map((query) => connection.run(query)),
      ...runs.map(({ statement }, index) => connection.run(statement, parameters[index])),
    ]),
  )
}

type Settled = PromiseSettledResult<Rows>

function parametersOf({ statement, writes }: Run): Buffer[] {
  return statement.kinds.map((kind, column) =>
    arrayParameter(
      kind,
      writes.map(({ cells }) => cells[column] ?? null),
    ),
  )
}

/** Statements with guards answer the places, from 1, of the rows that they found. */
function writesWithoutRow(runs: readonly Run[], answers: readonly Settled[]): Set<Write> {
  const missed = new Set<Write>()
  for (const [index, { writes }] of runs.entries()) {
    const answer = answers[index]
    if (answer?.status !== 'fulfilled' || answer.value.rowCount === writes.length) continue
    const found = new Set(answer.value.rows.map(({ place }) => place))
    for (const [place, write] of writes.entries()) {
      if (write.mustMatch && !found.has(place + 1)) missed.add(write)
    }
  }
  return missed
}

function transactionIdOf(answer: Settled | undefined): string {
  return answer?.status === 'fulfilled' ? String(answer.value.rows[0]?.id) : ''
}

async function commit(connection: Connection, transactionId: string): Promise<void> {
  try {
    await connection.run(COMMIT)
  } catch (error) {
    throw isLost(error) ? new LostCommit(transactionId, error) : error
  }
}

/** A session that cannot even roll back is given up, and the server rolls back by itself. */
async function rollBack(connection: Connection): Promise<void> {
  await connection.run(ROLLBACK).catch(() => connection.abandon())
}

/** The id is asked for before COMMIT, so that it can be looked up when COMMIT is not answered. */
const PRELUDE = [
  { text: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE' },
  { name: 'transaction_id', text: 'SELECT pg_current_xact_id()::text AS id' },
]
const COMMIT = { text: 'COMMIT' }
const ROLLBACK = { text: 'ROLLBACK' }
