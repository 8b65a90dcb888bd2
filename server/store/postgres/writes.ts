import { StoreError } from '../errors.ts'
import type { Change } from '../port.ts'
import { insertCheckout, stepCheckout } from './statements/checkout-statements.ts'
import { insertEntity, insertToken } from './statements/entity-statements.ts'
import { touchHeartbeat } from './statements/heartbeat-statements.ts'
import {
  answerIdempotency,
  deleteIdempotency,
  insertIdempotency,
} from './statements/idempotency-statements.ts'
import {
  insertEvent,
  insertPayment,
  insertPosting,
  stepPayment,
} from './statements/payment-statements.ts'
import { endTimer, insertTimer, stepTimer } from './statements/timer-statements.ts'
import { insertVaultKey, insertVaultRecord } from './statements/vault-statements.ts'
import { type Write, type WriteStatement, writeOf } from './statements/write-statement.ts'

/**
 * Every statement that writes, in the order in which the writes of several sets are merged: first
 * what takes locks on rows that are there, always in this order, so that two processes cannot wait
 * for each other; then inserts, what is referred to before what refers to it.
 */
export const WRITE_STATEMENTS: readonly WriteStatement[] = [
  stepPayment,
  stepCheckout,
  stepTimer,
  endTimer,
  answerIdempotency,
  deleteIdempotency,
  insertIdempotency,
  insertEntity,
  insertToken,
  insertVaultKey,
  insertVaultRecord,
  insertCheckout,
  insertPayment,
  insertEvent,
  insertPosting,
  insertTimer,
  touchHeartbeat,
]

export const heartbeat: Write = writeOf(touchHeartbeat, { beats: 1 })

/** The row that a change writes, as it is now. Throws `invalid-change` for what no table takes. */
export function writeOfChange(change: Change): Write {
  switch (change.kind) {
    case 'insertPayment':
      return writeOf(insertPayment, change.row)
    case 'appendEvent':
      return writeOf(insertEvent, change.row)
    case 'appendPosting':
      return writeOf(insertPosting, change.row)
    case 'insertCheckout':
      return writeOf(insertCheckout, change.row)
    case 'insertVaultRecord':
      return writeOf(insertVaultRecord, change.row)
    case 'insertVaultKey':
      return writeOf(insertVaultKey, change.row)
    case 'insertEntity':
      return writeOf(insertEntity, change.row)
    case 'insertToken':
      return writeOf(insertToken, change.row)
    case 'insertTimer':
      return writeOf(insertTimer, change.row)
    case 'insertIdempotency':
      return writeOf(insertIdempotency, change.row)
    default:
      return writeOfGuarded(change)
  }
}

type Insert = Extract<Change, { row: unknown }>

function writeOfGuarded(change: Exclude<Change, Insert>): Write {
  switch (change.kind) {
    case 'stepPayment': {
      const { id, expectedVersion, set } = change
      const setsVaultRecord = set.vaultRecordId !== undefined
      return writeOfStep(stepPayment, { id, expectedVersion, setsVaultRecord }, set)
    }
    case 'stepCheckout': {
      const { id, expectedVersion, set } = change
      const setsPayment = set.paymentId !== undefined
      return writeOfStep(stepCheckout, { id, expectedVersion, setsPayment }, set)
    }
    case 'stepTimer': {
      const { timer: kind, subjectId, expectedVersion, set } = change
      return writeOf(stepTimer, Object.assign({ kind, subjectId, expectedVersion }, set), true)
    }
    case 'endTimer': {
      const { timer: kind, subjectId, expectedVersion } = change
      return writeOf(endTimer, { kind, subjectId, expectedVersion }, expectedVersion !== null)
    }
    case 'answerIdempotency':
      return writeOf(answerIdempotency, change, true)
    case 'deleteIdempotency':
      return writeOf(deleteIdempotency, change)
    default:
      throw new StoreError('invalid-change', `No such change: ${(change as Change).kind}`)
  }
}

/** What a step does not name is null to its statement: the column stays as it is. */
function writeOfStep(statement: WriteStatement, guard: object, set: object): Write {
  const named: Record<string, unknown> = { ...guard, ...set }
  for (const name of statement.names) named[name] ??= null
  return writeOf(statement, named, true)
}
