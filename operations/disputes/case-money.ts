import type { Money } from '../../common/money.ts'
import {
  bookChargebacks,
  chargebackOf,
  type ReportedChargeback,
  reversalOf,
} from '../../server/payments/record/index.ts'
import type { ChangeSet, DisputeRow, PaymentRow } from '../../server/store/port.ts'
import {
  type Case,
  type DisputeReport,
  type StandingChargeback,
  type StepOfDispute,
  UNKNOWN_REASON,
  WITH_MONEY,
} from './case.ts'

/**
 * What is moved of the money where that is not all of it: the part that a win gives back, what the bank takes
 * again of what a partial win had given back, or what is known to be taken beside what it has.
 */
export function partMoved(
  { dispute, standing }: Case,
  { outcome, amount, stage, isNew }: DisputeReport,
): Money | undefined {
  const [first] = standing
  if (first === undefined) return undefined
  const { currency } = first.chargeback
  if (outcome === 'won') {
    const isPart = amount?.currency === currency && amount.minor < sumOf(standing)
    return isPart ? amount : undefined
  }
  if (!WITH_MONEY.has(stage)) return undefined
  const own = amount?.currency === currency ? amount : undefined
  if (isNew === true && own !== undefined) return own
  const missingMinor = wholeOf(dispute, first) - sumOf(standing)
  if (missingMinor <= 0 || dispute.outcome !== 'won') return undefined
  return own ?? { minor: missingMinor, currency }
}

/** What the bank has taken in all, where it was taken in parts; otherwise its chargeback. */
function wholeOf(
  { flags, amountMinor, currency }: DisputeRow,
  { chargeback }: StandingChargeback,
): number {
  const isInParts = flags.split(',').includes('inParts') && currency === chargeback.currency
  return isInParts ? Math.max(amountMinor, chargeback.amountMinor) : chargeback.amountMinor
}

/** What the acquirer says that the dispute is about: not the part that is moved of it. */
export function amountAfter(
  { dispute: { amountMinor: minor, currency }, standing }: Case,
  { outcome, amount }: DisputeReport,
  moved: Money | undefined,
): Money {
  if (moved === undefined) {
    return amount === undefined || isPartAgain(amount, standing) ? { minor, currency } : amount
  }
  // A part that a file has told before the whole.
  const isMore = outcome === undefined && moved.currency === currency
  return { minor: isMore ? Math.max(minor, sumOf(standing) + moved.minor) : minor, currency }
}

/** Whether an amount is that of the part that was taken last: it says nothing new of the whole. */
function isPartAgain(amount: Money, standing: readonly StandingChargeback[]): boolean {
  const part = standing.length < 2 ? undefined : standing.at(-1)?.chargeback
  return part?.amountMinor === amount.minor && part.currency === amount.currency
}

/** What stands of chargebacks and their reversals, oldest first. */
export function standingOf(booked: readonly PaymentRow[]): readonly StandingChargeback[] {
  const backMinor = new Map<string | null, number>()
  for (const { paymentType, referencedId, amountMinor } of booked) {
    if (paymentType !== 'CR') continue
    backMinor.set(referencedId, (backMinor.get(referencedId) ?? 0) + amountMinor)
  }
  return booked
    .filter(({ paymentType }) => paymentType === 'CB')
    .map((chargeback) => {
      return { chargeback, leftMinor: chargeback.amountMinor - (backMinor.get(chargeback.id) ?? 0) }
    })
    .filter(({ leftMinor }) => leftMinor > 0)
    .sort(byAge)
}

function byAge({ chargeback: one }: StandingChargeback, { chargeback: other }: StandingChargeback) {
  return one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1)
}

export function sumOf(standing: readonly StandingChargeback[]): number {
  return standing.reduce((sum, { leftMinor }) => sum + leftMinor, 0)
}

interface Booking {
  readonly booked: readonly PaymentRow[]
  readonly chargebackId: string | null
  readonly changes: ChangeSet
}

/** What has to be booked so that the money is where the dispute says: a chargeback, its reversal, or nothing. */
export function bookingOf(
  given: Case,
  { moved, reversal }: Pick<StepOfDispute, 'moved' | 'reversal'>,
  newId: () => string,
): Booking | undefined {
  const { dispute, charged, standing, named = charged } = given
  const isTaken = dispute.outcome !== 'won' && WITH_MONEY.has(dispute.stage)
  const factOf = (amount: Money): ReportedChargeback => ({
    id: newId(),
    amount,
    resultCode: dispute.resultCode,
    resultDetails: detailsOf(dispute),
    atMs: dispute.updatedAtMs,
  })
  const book = (booked: readonly PaymentRow[], after: readonly StandingChargeback[]): Booking => {
    const chargebackId = after.at(-1)?.chargeback.id ?? null
    return { booked, chargebackId, changes: changesOfBooking(given, booked, after) }
  }
  if (isTaken && (standing.length === 0 || moved !== undefined)) {
    const amount = moved ?? { minor: dispute.amountMinor, currency: dispute.currency }
    const chargeback = chargebackOf(named, factOf(amount))
    return book([chargeback], [...standing, { chargeback, leftMinor: amount.minor }])
  }
  if (isTaken || standing.length === 0) return undefined
  // What was taken is given back, whatever the acquirer has said of the amount since.
  const { after, parts } = givenBack(standing, moved?.minor ?? sumOf(standing))
  const reversals = parts.map(({ chargeback, leftMinor: minor }) => {
    const fact = factOf({ minor, currency: chargeback.currency })
    const resultCode = reversal?.code ?? UNKNOWN_REASON
    const resultDetails = detailsOf({ ...dispute, reasonCode: reversal?.reason ?? null })
    return reversalOf(chargeback, charged, { ...fact, resultCode, resultDetails })
  })
  return book(reversals, after)
}

/** What is booked, and what of each payment of the case is charged back with it. */
function changesOfBooking(
  { charged, standing, others = [] }: Case,
  booked: readonly PaymentRow[],
  after: readonly StandingChargeback[],
): ChangeSet {
  return [charged, ...others].flatMap((payment) => {
    const [hadMinor, hasMinor] = [standing, after].map((all) => shareOfStanding(all, payment))
    const ids = new Set([payment.id, ...onPayment(standing, payment).map(idOfChargeback)])
    const own = booked.filter(({ referencedId }) => ids.has(referencedId ?? ''))
    if (own.length === 0) return []
    const minor = payment.chargedBackMinor + (hasMinor ?? 0) - (hadMinor ?? 0)
    return bookChargebacks(payment, own, minor)
  })
}

function onPayment(
  standing: readonly StandingChargeback[],
  { id }: Pick<PaymentRow, 'id'>,
): readonly StandingChargeback[] {
  return standing.filter(({ chargeback }) => chargeback.referencedId === id)
}

function idOfChargeback({ chargeback }: StandingChargeback): string {
  return chargeback.id
}

/** What is given back of each chargeback, the newest first, and what then still stands. */
function givenBack(standing: readonly StandingChargeback[], minor: number) {
  const after: StandingChargeback[] = []
  const parts: StandingChargeback[] = []
  let openMinor = minor
  for (const { chargeback, leftMinor } of standing.toReversed()) {
    const backMinor = Math.min(openMinor, leftMinor)
    openMinor -= backMinor
    if (backMinor > 0) parts.push({ chargeback, leftMinor: backMinor })
    if (backMinor < leftMinor) after.unshift({ chargeback, leftMinor: leftMinor - backMinor })
  }
  return { after, parts }
}

/**
 * The part of the payment that the bank has, in minor units of the payment's currency. In another currency the
 * first chargeback that stands is all of the payment, and a part of it the same part of the payment.
 */
export function shareOfStanding(
  standing: readonly StandingChargeback[],
  charged: Pick<PaymentRow, 'id' | 'amountMinor' | 'currency'>,
): number {
  const own = onPayment(standing, charged)
  const [first] = own
  if (first === undefined) return 0
  const minor = sumOf(own)
  const { currency, amountMinor: wholeMinor } = first.chargeback
  if (currency === charged.currency) return minor
  if (minor >= wholeMinor) return charged.amountMinor
  return Number((BigInt(charged.amountMinor) * BigInt(minor)) / BigInt(wholeMinor))
}

function detailsOf({ id, reasonCode, acquirerReference }: DisputeRow): Record<string, string> {
  return {
    DisputeId: id,
    ...(reasonCode === null ? {} : { ReasonCode: reasonCode }),
    ...(acquirerReference === null ? {} : { AcquirerCase: acquirerReference }),
  }
}

/** In another currency the acquirer's amount does not say how much of the payment it is: all of it. */
export function shareOf(amount: Money, charged: PaymentRow): number {
  return amount.currency === charged.currency ? amount.minor : charged.amountMinor
}

export function flagsOf(amount: Money, charged: PaymentRow): readonly string[] {
  if (charged.state === 'failed') return ['paymentFailed']
  const isAbove = amount.currency === charged.currency && amount.minor > charged.bookedMinor
  return [
    ...(charged.refundedMinor + charged.reversedMinor > 0 ? ['afterRefund'] : []),
    ...(isAbove ? ['abovePayment'] : []),
  ]
}

/** What a step makes of the amount of a dispute. */
interface AmountAfter {
  readonly amount: Money
  readonly moved: Money | undefined
  /** It moves the difference to what was told before. */
  readonly isOther: boolean
}

/** With what is strange now. An acquirer that changes the amount of a chargeback has to be asked what it means. */
export function flagsAfter(
  { dispute, charged, standing }: Case,
  { amount, moved, isOther }: AmountAfter,
): string {
  const { flags } = dispute
  const [first] = standing
  const isChanged =
    moved === undefined &&
    first !== undefined &&
    (wholeOf(dispute, first) !== amount.minor || first.chargeback.currency !== amount.currency)
  const now = [
    ...flagsOf(amount, charged),
    ...(isOther || isChanged ? ['amountChanged'] : []),
    ...(moved === undefined ? [] : ['inParts']),
  ]
  return [...new Set([...flags.split(',').filter(Boolean), ...now])].join()
}
