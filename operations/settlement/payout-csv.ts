import { csvLine, plainCell } from '../../common/csv-line.ts'
import { amountText, minorDigitsOf } from '../../common/money.ts'
import type { SettlementLineRow } from '../../server/store/port.ts'
import type { AdminListedPayout } from './answer.ts'
import { answered } from './kept-text.ts'
import type { LineOfPayments } from './payout-lines.ts'
import type { ListedPayout } from './payouts.ts'
import { FEE_KINDS, type FeeKind } from './record.ts'

type Cell = (line: LineOfPayments, of: ListedPayout) => string | null

const FEE_OF: Readonly<Record<FeeKind, (line: SettlementLineRow) => number>> = {
  interchange: ({ interchangeMinor }) => interchangeMinor,
  scheme: ({ schemeMinor }) => schemeMinor,
  markup: ({ markupMinor }) => markupMinor,
  dispute: ({ disputeMinor }) => disputeMinor,
  monthly: ({ monthlyMinor }) => monthlyMinor,
}

/** Columns in which a minus sign is one. All others may have texts of acquirers and merchants. */
const NUMBERS: ReadonlySet<string> = new Set(['gross', ...FEE_KINDS, 'net'])

/** The columns of the lines of a payout, in their order. */
const COLUMNS: readonly (readonly [string, Cell])[] = [
  ['payout', (_, { payout }) => payout.reference],
  ['paidOn', (_, { payout }) => payout.paidOn],
  ['bankReference', (_, { payout }) => payout.bankReference],
  ['account', (_, { batch }) => batch.accountId],
  ['settledOn', ({ line }) => line.settledOn],
  ['type', ({ line }) => line.type],
  ['acquirerType', ({ line }) => line.acquirerType],
  ['matchState', ({ line }) => line.matchState],
  ['paymentId', ({ payments }) => payments.map(({ id }) => id).join(' ')],
  ['payments', ({ paymentCount }) => String(paymentCount)],
  ['merchantTransactionId', ({ payments }) => payments[0]?.merchantTransactionId ?? null],
  ['merchantReference', ({ line }) => line.merchantReference],
  ['acquirerReference', ({ line }) => line.acquirerReference],
  ['arn', ({ line }) => line.arn],
  ['gross', ({ line }) => amount(line.grossMinor, line.grossCurrency)],
  ['grossCurrency', ({ line }) => line.grossCurrency],
  ...FEE_KINDS.map(
    (kind) =>
      [kind, ({ line }: LineOfPayments) => amount(FEE_OF[kind](line), line.currency)] as const,
  ),
  ['net', ({ line }) => amount(line.netMinor, line.currency)],
  ['currency', ({ line }) => line.currency],
  ['fileLine', ({ line }) => String(line.lineNumber)],
]

export const PAYOUT_CSV_HEADER = COLUMNS.map(([name]) => name).join(';')

/** A line of a payout as a line of the file, with `;`. */
export function payoutCsvLine(of: LineOfPayments, payout: ListedPayout): string {
  const masked = { ...of, line: answered(of.line) }
  const listed = { ...payout, payout: answered({ ...payout.payout }) }
  return csvLine(
    COLUMNS.map(([name, read]) => {
      const value = read(masked, listed) ?? ''
      return NUMBERS.has(name) ? value : plainCell(value)
    }),
    ';',
  )
}

function amount(minor: number, currency: string): string {
  return amountText(minor, minorDigitsOf(currency) ?? 2)
}

const AMOUNTS = [
  'gross',
  'refunds',
  'chargebacks',
  'carried',
  'other',
  'fees',
  'net',
  'earlier',
  'paid',
] as const

/** The columns of a list of payouts, in their order, under the names of the API. */
const PAYOUT_COLUMNS = [
  'settledOn',
  'state',
  'account',
  'acquirer',
  'reference',
  'currency',
  ...AMOUNTS,
  'paidOn',
  'returnedOn',
  'bankReference',
  'lines',
  'id',
] as const satisfies readonly (keyof AdminListedPayout)[]

const PAYOUT_AMOUNTS: ReadonlySet<string> = new Set(AMOUNTS)

export const PAYOUTS_CSV_HEADER = PAYOUT_COLUMNS.join(';')

/** A payout as a line of the file, with `;`. */
export function payoutsCsvLine(payout: AdminListedPayout): string {
  const cells = PAYOUT_COLUMNS.map((name) => {
    const value = String(payout[name] ?? '')
    return PAYOUT_AMOUNTS.has(name) ? value : plainCell(value)
  })
  return csvLine(cells, ';')
}
