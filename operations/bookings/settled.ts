import type {
  SettlementBatchRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { answered, linesAt, NO_CURRENCY, payoutOf } from '../settlement/index.ts'
import type { AdminBooking } from './answer.ts'
import { amountIn } from './booking.ts'

/** What was settled of a payment, as rows show it. */
export type Settled = Pick<
  AdminBooking,
  'gross' | 'fee' | 'net' | 'settledCurrency' | 'settledOn' | 'payout' | 'payoutId' | 'paidOn'
>

/** Types of lines that settle a payment: they stand with its booking. All others have rows of their own. */
export const OF_PAYMENT: ReadonlySet<SettlementLineRow['type']> = new Set([
  'settled',
  'refunded',
  'refundReversed',
  'cost',
])

/** The costs of a line in minor units. */
export function feeMinorOf(line: SettlementLineRow): number {
  return (
    line.interchangeMinor +
    line.schemeMinor +
    line.markupMinor +
    line.disputeMinor +
    line.monthlyMinor
  )
}

/**
 * A payment's part of an amount of a line that is about several: by their amounts, rounded down, the rest with the last
 * one, so that all parts together are the amount.
 */
export function shareOf(
  minor: number,
  {
    matches,
    paymentId,
  }: {
    /** Those of the line, in the order of their payments. */
    readonly matches: readonly Pick<SettlementMatchRow, 'paymentId' | 'amountMinor'>[]
    readonly paymentId: string
  },
): number {
  const all = matches.reduce((sum, { amountMinor }) => sum + Math.abs(amountMinor), 0)
  const partOf = (amountMinor: number) =>
    all === 0 ? 0 : Number((BigInt(minor) * BigInt(Math.abs(amountMinor))) / BigInt(all))
  const last = matches.at(-1)
  if (last?.paymentId !== paymentId) {
    return partOf(matches.find((one) => one.paymentId === paymentId)?.amountMinor ?? 0)
  }
  return matches.slice(0, -1).reduce((rest, { amountMinor }) => rest - partOf(amountMinor), minor)
}

/**
 * What files have settled of payments (1 to 1000), by their ids. Costs and net stand with a payment where they were
 * settled until a day, else with the time in which they were.
 */
export async function settledOf(
  paymentIds: readonly string[],
  time: SettledTime,
  { read }: Store,
): Promise<ReadonlyMap<string, Settled>> {
  const found = await read.settlementMatchesOfPayments(paymentIds)
  const certain = found.filter(({ isCandidate, type }) => !isCandidate && OF_PAYMENT.has(type))
  const { lines, matches } = await linesAt(certain, read)
  const sums = new Map<string, Sums>()
  const batches = new Map<string, SettlementBatchRow | undefined>()
  for (const match of certain) {
    const { batchId, position, paymentId } = match
    const line = lines.get(`${batchId}:${position}`)
    if (!batches.has(batchId)) batches.set(batchId, await read.settlementBatch(batchId))
    const batch = batches.get(batchId)
    // Without its batch a file is not imported yet; what another acquirer settles is paid out there.
    if (line === undefined || batch === undefined || batch.currency === NO_CURRENCY) continue
    const share = (minor: number) =>
      shareOf(minor, { matches: matches.get(`${batchId}:${position}`) ?? [], paymentId })
    const before = sums.get(paymentId)
    // Another currency is another payout: the first one is shown.
    if (before !== undefined && before.batch.currency !== batch.currency) continue
    const [netMinor, feeMinor] = [share(line.netMinor), share(feeMinorOf(line))]
    const within = isWithin(batch, time) ? { netMinor, feeMinor } : undefined
    // The payout is that of what stands here, where something does.
    const isShown = within !== undefined || before?.within === undefined
    sums.set(paymentId, {
      grossMinor: (before?.grossMinor ?? 0) + netMinor + feeMinor,
      within: added(before?.within, within),
      ...(isShown || before === undefined
        ? { settledOn: line.settledOn, batch }
        : { settledOn: before.settledOn, batch: before.batch }),
    })
  }
  const shown = new Map<string, Settled>()
  for (const [id, of] of sums) shown.set(id, await shownSums(of, read))
  return shown
}

/** Until which day costs stand with their payments, and the entities whose accounts have rows of their own. */
interface SettledTime {
  /** `yyyy-MM-dd` */
  readonly until: string
  readonly accountEntityIds: readonly string[]
}

/** After the day, the costs of a batch stand in rows of their own, where its account has rows. */
function isWithin(
  { settledOn, entityId }: SettlementBatchRow,
  { until, accountEntityIds }: SettledTime,
): boolean {
  return settledOn <= until || !accountEntityIds.includes(entityId)
}

interface NetAndFee {
  readonly netMinor: number
  readonly feeMinor: number
}

function added(one: NetAndFee | undefined, other: NetAndFee | undefined): NetAndFee | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return { netMinor: one.netMinor + other.netMinor, feeMinor: one.feeMinor + other.feeMinor }
}

interface Sums {
  readonly grossMinor: number
  /** Of what was settled until the day that is asked for. */
  readonly within: NetAndFee | undefined
  readonly settledOn: string
  readonly batch: SettlementBatchRow
}

async function shownSums(
  { grossMinor, within, settledOn, batch }: Sums,
  read: Store['read'],
): Promise<Settled> {
  const { currency } = batch
  return {
    gross: amountIn(grossMinor, currency),
    ...(within && {
      fee: amountIn(within.feeMinor, currency),
      net: amountIn(within.netMinor, currency),
    }),
    settledCurrency: currency,
    settledOn,
    ...(await payoutMembers(batch, read)),
  }
}

/** The payout of a batch, as rows name it. */
export async function payoutMembers(
  batch: SettlementBatchRow,
  read: Store['read'],
): Promise<Pick<Settled, 'payout' | 'payoutId' | 'paidOn'>> {
  const { reference, paidOn } = answered({
    ...(await payoutOf(batch, { paidWith: null }, read)),
  })
  return {
    payoutId: batch.id,
    ...(reference === null ? {} : { payout: reference }),
    ...(paidOn === null ? {} : { paidOn }),
  }
}
