import { StoreError } from '../errors.ts'
import type { Change } from '../port.ts'
import { stepCheckout } from './statements/checkout-statements.ts'
import { deleteToken, stepEntity } from './statements/entity-statements.ts'
import { moveGiftCard } from './statements/gift-card-statements.ts'
import { answerIdempotency, deleteIdempotency } from './statements/idempotency-statements.ts'
import { stepPayment } from './statements/payment-statements.ts'
import { deleteQuota } from './statements/quota-statements.ts'
import { stepRegistration } from './statements/registration-statements.ts'
import { deleteSightings } from './statements/sighting-statements.ts'
import { endTimer, stepTimer } from './statements/timer-statements.ts'
import { deleteVaultRecord, requireVaultRecord } from './statements/vault-statements.ts'
import { type Write, type WriteStatement, writeOf } from './statements/write-statement.ts'

/** A change of rows that are there already. */
type ChangeOfRow = Exclude<Change, { row: unknown }>

/** The row that such a change writes, as it is now. Throws `invalid-change` for what no table takes. */
export function writeOfChangeOfRow(change: ChangeOfRow): Write {
  switch (change.kind) {
    case 'moveGiftCard':
      return writeOf(moveGiftCard, change, true)
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
    case 'deleteToken':
      return writeOf(deleteToken, change)
    case 'deleteVaultRecord':
      return writeOf(deleteVaultRecord, change)
    case 'requireVaultRecord':
      return writeOf(requireVaultRecord, change, true)
    case 'deleteQuota':
      return writeOf(deleteQuota, change)
    case 'deleteSightings':
      return writeOf(deleteSightings, change)
    default:
      return writeOfStep(change)
  }
}

type Step = Extract<
  Change,
  { kind: 'stepPayment' | 'stepCheckout' | 'stepRegistration' | 'stepEntity' }
>

/** `null` is a value for some columns: a flag says that it is meant. */
function writeOfStep(change: Step): Write {
  switch (change.kind) {
    case 'stepPayment': {
      const setsVaultRecord = change.set.vaultRecordId !== undefined
      const setsFinalisedBy = change.set.finalisedBy !== undefined
      return stepWrite(stepPayment, change, { setsVaultRecord, setsFinalisedBy })
    }
    case 'stepCheckout': {
      const setsPayment = change.set.paymentId !== undefined
      const setsRegistration = change.set.registrationId !== undefined
      return stepWrite(stepCheckout, change, { setsPayment, setsRegistration })
    }
    case 'stepRegistration': {
      const setsVaultRecord = change.set.vaultRecordId !== undefined
      const setsFingerprint = change.set.fingerprint !== undefined
      return stepWrite(stepRegistration, change, { setsVaultRecord, setsFingerprint })
    }
    case 'stepEntity':
      return stepWrite(stepEntity, change, {})
    default:
      throw new StoreError('invalid-change', `No such change: ${(change as Change).kind}`)
  }
}

/** What a step does not name is null to its statement: the column stays as it is. */
function stepWrite(
  statement: WriteStatement,
  { id, expectedVersion, set }: Step,
  flags: object,
): Write {
  const named: Record<string, unknown> = Object.assign({ id, expectedVersion }, flags, set)
  for (const name of statement.names) named[name] ??= null
  return writeOf(statement, named, true)
}
