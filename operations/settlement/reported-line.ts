import { hash } from 'node:crypto'
import { minorDigitsOf } from '../../common/money.ts'
import { shortIdOf } from '../../server/kernel/ids.ts'
import { detailsOf } from '../../server/payments/index.ts'
import { chargebackCode } from '../../server/payments/record/index.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'
import type {
  AcquirerAccountRow,
  EntityRow,
  PaymentRow,
  SettlementBatchRow,
  SettlementFileRow,
  SettlementLineRow,
  SettlementLineType,
} from '../../server/store/port.ts'
import { rateText, twoDecimals } from './decimal.ts'
import { isChargeback } from './match-rules.ts'

/** A line with all that the reconciliation file and the reports say of it. */
export interface ReportedLine {
  readonly line: SettlementLineRow
  readonly batch: SettlementBatchRow
  readonly file: Pick<SettlementFileRow, 'format'>
  readonly account: AcquirerAccountRow
  /** The entity of the account and those above it. */
  readonly path: readonly EntityRow[]
  /** The payment that it is about, where that is only one. */
  readonly payment?: PaymentRow
  /** The dispute that has followed from it. */
  readonly disputeId?: string
  /** Payments that it matches, or that fit equally well. */
  readonly paymentIds: readonly string[]
}

/** `ReconciliationType` and `PaymentType` of the interface document. */
interface RecordType {
  readonly recordType: 'SETTLED' | 'CHARGEBACK' | 'CHARGEBACK REVERSAL' | 'FEE'
  readonly transactionType: 'DEBIT' | 'CREDIT' | 'REFUND' | 'BATCH' | 'MONTHLY'
}

/**
 * The types that are reported. Payouts, reserves and what is carried over to another payout are movements of the
 * acquirer's balance, which the document has no type for.
 */
export function recordTypeOf(
  { type }: { readonly type: SettlementLineType },
  payment?: Pick<PaymentRow, 'paymentType'>,
): RecordType | undefined {
  switch (type) {
    case 'settled':
      return { recordType: 'SETTLED', transactionType: 'DEBIT' }
    case 'refunded':
    case 'refundReversed':
      // A credit pays out without a debit before it.
      return {
        recordType: 'SETTLED',
        transactionType: payment?.paymentType === 'CD' ? 'CREDIT' : 'REFUND',
      }
    case 'chargeback':
      return { recordType: 'CHARGEBACK', transactionType: 'DEBIT' }
    case 'chargebackReversed':
      return { recordType: 'CHARGEBACK REVERSAL', transactionType: 'DEBIT' }
    case 'fee':
      return { recordType: 'FEE', transactionType: 'MONTHLY' }
    case 'cost':
    case 'correction':
    case 'other':
      return { recordType: 'FEE', transactionType: 'BATCH' }
    case 'payout':
    case 'payoutReturned':
    case 'reserve':
    case 'carried':
      return undefined
  }
}

/** A column of the reconciliation file, and its name in the reports; nothing for a column that they lack. */
export interface ReportColumn {
  readonly column: string
  readonly path: string | undefined
  readonly value: (of: ReportedLine) => string
}

/** The columns in the order and with the spelling of the interface document. */
export const RECONCILIATION_COLUMNS: readonly ReportColumn[] = [
  column('ReconciliationType', 'recordType', ({ line }) => recordTypeOf(line)?.recordType),
  column(
    'PaymentType',
    'transactionType',
    ({ line, payment }) => recordTypeOf(line, payment)?.transactionType,
  ),
  column('Cashflow', 'settlement.cashflow', ({ line }) => (line.netMinor < 0 ? 'NEG' : 'POS')),
  column(
    'ClearingInstituteMerchantId',
    'clearingInstitute.merchantId',
    (of) => of.account.merchantId,
  ),
  column('MerchantAccountId', 'merchantAccount.id', ({ account }) => account.entityId),
  column('MerchantAccountName', 'merchantAccount.name', ({ path }) => path[0]?.name.slice(0, 32)),
  column('PspId', 'pspEntityId', ({ path }) => idOf(path, 'psp')),
  column('DivisionId', 'divisionEntityId', ({ path }) => idOf(path, 'division')),
  column('MerchantId', 'merchantEntityId', ({ path }) => idOf(path, 'merchant')),
  column('SettlementTxId', 'settlement.id', ({ line }) => settlementId(line.recordId)),
  column('UniqueID', 'payment.id', ({ payment }) => payment?.id),
  column('ShortId', undefined, ({ payment }) => payment && shortIdOf(payment.id)),
  column('ConnectorTxId1', 'clearingInstitute.txId1', ({ line }) =>
    line.acquirerReference?.slice(0, 64),
  ),
  column('ConnectorTxId2', 'clearingInstitute.txId2', ({ line }) =>
    line.operationReference?.slice(0, 64),
  ),
  column('ConnectorTxId3', 'clearingInstitute.txId3', ({ batch }) => batch.reference?.slice(0, 64)),
  column('Amount', 'amount', ({ line }) => twoDecimals(...amountOf(line))),
  column('Currency', 'currency', ({ line }) => amountOf(line)[1]),
  column('Brand', 'paymentBrand', brandOf),
  column('TxRequestTime', 'presentmentDate', ({ line, batch }) =>
    timeText(line.orderedAtMs ?? batch.createdAtMs),
  ),
  column('SettlementAmount', 'settlement.amount', ({ line: { netMinor, currency } }) =>
    twoDecimals(Math.abs(netMinor), currency),
  ),
  column('SettlementCurrency', 'settlement.currency', ({ line }) => line.currency),
  column('SettlementFee', 'settlement.fee', ({ line }) => twoDecimals(feeOf(line), line.currency)),
  column('SettlementFxRate', 'settlement.fxRate', ({ line }) => fxRate(line)),
  column('SettlementDate', 'settlement.date', ({ line }) => line.settledOn),
  column('SettlementStatus', 'settlement.status', () => 'SUCCESS'),
  column('Descriptor', 'descriptor', (of) => parameterOf(of, 'descriptor')?.slice(0, 128)),
  column('AccountNumberLast4', undefined, (of) => cardLast4(of) ?? accountLast4(of)),
  column('BankCode', 'bankAccount.bankCode', (of) =>
    parameterOf(of, 'bankAccount.bankCode')?.slice(0, 12),
  ),
  column(
    'AccountHolder',
    undefined,
    (of) => cardHolder(of) ?? parameterOf(of, 'bankAccount.holder'),
  ),
  column('ReasonCode', 'result.code', ({ line }) => reasonCode(line)),
  column('ReasonDesc', 'result.description', ({ line }) => reasonText(line)?.slice(0, 128)),
  column('SettlementFileFormat', 'settlement.format', ({ file }) => file.format.slice(0, 32)),
  column('ClearingInsitituteName', 'clearingInstitute.name', ({ account }) => account.acquirer),
  column('MatchingStatus', 'matchedTransactions.status', ({ line: { matchState } }) =>
    matchState === 'NONE' ? undefined : matchState,
  ),
  column('MatchedTransactions', undefined, ({ paymentIds }) => paymentIds.join(',')),
  column('ChargebackId', 'chargebackTransaction.id', ({ disputeId }) => disputeId),
]

/** What the reports have and the file has not: under their names in the interface document. */
export const REPORT_MEMBERS: readonly Omit<ReportColumn, 'column'>[] = [
  {
    path: 'merchantTransactionId',
    value: ({ line, payment }) => payment?.merchantTransactionId ?? line.merchantReference ?? '',
  },
  { path: 'merchantInvoiceId', value: (of) => parameterOf(of, 'merchantInvoiceId') ?? '' },
  { path: 'card.last4Digits', value: (of) => cardLast4(of) ?? '' },
  { path: 'card.holder', value: (of) => cardHolder(of) ?? '' },
  { path: 'bankAccount.last4Digits', value: (of) => accountLast4(of) ?? '' },
  { path: 'bankAccount.holder', value: (of) => parameterOf(of, 'bankAccount.holder') ?? '' },
]

function column(
  name: string,
  path: string | undefined,
  value: (of: ReportedLine) => string | undefined,
): ReportColumn {
  return { column: name, path, value: (of) => value(of) ?? '' }
}

function idOf(path: readonly EntityRow[], kind: EntityRow['kind']): string | undefined {
  return path.find((entity) => entity.kind === kind)?.id
}

/** At most 64 characters (interface document, settlement.id). */
function settlementId(recordId: string): string {
  return recordId.length > 64 ? hash('sha256', recordId) : recordId
}

/** Of a fee, which has no gross amount, what it is. */
function amountOf(line: SettlementLineRow): [minor: number, currency: string] {
  const { grossMinor, grossCurrency, netMinor, currency } = line
  return grossMinor === 0 ? [Math.abs(netMinor), currency] : [Math.abs(grossMinor), grossCurrency]
}

/** All kinds of cost together. */
export function feeOf(line: SettlementLineRow): number {
  const { interchangeMinor, schemeMinor, markupMinor, disputeMinor, monthlyMinor } = line
  return interchangeMinor + schemeMinor + markupMinor + disputeMinor + monthlyMinor
}

/** The exact rate of the acquirer, or that of the two amounts, with two decimals. */
function fxRate(line: SettlementLineRow): string {
  const { rate, grossMinor, grossCurrency, netMinor, currency } = line
  if (grossCurrency === currency) return '1.00'
  if (rate !== null) return rateText(rate)
  const units = (minor: number, of: string) => minor / 10 ** (minorDigitsOf(of) ?? 2)
  const gross = units(grossMinor, grossCurrency)
  return gross === 0 ? '' : (units(netMinor + feeOf(line), currency) / gross).toFixed(2)
}

function brandOf({ payment, line }: ReportedLine): string | undefined {
  return payment?.paymentBrand ?? line.paymentBrand?.toUpperCase().slice(0, 16)
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
}

function parameterOf({ payment }: ReportedLine, name: string): string | undefined {
  return payment && detailsOf(payment).request[name]
}

function cardLast4({ payment }: ReportedLine): string | undefined {
  return payment && detailsOf(payment).card?.last4Digits
}

function cardHolder({ payment }: ReportedLine): string | undefined {
  return payment && detailsOf(payment).card?.holder?.slice(0, 128)
}

/** Account numbers are stored with their last four digits in sight. */
function accountLast4(of: ReportedLine): string | undefined {
  const number = parameterOf(of, 'bankAccount.iban') ?? parameterOf(of, 'bankAccount.number')
  return number?.slice(-4)
}

function reasonCode(line: SettlementLineRow): string | undefined {
  return isChargeback(line.type) ? chargebackCode(line.reasonCode) : undefined
}

function reasonText(line: SettlementLineRow): string | undefined {
  if (!isChargeback(line.type)) return undefined
  return line.reasonText ?? descriptionOf(chargebackCode(line.reasonCode))
}
