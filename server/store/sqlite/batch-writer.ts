import type { Database } from 'better-sqlite3'
import type { Change, ChangeSet } from '../port.ts'
import type { BatchAnswer, SetOutcome } from './batch.ts'
import { statementFault } from './faults.ts'
import { prepareTransaction, type Transaction } from './statements/transaction-statements.ts'
import { prepareWrites, type Writes } from './statements/writes.ts'

/**
 * Makes the function that applies batches to a migrated database, each in one transaction: JSON text
 * in and out, see `BatchSink`. It never throws: a failure is part of the answer.
 */
export function createBatchWriter(database: Database): (batch: string) => string {
  const writes = prepareWrites(database)
  const transaction = prepareTransaction(database)
  return (batch) => {
    const sets = JSON.parse(batch) as ChangeSet[]
    return JSON.stringify(writeBatch(writes, transaction, sets))
  }
}

function writeBatch(
  writes: Writes,
  transaction: Transaction,
  sets: readonly ChangeSet[],
): BatchAnswer {
  try {
    transaction.begin()
    try {
      const outcomes = sets.map((changes) => applySet(writes, transaction, changes))
      transaction.commit()
      return { outcomes }
    } catch (error) {
      transaction.abandon()
      overwriteTornFrames(writes, transaction)
      throw error
    }
  } catch (error) {
    return { failure: messageOf(error) }
  }
}

/**
 * A COMMIT that failed while syncing may have left complete frames behind the end of the log, which
 * a restart would take for committed. The next transaction overwrites them: better now than later.
 */
function overwriteTornFrames(writes: Writes, transaction: Transaction): void {
  try {
    transaction.begin()
    writes.touch()
    transaction.commit()
  } catch {
    // The trouble lasts and the callers hear of it: any later commit that succeeds overwrites too.
    transaction.abandon()
  }
}

/** A savepoint for each set, so that a conflict touches only itself. */
function applySet(writes: Writes, transaction: Transaction, changes: ChangeSet): SetOutcome {
  if (changes.length === 0) writes.touch()
  transaction.mark()
  for (const [at, change] of changes.entries()) {
    const refused = attempt(writes, change, at)
    if (refused === undefined) continue
    transaction.undo()
    transaction.release()
    return refused
  }
  transaction.release()
  return { applied: true }
}

function attempt(writes: Writes, change: Change, at: number): SetOutcome | undefined {
  try {
    return apply(writes, change) ? undefined : { applied: false, reason: 'version', at }
  } catch (error) {
    const fault = statementFault(error)
    if (fault === undefined) throw error
    if (fault === 'invalid') return { invalid: `${change.kind} at ${at}: ${messageOf(error)}` }
    return { applied: false, reason: fault, at }
  }
}

/** False when a guarded step found another version or no row. */
function apply(writes: Writes, change: Change): boolean {
  switch (change.kind) {
    case 'insertPayment':
      return writes.insertPayment(change.row)
    case 'stepPayment':
      return writes.stepPayment(change.id, change.expectedVersion, change.set)
    case 'insertCheckout':
      return writes.insertCheckout(change.row)
    case 'stepCheckout':
      return writes.stepCheckout(change.id, change.expectedVersion, change.set)
    case 'appendEvent':
      return writes.appendEvent(change.row)
    case 'appendPosting':
      return writes.appendPosting(change.row)
    case 'insertRegistration':
      return writes.insertRegistration(change.row)
    case 'stepRegistration':
      return writes.stepRegistration(change.id, change.expectedVersion, change.set)
    case 'insertVaultRecord':
      return writes.insertVaultRecord(change.row)
    case 'deleteVaultRecord':
      return writes.deleteVaultRecord(change.id)
    case 'insertVaultKey':
      return writes.insertVaultKey(change.row)
    case 'insertEntity':
      return writes.insertEntity(change.row)
    case 'stepEntity':
      return writes.stepEntity(change.id, change.expectedVersion, change.set)
    case 'insertToken':
      return writes.insertToken(change.row)
    case 'deleteToken':
      return writes.deleteToken(change.hash)
    case 'insertGiftCard':
      return writes.insertGiftCard(change.row)
    case 'moveGiftCard':
      return writes.moveGiftCard(change.id, change.byMinor)
    case 'takeQuota':
      return writes.takeQuota(change.row)
    case 'deleteQuota':
      return writes.deleteQuota(change.key, change.nowMs)
    case 'appendSighting':
      return writes.appendSighting(change.row)
    case 'deleteSightings':
      return writes.deleteSightings(change.beforeMs)
    case 'insertTimer':
      return writes.insertTimer(change.row)
    case 'stepTimer':
      return writes.stepTimer(change)
    case 'endTimer':
      return writes.endTimer(change)
    case 'insertIdempotency':
      return writes.insertIdempotency(change.row)
    case 'answerIdempotency':
      return writes.answerIdempotency(change.scope, change.key, change.answer)
    case 'deleteIdempotency':
      return writes.deleteIdempotency(change.scope, change.key, change.nowMs)
    default:
      throw new TypeError(`No such change: ${(change as Change).kind}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
