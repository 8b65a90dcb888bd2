import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../engine/store/port.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import { type AnsweringClock, timeOf } from '../../wire/http/entity-time.ts'
import { recordOf } from './record-answer.ts'

/** The list of the first version of the interface, and of the third. */
export type ListName = 'payments' | 'records'

/** Where a list goes on, or which page of it this is. */
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

/** Records that are made in a row, before other requests have their turn: about 2 ms. */
const RECORDS_AT_ONCE = 100

export async function shown(
  found: readonly Transaction[],
  ndc: string,
): Promise<readonly Answer['body'][]> {
  const records: Answer['body'][] = []
  for (const one of found) {
    if (records.length > 0 && records.length % RECORDS_AT_ONCE === 0) await nextTurn()
    records.push(recordOf(one, ndc).body)
  }
  return records
}
