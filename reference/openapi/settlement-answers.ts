import { answer, at, described, ID, text } from './answer-parts.ts'
import type { JsonSchema } from './json-schema.ts'

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description })
const day = (description: string): JsonSchema =>
  described(description, { pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const file = {
  id: described('Names the file.', { pattern: ID }),
  account: described('The account at the acquirer: merchantId@connector.'),
  name: described('As it was called.'),
  fileFormat: text,
  state: described('importing: under way, or interrupted. removed: given up.', {
    enum: ['importing', 'imported', 'removed'],
  }),
  settledFrom: day('The first settlement date of its lines.'),
  settledTo: day('The last one.'),
  importedAt: described('When it was last changed, UTC.', at),
  counts: {
    type: 'object',
    properties: {
      lines: count('All lines.'),
      repeated: count('Lines that earlier files had.'),
      matched: count('New lines that matched one payment when it was imported.'),
      severalMatches: count('Several fitted equally well.'),
      notMatched: count('None.'),
      flagged: count('A person should look at them.'),
    },
    required: ['lines', 'repeated', 'matched', 'severalMatches', 'notMatched', 'flagged'],
  },
} as const satisfies Readonly<Record<string, JsonSchema>>

const REQUIRED = ['id', 'account', 'name', 'fileFormat', 'state', 'importedAt', 'counts']

const payout: JsonSchema = {
  type: 'object',
  properties: {
    reference: described('The acquirer’s number of the payout.'),
    settledOn: day('Of the payout, else the last settlement date of its lines.'),
    currency: text,
    net: described('What its new lines sum to, without costs.'),
    fees: described('Their costs.'),
    paid: described('What is paid out; absent: nothing yet, or an earlier file tells it.'),
    paidOn: day('When it reaches the bank.'),
    bankReference: text,
    lines: count('New lines of it.'),
    unbalanced: { type: 'boolean', description: 'Its lines sum to something else.' },
  },
  required: ['settledOn', 'currency', 'net', 'fees', 'lines', 'unbalanced'],
}

const openLine: JsonSchema = {
  type: 'object',
  properties: {
    id: described('Its place: names the line.'),
    state: described('Whether it matches a payment.', {
      enum: ['NONE', 'NOT_MATCHED', 'MATCHED', 'MULTIPLE_MATCHES'],
    }),
    flag: described('What a person should look at.'),
    type: described('What it reports.'),
    acquirerType: described('The acquirer’s word for it.'),
    amount: described('In the currency of the payment; with a minus sign: money that is taken.'),
    currency: text,
    settledOn: day('In the acquirer’s time zone.'),
    acquirerReference: text,
    merchantReference: text,
    candidates: {
      type: 'array',
      items: described('The id of a payment.', { pattern: ID }),
      description: 'Payments that fit equally well.',
    },
  },
  required: [
    'id',
    'state',
    'type',
    'acquirerType',
    'amount',
    'currency',
    'settledOn',
    'candidates',
  ],
}

const fault: JsonSchema = {
  type: 'object',
  properties: {
    line: { type: 'integer', minimum: 1, description: 'Of the file; its header is line 1.' },
    column: described('As the file names it.'),
    message: text,
  },
  required: ['line', 'message'],
}

const acquirerAccount: JsonSchema = {
  type: 'object',
  properties: {
    id: described('merchantId@connector.'),
    acquirer: described('The name of the acquirer.'),
    entityId: described('The entity that it belongs to.', { pattern: ID }),
  },
  required: ['id', 'acquirer', 'entityId'],
}

const money: JsonSchema = {
  type: 'object',
  properties: { currency: text, amount: text },
  required: ['currency', 'amount'],
}

const sum: JsonSchema = {
  type: 'object',
  properties: {
    amount: described('With a minus sign: more was paid back.'),
    count: count('Payments.'),
  },
  required: ['amount', 'count'],
}

const expectation = {
  expectedUntil: day('The last day on which it is usual, UTC.'),
  late: { type: 'boolean', description: 'That day is over: somebody should look for the money.' },
} as const satisfies Readonly<Record<string, JsonSchema>>

const statusDay: JsonSchema = {
  type: 'object',
  properties: {
    day: day('UTC.'),
    currency: text,
    captured: sum,
    settled: sum,
    missing: sum,
    ...expectation,
    above: {
      ...sum,
      description: 'What was settled more than was booked, of payments with more.',
    },
    below: {
      ...sum,
      description: 'What was settled less than was booked, of payments with less.',
    },
    ofEarlierDays: {
      ...sum,
      description:
        'Of `captured`: payments that were made on earlier days and whose outcome was told on this one.',
    },
    reversedLater: {
      ...sum,
      description:
        'What was booked on this day and reversed on a later one. `captured` does not have it any more.',
    },
    changedAt: described(
      'When a payment of it was last reversed after the end of the day, or a line of a file about one was last matched after `expectedUntil`. Absent: never.',
      at,
    ),
  },
  required: [
    'day',
    'currency',
    'captured',
    'settled',
    'missing',
    'expectedUntil',
    'late',
    'above',
    'below',
    'ofEarlierDays',
    'reversedLater',
  ],
}

const bookedMembers = {
  paymentId: described('Of the payment.', { pattern: ID }),
  paymentType: text,
  amount: text,
  currency: text,
  bookedAt: described('When it moved its amount, UTC.', at),
}

const BOOKED_REQUIRED = ['paymentId', 'paymentType', 'amount', 'currency', 'bookedAt']

const bookedPayment: JsonSchema = {
  type: 'object',
  properties: bookedMembers,
  required: BOOKED_REQUIRED,
}

const missingPayout: JsonSchema = {
  type: 'object',
  properties: {
    channel: {
      type: 'object',
      properties: { id: described('Names the entity.', { pattern: ID }), name: text },
      required: ['id', 'name'],
    },
    day: day('On which the payments were booked, UTC.'),
    currency: text,
    amount: described('Bookings less refunds; with a minus sign: more was paid back.'),
    count: count('Payments.'),
    settledCount: count('Those of them that a file has settled, without a payout.'),
    ...expectation,
    payments: { type: 'array', items: bookedPayment, description: 'The oldest, at most 20.' },
  },
  required: [
    'channel',
    'day',
    'currency',
    'amount',
    'count',
    'settledCount',
    'expectedUntil',
    'late',
    'payments',
  ],
}

const differentPayment: JsonSchema = {
  type: 'object',
  properties: {
    ...bookedMembers,
    settled: described('What files have settled of it; negative: money went the other way.'),
  },
  required: [...BOOKED_REQUIRED, 'settled'],
}

const paymentSettlement: JsonSchema = {
  type: 'object',
  properties: {
    id: described('The place of the line.'),
    paymentId: described('The payment of the family that it is about.', { pattern: ID }),
    type: described('What it reports.'),
    acquirerType: described('The acquirer’s word for it.'),
    amount: described('The payment’s part of it; with a minus sign: money that is taken.'),
    currency: described('Of the payment.'),
    net: described('What the balance at the acquirer changes by: of the whole line.'),
    netCurrency: described('Of net and costs.'),
    fees: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: described('markup: the acquirer’s own part, or all of it.', {
            enum: ['interchange', 'scheme', 'markup', 'dispute', 'monthly'],
          }),
          amount: described('With a minus sign: given back.'),
        },
        required: ['kind', 'amount'],
      },
      description: 'What was kept, of the whole line.',
    },
    rate: described('Net currency for one unit of the payment’s currency.'),
    payments: { type: 'integer', minimum: 1, description: 'Payments that the line is about.' },
    settledOn: day('In the acquirer’s time zone.'),
    account: described('merchantId@connector.'),
    acquirer: described('The name of the acquirer.'),
    acquirerReference: described('The acquirer’s id of the payment.'),
    operationReference: described('The acquirer’s id of the operation on it.'),
    arn: described('The acquirer reference number: 23 digits, known to the shopper’s bank.'),
    isPaidOut: { type: 'boolean', description: 'A file says that it was paid out.' },
    payoutReference: described('The acquirer’s number of the payout.'),
    paidOn: day('When the payout reaches the bank.'),
    bankReference: text,
    fileId: described('Of the settlement file, for those who may read all of it.', {
      pattern: ID,
    }),
  },
  required: [
    'id',
    'paymentId',
    'type',
    'acquirerType',
    'amount',
    'currency',
    'net',
    'netCurrency',
    'fees',
    'payments',
    'settledOn',
    'account',
    'acquirer',
    'isPaidOut',
  ],
}

/** Answers about settlement files, by the names of their schemas. */
export const settlementAnswers: Readonly<Record<string, JsonSchema>> = {
  SettlementImportAnswer: answer(
    {
      ...file,
      repeated: { type: 'boolean', description: 'It was imported before.' },
      otherMerchants: {
        type: 'array',
        description:
          'Other merchants of the company whose lines were passed over, at most 21: import the file for their accounts, too.',
        items: {
          type: 'object',
          properties: {
            merchantId: described('As the file names it; the last one may be `others`.'),
            lines: count('Lines of it.'),
          },
          required: ['merchantId', 'lines'],
        },
      },
    },
    [...REQUIRED, 'repeated'],
    'A settlement file that is imported.',
  ),
  ReconciliationPart: answer(
    {
      header: described('The first line of the file.'),
      lines: { type: 'array', items: text, description: 'The next lines of the file.' },
      afterLine: described('There are more: send it for them.'),
    },
    ['header', 'lines'],
    'A part of the reconciliation file of a day.',
  ),
  SettlementFaultsAnswer: answer(
    {
      faults: { type: 'array', items: fault, description: 'The first 20.' },
      faultCount: count('All of them.'),
    },
    ['faults', 'faultCount'],
    'Why nothing of a settlement file was booked.',
  ),
  SettlementFilesAnswer: answer(
    {
      files: { type: 'array', items: { type: 'object', properties: file, required: REQUIRED } },
    },
    ['files'],
    'The settlement files of an account, newest first.',
  ),
  SettlementFileAnswer: answer(
    { ...file, payouts: { type: 'array', items: payout } },
    [...REQUIRED, 'payouts'],
    'A settlement file with its payouts.',
  ),
  OpenSettlementLinesAnswer: answer(
    { lines: { type: 'array', items: openLine } },
    ['lines'],
    'Settlement lines that wait for a person.',
  ),
  PaymentSettlementAnswer: answer(
    { settlement: { type: 'array', items: paymentSettlement, description: 'Oldest first.' } },
    ['settlement'],
    'What settlement files say of a payment and its family.',
  ),
  AcquirerAccountsAnswer: answer(
    { accounts: { type: 'array', items: acquirerAccount } },
    ['accounts'],
    'Accounts at acquirers.',
  ),
  SettlementStatusAnswer: answer(
    {
      days: { type: 'array', items: statusDay, description: 'By day (UTC) and currency.' },
      matchedAnewAt: described(
        'When lines of the account were last matched anew, or unmatched, after their import, or its usual days were changed: any day may have changed then. Absent: never.',
        at,
      ),
      unpaid: {
        type: 'array',
        items: money,
        description: 'Settled in these days and not paid out.',
      },
      missingPayouts: {
        type: 'array',
        items: missingPayout,
        description:
          'Payments that no payout holds, by channel, day and currency: the oldest 100. A payout that is not late may come still.',
      },
      missingPayoutCount: count('All of them.'),
      missing: {
        type: 'array',
        items: bookedPayment,
        description: 'The oldest payments that files should have settled and have not, at most 20.',
      },
      expected: {
        type: 'array',
        items: bookedPayment,
        description: 'The oldest payments that files need not have settled yet, at most 20.',
      },
      different: {
        type: 'array',
        items: differentPayment,
        description: 'The oldest payments that were settled with another amount, at most 20.',
      },
      unfiled: {
        type: 'array',
        items: bookedPayment,
        description:
          'The oldest chargebacks (CB) and reversals of them (CR) that stand in no file, at most 20.',
      },
      unfiledCount: count('Chargebacks and reversals that stand in no file.'),
    },
    [
      'days',
      'unpaid',
      'missingPayouts',
      'missingPayoutCount',
      'missing',
      'expected',
      'different',
      'unfiled',
      'unfiledCount',
    ],
    'What was captured, settled and paid out, and what is missing.',
  ),
  SettlementDifferenceAnswer: answer(
    { line: money, payments: money, difference: money },
    ['line', 'payments'],
    'Why a line was not matched: its amount is not that of its payments. `payments` is what no other line is about; without `difference` the currencies differ.',
  ),
  SettlementMatchAnswer: answer(
    {
      id: described('The place of the line.'),
      state: { enum: ['NOT_MATCHED', 'MATCHED'] },
      paymentIds: { type: 'array', items: text, description: 'What it is about now.' },
    },
    ['id', 'state', 'paymentIds'],
    'What a settlement line is about.',
  ),
}
