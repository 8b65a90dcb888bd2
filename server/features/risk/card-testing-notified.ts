import { formatAmount } from '../../../common/money.ts'
import { bodyOf } from '../../http/answer.ts'
import { ndcOf } from '../../kernel/ids.ts'
import { cardSummary, type NotifiedEntity } from '../../payments/index.ts'
import type { DraftedPayment } from '../../payments/screen/index.ts'
import type { Refusal } from '../../results/refusal.ts'
import type { ChangeSet } from '../../store/port.ts'

/** A limit of failed tries that is reached. */
export interface ReachedLimit {
  readonly by: 'address' | 'card'
  readonly limit: number
  readonly refusal: Refusal
  readonly untilMs: number
  /** Of the event. */
  readonly id: string
}

/** The notices of a try that was refused: no payment exists of it. */
export function limitChanges(
  drafted: DraftedPayment,
  reached: ReachedLimit,
  entity: NotifiedEntity,
): ChangeSet {
  const { id } = reached
  return entity.changesFor({
    type: 'RISK',
    entityId: drafted.channel.entity.id,
    orderKey: id,
    subjectId: id,
    sequence: 1,
    payload: () => JSON.stringify(payloadOf(drafted, reached)),
  })
}

function payloadOf(
  { channel, checkoutId, amount, read, values, nowMs, shopperAddress }: DraftedPayment,
  { by, limit, refusal: { code, description }, untilMs, id }: ReachedLimit,
) {
  const { instrument, brand } = read
  const ip = shopperAddress ?? values.sent('customer.ip')
  const before = {
    id,
    paymentBrand: brand,
    amount: formatAmount(amount),
    currency: amount.currency,
    ...(instrument.kind === 'card' ? { card: cardSummary(instrument) } : {}),
    ...(ip === undefined ? {} : { customer: { ip } }),
    cardTesting: { by, limit, refusedUntil: new Date(untilMs).toISOString(), checkoutId },
  }
  const meta = { ndc: ndcOf(channel.entity.id, id), atMs: nowMs }
  return bodyOf(code, meta, { description, before })
}
