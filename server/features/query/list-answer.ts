import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type Answer, type AnswerMembers, bodyOf, membersOf } from '../../http/answer.ts'
import { type AnsweringClock, timeOf } from '../../http/entity-time.ts'
import { shortIdOf } from '../../kernel/ids.ts'
import { paymentReadAnswer } from '../../payments/index.ts'
import type { ListPlace, Transaction } from '../../store/port.ts'
import { registrationAnswer } from '../registrations/index.ts'

/** The list of the first version of the interface, and of the third. */
export type ListName = 'payments' | 'records'

/** Where a list continues, or which page of it this is. */
interface Paging {
  readonly pages?: number
  readonly pageNo?: number
  readonly cursor?: string
}

export async function listAnswer(
  request: FastifyRequest,
  found: readonly Transaction[],
  name: ListName,
  { clock, ...paging }: { readonly clock: AnsweringClock } & Paging,
): Promise<Answer> {
  const { ndc } = request
  const records = await shown(found, ndc)
  const meta = { ndc, atMs: timeOf(request, clock) }
  return {
    status: 200,
    body: bodyOf('000.000.100', meta, { after: { [name]: records, ...paging } }),
  }
}

/** How many records are made at once before other requests continue: about 2 ms. */
const RECORDS_AT_ONCE = 100

export async function shown(
  found: readonly Transaction[],
  ndc: string,
): Promise<readonly AnswerMembers[]> {
  const records: AnswerMembers[] = []
  for (const one of found) {
    if (records.length > 0 && records.length % RECORDS_AT_ONCE === 0) await nextTurn()
    records.push(recordOf(one, ndc).body)
  }
  return records
}

/** A transaction with its members. */
interface RecordAnswer extends Answer {
  readonly body: AnswerMembers
}

/**
 * A transaction as its own resource shows it, with its short id, which statements show where the
 * merchant sent no descriptor.
 */
export function recordOf(transaction: Transaction, ndc: string): RecordAnswer {
  const answer =
    transaction.kind === 'payment'
      ? paymentReadAnswer(transaction.row, ndc)
      : registrationRecord(transaction, ndc)
  const { id } = transaction.row
  const body = Object.assign({ id, shortId: shortIdOf(id) }, membersOf(answer))
  return { status: answer.status, body }
}

function registrationRecord(
  { type, row }: Extract<Transaction, { kind: 'registration' }>,
  ndc: string,
): Answer {
  // The request that stored it is shown as of its own time, whatever happened to the registration since.
  const shownRow = type === 'RG' ? { ...row, updatedAtMs: row.createdAtMs } : row
  const answer = registrationAnswer(shownRow, ndc, type)
  const { merchantTransactionId } = row
  if (merchantTransactionId === null) return answer
  // Wiped details no longer contain the reference by which the registration is still found.
  const body = Object.assign({}, membersOf(answer), { merchantTransactionId })
  return { status: answer.status, body }
}

/**
 * Where a list continues, as the merchant gets it: time, id and rank of a place. It gives no access:
 * a query reads its own entity only.
 */
export function cursorOf({ atMs, id, rank }: ListPlace): string {
  return `${atMs.toString(36)}.${id}.${rank}`
}

/** The place of a cursor that parameters have accepted; nothing for `start`. */
export function placeOfCursor(cursor: string): ListPlace | undefined {
  const [time, id, rank] = cursor.split('.')
  if (time === undefined || id === undefined) return undefined
  const atMs = Math.min(Number.parseInt(time, 36), Number.MAX_SAFE_INTEGER)
  return { atMs, id, rank: rank === '1' ? 1 : 0 }
}
