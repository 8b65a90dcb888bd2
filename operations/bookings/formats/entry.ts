import type { AdminBooking } from '../answer.ts'

/** A movement on the account that the merchant has at its acquirer. */
export interface Entry {
  readonly kind: EntryKind
  /** In the decimals of the currency; with a minus sign: taken from the merchant. */
  readonly amount: string
  readonly currency: string
  /** What the acquirer has settled of it in another currency. */
  readonly settled?: { readonly amount: string; readonly currency: string }
  readonly booking: AdminBooking
  /** It undoes an earlier one. */
  readonly isReversal: boolean
}

export type EntryKind = 'sale' | 'refund' | 'chargeback' | 'fee' | 'payout' | 'other'

const KINDS: Readonly<Record<AdminBooking['booking'], EntryKind>> = {
  debit: 'sale',
  capture: 'sale',
  credit: 'refund',
  refund: 'refund',
  reversal: 'refund',
  chargeback: 'chargeback',
  chargebackReversal: 'chargeback',
  failure: 'sale',
  fee: 'fee',
  payout: 'payout',
  settlement: 'other',
}

const REVERSALS: ReadonlySet<AdminBooking['booking']> = new Set([
  'reversal',
  'chargebackReversal',
  'failure',
])

/** What is carried from one payout to the next stays where it is. */
const CARRIED = 'carried'

/**
 * The movements of a booking: what it moves, and what is kept of that. A chargeback that a file tells of a payment is
 * booked by the chargeback itself.
 */
export function entriesOf(booking: AdminBooking): readonly Entry[] {
  const { fee, settledCurrency = '' } = booking
  const own = movedBy(booking)
  const costs: readonly Entry[] =
    fee === undefined || isNothing(fee)
      ? []
      : [
          {
            kind: 'fee',
            amount: negated(fee),
            currency: settledCurrency,
            booking,
            isReversal: false,
          },
        ]
  return [...own, ...costs]
}

function movedBy(booking: AdminBooking): readonly Entry[] {
  const { amount, currency = '', gross, settledCurrency = '' } = booking
  const isReversal = REVERSALS.has(booking.booking)
  const kind = kindOf(booking)
  if (amount !== undefined) {
    const isOther = gross !== undefined && settledCurrency !== currency
    const settled = isOther ? { settled: { amount: gross, currency: settledCurrency } } : {}
    return [{ kind, amount, currency, ...settled, booking, isReversal }]
  }
  if (gross === undefined || isNothing(gross) || isBookedElsewhere(booking)) return []
  return [{ kind, amount: gross, currency: settledCurrency, booking, isReversal }]
}

function kindOf({ booking, lineType }: AdminBooking): EntryKind {
  if (booking !== 'settlement') return KINDS[booking]
  if (lineType === 'payoutReturned') return 'payout'
  return lineType?.startsWith('chargeback') === true ? 'chargeback' : KINDS[booking]
}

/** Whether what a line of a file moves is booked by something else: it is not to be counted twice. */
export function isBookedElsewhere({ booking, lineType, paymentId }: AdminBooking): boolean {
  if (booking !== 'settlement') return false
  if (lineType === CARRIED) return true
  return lineType?.startsWith('chargeback') === true && paymentId !== undefined
}

function isNothing(amount: string): boolean {
  return /^-?[0.]+$/.test(amount)
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/** The amount without its sign, and whether it is taken from the merchant. */
export function signed(amount: string): { readonly size: string; readonly isTaken: boolean } {
  const isTaken = amount.startsWith('-')
  return { size: isTaken ? amount.slice(1) : amount, isTaken }
}

/** What an entry is in the currency of the books; `undefined`: nobody has converted it yet. */
export function inBooks(entry: Entry, currency: string): string | undefined {
  if (entry.currency === currency) return entry.amount
  return entry.settled?.currency === currency ? entry.settled.amount : undefined
}

/** One line about an entry, for people who read accounts. */
export function textOfEntry({ kind, booking, amount, currency, settled }: Entry): string {
  const { paymentBrand, last4, merchantTransactionId, lineType, booking: what } = booking
  const parts = [
    kind === 'fee' ? 'fee' : what === 'settlement' ? lineType : what,
    paymentBrand,
    last4,
    merchantTransactionId,
    settled === undefined ? undefined : `${amount} ${currency}`,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}
