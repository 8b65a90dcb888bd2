import { FIELD_KINDS } from '../../common/setting-field.ts'
import { alreadyShown, answer, at, described, ID, text } from './answer-parts.ts'
import type { JsonSchema } from './json-schema.ts'

const listOf = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
})

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  notAlways: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !notAlways.includes(name)),
})

const count: JsonSchema = { type: 'integer', minimum: 0 }
const moment = described('UTC.', at)
/** Names and values. */
const facts = listOf(
  { ...listOf(text), minItems: 2, maxItems: 2 },
  'Names with their values, in order.',
)

const entity = object({
  id: described('Of the entity.', { pattern: ID }),
  name: text,
  kind: described('Where it stands.', { enum: ['psp', 'division', 'merchant', 'channel'] }),
})

const codeGroup = described('What the code belongs to, such as reject_bank.')

const paymentMembers = {
  id: described('Of the payment.', { pattern: ID }),
  shortId: described('For the telephone.', { pattern: '^[0-9]{4}\\.[0-9]{4}\\.[0-9]{4}$' }),
  createdAt: moment,
  paymentType: text,
  paymentBrand: text,
  amount: text,
  currency: text,
  state: described('How it stands, in one word.', {
    enum: [
      'succeeded',
      'authorised',
      'pending',
      'review',
      'rejected',
      'failed',
      'reversed',
      'refunded',
      'partlyRefunded',
      'chargedBack',
      'expired',
    ],
  }),
  code: described('Its result code.'),
  codeGroup,
  description: described('The same in words.'),
  entity,
  merchantTransactionId: text,
  customerEmail: text,
  holder: described('Of the card, account or wallet.'),
  last4: described('The last four digits of the number.'),
  riskScore: {
    type: 'integer',
    minimum: -99999,
    maximum: 99999,
    description: 'Of its risk checks, where it was checked: more means more risk.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>

const mayBeAbsent = ['merchantTransactionId', 'customerEmail', 'holder', 'last4', 'riskScore']

const payment = object(paymentMembers, mayBeAbsent)

const requestMembers = {
  id: described('Of the request.', { pattern: ID }),
  paymentId: described('What it refers to.', { pattern: ID }),
  paymentType: text,
  amount: text,
  currency: text,
  outcome: described('Of a request to write down an outcome that nobody could find out: which.', {
    enum: ['succeeded', 'failed'],
  }),
  evidence: described('What proves that outcome.'),
  reason: text,
  askedBy: text,
  askedAt: moment,
  state: described('made: its payment exists, or it was rejected in review.', {
    enum: ['waiting', 'made', 'rejected', 'expired'],
  }),
  decidedBy: text,
  decidedAt: moment,
  decisionReason: described('Why it was rejected.'),
  acceptRefused: described(
    'Why it can only be rejected. rejectedInReview: nothing more is captured or charged of a payment that was rejected in review.',
    { enum: ['rejectedInReview'] },
  ),
  madeId: described(
    'The payment that was made of it; none of a rejected review, or of an outcome.',
    {
      pattern: ID,
    },
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>

const undecided = [
  'outcome',
  'evidence',
  'acceptRefused',
  'decidedBy',
  'decidedAt',
  'decisionReason',
  'madeId',
]

const request = object(requestMembers, undecided)

const listedRequest = object(
  {
    ...requestMembers,
    payment: object(
      {
        shortId: described('For the telephone.'),
        holder: described('Of the card, account or wallet.'),
        customerEmail: text,
        merchantTransactionId: text,
      },
      ['holder', 'customerEmail', 'merchantTransactionId'],
    ),
  },
  [...undecided, 'payment'],
)

const timelineEntry = object(
  {
    at: moment,
    kind: described('What it belongs to.', {
      enum: [
        'request',
        'state',
        'authentication',
        'risk',
        'acquirer',
        'operation',
        'webhook',
        'dispute',
        'settlement',
        'person',
      ],
    }),
    what: described('What happened.'),
    by: text,
    code: text,
    codeGroup,
    text,
    facts,
    paymentId: text,
    webhookId: described('Of a call to a server of the merchant: the webhook that it is of.'),
    deliveryId: described('Of such a call: the delivery, in the delivery log of the webhook.'),
  },
  ['by', 'code', 'codeGroup', 'text', 'facts', 'paymentId', 'webhookId', 'deliveryId'],
)

const operation = object(
  {
    paymentId: described('What it would refer to.', { pattern: ID }),
    paymentType: described('CP capture, RV reversal, RF refund, RB rebill.', {
      enum: ['CP', 'RV', 'RF', 'RB'],
    }),
    mostAmount: described('What is open for it.'),
    isWhole: { type: 'boolean', description: 'Only all of it.' },
    seen: described(
      'How the payment stands. Sent with the operation, nothing is done where it has changed meanwhile (409).',
    ),
    secondPersonAbove: described('Above it a second person has to agree.'),
  },
  ['secondPersonAbove'],
)

const posting = object({
  paymentId: described('Of the payment.', { pattern: ID }),
  account: text,
  amount: described('With its sign.'),
  currency: text,
  at: moment,
})

const point = object({
  from: moment,
  volume: text,
  refunded: text,
  chargedBack: text,
  succeeded: count,
  failed: count,
  pending: count,
})

const entityRowMembers = {
  id: described('Of the entity.', { pattern: ID }),
  parentId: described('What it lies below.', { pattern: ID }),
  kind: described('Where it stands.', { enum: ['psp', 'division', 'merchant', 'channel'] }),
  name: text,
  active: { type: 'boolean' },
  createdAt: moment,
} as const satisfies Readonly<Record<string, JsonSchema>>

const entityRow = object(entityRowMembers, ['parentId'])

const token = object({
  id: described('Its hash (SHA-256).', { pattern: '^[0-9a-f]{64}$' }),
  entityId: described('What it is bound to.', { pattern: ID }),
  label: text,
  tokenRole: { enum: ['merchant', 'administrator'] },
  createdAt: moment,
})

const block = object(
  {
    id: described('Of the block.', { pattern: ID }),
    by: { enum: ['card', 'email'] },
    shown: described('First six and last four digits of the card, or the e-mail address.'),
    reason: text,
    blockedBy: described('The e-mail of a user, or the label of an access token.'),
    blockedAt: moment,
    paymentId: described('On whose page it was blocked.', { pattern: ID }),
    entity,
    isInherited: described('Of a list: an entity above blocks it.', { type: 'boolean' }),
    canRemove: described('Of a list: not a block of an entity above that of the one who asks.', {
      type: 'boolean',
    }),
  },
  ['isInherited', 'canRemove'],
)

/** The answers under `/admin/v1`, by name. */
export const administrationAnswers = {
  AdminSettingDescriptions: answer(
    {
      settings: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: {
            kind: { enum: [...FIELD_KINDS] },
            name: described('For people.'),
            help: text,
            default: described(
              'What counts where nothing is set, in words. Absent: something has to be set.',
            ),
            choices: listOf(text),
            choiceNames: {
              type: 'object',
              additionalProperties: text,
              description: 'What people read for each choice.',
            },
            min: { type: 'integer' },
            max: {
              type: 'integer',
              description: 'Of a number, or of the entries of records.',
            },
            example: text,
            mayBeEmpty: described('Of a list: it needs no entry.', { type: 'boolean' }),
            fixed: described('Of an object: further members, which are always these.', {
              type: 'object',
            }),
            members: described('Of an object: its members, described in the same way.', {
              type: 'object',
            }),
            key: described('Of a map: what its names are, described in the same way.', {
              type: 'object',
            }),
            value: described('Of a map: its values, described in the same way.', {
              type: 'object',
            }),
            record: described('Of a list whose order counts: each entry, in the same way.', {
              type: 'object',
            }),
            options: described('Of a value of one of several shapes: each of them, by a name.', {
              type: 'object',
            }),
            textsAt: described('Where translations of its parts are, if other fields share them.'),
          },
          required: ['kind', 'name'],
        },
        description: 'By their names.',
      },
    },
    ['settings'],
    'The settings of entities.',
  ),
  AdminCheckoutList: answer(
    {
      checkouts: listOf(
        object(
          {
            shownId: described('The beginning of its id.'),
            state: { enum: ['open', 'processing', 'pending', 'done', 'expired', 'deleted'] },
            createdAt: moment,
            expiresAt: moment,
            entity,
            amount: text,
            currency: text,
            paymentType: text,
            merchantTransactionId: text,
            paymentId: described('Of the latest attempt to pay.', { pattern: ID }),
            registrationId: described('Of the latest attempt to store.', { pattern: ID }),
          },
          [
            'amount',
            'currency',
            'paymentType',
            'merchantTransactionId',
            'paymentId',
            'registrationId',
          ],
        ),
      ),
      before: described('There are older ones: send it for them.'),
    },
    ['checkouts'],
    'Checkouts, newest first.',
  ),
  AdminBlockAnswer: answer({ block }, ['block'], 'A card or customer that is blocked.'),
  AdminBlockList: answer(
    {
      blocks: listOf(block),
      cursor: described('Sent for what is older: there may be more.', { pattern: ID }),
    },
    ['blocks'],
    'What is blocked, newest first.',
  ),
  AdminPaymentList: answer(
    {
      payments: listOf(payment),
      cursor: described('Sent for what is older: there may be more.'),
      searchedTo: described('Where this request has looked so far.', at),
    },
    ['payments'],
    'Payments, newest first.',
  ),
  AdminExportPart: answer(
    {
      header: described('The first line of the file.'),
      lines: listOf(text, 'The next lines of the file.'),
      cursor: described('Sent for what is older: there may be more.'),
      searchedTo: described('Where this request has looked so far.', at),
    },
    ['header', 'lines'],
    'A part of an export.',
  ),
  AdminStoredList: answer(
    {
      storedDetails: listOf(
        object(
          {
            id: described('The token: names the stored payment details.', { pattern: ID }),
            state: { enum: ['active', 'failed', 'deleted', 'expired'] },
            paymentBrand: text,
            createdAt: moment,
            endsAt: described('When they end by themselves, UTC.', at),
            entity,
            holder: text,
            last4: described('The last four digits of the number.'),
            cardExpiry: described('Month and year.'),
            merchantTransactionId: text,
          },
          ['holder', 'last4', 'cardExpiry', 'merchantTransactionId'],
        ),
      ),
      cursor: described('Sent for what is older: there may be more.'),
    },
    ['storedDetails'],
    'Stored payment details, newest first.',
  ),
  AdminPaymentDetails: answer(
    {
      payment,
      amounts: { type: 'object', additionalProperties: text },
      expiresAt: moment,
      operations: listOf(operation, 'What the rules allow now.'),
      canResolve: { type: 'boolean' },
      reviewDecisions: listOf(
        { type: 'string', enum: ['accept', 'reject'] },
        'What one person may decide of it in review; empty: it is in no review, or that is over.',
      ),
      rejectionNeedsSecond: {
        type: 'boolean',
        description:
          'A rejection would give back more than one person may move: a second person has to approve of a refund or a reversal first. Absent: it would not.',
      },
      family: listOf(
        object({ ...paymentMembers, referencedId: text }, [...mayBeAbsent, 'referencedId']),
      ),
      timeline: listOf(timelineEntry, 'Oldest first.'),
      postings: listOf(posting),
      members: facts,
      requests: listOf(request, 'What people have asked for.'),
    },
    [
      'payment',
      'amounts',
      'operations',
      'canResolve',
      'reviewDecisions',
      'family',
      'timeline',
      'postings',
      'members',
      'requests',
    ],
    'All that is known of a payment.',
  ),
  AdminRequestList: answer(
    { requests: listOf(listedRequest) },
    ['requests'],
    'What waits for a second person.',
  ),
  AdminRequestAnswer: answer({ request }, ['request'], 'What was asked for.'),
  AdminEntityList: answer(
    {
      entities: listOf(entityRow, 'A parent before its children.'),
      isCut: { type: 'boolean', description: 'There are more.' },
    },
    ['entities', 'isCut'],
    'A tree of entities.',
  ),
  AdminEntityAnswer: answer(
    {
      entity: object(
        {
          ...entityRowMembers,
          settings: { type: 'object', description: 'Its own.' },
          inForce: { type: 'object', description: 'With what it inherits.' },
          inherited: {
            type: 'object',
            description: 'What counts for what it does not set itself.',
          },
          inheritedFrom: {
            type: 'object',
            additionalProperties: entity,
            description:
              'Which entity sets what is inherited, by the name of the setting, as far up as the caller may see.',
          },
          byDefault: listOf(
            text,
            'Names of settings in force that no entity sets: their defaults.',
          ),
          earlierLimits: listOf(
            object({ currency: text, amount: text, until: moment }),
            'Limits of the second person that were raised or taken away, and count until then.',
          ),
        },
        ['parentId', 'inForce', 'inherited', 'inheritedFrom', 'byDefault', 'earlierLimits'],
      ),
    },
    ['entity'],
    'An entity.',
  ),
  AdminTokenList: answer({ tokens: listOf(token) }, ['tokens'], 'Access tokens of an entity.'),
  AdminTokenAnswer: answer(
    { token, accessToken: described('The token itself.'), alreadyShown },
    ['token'],
    'An access token.',
  ),
  AdminSystem: answer(
    {
      build: text,
      environment: { enum: ['test', 'live'] },
      node: text,
      startedAt: moment,
      memoryMegabytes: count,
      loopLoadPercent: count,
      dueTimers: count,
      longestDueSeconds: count,
      dueQueues: count,
      warnings: listOf(text),
    },
    [
      'build',
      'environment',
      'node',
      'startedAt',
      'memoryMegabytes',
      'loopLoadPercent',
      'dueTimers',
      'longestDueSeconds',
      'dueQueues',
      'warnings',
    ],
    'How the gateway is.',
  ),
  AdminOverview: answer(
    {
      currency: text,
      currencies: listOf(text, 'Of the time, the most payments first.'),
      step: { enum: ['hour', 'day'] },
      points: listOf(point),
      declines: listOf(object({ code: text, codeGroup, description: text, count })),
      brands: listOf(object({ brand: text, count, succeeded: count, volume: text })),
      authentications: listOf(
        object({ outcome: text, count, succeeded: count }),
        'Payments with a 3-D Secure authentication, by its state.',
      ),
      disputes: listOf(
        object({ brand: text, count, sales: count, amount: text, basisPoints: count }, [
          'basisPoints',
        ]),
        'First chargebacks of the time, by brand, and for each 10,000 sales of the time.',
      ),
      asOf: described('All that had happened by then is in the sums.', at),
      cutAt: described('Older payments that are not summed yet were not looked at.', at),
    },
    [
      'currency',
      'currencies',
      'step',
      'points',
      'declines',
      'brands',
      'authentications',
      'disputes',
      'asOf',
    ],
    'How the payments of a time went.',
  ),
} as const
