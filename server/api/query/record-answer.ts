import { shortIdOf } from '../../engine/ids.ts'
import type { Transaction } from '../../engine/store/port.ts'
import type { Answer } from '../../wire/http/answer.ts'
import { paymentReadAnswer } from '../payments/read-answer.ts'
import { registrationAnswer } from '../registrations/answer.ts'

/**
 * A transaction as its own resource shows it, with its short id, which statements show where the
 * merchant sent no descriptor.
 */
export function recordOf(transaction: Transaction, ndc: string): Answer {
  const { status, body } =
    transaction.kind === 'payment'
      ? paymentReadAnswer(transaction.row, ndc)
      : registrationRecord(transaction, ndc)
  const { id } = transaction.row
  return { status, body: Object.assign({ id, shortId: shortIdOf(id) }, body) }
}

function registrationRecord(
  { type, row }: Extract<Transaction, { kind: 'registration' }>,
  ndc: string,
): Answer {
  // A storing is told as of its own time, whatever happened to the registration since.
  const told = type === 'RG' ? { ...row, updatedAtMs: row.createdAtMs } : row
  const { status, body } = registrationAnswer(told, ndc, type)
  const { merchantTransactionId } = row
  // Wiped details do not show any more what the registration is still found by.
  return merchantTransactionId === null
    ? { status, body }
    : { status, body: Object.assign({}, body, { merchantTransactionId }) }
}
