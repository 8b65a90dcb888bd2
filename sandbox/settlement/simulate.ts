import { csvLine } from '../../common/csv-line.ts'
import { amountText, minorDigitsOf } from '../../common/money.ts'
import {
  bookedAtMs,
  bookedPayments,
  daysLater,
  SETTLED_TYPES,
  signed,
  TILLGATE_COLUMNS,
} from '../../operations/settlement/index.ts'
import { detailsOf } from '../../server/payments/index.ts'
import type { AcquirerAccountRow, PaymentRow, Store } from '../../server/store/port.ts'

type Cells = Partial<Record<(typeof TILLGATE_COLUMNS)[number], string>>

/** What the simulated acquirer charges: parts of the amount in hundredths of a percent. */
const PARTS = { interchange: 20, scheme: 8, markup: 30 } as const
/** For each refund, in minor units of a currency with two digits. */
const REFUND_MARKUP = 10
/** For each chargeback. */
const DISPUTE_FEE = 1_500
/** On the last day of a month. */
const MONTHLY = 2_500

/** Euros for one unit, as exact decimals. Currencies that are not here are settled as they are. */
const EURO_RATES: Readonly<Record<string, string>> = {
  USD: '0.9213',
  GBP: '1.1845',
  CHF: '1.0652',
  JPY: '0.00617',
  SEK: '0.0885',
  DKK: '0.134',
  PLN: '0.2347',
}

export interface SimulatedFile {
  readonly lines: number
  /** Payments in a currency that the account does not take and that has no rate to one it takes. */
  readonly leftOut: number
  readonly payouts: readonly { readonly currency: string; readonly amount: string }[]
}

/**
 * Writes the settlement file of a day for the payments of the simulator: a line for each booking, refund
 * and chargeback, the monthly fee on the last day of the month, a payout for each currency whose lines sum to something to
 * pay, two days later. The same payments make the same file.
 */
export async function simulateFile(
  account: AcquirerAccountRow,
  day: string,
  store: Store,
  write: (line: string) => Promise<void>,
): Promise<SimulatedFile> {
  const totals = new Map<string, number>()
  const payoutReference = (currency: string) => `SIM-${day}-${currency}`
  let [lines, leftOut] = [0, 0]
  async function put(cells: Cells): Promise<void> {
    lines += 1
    await writeLine(write, { merchant_id: account.merchantId, settled_on: day, ...cells })
  }
  await write(csvLine(TILLGATE_COLUMNS, ';'))
  const wanted = { from: day, to: day, types: [...SETTLED_TYPES, 'CB', 'CR'] as const }
  for await (const payments of bookedPayments(account, wanted, store)) {
    for (const payment of payments) {
      const currency = settledIn(payment.currency, account)
      if (currency === undefined) {
        leftOut += 1
        continue
      }
      const { cells, netMinor } = lineOf(payment, currency)
      totals.set(currency, (totals.get(currency) ?? 0) + netMinor)
      const more = await chargebackCells(payment, store)
      await put({ ...cells, ...more, payout_reference: payoutReference(currency) })
    }
  }
  if (isLastOfMonth(day)) {
    const currency = account.currencies.split(',')[0] || 'EUR'
    totals.set(currency, (totals.get(currency) ?? 0) - inDigits(MONTHLY, digitsOf(currency)))
    await put({ ...monthlyLine(currency, day), payout_reference: payoutReference(currency) })
  }
  const payouts: { currency: string; amount: string }[] = []
  for (const [currency, netMinor] of totals) {
    // What is less than nothing is not paid out: the balance stays at the acquirer.
    if (netMinor <= 0) continue
    const amount = amountText(netMinor, digitsOf(currency))
    payouts.push({ currency, amount })
    await put({
      record_id: `${payoutReference(currency)}-payout`,
      record_type: 'PAYOUT',
      gross_amount: `-${amount}`,
      gross_currency: currency,
      net_amount: `-${amount}`,
      net_currency: currency,
      payout_reference: payoutReference(currency),
      paid_on: daysLater(day, 2),
      bank_reference: `SIM ${day} ${currency}`,
    })
  }
  await writeLine(write, { record_id: String(lines), record_type: 'END' })
  return { lines, leftOut, payouts }
}

function writeLine(write: (line: string) => Promise<void>, cells: Cells): Promise<void> {
  return write(
    csvLine(
      TILLGATE_COLUMNS.map((name) => cells[name] ?? ''),
      ';',
    ),
  )
}

function lineOf(
  payment: PaymentRow,
  currency: string,
): { readonly cells: Cells; readonly netMinor: number } {
  const grossMinor = signed(payment)
  const rate = payment.currency === currency ? '' : (EURO_RATES[payment.currency] ?? '')
  const settledMinor =
    rate === '' ? grossMinor : converted(grossMinor, payment.currency, currency, rate)
  const digits = digitsOf(currency)
  const { paymentType } = payment
  const isSale = grossMinor > 0 && paymentType !== 'CR'
  const part = (hundredths: number) =>
    isSale ? Math.round((settledMinor * hundredths) / 10_000) : 0
  const isRefund = grossMinor < 0 && paymentType !== 'CB'
  const interchange = part(PARTS.interchange)
  const scheme = part(PARTS.scheme)
  const markup = isRefund ? inDigits(REFUND_MARKUP, digits) : part(PARTS.markup)
  const dispute = paymentType === 'CB' ? inDigits(DISPUTE_FEE, digits) : 0
  const netMinor = settledMinor - interchange - scheme - markup - dispute
  return {
    netMinor,
    cells: {
      record_id: `SIM-${payment.id}`,
      record_type: grossMinor < 0 ? 'REFUNDED' : 'SETTLED',
      acquirer_reference: `SIM-${payment.familyId}`,
      operation_reference: `SIM-${payment.id}`,
      arn: arnOf(payment),
      payment_id: payment.id,
      payment_brand: payment.paymentBrand,
      ordered_at: new Date(bookedAtMs(payment)).toISOString().slice(0, 19).replace('T', ' '),
      gross_amount: amountText(grossMinor, digitsOf(payment.currency)),
      gross_currency: payment.currency,
      rate,
      net_amount: amountText(netMinor, digits),
      net_currency: currency,
      interchange: amountText(interchange, digits),
      scheme_fee: amountText(scheme, digits),
      markup: amountText(markup, digits),
      dispute_fee: amountText(dispute, digits),
    },
  }
}

/** 23 digits, always the same for a payment. No real acquirer has the number 000000. */
function arnOf({ id }: PaymentRow): string {
  const digits = BigInt(`0x${id.slice(-13)}`).toString()
  return `7000000${digits.padStart(16, '0')}`
}

/** What the line of a chargeback, or of its reversal, says besides: the payment, the case and the reason. */
async function chargebackCells(payment: PaymentRow, { read }: Store): Promise<Cells> {
  const { paymentType, referencedId } = payment
  if (paymentType !== 'CB' && paymentType !== 'CR') return {}
  const target = referencedId ?? ''
  const charged = paymentType === 'CB' ? target : (await read.payment(target))?.referencedId
  const { AcquirerCase, ReasonCode } = detailsOf(payment).resultDetails ?? {}
  return {
    record_type: paymentType === 'CB' ? 'CHARGEBACK' : 'CHARGEBACK REVERSAL',
    arn: '',
    payment_id: charged ?? '',
    ...(AcquirerCase === undefined ? {} : { operation_reference: AcquirerCase }),
    ...(ReasonCode === undefined ? {} : { reason_code: ReasonCode }),
  }
}

function monthlyLine(currency: string, day: string): Cells {
  const amount = amountText(inDigits(MONTHLY, digitsOf(currency)), digitsOf(currency))
  return {
    record_id: `SIM-fee-${day.slice(0, 7)}`,
    record_type: 'FEE',
    gross_currency: currency,
    net_amount: `-${amount}`,
    net_currency: currency,
    monthly_fee: amount,
    reason_text: `Monthly fee ${day.slice(0, 7)}`,
  }
}

/**
 * The currency in which a payment is settled: its own where the account takes that, euros where it takes
 * them and there is a rate.
 */
function settledIn(currency: string, { currencies }: AcquirerAccountRow): string | undefined {
  const taken = currencies === '' ? [currency] : currencies.split(',')
  if (taken.includes(currency)) return currency
  return taken.includes('EUR') && EURO_RATES[currency] !== undefined ? 'EUR' : undefined
}

/** Converts exactly, and rounds half away from zero. */
function converted(minor: number, from: string, to: string, rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scale = 10n ** BigInt(fraction.length + digitsOf(from))
  const product = BigInt(minor) * BigInt(whole + fraction) * 10n ** BigInt(digitsOf(to))
  const half = product < 0n ? -scale / 2n : scale / 2n
  return Number((product + half) / scale)
}

/** An amount of a currency with two digits in one with so many. */
function inDigits(minor: number, digits: number): number {
  return Math.round(minor * 10 ** (digits - 2))
}

function digitsOf(currency: string): number {
  return minorDigitsOf(currency) ?? 2
}

function isLastOfMonth(day: string): boolean {
  return daysLater(day, 1).endsWith('-01')
}
