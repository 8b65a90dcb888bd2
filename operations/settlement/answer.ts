import { Type } from 'typebox'
import {
  answer,
  count,
  id,
  type MembersOf,
  moment,
  type Shown,
  text,
  word,
} from '../../server/http/described-answer.ts'

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })

const money = { amount: text(), currency: text() }

const fileMembers = {
  id: id('Names the file.'),
  account: text('The account at the acquirer: merchantId@connector.'),
  name: text('As it was called.'),
  fileFormat: text(),
  state: word(
    ['importing', 'imported', 'removed'],
    'importing: under way, or interrupted. removed: given up.',
  ),
  settledFrom: Type.Optional(day('The first settlement date of its lines.')),
  settledTo: Type.Optional(day('The last one.')),
  importedAt: moment('When it was last changed, UTC.'),
  counts: Type.Object({
    lines: count('All lines.'),
    repeated: count('Lines that earlier files had.'),
    matched: count('New lines that matched one payment when it was imported.'),
    severalMatches: count('Several fitted equally well.'),
    notMatched: count('None.'),
    flagged: count('A person should look at them.'),
  }),
}

const file = Type.Object(fileMembers)

export type AdminSettlementFile = Shown<typeof file>

const payout = Type.Object({
  id: text('Names the payout in `/admin/v1/settlement/payouts/{id}`.'),
  reference: Type.Optional(text('The acquirer’s number of the payout.')),
  settledOn: day('Of the payout, else the last settlement date of its lines.'),
  currency: text(),
  net: text('What its new lines sum to, without costs.'),
  fees: text('Their costs.'),
  paid: Type.Optional(text('What is paid out; absent: nothing yet, or an earlier file tells it.')),
  paidOn: Type.Optional(day('When it reaches the bank.')),
  bankReference: Type.Optional(text()),
  lines: count('New lines of it.'),
  unbalanced: Type.Boolean({ description: 'Its lines sum to something else.' }),
})

export type AdminPayout = Shown<typeof payout>

const booked = Type.Object({
  paymentId: id('Of the payment.'),
  paymentType: text(),
  amount: text(),
  currency: text(),
  bookedAt: moment('When it moved its amount, UTC.'),
})

/** A payment in a list of the status. */
export type AdminBookedPayment = Shown<typeof booked>

const sumOf = (description = '') =>
  Type.Object(
    { amount: text('With a minus sign: more was paid back.'), count: count('Payments.') },
    description === '' ? {} : { description },
  )
const sum = sumOf()

/** An amount with how many payments or lines it is of. */
export type AdminSettlementSum = Shown<typeof sum>

export const importAnswer = answer(
  'SettlementImportAnswer',
  {
    ...fileMembers,
    repeated: Type.Boolean({ description: 'It was imported before.' }),
    otherMerchants: Type.Optional(
      Type.Array(
        Type.Object({
          merchantId: text('As the file names it; the last one may be `others`.'),
          lines: count('Lines of it.'),
        }),
        {
          description:
            'Other merchants of the company whose lines were passed over, at most 21: import the file for their accounts, too.',
        },
      ),
    ),
  },
  'A settlement file that is imported.',
)

export type AdminSettlementImport = MembersOf<typeof importAnswer>

const fault = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'Of the file; its header is line 1.' }),
  column: Type.Optional(text('As the file names it.')),
  message: text(),
})

/** A line of a file that is wrong; the file is not booked then. */
export type AdminFileFault = Shown<typeof fault>

export const faultsAnswer = answer(
  'SettlementFaultsAnswer',
  {
    faults: Type.Array(fault, { description: 'The first 20.' }),
    faultCount: count('All of them.'),
  },
  'Why nothing of a settlement file was booked.',
)

export const filesAnswer = answer(
  'SettlementFilesAnswer',
  { files: Type.Array(file) },
  'The settlement files of an account, newest first.',
)

export const fileAnswer = answer(
  'SettlementFileAnswer',
  { ...fileMembers, payouts: Type.Array(payout) },
  'A settlement file with its payouts.',
)

/** At most the first 1,000 payouts. */
export type AdminSettlementFileDetails = MembersOf<typeof fileAnswer>

const openLine = Type.Object({
  id: text('Its place: names the line.'),
  state: word(
    ['NONE', 'NOT_MATCHED', 'MATCHED', 'MULTIPLE_MATCHES'],
    'Whether it matches a payment.',
  ),
  flag: Type.Optional(text('What a person should look at.')),
  type: text('What it reports.'),
  acquirerType: text('The acquirer’s word for it.'),
  amount: text('In the currency of the payment; with a minus sign: money that is taken.'),
  currency: text(),
  settledOn: day('In the acquirer’s time zone.'),
  acquirerReference: Type.Optional(text()),
  merchantReference: Type.Optional(text()),
  candidates: Type.Array(id('The id of a payment.'), {
    description: 'Payments that fit equally well.',
  }),
})

/** A line that waits for a person. */
export type AdminOpenLine = Shown<typeof openLine>

export const openAnswer = answer(
  'OpenSettlementLinesAnswer',
  { lines: Type.Array(openLine) },
  'Settlement lines that wait for a person.',
)

export const matchAnswer = answer(
  'SettlementMatchAnswer',
  {
    id: text('The place of the line.'),
    state: word(['NOT_MATCHED', 'MATCHED']),
    paymentIds: Type.Array(text(), { description: 'What it is about now.' }),
  },
  'What a settlement line is about.',
)

export const differenceAnswer = answer(
  'SettlementDifferenceAnswer',
  {
    line: Type.Object(money),
    payments: Type.Object(money),
    difference: Type.Optional(Type.Object(money)),
  },
  'Why a line was not matched: its amount is not that of its payments. `payments` is what no other line is about; without `difference` the currencies differ.',
)

/** Why a line was not matched: its amount is not that of its payments. */
export type AdminMatchDifference = MembersOf<typeof differenceAnswer>

const account = Type.Object({
  id: text('merchantId@connector.'),
  acquirer: text('The name of the acquirer.'),
  entityId: id('The entity that it belongs to.'),
})

/** An account at an acquirer. */
export type AdminAcquirerAccount = Shown<typeof account>

export const accountsAnswer = answer(
  'AcquirerAccountsAnswer',
  { accounts: Type.Array(account) },
  'Accounts at acquirers.',
)

const missingPayout = Type.Object({
  channel: Type.Object({ id: id('Names the entity.'), name: text() }),
  day: day('On which the payments were booked, UTC.'),
  currency: text(),
  amount: text('Bookings less refunds; with a minus sign: more was paid back.'),
  count: count('Payments.'),
  settledCount: count('Those of them that a file has settled, without a payout.'),
  expectedUntil: day('The last day on which it is usual, UTC.'),
  late: Type.Boolean({ description: 'That day is over: somebody should look for the money.' }),
  carriedOver: Type.Boolean({
    description:
      'There is nothing to pay out, so nothing is late: what the merchant owes is taken out of a later payout.',
  }),
  payments: Type.Array(booked, { description: 'The oldest, at most 20.' }),
})

/** Payments of a channel, day and currency that no payout holds. */
export type AdminMissingPayout = Shown<typeof missingPayout>

export const statusAnswer = answer(
  'SettlementStatusAnswer',
  {
    days: Type.Array(
      Type.Object({
        day: day('UTC.'),
        currency: text(),
        captured: sum,
        settled: sum,
        missing: sum,
        expectedUntil: day('The last day on which it is usual, UTC.'),
        late: Type.Boolean({
          description: 'That day is over: somebody should look for the money.',
        }),
        above: sumOf('What was settled more than was booked, of payments with more.'),
        below: sumOf('What was settled less than was booked, of payments with less.'),
        ofEarlierDays: sumOf(
          'Of `captured`: payments that were made on earlier days and whose outcome was told on this one.',
        ),
        reversedLater: sumOf(
          'What was booked on this day and reversed on a later one. `captured` does not have it any more.',
        ),
        changedAt: Type.Optional(
          moment(
            'When a payment of it was last reversed after the end of the day, or a line of a file about one was last matched after `expectedUntil`. Absent: never.',
          ),
        ),
      }),
      { description: 'By day (UTC) and currency.' },
    ),
    matchedAnewAt: Type.Optional(
      moment(
        'When lines of the account were last matched anew, or unmatched, after their import, or its usual days were changed: any day may have changed then. Absent: never.',
      ),
    ),
    unpaid: Type.Array(Type.Object(money), {
      description:
        'Settled in these days and not paid out; a payout counts from the day on which it reaches the bank.',
    }),
    missingPayouts: Type.Array(missingPayout, {
      description:
        'Payments that no payout holds, by channel, day and currency: the oldest 100. A payout that is not late may come still.',
    }),
    missingPayoutCount: count('All of them.'),
    missing: Type.Array(booked, {
      description: 'The oldest payments that files should have settled and have not, at most 20.',
    }),
    expected: Type.Array(booked, {
      description: 'The oldest payments that files need not have settled yet, at most 20.',
    }),
    different: Type.Array(
      Type.Object({
        ...booked.properties,
        settled: text('What files have settled of it; negative: money went the other way.'),
      }),
      { description: 'The oldest payments that were settled with another amount, at most 20.' },
    ),
    unfiled: Type.Array(booked, {
      description:
        'The oldest chargebacks (CB) and reversals of them (CR) that stand in no file, at most 20.',
    }),
    unfiledCount: count('Chargebacks and reversals that stand in no file.'),
  },
  'What was captured, settled and paid out, and what is missing.',
)

/** What was captured, settled and paid out, and what is missing. */
export type AdminSettlementStatus = MembersOf<typeof statusAnswer>

const fee = Type.Object({
  kind: word(
    ['interchange', 'scheme', 'markup', 'dispute', 'monthly'],
    'markup: the acquirer’s own part, or all of it.',
  ),
  amount: text('With a minus sign: given back.'),
})

/** A cost that an acquirer has kept, with its kind. */
export type AdminSettlementFee = Shown<typeof fee>

const settled = Type.Object({
  id: text('The place of the line.'),
  paymentId: id('The payment of the family that it is about.'),
  type: text('What it reports.'),
  acquirerType: text('The acquirer’s word for it.'),
  amount: text('The payment’s part of it; with a minus sign: money that is taken.'),
  currency: text('Of the payment.'),
  net: text('What the balance at the acquirer changes by: of the whole line.'),
  netCurrency: text('Of net and costs.'),
  fees: Type.Array(fee, { description: 'What was kept, of the whole line.' }),
  rate: Type.Optional(text('Net currency for one unit of the payment’s currency.')),
  payments: Type.Integer({ minimum: 1, description: 'Payments that the line is about.' }),
  settledOn: day('In the acquirer’s time zone.'),
  account: text('merchantId@connector.'),
  acquirer: text('The name of the acquirer.'),
  acquirerReference: Type.Optional(text('The acquirer’s id of the payment.')),
  operationReference: Type.Optional(text('The acquirer’s id of the operation on it.')),
  arn: Type.Optional(
    text('The acquirer reference number: 23 digits, known to the shopper’s bank.'),
  ),
  isPaidOut: Type.Boolean({
    description: 'A file says that it is paid out, and the day of the payout has come.',
  }),
  payoutReference: Type.Optional(text('The acquirer’s number of the payout.')),
  paidOn: Type.Optional(day('When the payout reaches the bank.')),
  returnedOn: Type.Optional(day('When the bank has sent back what was paid out before.')),
  bankReference: Type.Optional(text()),
  fileId: Type.Optional(id('Of the settlement file, for those who may read all of it.')),
  payoutId: Type.Optional(text('Of the payout that it is in, for those who may read all of it.')),
})

const listedPayout = Type.Object({
  id: text('Names it.'),
  account: text('merchantId@connector.'),
  acquirer: text('The name of the acquirer.'),
  fileId: id('Of the settlement file that tells it.'),
  reference: Type.Optional(text('The acquirer’s number of the payout.')),
  state: word(
    ['paid', 'announced', 'waiting', 'carriedOver', 'returned'],
    'announced: a file tells a day that has not come. waiting: no file tells yet that it is paid out. carriedOver: there is nothing to pay out, and what the merchant owes is taken out of a later payout. returned: the bank has sent it back.',
  ),
  settledOn: day('Of the payout, else the last settlement date of its lines.'),
  currency: text('In which it is paid out.'),
  gross: text('Captured, in that currency, before costs.'),
  refunds: text('With a minus sign: given back.'),
  chargebacks: text('With a minus sign: charged back.'),
  carried: text(
    'What an earlier payout has left; with a minus sign: what this one leaves for a later one.',
  ),
  other: text('Reserves, corrections, returned payouts and records of unknown type.'),
  fees: text('Costs that were kept back.'),
  net: text('The five amounts before without the fees.'),
  earlier: Type.Optional(
    text('Lines that earlier files had booked without the number of this payout: added to net.'),
  ),
  paid: Type.Optional(text('What this file says is paid out.')),
  paidOn: Type.Optional(day('When it reaches the bank.')),
  returnedOn: Type.Optional(day('When the bank has sent it back.')),
  bankReference: Type.Optional(text()),
  lines: count('Lines of it.'),
  unbalanced: Type.Boolean({ description: 'Its lines sum to something else than is paid out.' }),
})

/** A payout as lists show it. */
export type AdminListedPayout = Shown<typeof listedPayout>

export const payoutsAnswer = answer(
  'SettlementPayoutsAnswer',
  {
    payouts: Type.Array(listedPayout, { description: 'The newest first.' }),
    emptyFiles: Type.Array(file, {
      description:
        'Of the newest 100 files of each account those that have booked nothing, such as the file of a day without bookings; on the first page only.',
    }),
    cursor: Type.Optional(text('There are more: send it for them.')),
  },
  'Payouts of an entity.',
)

export type AdminPayouts = MembersOf<typeof payoutsAnswer>

export const payoutAnswer = answer(
  'SettlementPayoutAnswer',
  {
    payout: listedPayout,
    fileName: text('As the settlement file was called.'),
    parts: Type.Array(
      Type.Object({
        id: text('Names the part.'),
        fileId: id('Of its file.'),
        net: text(),
        lines: count('Lines of it.'),
      }),
      { description: 'What other files tell of the same payout, at most 20.' },
    ),
  },
  'A payout.',
)

export type AdminPayoutDetails = MembersOf<typeof payoutAnswer>

const settlementLine = Type.Object({
  id: text('The place of the line.'),
  payoutId: text('The payout that it is in.'),
  fileId: id('Of the settlement file.'),
  lineNumber: Type.Integer({ minimum: 1, description: 'Of the file; its header is line 1.' }),
  type: text('What it reports.'),
  acquirerType: text('The acquirer’s word for it.'),
  state: word(
    ['NONE', 'NOT_MATCHED', 'MATCHED', 'MULTIPLE_MATCHES'],
    'Whether it matches a payment.',
  ),
  flag: Type.Optional(text('What a person should look at.')),
  gross: text('In the currency of the payment; with a minus sign: money that is taken.'),
  grossCurrency: text(),
  fees: Type.Array(fee, { description: 'What was kept.' }),
  net: text('What the balance at the acquirer changes by.'),
  currency: text('Of net and costs.'),
  settledOn: day('In the acquirer’s time zone.'),
  acquirerReference: Type.Optional(text('The acquirer’s id of the payment.')),
  merchantReference: Type.Optional(text('The reference that was sent to the acquirer.')),
  arn: Type.Optional(text('The acquirer reference number.')),
  payments: Type.Array(
    Type.Object({
      id: id('Of the payment.'),
      paymentType: text(),
      merchantTransactionId: Type.Optional(text()),
    }),
    { description: 'Payments that it is about, at most 20.' },
  ),
  paymentCount: count('All of them.'),
})

/** A line of a settlement file. */
export type AdminSettlementLine = Shown<typeof settlementLine>

export const linesAnswer = answer(
  'SettlementLinesAnswer',
  {
    lines: Type.Array(settlementLine, { description: 'In the order of the file.' }),
    afterLine: Type.Optional(text('There are more: send it for them.')),
  },
  'Lines of a settlement file.',
)

export type AdminSettlementLines = MembersOf<typeof linesAnswer>

export const linesExport = answer(
  'SettlementLinesExport',
  {
    header: text('The first line of the CSV file.'),
    lines: Type.Array(text(), { description: 'Its next lines.' }),
    cursor: Type.Optional(text('There are more: send it for them.')),
  },
  'A part of payouts, or of the lines of one, as CSV.',
)

/** A line of a settlement file about a payment of the family. */
export type AdminPaymentSettlement = Shown<typeof settled>

export const paymentAnswer = answer(
  'PaymentSettlementAnswer',
  { settlement: Type.Array(settled, { description: 'Oldest first.' }) },
  'What settlement files say of a payment and its family.',
)

export const reconciliationAnswer = answer(
  'ReconciliationPart',
  {
    header: text('The first line of the file.'),
    lines: Type.Array(text(), { description: 'The next lines of the file.' }),
    afterLine: Type.Optional(text('There are more: send it for them.')),
  },
  'A part of the reconciliation file of a day.',
)
