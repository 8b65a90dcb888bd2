import { Type } from 'typebox'
import type { Answer, AnswerMeta } from '../../server/http/answer.ts'
import {
  answer,
  answered,
  id,
  type MembersOf,
  type Shown,
  text,
} from '../../server/http/described-answer.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { EventRow, PaymentRow } from '../../server/store/port.ts'

const event = Type.Object({
  event: text(
    'A state that the payment got: intent, pending, authenticating, succeeded, failed. Or review: handed to a person; expired: its hold; accepted, rejected: the end of its review.',
  ),
  at: Type.String({ description: 'UTC.', examples: ['2026-11-20 15:00:00+0000'] }),
  code: Type.Optional(text('The result code of the payment from then on.')),
  by: Type.Optional(text('Who has decided, of what a person has decided.')),
  reason: Type.Optional(text('Why.')),
  evidence: Type.Optional(text('What proves an outcome that a person has found out.')),
})

type ShownEvent = Shown<typeof event>

export const historyAnswer = answer(
  'HistoryAnswer',
  {
    id: id('Of the payment.'),
    paymentType: text(),
    history: Type.Array(event, { description: 'The first event first.' }),
  },
  'What happened to a payment.',
)

export type AdminPaymentHistory = MembersOf<typeof historyAnswer>

/** Events as people read them, first one first. */
function shownEvents(events: readonly EventRow[]): readonly ShownEvent[] {
  return events.map(({ kind, atMs, data }) => ({
    event: kind,
    at: wireTimestamp(atMs),
    ...(JSON.parse(data) as Omit<ShownEvent, 'event' | 'at'>),
  }))
}

/** `GET /admin/v1/payments/{id}/history`. */
export function historyOf(
  { id: paymentId, paymentType }: PaymentRow,
  events: readonly EventRow[],
  meta: AnswerMeta,
): Answer {
  const members = { id: paymentId, paymentType, history: shownEvents(events) }
  return answered(historyAnswer, members, meta, { before: ['id', 'paymentType'] })
}
