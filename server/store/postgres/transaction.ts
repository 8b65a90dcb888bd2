import { arrayParameter } from './array-parameter.ts'
import { type CommitMark, MARK } from './commit-mark.ts'
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
  constructor(cause: unknown) {
    super('COMMIT was not answered', { cause })
    this.name = 'LostCommit'
  }
}

/**
 * Runs everything in one transaction and commits it with its mark, or rolls it back and says what refused it.
 * Rejects with the driver's error when it was not committed, with `LostCommit` when that is unknown.
 */
export async function transact(
  connection: Connection,
  runs: readonly Run[],
  mark: CommitMark,
): Promise<Refusal | undefined> {
  const answers = await sentTogether(connection, runs, mark)
  const failed = answers.findIndex(({ status }) => status === 'rejected')
  const cause = (answers[failed] as PromiseRejectedResult | undefined)?.reason
  const fault = statementFault(cause)
  if (failed >= 0 && fault === undefined) {
    await rollBack(connection)
    throw cause
  }
  const missed = writesWithoutRow(runs, answers.slice(PRELUDE_LENGTH))
  if (fault === undefined && missed.size === 0) {
    await commit(connection)
    return undefined
  }
  await rollBack(connection)
  return { missed, ...(fault && { failed: { run: failed - PRELUDE_LENGTH, fault, cause } }) }
}

/** All are sent at once: if one fails the later ones fail too, and nothing is written. */
function sentTogether(
  connection: Connection,
  runs: readonly Run[],
  { writer, number }: CommitMark,
): Promise<Settled[]> {
  const parameters = runs.map(parametersOf)
  return Promise.allSettled(
    connection.together(() => [
      connection.run(BEGIN),
      connection.run(MARK, [writer, number]),
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

async function commit(connection: Connection): Promise<void> {
  try {
    await connection.run(COMMIT)
  } catch (error) {
    throw isLost(error) ? new LostCommit(error) : error
  }
}

/** A session that cannot even roll back is given up, and the server rolls back by itself. */
async function rollBack(connection: Connection): Promise<void> {
  await connection.run(ROLLBACK).catch(() => connection.abandon())
}

const BEGIN = { text: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE' }
/** BEGIN and the mark. */
const PRELUDE_LENGTH = 2
const COMMIT = { text: 'COMMIT' }
const ROLLBACK = { text: 'ROLLBACK' }
