import { answer, at, described, ID, text } from './answer-parts.ts'
import type { JsonSchema } from './json-schema.ts'

const members = {
  id: described('Names the dispute.', { pattern: ID }),
  entityId: described('The channel.', { pattern: ID }),
  paymentId: described('The payment that is disputed.', { pattern: ID }),
  paymentBrand: described('Of the payment.'),
  stage: described('How far it is.', {
    enum: ['inquiry', 'alert', 'firstChargeback', 'representment', 'preArbitration', 'arbitration'],
  }),
  outcome: described('accepted and expired are lost.', {
    enum: ['open', 'won', 'lost', 'accepted', 'expired'],
  }),
  amount: described('What the acquirer says, in its currency.'),
  currency: described('ISO 4217.', { pattern: '^[A-Z]{3}$' }),
  chargebackResultCode: described('Why, as a code of the catalogue.', {
    pattern: '^000\\.100\\.2[0-9]{2}$',
  }),
  chargebackReason: described('The same in words.'),
  reasonCode: described('The card network’s own reason.'),
  acquirerReference: described('The acquirer’s number of the case.'),
  chargebackId: described('The chargeback (CB) that stands.', { pattern: ID }),
  flags: {
    type: 'array',
    items: { enum: ['afterRefund', 'abovePayment', 'amountChanged', 'paymentFailed', 'inParts'] },
    description: 'What a person should look at.',
  },
  respondBy: described('When your answer must be there, UTC.', at),
  openedAt: described('When it was first reported, UTC.', at),
  changedAt: described('When it was last changed, UTC.', at),
} as const satisfies Readonly<Record<string, JsonSchema>>

const required = [
  'id',
  'entityId',
  'paymentId',
  'paymentBrand',
  'stage',
  'outcome',
  'amount',
  'currency',
  'chargebackResultCode',
  'chargebackReason',
  'openedAt',
  'changedAt',
]

const event: JsonSchema = {
  type: 'object',
  properties: {
    kind: described('What happened.', {
      enum: ['opened', 'advanced', 'evidence', 'submitted', 'accepted', 'won', 'lost', 'expired'],
    }),
    stage: text,
    by: described('Who said so: acquirer, simulator, merchant, timer, or a person.'),
    note: text,
    at: described('When, UTC.', at),
  },
  required: ['kind', 'stage', 'by', 'at'],
}

const document = {
  type: 'object',
  properties: {
    id: described('Names the document.', { pattern: ID }),
    fileName: text,
    mediaType: text,
    size: { type: 'integer', description: 'In bytes.' },
  },
  required: ['id', 'fileName', 'mediaType', 'size'],
} as const satisfies JsonSchema

/** The answers about disputes, by name. */
export const disputeAnswers = {
  DisputeAnswer: answer(
    {
      ...members,
      history: { type: 'array', items: event },
      documents: { type: 'array', items: document },
    },
    [...required, 'history', 'documents'],
    'A dispute with its history.',
  ),
  DisputeDocument: answer(
    {
      ...document.properties,
      disputeId: described('The dispute that it belongs to.', { pattern: ID }),
      content: described('The document in base64.'),
      addedAt: described('When it was sent, UTC.', at),
    },
    [...document.required, 'disputeId', 'content', 'addedAt'],
    'A document of a dispute with its content.',
  ),
  DisputeList: answer(
    {
      disputes: {
        type: 'array',
        items: { type: 'object', properties: members, required },
      },
      cursor: described('Send it for the next ones; absent: these were the last.'),
    },
    ['disputes'],
    'Disputes of an entity and all below it.',
  ),
} as const
