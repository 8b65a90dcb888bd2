import type {
  AcquirerAccountRow,
  PaymentRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import {
  type Booked,
  bookedAtMs,
  bookedPayments,
  everBooked,
  isOfEarlierDay,
  oldestFirst,
  signed,
} from './booked-payments.ts'
import { dayOf } from './days.ts'
import { ImportedFiles } from './imported-files.ts'
import {
  expectedUntil,
  isLate,
  type MissingPayout,
  MissingPayouts,
  type Waiting,
} from './missing-payouts.ts'
import { isAtBank, PaidLines } from './payout-of.ts'
import { NO_CURRENCY } from './record.ts'
import { unfiledOf } from './unfiled-chargebacks.ts'

/** What payments of one day and currency have booked, and what of it was settled. */
export interface DayStatus {
  /** `yyyy-MM-dd`, UTC. */
  readonly day: string
  readonly currency: string
  /** Bookings less refunds, in minor units. */
  captured: { minor: number; count: number }
  settled: { minor: number; count: number }
  missing: { minor: number; count: number }
  /** The last day on which files usually settle it: `yyyy-MM-dd`, UTC. */
  readonly expectedUntil: string
  /** Whether that day is over: what is missing then should be looked for. */
  readonly isLate: boolean
  /** What files have settled more than was booked, of payments with more. */
  above: { minor: number; count: number }
  /** What files have settled less than was booked, of payments with less: they do not cancel out. */
  below: { minor: number; count: number }
  /** Of `captured`: payments of earlier days whose outcome was told on this one. */
  ofEarlierDays: { minor: number; count: number }
  /** Booked on this day and reversed on a later one: no part of `captured` any more. */
  reversedLater: { minor: number; count: number }
  /**
   * When a payment of it was last reversed after the end of the day, or a line about one was last matched after
   * `expectedUntil`. `undefined`: it is as it was when it was closed.
   */
  changedAtMs?: number
}

/** A payment of which files have settled another amount than it has booked, in minor units. */
export interface SettledDifferently {
  readonly payment: PaymentRow
  readonly settledMinor: number
}

/** What one payout, or what waits for one, says. */
export interface BatchStatus {
  readonly id: string
  readonly settledOn: string
  readonly currency: string
  readonly reference: string | null
  readonly netMinor: number
  readonly feeMinor: number
  readonly paidMinor: number | null
  readonly paidOn: string | null
  readonly isUnbalanced: boolean
}

export interface SettlementStatus {
  readonly days: readonly DayStatus[]
  readonly batches: readonly BatchStatus[]
  /** Settled and not at the bank yet, by currency: of the shown batches. What arrives on a later day is not. */
  readonly unpaid: Readonly<Record<string, number>>
  /** The oldest payments that should have been settled and were not, at most 20. */
  readonly missing: readonly PaymentRow[]
  /** The oldest payments that were not settled and need not be yet, at most 20. */
  readonly expected: readonly PaymentRow[]
  /** Payouts that did not come, the oldest first, at most 100, and how many there are. */
  readonly missingPayouts: { readonly oldest: readonly MissingPayout[]; readonly count: number }
  /** The oldest payments whose settled amount differs, at most 20. */
  readonly different: readonly SettledDifferently[]
  /** The oldest chargebacks and reversals of these days that stand in no file, at most 20, and how many there are. */
  readonly unfiled: { readonly oldest: readonly PaymentRow[]; readonly count: number }
  /**
   * When lines of the account were last matched anew, or unmatched, after their import, or its usual days were
   * changed. Any day may have changed then. `undefined`: never.
   */
  readonly matchedAnewAtMs: number | undefined
}

/** Longer frames would look at too many payments at once. */
export const MAX_DAYS = 92
const MAX_SHOWN = 20
const MAX_PAYOUTS = 100
const MATCHES_AT_ONCE = 100

/** What is asked of an account: days, both included (`yyyy-MM-dd`, UTC), and the time at which it is asked. */
export interface StatusQuestion {
  readonly from: string
  readonly to: string
  readonly nowMs: number
}

/**
 * The three-way question of an account from one day to another: what was captured, what of it was settled, what
 * was paid out, and what is missing. Reads all payments of these days.
 */
export async function settlementStatus(
  account: AcquirerAccountRow,
  question: StatusQuestion,
  store: Store,
): Promise<SettlementStatus> {
  const parts = { store, files: new ImportedFiles(store), paid: new PaidLines(store) }
  const booked = new BookedStatus({ usualDays: account.usualDays, nowMs: question.nowMs })
  for await (const payments of everBooked(account, question, store)) {
    const settled = await settledSums(payments, parts)
    const reversedAtMs = await reversalTimes(payments, store)
    for (const payment of payments) {
      const atMs = reversedAtMs.get(payment.id)
      if (atMs === undefined) booked.add(payment, settled.get(payment.id))
      else booked.addReversed(payment, atMs)
    }
    booked.keepOldest()
  }
  const all = await batchesOf(account, question, store)
  const batches = all.filter(({ currency }) => currency !== NO_CURRENCY)
  const unpaid: Record<string, number> = {}
  const today = dayOf(question.nowMs)
  for (const batch of batches) {
    const { currency, netMinor, paidMinor } = batch
    const paid = isAtBank(batch, today) ? (paidMinor ?? 0) : 0
    unpaid[currency] = (unpaid[currency] ?? 0) + netMinor - paid
  }
  const unfiled = await unfiledChargebacks(account, question, store, parts.files)
  const { createdAtMs, updatedAtMs } = account
  const matchedAnewAtMs = updatedAtMs > createdAtMs ? updatedAtMs : undefined
  return { ...booked.all(), batches, unpaid, unfiled, matchedAnewAtMs }
}

/** What files have settled of a payment, and whether all of that was paid out. */
interface SettledSum {
  minor: number
  isPayoutTold: boolean
  /** When its last line was matched. */
  matchedAtMs: number
}

/** What the payments of an account say, while they are read. */
class BookedStatus {
  readonly #days = new Map<string, DayStatus>()
  readonly #payouts: MissingPayouts
  readonly #waiting: Waiting
  #missing: PaymentRow[] = []
  #expected: PaymentRow[] = []
  #different: SettledDifferently[] = []

  constructor(waiting: Waiting) {
    this.#waiting = waiting
    this.#payouts = new MissingPayouts(waiting)
  }

  add(payment: PaymentRow, settled: SettledSum | undefined): void {
    const day = statusOfDay(this.#days, payment, this.#waiting)
    const amount = signed(payment)
    add(day.captured, amount)
    if (isOfEarlierDay(payment)) add(day.ofEarlierDays, amount)
    if (settled?.isPayoutTold !== true) {
      this.#payouts.add(payment, { isSettled: settled !== undefined })
    }
    if (settled === undefined) {
      add(day.missing, amount)
      if (day.isLate) this.#missing.push(payment)
      else this.#expected.push(payment)
      return
    }
    const { minor } = settled
    add(day.settled, minor)
    noteChange(day, settled.matchedAtMs, day.expectedUntil)
    if (minor === amount) return
    add(minor > amount ? day.above : day.below, Math.abs(minor - amount))
    this.#different.push({ payment, settledMinor: minor })
  }

  /** One that was reversed on the day of its booking was never of a closed day. */
  addReversed(payment: PaymentRow, reversedAtMs: number): void {
    if (dayOf(reversedAtMs) === dayOf(bookedAtMs(payment))) return
    const day = statusOfDay(this.#days, payment, this.#waiting)
    add(day.reversedLater, signed(payment))
    noteChange(day, reversedAtMs, day.day)
  }

  /** Keeps no more of the lists than is shown. */
  keepOldest(): void {
    this.#missing = this.#missing.sort(oldestFirst).slice(0, MAX_SHOWN)
    this.#expected = this.#expected.sort(oldestFirst).slice(0, MAX_SHOWN)
    this.#different = this.#different
      .sort((one, other) => oldestFirst(one.payment, other.payment))
      .slice(0, MAX_SHOWN)
  }

  all() {
    const payouts = this.#payouts.all()
    return {
      days: [...this.#days.values()].sort(byDayAndCurrency),
      missing: this.#missing,
      expected: this.#expected,
      different: this.#different,
      missingPayouts: { oldest: payouts.slice(0, MAX_PAYOUTS), count: payouts.length },
    }
  }
}

function byDayAndCurrency(one: DayStatus, other: DayStatus): number {
  return `${one.day} ${one.currency}` < `${other.day} ${other.currency}` ? -1 : 1
}

const CHARGEBACKS = ['CB', 'CR'] as const

async function unfiledChargebacks(
  account: AcquirerAccountRow,
  { from, to }: Omit<Booked, 'types'>,
  store: Store,
  files: ImportedFiles,
): Promise<SettlementStatus['unfiled']> {
  let oldest: PaymentRow[] = []
  let count = 0
  for await (const booked of bookedPayments(account, { from, to, types: CHARGEBACKS }, store)) {
    const unfiled = await unfiledOf(booked, store, files)
    count += unfiled.length
    oldest = [...oldest, ...unfiled].sort(oldestFirst).slice(0, MAX_SHOWN)
  }
  return { oldest, count }
}

interface LineParts {
  readonly store: Store
  readonly files: ImportedFiles
  readonly paid: PaidLines
}

/** The gross amounts that lines of imported files have settled of payments. */
async function settledSums(
  payments: readonly PaymentRow[],
  { store, files, paid }: LineParts,
): Promise<ReadonlyMap<string, SettledSum>> {
  const sums = new Map<string, SettledSum>()
  for (let at = 0; at < payments.length; at += MATCHES_AT_ONCE) {
    const ids = payments.slice(at, at + MATCHES_AT_ONCE).map(({ id }) => id)
    const matches = await store.read.settlementMatchesOfPayments(ids)
    for (const match of await files.linesOfImported(matches.filter(isSettlement))) {
      const sum = sums.get(match.paymentId) ?? { minor: 0, isPayoutTold: true, matchedAtMs: 0 }
      sums.set(match.paymentId, sum)
      sum.minor += match.amountMinor
      sum.matchedAtMs = Math.max(sum.matchedAtMs, match.atMs)
      sum.isPayoutTold &&= await paid.isTold(match)
    }
  }
  return sums
}

function isSettlement({ isCandidate, type }: SettlementMatchRow): boolean {
  return !isCandidate && (type === 'settled' || type === 'refunded' || type === 'refundReversed')
}

async function batchesOf(
  account: AcquirerAccountRow,
  { from, to }: { readonly from: string; readonly to: string },
  { read }: Store,
): Promise<readonly BatchStatus[]> {
  const found: BatchStatus[] = []
  let [afterOn, afterId] = ['', '']
  for (;;) {
    const rows = await read.settlementBatchesOf(
      [account.entityId],
      from,
      to,
      afterOn,
      afterId,
      1000,
    )
    found.push(...rows.filter(({ accountId }) => accountId === account.id))
    const last = rows.at(-1)
    if (rows.length < 1000 || last === undefined) return found
    ;[afterOn, afterId] = [last.settledOn, last.id]
  }
}

function statusOfDay(
  days: Map<string, DayStatus>,
  payment: PaymentRow,
  waiting: Waiting,
): DayStatus {
  const day = dayOf(bookedAtMs(payment))
  const { currency } = payment
  const key = `${day} ${currency}`
  const found = days.get(key)
  if (found !== undefined) return found
  const made: DayStatus = {
    day,
    currency,
    captured: { minor: 0, count: 0 },
    settled: { minor: 0, count: 0 },
    missing: { minor: 0, count: 0 },
    expectedUntil: expectedUntil(day, waiting),
    isLate: isLate(day, waiting),
    above: { minor: 0, count: 0 },
    below: { minor: 0, count: 0 },
    ofEarlierDays: { minor: 0, count: 0 },
    reversedLater: { minor: 0, count: 0 },
  }
  days.set(key, made)
  return made
}

/** Notes a change after the last day on which it is usual. */
function noteChange(day: DayStatus, atMs: number, usualUntil: string): void {
  if (dayOf(atMs) > usualUntil) day.changedAtMs = Math.max(day.changedAtMs ?? 0, atMs)
}

function add(sum: { minor: number; count: number }, minor: number): void {
  sum.minor += minor
  sum.count += 1
}

const FAMILIES_AT_ONCE = 50

/**
 * When payments were reversed, or failed later, by their ids, in milliseconds. A reversal whose outcome is not known takes nothing
 * back yet.
 */
async function reversalTimes(
  payments: readonly PaymentRow[],
  { read }: Store,
): Promise<ReadonlyMap<string, number>> {
  const reversed = payments.filter(({ reversedMinor }) => reversedMinor > 0)
  const times = new Map<string, number>()
  for (const { id, failedLaterAtMs } of payments)
    if (failedLaterAtMs !== null) times.set(id, failedLaterAtMs)
  for (let at = 0; at < reversed.length; at += FAMILIES_AT_ONCE) {
    const ids = reversed.slice(at, at + FAMILIES_AT_ONCE).map(({ familyId }) => familyId)
    const families = await Promise.all([...new Set(ids)].map((id) => read.paymentsOfFamily(id)))
    for (const one of families.flat()) {
      const isReversal = one.operation === 'reversal' && one.state === 'succeeded'
      if (isReversal && one.referencedId !== null) times.set(one.referencedId, bookedAtMs(one))
    }
  }
  return times
}
