import { Type } from 'typebox'
import { answer, id, moment, type Shown, text, word } from '../http/described-answer.ts'

/** What people have asked for by hand, and what has become of it. */
export const requestMembers = {
  id: id('Of the request.'),
  paymentId: id('What it refers to.'),
  paymentType: text(),
  amount: text(),
  currency: text(),
  outcome: Type.Optional(
    word(
      ['succeeded', 'failed'],
      'Of a request to write down an outcome that nobody could find out: which.',
    ),
  ),
  evidence: Type.Optional(text('What proves that outcome.')),
  reason: text(),
  askedBy: text(),
  askedAt: moment(),
  state: word(
    ['waiting', 'made', 'rejected', 'expired'],
    'made: its payment exists, or it was rejected in review.',
  ),
  decidedBy: Type.Optional(text()),
  decidedAt: Type.Optional(moment()),
  decisionReason: Type.Optional(text('Why it was rejected.')),
  acceptRefused: Type.Optional(
    word(
      ['rejectedInReview'],
      'Why it can only be rejected. rejectedInReview: nothing more is captured or charged of a payment that was rejected in review.',
    ),
  ),
  madeId: Type.Optional(
    id('The payment that was made of it; none of a rejected review, or of an outcome.'),
  ),
}

const shownRequest = Type.Object(requestMembers)

/** An operation that waits for a second person. */
export type AdminRequest = Shown<typeof shownRequest>

/** The answer where something waits for a second person. */
export const requestAnswer = answer(
  'AdminRequestAnswer',
  { request: shownRequest },
  'What was asked for.',
)
