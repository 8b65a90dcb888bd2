import type { Exchange } from '../../server/http/outgoing/client.ts'
import type { InquiryOutcome } from '../../server/payments/connectors/connector.ts'
import { memberOf, textAt } from '../shared/json.ts'
import { answerOf, type ReceiverAnswer, readAnswer } from './answer.ts'
import { SEARCH_LIMIT } from './limits.ts'
import { type AskedOperation, type Judged, WRONG_ACCESS } from './outcome.ts'
import { MARK_KEY, referenceOf } from './outgoing.ts'

/** "Payment not found": what a query answers with 404. A wrong path would say something else. */
const NOT_FOUND = '700.400.580'

/** "The issuer wants an authentication". */
const SOFT_DECLINE = '300.100.100'

/** The path of the search for a payment whose id at the receiver is unknown. */
export function searchPath(operation: AskedOperation, entityId: string): string {
  const query = new URLSearchParams({
    entityId,
    merchantTransactionId: referenceOf(operation),
    limit: String(SEARCH_LIMIT),
  })
  return `/v1/query?${query}`
}

/**
 * The payment that a query found, by the mark that it was sent with. `notFound` is said only where
 * the whole list was seen and no item could be it: one that shows no mark at all might be, at a
 * receiver that does not give custom parameters back.
 */
export function searchResult(
  exchange: Exchange,
  operation: AskedOperation,
): ReceiverAnswer | Judged<InquiryOutcome> {
  if (exchange.kind !== 'answered') return unknown(exchange.reason)
  const { status, body } = exchange
  const answer = readAnswer(body)
  if (answer === undefined) return unknown(`answers ${status} without a result code`)
  if (status === 404 && answer.code === NOT_FOUND) return { outcome: { kind: 'notFound' } }
  if (status === 401 || status === 403) return unknown(`answers ${status}: ${WRONG_ACCESS}`)
  const list = memberOf(answer.members, 'payments') ?? memberOf(answer.members, 'records')
  if (status !== 200 || !Array.isArray(list)) return unknown(`answers ${status}, ${answer.code}`)
  return searchList(list, operation)
}

function searchList(
  list: readonly unknown[],
  operation: AskedOperation,
): ReceiverAnswer | Judged<InquiryOutcome> {
  const marks = list.map((item) => markOf(item, operation))
  const ours = list.filter((_, index) => marks[index] === operation.paymentId).map(answerOf)
  // After a soft decline the same payment was sent a second time: that one has the outcome.
  const found = ours.find((answer) => answer?.code !== SOFT_DECLINE) ?? ours[0]
  if (found !== undefined) return found
  if (list.length >= SEARCH_LIMIT) return unknown('has too many payments of this reference')
  if (marks.includes(undefined)) return unknown('has a payment of this reference without our mark')
  return { outcome: { kind: 'notFound' } }
}

/** Whose payment an item is; a reference that is our own id is a mark as well. */
function markOf(item: unknown, { paymentId }: AskedOperation): string | undefined {
  const custom = memberOf(item, 'customParameters')
  const mark = memberOf(custom, MARK_KEY)
  if (typeof mark === 'string') return mark
  return textAt(item, 'merchantTransactionId') === paymentId ? paymentId : undefined
}

function unknown(trouble: string): Judged<InquiryOutcome> {
  return { outcome: { kind: 'unknown' }, trouble }
}
