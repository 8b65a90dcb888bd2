import { csvText } from '../shared/csv.ts'
import { decimalText } from './facts/currencies.ts'
import type { Modification, Payment } from './payments/types.ts'
import type { World } from './world.ts'

/** A movement of the merchant account's balance. */
export interface SettlementLine {
  readonly type:
    | 'Settled'
    | 'SettledReversed'
    | 'Refunded'
    | 'RefundedReversed'
    | 'Chargeback'
    | 'SecondChargeback'
    | 'ChargebackReversed'
    | 'MerchantPayout'
  /** Absent: a payout. */
  readonly payment?: Payment
  readonly modificationReference: string
  readonly modificationMerchantReference: string
  readonly disputeReference?: string
  readonly currency: string
  /** In minor units, negative: it leaves the merchant. */
  readonly gross: number
  readonly commission: number
  readonly bookedAtMs: number
  /** The payout that it came with. */
  batch?: number
}

interface Moved {
  readonly payment: Payment
  readonly amount: number
  /** Absent: Adyen has captured by itself. */
  readonly by?: Modification | undefined
}

/** Books what a payment brings or takes. Adyen's commission is taken of captures, and given back with none. */
export function settle(
  world: World,
  type: SettlementLine['type'],
  { payment, amount, by }: Moved,
): void {
  world.settlement.push({
    type,
    payment,
    modificationReference: by?.pspReference ?? world.newReference(),
    modificationMerchantReference: by?.reference ?? '',
    currency: payment.currency,
    gross: amount,
    commission: type === 'Settled' ? world.account.commission(amount) : 0,
    bookedAtMs: world.nowMs(),
  })
}

/** What disputes have taken or given back since it was last looked. */
function settleDisputes({ disputes, settlement, newReference, nowMs }: World): void {
  for (const { pspReference: disputeReference, payment, isBooked, amount } of disputes.values()) {
    const before = settlement.filter((line) => line.disputeReference === disputeReference)
    const sum = before.reduce((total, { gross }) => total + gross, 0)
    const gross = (isBooked ? -amount : 0) - sum
    if (gross === 0) continue
    const taken = before.length === 0 ? 'Chargeback' : 'SecondChargeback'
    settlement.push({
      type: gross < 0 ? taken : 'ChargebackReversed',
      payment,
      modificationReference: newReference(),
      modificationMerchantReference: '',
      disputeReference,
      currency: payment.currency,
      gross,
      commission: 0,
      bookedAtMs: nowMs(),
    })
  }
}

const net = ({ gross, commission }: SettlementLine) => gross - commission

/** Closes a batch with what is open in a currency, and tells that its report is there. */
export function payOut(world: World, currency: string): number | undefined {
  settleDisputes(world)
  const { settlement, account } = world
  const open = settlement.filter((line) => line.currency === currency && line.batch === undefined)
  const sum = open.reduce((total, line) => total + net(line), 0)
  if (sum <= 0) return undefined
  const batch = 1 + Math.max(0, ...settlement.map((line) => line.batch ?? 0))
  for (const line of open) line.batch = batch
  settlement.push({
    type: 'MerchantPayout',
    modificationReference: `TX${world.newReference()} batch ${batch}, ${account.merchantAccount}`,
    modificationMerchantReference: '',
    currency,
    gross: -sum,
    commission: 0,
    bookedAtMs: world.nowMs(),
    batch,
  })
  world.notifications.tell({
    eventCode: 'REPORT_AVAILABLE',
    isSuccess: true,
    pspReference: reportName(batch),
    merchantReference: '',
    amount: { value: 0, currency: 'EUR' },
    reason: `${world.url()}${REPORTS_PATH}/${account.merchantAccount}/${reportName(batch)}`,
  })
  return batch
}

/** Where reports are downloaded, by the login of the report user. */
export const REPORTS_PATH = '/reports/download/MerchantAccount'
export const EMULATED_REPORT_LOGIN = 'report@Company.EmulatedCompany:emulated-reports'

const reportName = (batch: number) => `settlement_detail_report_batch_${batch}.csv`

/** The report of one batch by its name; `undefined`: there is none. */
export function batchReport(world: World, name: string): string | undefined {
  const { settlement, account } = world
  const lines = settlement.filter(({ batch }) => batch !== undefined && reportName(batch) === name)
  if (lines.length === 0) return undefined
  return csvText(lines.map((line) => cellsOf(line, account.merchantAccount)))
}

/**
 * The settlement details report of all batches until now
 * (docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report).
 */
export function settlementReport({ settlement, account }: World): string {
  const lines = settlement.filter(({ batch }) => batch !== undefined)
  return csvText(lines.map((line) => cellsOf(line, account.merchantAccount)))
}

function cellsOf(line: SettlementLine, merchantAccount: string) {
  const { type, payment, currency, gross, commission } = line
  const isPayout = type === 'MerchantPayout'
  return {
    'Company Account': 'EmulatedCompany',
    'Merchant Account': merchantAccount,
    'Psp Reference': payment?.pspReference,
    'Merchant Reference': payment?.reference,
    'Payment Method': payment?.brand,
    'Creation Date': dateOf(payment?.createdAtMs ?? line.bookedAtMs),
    TimeZone: 'UTC',
    Type: type,
    'Modification Reference': line.modificationReference,
    'Gross Currency': isPayout ? undefined : currency,
    'Gross Debit (GC)': isPayout ? undefined : debit(gross, currency),
    'Gross Credit (GC)': isPayout ? undefined : debit(-gross, currency),
    'Exchange Rate': isPayout ? undefined : '1',
    'Net Currency': currency,
    'Net Debit (NC)': debit(net(line), currency),
    'Net Credit (NC)': debit(-net(line), currency),
    'Commission (NC)': commission === 0 ? undefined : decimalText(commission, currency),
    'Markup (NC)': undefined,
    'Scheme Fees (NC)': undefined,
    'Interchange (NC)': undefined,
    'Payment Method Variant': payment?.brand,
    'Modification Merchant Reference': line.modificationMerchantReference,
    'Batch Number': String(line.batch),
    'Booking Date': dateOf(line.bookedAtMs),
    'Booking Date TimeZone': 'UTC',
    'Dispute Reference': line.disputeReference,
  }
}

/** What a column of debits has of an amount; both columns are positive. */
const debit = (amount: number, currency: string) =>
  amount < 0 ? decimalText(-amount, currency) : undefined

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
