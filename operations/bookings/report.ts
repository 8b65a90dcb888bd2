import { minorDigitsOf } from '../../common/money.ts'
import type { ListPlace, Store } from '../../server/store/port.ts'
import type { AdminBooking } from './answer.ts'
import { amountIn } from './booking.ts'
import { type BookingsAsked, type BookingsPlace, bookingsPart } from './bookings.ts'
import { isBookedElsewhere } from './formats/entry.ts'
import { Merchants } from './merchants.ts'
import { Shops } from './shops.ts'

/** What is summed of one merchant, currency and brand, in minor units. */
interface Sums {
  /** Payments of shoppers: debits, captures and rebills. */
  count: number
  /** Held by preauthorisations, and charged at once. */
  authorised: number
  captured: number
  refunded: number
  chargedBack: number
  fees: number
  /** Lines of files that are none of these, such as a correction or a reserve. */
  other: number
  paidOut: number
  /** Of the payments, what no payout holds. */
  open: number
}

/** One line of a report: amounts with the decimals of the currency. */
export interface ReportLine {
  readonly merchantId: string
  readonly merchant: string
  readonly currency: string
  /** Empty of what is about no payment. */
  readonly brand: string
  readonly count: number
  readonly authorised: string
  readonly captured: string
  readonly refunded: string
  readonly chargedBack: string
  readonly fees: string
  readonly other: string
  readonly net: string
  readonly paidOut: string
  readonly open: string
}

/** Where a report goes on: among bookings, or among holds. */
export type ReportPlace = BookingsPlace | { readonly of: 'holds'; readonly after?: ListPlace }

/** The sums of a part of a report: those of all its parts are added up. */
export interface ReportPart {
  readonly lines: readonly ReportLine[]
  readonly rowsRead: number
  readonly next?: ReportPlace
}

/** Holds that one request looks at. */
const HOLDS_AT_ONCE = 1_000

/** Sums the bookings of a time, and what was held in it, from a place on. */
export async function reportPart(
  asked: BookingsAsked,
  place: ReportPlace,
  store: Store,
): Promise<ReportPart> {
  const merchants = new Merchants(store)
  const sums = new ReportSums()
  if (place.of === 'holds') return holdsPart(asked, place, { merchants, sums, store })
  const shops = new Shops(store)
  const part = await bookingsPart(asked, { place, shops, store })
  for (const booking of part.bookings) {
    sums.add(booking, await merchants.of(booking.entityId))
  }
  const next: ReportPlace = part.next ?? { of: 'holds' }
  return { lines: sums.lines(merchants), rowsRead: part.rowsRead, next }
}

async function holdsPart(
  { channelIds, fromMs, toMs }: BookingsAsked,
  { after }: { readonly after?: ListPlace },
  {
    merchants,
    sums,
    store,
  }: { readonly merchants: Merchants; readonly sums: ReportSums; readonly store: Store },
): Promise<ReportPart> {
  if (channelIds.length === 0) return { lines: [], rowsRead: 0 }
  const page = await store.read.findTransactions(
    {
      entityIds: channelIds,
      onlyPayments: true,
      createdFromMs: fromMs,
      createdToMs: toMs,
      paymentTypes: ['PA'],
      states: ['succeeded'],
    },
    {
      offset: 0,
      limit: HOLDS_AT_ONCE,
      counts: false,
      maxRows: HOLDS_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    },
  )
  for (const one of page.transactions) {
    if (one.kind !== 'payment') continue
    const { entityId, currency, paymentBrand, amountMinor } = one.row
    const merchantId = await merchants.of(entityId)
    sums.of({ merchantId, currency, brand: paymentBrand }).authorised += amountMinor
  }
  return {
    lines: sums.lines(merchants),
    rowsRead: page.rowsRead,
    ...(page.end === undefined ? {} : { next: { of: 'holds', after: page.end } as const }),
  }
}

interface Key {
  readonly merchantId: string
  readonly currency: string
  readonly brand: string
}

/** Which sum a booking of a payment of each type is part of. */
const SUM_OF: Readonly<Record<string, 'captured' | 'refunded' | 'chargedBack'>> = {
  DB: 'captured',
  CP: 'captured',
  RB: 'captured',
  CD: 'refunded',
  RF: 'refunded',
  RV: 'refunded',
  CB: 'chargedBack',
  CR: 'chargedBack',
}

class ReportSums {
  readonly #sums = new Map<string, { readonly key: Key; readonly sums: Sums }>()

  of(key: Key): Sums {
    const text = JSON.stringify([key.merchantId, key.currency, key.brand])
    const found = this.#sums.get(text)?.sums
    if (found !== undefined) return found
    const sums = { ...NOTHING }
    this.#sums.set(text, { key, sums })
    return sums
  }

  add(booking: AdminBooking, merchantId: string): void {
    const { amount, currency, settledCurrency, paymentBrand: brand = '' } = booking
    if (amount === undefined || currency === undefined) {
      if (settledCurrency !== undefined) this.#addLine(booking, merchantId, settledCurrency)
      return
    }
    const sums = this.of({ merchantId, currency, brand })
    const minor = minorOf(amount, currency)
    const isFailure = booking.booking === 'failure'
    const sum = SUM_OF[booking.paymentType ?? '']
    if (sum !== undefined) sums[sum] += minor
    if (sum === 'captured' && !isFailure) {
      sums.count += 1
      if (booking.paymentType !== 'CP') sums.authorised += minor
    }
    if (booking.payoutId === undefined) sums.open += minor
    if (booking.fee !== undefined && settledCurrency !== undefined) {
      const ofFees = this.of({ merchantId, currency: settledCurrency, brand })
      ofFees.fees += minorOf(booking.fee, settledCurrency)
    }
  }

  /** A line of a file that settles no payment. */
  #addLine(booking: AdminBooking, merchantId: string, currency: string): void {
    const sums = this.of({ merchantId, currency, brand: booking.paymentBrand ?? '' })
    const minor = (text: string | undefined) => minorOf(text ?? '0', currency)
    if (booking.booking === 'payout') {
      sums.paidOut -= minor(booking.net)
      return
    }
    sums.fees += minor(booking.fee)
    if (booking.lineType === 'payoutReturned') sums.paidOut -= minor(booking.gross)
    else if (!isBookedElsewhere(booking)) sums.other += minor(booking.gross)
  }

  lines(merchants: Merchants): readonly ReportLine[] {
    return [...this.#sums.values()].map(({ key, sums }) => lineOf(key, sums, merchants))
  }
}

const NOTHING: Readonly<Sums> = {
  count: 0,
  authorised: 0,
  captured: 0,
  refunded: 0,
  chargedBack: 0,
  fees: 0,
  other: 0,
  paidOut: 0,
  open: 0,
}

function lineOf(key: Key, sums: Sums, merchants: Merchants): ReportLine {
  const shown = (minor: number) => amountIn(minor, key.currency)
  const { captured, refunded, chargedBack, fees, other } = sums
  return {
    ...key,
    merchant: merchants.nameOf(key.merchantId),
    count: sums.count,
    authorised: shown(sums.authorised),
    captured: shown(captured),
    refunded: shown(refunded),
    chargedBack: shown(chargedBack),
    fees: shown(fees),
    other: shown(other),
    net: shown(captured + refunded + chargedBack - fees + other),
    paidOut: shown(sums.paidOut),
    open: shown(sums.open),
  }
}

/** An amount as rows show it, with the decimals of its currency, in minor units. */
function minorOf(text: string, currency: string): number {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const digits = minorDigitsOf(currency) ?? 2
  const minor = Number(whole + decimals.padEnd(digits, '0').slice(0, digits))
  return text.startsWith('-') ? -minor : minor
}
