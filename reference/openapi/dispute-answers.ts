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
  defenceReason: described('The way in which it was contested last, in the acquirer’s words.'),
  contestedStage: described('The last stage in which it was contested: once for each.'),
  merchantTransactionId: described('Of the payment; in reads and lists.'),
  holder: described('Who has paid, as the payment has it; in reads and lists.'),
  customerEmail: described('Of the payment; in reads and lists.'),
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
      enum: [
        'opened',
        'advanced',
        'evidence',
        'removed',
        'filed',
        'submitted',
        'sent',
        'returned',
        'unsent',
        'accepted',
        'won',
        'lost',
        'expired',
      ],
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
    documentType: described('What it shows, in the acquirer’s words.'),
    size: { type: 'integer', description: 'In bytes.' },
    submitted: {
      type: 'boolean',
      description: 'It is part of a submission, and cannot be taken back.',
    },
  },
  required: ['id', 'fileName', 'mediaType', 'size', 'submitted'],
} as const satisfies JsonSchema

const defence: JsonSchema = {
  type: 'object',
  properties: {
    defenceReason: described('The acquirer’s name of it.'),
    takesUntyped: {
      type: 'boolean',
      description: 'Documents may say no `documentType`.',
    },
    documents: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          documentType: described('The acquirer’s name of what a document shows.'),
          need: described('alternative: one of those that are marked so must be there.', {
            enum: ['required', 'alternative', 'optional'],
          }),
          mediaTypes: { type: 'array', items: text },
        },
        required: ['documentType', 'need', 'mediaTypes'],
      },
    },
  },
  required: ['defenceReason', 'takesUntyped', 'documents'],
}

const volume = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    amounts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { currency: text, amount: text },
        required: ['currency', 'amount'],
      },
    },
  },
  required: ['count', 'amounts'],
} as const satisfies JsonSchema

const basisPoints = {
  type: 'number',
  description: 'For each 10,000 sales; absent: there were none, or not all of them are known.',
} as const satisfies JsonSchema

const brandRatios: JsonSchema = {
  type: 'object',
  properties: {
    paymentBrand: text,
    sales: volume,
    disputes: volume,
    fraud: volume,
    disputeBasisPoints: basisPoints,
    fraudBasisPoints: basisPoints,
  },
  required: ['paymentBrand', 'sales', 'disputes', 'fraud'],
}

const program: JsonSchema = {
  type: 'object',
  properties: {
    program: described('Of a card network.', { enum: ['VAMP', 'ECM', 'HECM', 'EFM'] }),
    count: { type: 'integer', description: 'What it counts: docs/disputes.md.' },
    basisPoints,
    limits: {
      type: 'object',
      properties: {
        basisPoints: { type: 'number' },
        count: { type: 'integer' },
        amount: { type: 'integer', description: 'In whole units of EUR or USD.' },
        sales: { type: 'integer' },
      },
      required: ['basisPoints'],
    },
    isReached: { type: 'boolean', description: 'All its limits are.' },
    forecast: {
      type: 'object',
      description:
        'At the end of the month, if it goes on as it began; absent where it is over or has not lasted a day.',
      properties: {
        count: { type: 'integer' },
        basisPoints,
        isReached: { type: 'boolean' },
      },
      required: ['count', 'isReached'],
    },
  },
  required: ['program', 'count', 'limits', 'isReached'],
}

/** The answers about disputes, by name. */
export const disputeAnswers = {
  DisputeAnswer: answer(
    {
      ...members,
      timeZone: described('Of its channel; in the answer of a read.'),
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
  DefenceList: answer(
    {
      id: described('The dispute.', { pattern: ID }),
      defences: {
        type: 'array',
        items: defence,
        description: 'Empty: the acquirer takes any documents, and asks for no reason.',
      },
    },
    ['id', 'defences'],
    'The ways in which a dispute can be contested now.',
  ),
  DisputeRatios: answer(
    {
      month: described('Year and month.'),
      timeZone: described('Of the month.'),
      brands: { type: 'array', items: brandRatios },
      programs: { type: 'array', items: program },
      isCut: { type: 'boolean', description: 'Not all sales were looked at.' },
    },
    ['month', 'timeZone', 'brands', 'programs', 'isCut'],
    'The disputes of a month against its sales.',
  ),
  DisputeList: answer(
    {
      disputes: {
        type: 'array',
        items: { type: 'object', properties: members, required },
      },
      timeZone: described('Of the entity.'),
      cursor: described('Send it for the next ones; absent: these were the last.'),
    },
    ['disputes', 'timeZone'],
    'Disputes of an entity and all below it.',
  ),
} as const
