import type { AcquirerAccountRow, PaymentRow, SettlementMatchRow, Store } from '../../store/port.ts'
import { type Booked, bookedAtMs, bookedPayments, oldestFirst, signed } from './booked-payments.ts'
import { ImportedFiles } from './imported-files.ts'
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
  /** What files have settled more than was booked, of payments with more. */
  above: { minor: number; count: number }
  /** What files have settled less than was booked, of payments with less: they do not cancel out. */
  below: { minor: number; count: number }
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
  /** Settled and not paid out, by currency: of the shown batches. */
  readonly unpaid: Readonly<Record<string, number>>
  /** The payments that were not settled and are oldest, at most 20. */
  readonly missing: readonly PaymentRow[]
  /** The oldest payments whose settled amount differs, at most 20. */
  readonly different: readonly SettledDifferently[]
  /** The oldest chargebacks and reversals of these days that stand in no file, at most 20, and how many there are. */
  readonly unfiled: { readonly oldest: readonly PaymentRow[]; readonly count: number }
}

/** Longer frames would look at too many payments at once. */
export const MAX_DAYS = 92
const MAX_SHOWN = 20
const MATCHES_AT_ONCE = 100

/**
 * The three-way question of an account from one day to another, both included: what was captured, what of
 * it was settled, what was paid out, and what is missing. Reads all payments of these days.
 */
export async function settlementStatus(
  account: AcquirerAccountRow,
  { from, to }: { readonly from: string; readonly to: string },
  store: Store,
): Promise<SettlementStatus> {
  const days = new Map<string, DayStatus>()
  let missing: PaymentRow[] = []
  let different: SettledDifferently[] = []
  const files = new ImportedFiles(store)
  for await (const payments of bookedPayments(account, { from, to }, store)) {
    const settled = await settledSums(payments, store, files)
    for (const payment of payments) {
      const day = dayOf(days, payment)
      const amount = signed(payment)
      const found = settled.get(payment.id)
      add(day.captured, amount)
      if (found === undefined) {
        add(day.missing, amount)
        missing.push(payment)
        continue
      }
      add(day.settled, found)
      if (found === amount) continue
      add(found > amount ? day.above : day.below, Math.abs(found - amount))
      different.push({ payment, settledMinor: found })
    }
    missing = missing.sort(oldestFirst).slice(0, MAX_SHOWN)
    different = different
      .sort((one, other) => oldestFirst(one.payment, other.payment))
      .slice(0, MAX_SHOWN)
  }
  const batches = await batchesOf(account, { from, to }, store)
  const unpaid: Record<string, number> = {}
  for (const { currency, netMinor, paidMinor } of batches) {
    unpaid[currency] = (unpaid[currency] ?? 0) + netMinor - (paidMinor ?? 0)
  }
  const byDay = [...days.values()].sort((one, other) =>
    one.day === other.day ? (one.currency < other.currency ? -1 : 1) : one.day < other.day ? -1 : 1,
  )
  const unfiled = await unfiledChargebacks(account, { from, to }, store, files)
  return { days: byDay, batches, unpaid, missing, different, unfiled }
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

/** The gross amounts that lines of imported files have settled of payments. */
async function settledSums(
  payments: readonly PaymentRow[],
  store: Store,
  files: ImportedFiles,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  for (let at = 0; at < payments.length; at += MATCHES_AT_ONCE) {
    const ids = payments.slice(at, at + MATCHES_AT_ONCE).map(({ id }) => id)
    const matches = await store.read.settlementMatchesOfPayments(ids)
    for (const match of await files.linesOfImported(matches.filter(isSettlement))) {
      sums.set(match.paymentId, (sums.get(match.paymentId) ?? 0) + match.amountMinor)
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

function dayOf(days: Map<string, DayStatus>, payment: PaymentRow): DayStatus {
  const day = new Date(bookedAtMs(payment)).toISOString().slice(0, 10)
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
    above: { minor: 0, count: 0 },
    below: { minor: 0, count: 0 },
  }
  days.set(key, made)
  return made
}

function add(sum: { minor: number; count: number }, minor: number): void {
  sum.minor += minor
  sum.count += 1
}
