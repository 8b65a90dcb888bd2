import { Type } from 'typebox'
import {
  answer,
  count,
  facts,
  id,
  type MembersOf,
  mapOf,
  moment,
  type Shown,
  shownEntity,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { requestMembers } from '../../server/payments/index.ts'

const codeGroup = text('What the code belongs to, such as reject_bank.')
const more = Type.Optional(text('Sent for what is older: there may be more.'))
const searchedTo = Type.Optional(moment('Where this request has looked so far.'))

export const payment = Type.Object({
  id: id('Of the payment.'),
  shortId: Type.String({
    pattern: '^[0-9]{4}\\.[0-9]{4}\\.[0-9]{4}$',
    description: 'For the telephone.',
  }),
  createdAt: moment(),
  paymentType: text(),
  paymentBrand: text(),
  amount: text(),
  currency: text(),
  state: word(
    [
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
      'failedLater',
      'expired',
    ],
    'How it stands, in one word.',
  ),
  code: text('Its result code.'),
  codeGroup,
  description: text('The same in words.'),
  entity: shownEntity,
  merchantTransactionId: Type.Optional(text()),
  customerEmail: Type.Optional(text()),
  merchantCustomerId: Type.Optional(text('The merchant’s own id of the customer.')),
  holder: Type.Optional(text('Of the card, account or wallet.')),
  last4: Type.Optional(text('The last four digits of the number.')),
  riskScore: Type.Optional(
    Type.Integer({
      minimum: -99999,
      maximum: 99999,
      description: 'Of its risk checks, where it was checked: more means more risk.',
    }),
  ),
})

/** A payment in a list. */
export type AdminPayment = Shown<typeof payment>

/** How a payment stands, in one word. */
export type AdminPaymentState = AdminPayment['state']

const operation = Type.Object({
  paymentId: id('What it would refer to.'),
  paymentType: word(['CP', 'RV', 'RF', 'RB'], 'CP capture, RV reversal, RF refund, RB rebill.'),
  mostAmount: text('What is open for it.'),
  isWhole: Type.Boolean({ description: 'Only all of it.' }),
  seen: text(
    'How the payment stands. Sent with the operation, nothing is done where it has changed meanwhile (409).',
  ),
  secondPersonAbove: Type.Optional(text('Above it a second person has to agree.')),
})

/** What can be done with a payment now, by the rules. */
export type AdminOperation = Shown<typeof operation>

const timelineEntry = Type.Object({
  at: moment(),
  kind: word(
    [
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
    'What it belongs to.',
  ),
  what: text('What happened.'),
  by: Type.Optional(text()),
  code: Type.Optional(text()),
  codeGroup: Type.Optional(codeGroup),
  text: Type.Optional(text()),
  facts: Type.Optional(facts),
  paymentId: Type.Optional(text()),
  webhookId: Type.Optional(
    text('Of a call to a server of the merchant: the webhook that it is of.'),
  ),
  deliveryId: Type.Optional(
    text('Of such a call: the delivery, in the delivery log of the webhook.'),
  ),
})

/** Something that happened to a payment. */
export type AdminTimelineEntry = Shown<typeof timelineEntry>

const posting = Type.Object({
  paymentId: id('Of the payment.'),
  account: text(),
  amount: text('With its sign.'),
  currency: text(),
  at: moment(),
})

export const paymentList = answer(
  'AdminPaymentList',
  {
    payments: Type.Array(payment),
    timeZone: text('Of `firstDay` and `lastDay`.'),
    cursor: more,
    searchedTo,
  },
  'Payments, newest first.',
)

export type AdminPaymentList = MembersOf<typeof paymentList>

export const exportPart = answer(
  'AdminExportPart',
  {
    header: text('The first line of the file.'),
    lines: Type.Array(text(), { description: 'The next lines of the file.' }),
    cursor: more,
    searchedTo,
  },
  'A part of an export.',
)

/** Up to 1,000 lines of a CSV file. */
export type AdminExportPart = MembersOf<typeof exportPart>

export const storedDetails = Type.Object({
  id: id('The token: names the stored payment details.'),
  state: word(['active', 'failed', 'deleted', 'expired']),
  paymentBrand: text(),
  createdAt: moment(),
  endsAt: moment('When they end by themselves, UTC.'),
  entity: shownEntity,
  holder: Type.Optional(text()),
  last4: Type.Optional(text('The last four digits of the number.')),
  cardExpiry: Type.Optional(text('Month and year.')),
  merchantTransactionId: Type.Optional(text()),
})

/** Payment details that a merchant has stored. */
export type AdminStoredDetails = Shown<typeof storedDetails>

export const storedList = answer(
  'AdminStoredList',
  { storedDetails: Type.Array(storedDetails), cursor: more },
  'Stored payment details, newest first.',
)

export type AdminStoredList = MembersOf<typeof storedList>

export const paymentDetails = answer(
  'AdminPaymentDetails',
  {
    payment,
    decline: Type.Optional(
      Type.Object(
        {
          acquirerCode: Type.Optional(text('What the acquirer answered, in its own code.')),
          adviceCode: Type.Optional(text('The advice code of the card network.')),
          advice: Type.Optional(
            word(
              ['later', 'otherCard', 'checkDetails', 'never'],
              'What may be tried: the same later, another card, the same with right details, or nothing by this card. Absent: the reason says nothing of it.',
            ),
          ),
          shopperText: Type.Optional(
            text(
              'Of a payment of a checkout: the key of the widget’s text for it, which the shopper reads where the form stays (`declined: "stay"`).',
            ),
          ),
        },
        { description: 'Of a payment that has failed.' },
      ),
    ),
    openDisputes: Type.Array(
      Type.Object({
        id: id('Of the dispute.'),
        amount: text(),
        currency: text(),
        stage: text(),
        respondBy: Type.Optional(moment('Until when it has to be answered, UTC.')),
      }),
      { description: 'Disputes of the payment and its family that are not over.' },
    ),
    amounts: mapOf(text()),
    expiresAt: Type.Optional(moment()),
    operations: Type.Array(operation, { description: 'What the rules allow now.' }),
    canResolve: Type.Boolean(),
    reviewDecisions: Type.Array(word(['accept', 'reject']), {
      description:
        'What one person may decide of it in review; empty: it is in no review, or that is over.',
    }),
    rejectionNeedsSecond: Type.Optional(
      Type.Boolean({
        description:
          'A rejection would give back more than one person may move: a second person has to approve of a refund or a reversal first. Absent: it would not.',
      }),
    ),
    family: Type.Array(Type.Object({ ...payment.properties, referencedId: Type.Optional(text()) })),
    timeline: Type.Array(timelineEntry, { description: 'Oldest first.' }),
    postings: Type.Array(posting),
    members: facts,
    requests: Type.Array(Type.Object(requestMembers), {
      description: 'What people have asked for.',
    }),
  },
  'All that is known of a payment.',
)

export type AdminPaymentDetails = MembersOf<typeof paymentDetails>

export const relatedPayments = answer(
  'AdminRelatedPayments',
  {
    ofOrder: Type.Array(payment, {
      description: 'Others with the same merchantTransactionId, the newest 20.',
    }),
    ofCustomer: Type.Array(payment, {
      description:
        'Others of the same customer.merchantCustomerId, else of the same e-mail address; the newest 20.',
    }),
    twice: Type.Array(payment, {
      description:
        'Others that were paid and not given back, with the same merchantTransactionId, or with the same card and amount within an hour: the order may be paid twice.',
    }),
  },
  'Other attempts of an order and of a customer.',
)

/** Other attempts of an order and of a customer. */
export type AdminRelatedPayments = MembersOf<typeof relatedPayments>

/** An operation that waits for a second person. */
export type AdminRequest = AdminPaymentDetails['requests'][number]

const listedRequest = Type.Object({
  ...requestMembers,
  payment: Type.Optional(
    Type.Object({
      shortId: text('For the telephone.'),
      holder: Type.Optional(text('Of the card, account or wallet.')),
      customerEmail: Type.Optional(text()),
      merchantTransactionId: Type.Optional(text()),
    }),
  ),
})

/** The same in the list of all that wait, with whose payment it is about. */
export type AdminApproval = Shown<typeof listedRequest>

export const requestList = answer(
  'AdminRequestList',
  { requests: Type.Array(listedRequest) },
  'What waits for a second person.',
)

const point = Type.Object({
  from: moment(),
  volume: text(),
  refunded: text(),
  chargedBack: text(),
  succeeded: count(),
  failed: count(),
  pending: count(),
})

export const overviewAnswer = answer(
  'AdminOverview',
  {
    currency: text(),
    currencies: Type.Array(text(), { description: 'Of the time, the most payments first.' }),
    timeZone: text('Of days, weeks and months.'),
    firstDay: text('The first day of the time, such as 2026-11-30.'),
    lastDay: text('The last one.'),
    step: word(
      ['hour', 'day', 'week', 'month'],
      'What a point is about. Weeks begin on Monday; the first and last one may be a part.',
    ),
    points: Type.Array(point),
    declines: Type.Array(
      Type.Object({ code: text(), codeGroup, description: text(), count: count() }),
    ),
    brands: Type.Array(
      Type.Object({ brand: text(), count: count(), succeeded: count(), volume: text() }),
    ),
    authentications: Type.Array(
      Type.Object({ outcome: text(), count: count(), succeeded: count() }),
      { description: 'Payments with a 3-D Secure authentication, by its state.' },
    ),
    disputes: Type.Array(
      Type.Object({
        brand: text(),
        count: count(),
        sales: count(),
        amount: text(),
        basisPoints: Type.Optional(count()),
      }),
      {
        description:
          'First chargebacks of the time, by brand, and for each 10,000 sales of the time.',
      },
    ),
    asOf: moment('All that had happened by then is in the sums.'),
    cutAt: Type.Optional(moment('Older payments that are not summed yet were not looked at.')),
  },
  'How the payments of a time went.',
)

/** Sums of a span of time, in one currency. */
export type AdminOverview = MembersOf<typeof overviewAnswer>

/** By what the payments of a time are grouped. */
export const GROUPINGS = ['brand', 'country', 'issuer'] as const

const decided = { succeeded: count(), failed: count() }
const outcomes = { ...decided, pending: count() }

export const overviewGroups = answer(
  'AdminOverviewGroups',
  {
    currency: text(),
    by: word([...GROUPINGS]),
    timeZone: text('Of days, weeks and months.'),
    firstDay: text('The first day of the time, such as 2026-11-30.'),
    lastDay: text('The last one.'),
    step: word(['hour', 'day', 'week', 'month'], 'What a point is about.'),
    points: Type.Array(moment(), { description: 'When each part begins, UTC.' }),
    beforeFrom: moment('When the time before begins, UTC: it has the same length.'),
    groups: Type.Array(
      Type.Object({
        value: text(
          'The brand, the country (ISO 3166-1 alpha-2), or the bank, else the first six digits. Empty: not known, or no card. `*`: all others of their hours.',
        ),
        ...outcomes,
        before: Type.Object(outcomes, { description: 'The same of the time before.' }),
        parts: Type.Array(Type.Object(outcomes), { description: 'One for each point.' }),
      }),
      { description: 'The 20 with the most payments, the most first.' },
    ),
    leftOut: count('Groups beyond them.'),
    drops: Type.Array(
      Type.Object({
        by: word([...GROUPINGS]),
        value: text(),
        before: Type.Object(decided),
        now: Type.Object(decided),
        code: text('Whose share has grown most.'),
        codeGroup,
        description: text(),
        codeBefore: count('Payments with this code in the time before.'),
        codeNow: count('The same in the time.'),
      }),
      {
        description:
          'Groups whose approval rate has clearly fallen against the time before, the deepest three: by at least 5 points and 4 standard errors (pooled z-test of two proportions), with at least 50 decided payments in each time.',
      },
    ),
    asOf: moment('All that had happened by then is in the sums.'),
    cutAt: Type.Optional(moment('Older payments that are not summed yet were not looked at.')),
  },
  'Approval rates of a time by brand, country or issuer.',
)

/** Approval rates of a time by brand, country or issuer. */
export type AdminOverviewGroups = MembersOf<typeof overviewGroups>
