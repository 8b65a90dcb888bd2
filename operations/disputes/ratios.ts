import { formatAmount, parseAmount } from '../../common/money.ts'
import { schemeOf } from '../../server/payments/read/index.ts'
import type { DisputeSum, PaymentSum } from '../../server/store/port.ts'
import { FRAUD_CODES, MONITORING_PROGRAMS, type MonitoringProgram } from './monitoring-programs.ts'

/** What a month is told by. */
export interface MonthSums {
  /** By when the bank took the money for the first time. */
  readonly disputes: readonly DisputeSum[]
  readonly sales: readonly PaymentSum[]
  /** Of the month before. */
  readonly salesBefore: readonly PaymentSum[]
  /** Not all sales were looked at. */
  readonly isCut: boolean
}

/** A number of payments and, in each currency, their sum. */
interface Volume {
  readonly count: number
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[]
}

/** How a programme of a card network stands. */
export interface ProgramStanding {
  readonly program: string
  readonly count: number
  /** Absent: there were no sales to compare with, or not all of them are known. */
  readonly basisPoints?: number
  readonly limits: {
    readonly basisPoints: number
    readonly count?: number
    readonly amount?: number
    readonly sales?: number
  }
  readonly isReached: boolean
  /** At the end of the month, if it goes on as it began; absent: the month is over, or has just begun. */
  readonly forecast?: {
    readonly count: number
    readonly basisPoints?: number
    readonly isReached: boolean
  }
}

/** The disputes of a brand in a month against its sales. */
export interface BrandRatios {
  readonly paymentBrand: string
  readonly sales: Volume
  readonly disputes: Volume
  readonly fraud: Volume
  /** Disputes, and those for fraud, for each 10,000 sales of the month; absent as above. */
  readonly disputeBasisPoints?: number
  readonly fraudBasisPoints?: number
}

export interface Ratios {
  /** The brands with the most disputes first. */
  readonly brands: readonly BrandRatios[]
  readonly programs: readonly ProgramStanding[]
}

/**
 * Disputes of a month by brand, and how near the programmes of the card networks are. `passed`: the part of the month
 * that has passed, for a forecast.
 */
export function ratiosOf(
  { disputes, sales, salesBefore, isCut }: MonthSums,
  passed?: number,
): Ratios {
  const sold = sales.filter(isSale)
  const soldBefore = salesBefore.filter(isSale)
  const names = new Set([...sold, ...disputes].map(({ paymentBrand }) => paymentBrand))
  const brands = [...names].map((paymentBrand) => {
    const isOfBrand = (sum: { readonly paymentBrand: string }) => sum.paymentBrand === paymentBrand
    return brandOf(paymentBrand, disputes.filter(isOfBrand), {
      sold: sold.filter(isOfBrand),
      isCut,
    })
  })
  const standings = MONITORING_PROGRAMS.map((program) => {
    const isOfScheme = (sum: { readonly paymentBrand: string }) =>
      schemeOf(sum.paymentBrand) === program.scheme
    const compared = program.salesOf === 'month' ? sold : soldBefore
    const own = { sold: compared.filter(isOfScheme), isCut, passed }
    return standingOf(program, disputes.filter(isOfScheme), own)
  })
  return {
    brands: brands.toSorted(
      (one, other) =>
        other.disputes.count - one.disputes.count || other.sales.count - one.sales.count,
    ),
    programs: standings,
  }
}

/** What moved the money of shoppers: no holds, no credits. */
function isSale({ paymentType, state }: PaymentSum): boolean {
  return state === 'succeeded' && ['DB', 'CP', 'RB'].includes(paymentType)
}

interface Sold {
  readonly sold: readonly PaymentSum[]
  readonly isCut: boolean
}

function brandOf(
  paymentBrand: string,
  disputes: readonly DisputeSum[],
  { sold, isCut }: Sold,
): BrandRatios {
  const fraud = disputes.filter(isFraud)
  const sales = countOf(sold)
  const isKnown = sales > 0 && !isCut
  return {
    paymentBrand,
    sales: volumeOf(sold),
    disputes: volumeOf(disputes),
    fraud: volumeOf(fraud),
    ...(isKnown && {
      disputeBasisPoints: basisPointsOf(countOf(disputes), sales),
      fraudBasisPoints: basisPointsOf(countOf(fraud), sales),
    }),
  }
}

function standingOf(
  program: MonitoringProgram,
  disputes: readonly DisputeSum[],
  { sold, isCut, passed }: Sold & { readonly passed: number | undefined },
): ProgramStanding {
  const fraud = disputes.filter(isFraud)
  const count = {
    disputes: countOf(disputes),
    fraud: countOf(fraud),
    disputesAndFraud: countOf(disputes) + countOf(fraud),
  }[program.counts]
  const known = { count, sales: isCut ? undefined : countOf(sold), fraud }
  const { basisPoints: limit, count: leastCount, amount, sales: leastSales } = program
  return {
    program: program.name,
    ...standingAt(program, known, 1),
    limits: {
      basisPoints: limit,
      ...(leastCount === undefined ? {} : { count: leastCount }),
      ...(amount === undefined ? {} : { amount }),
      ...(leastSales === undefined ? {} : { sales: leastSales }),
    },
    ...(passed === undefined ? {} : { forecast: standingAt(program, known, 1 / passed) }),
  }
}

/** How a programme stands when so many times as much of the month has happened. */
function standingAt(
  { basisPoints: limit, count: leastCount, amount, sales: leastSales, salesOf }: MonitoringProgram,
  known: {
    readonly count: number
    /** `undefined`: not all of them were looked at. */
    readonly sales: number | undefined
    readonly fraud: readonly DisputeSum[]
  },
  times: number,
): Pick<ProgramStanding, 'count' | 'basisPoints' | 'isReached'> {
  const count = known.count * times
  // Those of the month before are over.
  const sales = (known.sales ?? 0) * (salesOf === 'month' ? times : 1)
  const isReached =
    sales > 0 &&
    // Not the rounded number: 149.999 is below 150.
    count * 10_000 >= limit * sales &&
    count >= (leastCount ?? 0) &&
    sales >= (leastSales ?? 0) &&
    (amount === undefined || reachesAmount(known.fraud, amount / times))
  return {
    count: Math.round(count),
    ...(sales > 0 ? { basisPoints: basisPointsOf(count, sales) } : {}),
    isReached,
  }
}

/** Networks set it in EUR and in USD; other currencies are not converted. */
function reachesAmount(sums: readonly DisputeSum[], amount: number): boolean {
  return ['EUR', 'USD'].some((currency) => {
    const limit = parseAmount(amount.toFixed(2), currency)
    if (typeof limit === 'string') return false
    return amountOf(sums, currency) >= limit.minor
  })
}

function isFraud({ resultCode }: DisputeSum): boolean {
  return FRAUD_CODES.has(resultCode)
}

/** For each 10,000 sales, rounded to a hundredth. */
function basisPointsOf(count: number, sales: number): number {
  return Math.round((count * 1_000_000) / sales) / 100
}

interface Counted {
  readonly currency: string
  readonly count: number
  readonly amountMinor: number
}

function volumeOf(sums: readonly Counted[]): Volume {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted()
  return {
    count: countOf(sums),
    amounts: currencies.map((currency) => ({
      currency,
      amount: formatAmount({ minor: amountOf(sums, currency), currency }),
    })),
  }
}

function countOf(sums: readonly Counted[]): number {
  return sums.reduce((all, { count }) => all + count, 0)
}

function amountOf(sums: readonly Counted[], currency: string): number {
  return sums
    .filter((sum) => sum.currency === currency)
    .reduce((all, { amountMinor }) => all + amountMinor, 0)
}
