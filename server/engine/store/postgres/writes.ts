import type { Change } from '../port.ts'
import { writeOfChangeOfRow } from './guarded-writes.ts'
import { insertCheckout, stepCheckout } from './statements/checkout-statements.ts'
import {
  deleteToken,
  insertEntity,
  insertToken,
  stepEntity,
} from './statements/entity-statements.ts'
import { insertGiftCard, moveGiftCard } from './statements/gift-card-statements.ts'
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
import { deleteQuota, takeQuota } from './statements/quota-statements.ts'
import { insertRegistration, stepRegistration } from './statements/registration-statements.ts'
import { deleteSightings, insertSighting } from './statements/sighting-statements.ts'
import { endTimer, insertTimer, stepTimer } from './statements/timer-statements.ts'
import {
  deleteVaultRecord,
  insertVaultKey,
  insertVaultRecord,
  requireVaultRecord,
} from './statements/vault-statements.ts'
import { type Write, type WriteStatement, writeOf } from './statements/write-statement.ts'

/**
 * Every statement that writes, in the order in which the writes of several sets are merged: first
 * what takes locks on rows that are there, always in this order, so that two processes cannot wait
 * for each other; then inserts, what is referred to before what refers to it.
 */
export const WRITE_STATEMENTS: readonly WriteStatement[] = [
  stepPayment,
  stepCheckout,
  stepRegistration,
  stepEntity,
  stepTimer,
  endTimer,
  moveGiftCard,
  deleteVaultRecord,
  requireVaultRecord,
  deleteToken,
  deleteSightings,
  deleteQuota,
  takeQuota,
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
  insertRegistration,
  insertGiftCard,
  insertSighting,
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
    case 'insertRegistration':
      return writeOf(insertRegistration, change.row)
    case 'insertVaultRecord':
      return writeOf(insertVaultRecord, change.row)
    case 'insertVaultKey':
      return writeOf(insertVaultKey, change.row)
    case 'insertEntity':
      return writeOf(insertEntity, change.row)
    case 'insertToken':
      return writeOf(insertToken, change.row)
    case 'insertGiftCard':
      return writeOf(insertGiftCard, change.row)
    case 'takeQuota':
      return writeOf(takeQuota, change.row, true)
    case 'appendSighting':
      return writeOf(insertSighting, change.row)
    case 'insertTimer':
      return writeOf(insertTimer, change.row)
    case 'insertIdempotency':
      return writeOf(insertIdempotency, change.row)
    default:
      return writeOfChangeOfRow(change)
  }
}
