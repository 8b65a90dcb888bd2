import { type Answer, type AnswerMeta, bodyOf } from '../../server/http/answer.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { EventRow, PaymentRow } from '../../server/store/port.ts'

/** An event of a payment's history, as administrators read it. */
export interface ShownEvent {
  /** A state that the payment got, `review`, `expired`, `accepted` or `rejected`. */
  readonly event: string
  /** UTC. */
  readonly at: string
  readonly code?: string
  readonly by?: string
  readonly reason?: string
  readonly evidence?: string
}

/** Events as people read them, first one first. */
export function shownEvents(events: readonly EventRow[]): readonly ShownEvent[] {
  return events.map(({ kind, atMs, data }) => ({
    event: kind,
    at: wireTimestamp(atMs),
    ...(JSON.parse(data) as Omit<ShownEvent, 'event' | 'at'>),
  }))
}

/** `GET /admin/v1/payments/{id}/history`. */
export function historyAnswer(
  { id, paymentType }: PaymentRow,
  events: readonly EventRow[],
  meta: AnswerMeta,
): Answer {
  const members = { before: { id, paymentType }, after: { history: shownEvents(events) } }
  return { status: 200, body: bodyOf('000.000.100', meta, members) }
}
