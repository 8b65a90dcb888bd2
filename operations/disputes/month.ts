import { DAY_MS } from '../../common/durations.ts'
import type { PaymentSum, Store } from '../../server/store/port.ts'
import type { MonthSums } from './ratios.ts'

/** A month of the calendar, UTC: from its begin on, before the next one's. */
export interface Month {
  readonly beforeMs: number
  readonly fromMs: number
  readonly toMs: number
}

/** The month of a text like `2026-11`, with the begin of the one before. */
export function monthOf(text: string): Month {
  const [year = 0, month = 0] = text.split('-').map(Number)
  const beginOf = (at: number) => Date.UTC(year, at - 1, 1)
  return { beforeMs: beginOf(month - 1), fromMs: beginOf(month), toMs: beginOf(month + 1) }
}

/** `2026-11` for a time of that month. */
export function nameOfMonth(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7)
}

/** How much a month is looked at: `maxRows` payments of each part, of which there are so many. */
export interface Look {
  readonly maxRows: number
  /** In milliseconds; absent: each month as a whole. */
  readonly partMs?: number
}

/** A day at a time, for who can wait: a million payments of each. */
export const WHOLE_LOOK: Look = { maxRows: 1_000_000, partMs: DAY_MS }

/** Disputes and sales of a month, and the sales of the one before. */
export async function readMonth(
  entityIds: readonly string[],
  { beforeMs, fromMs, toMs }: Month,
  { look, store }: { readonly look: Look; readonly store: Store },
): Promise<MonthSums> {
  const disputes = await store.read.disputeSums(entityIds, fromMs, toMs)
  const sales = await readSales(entityIds, { fromMs, toMs }, { look, store })
  const before = { fromMs: beforeMs, toMs: fromMs }
  const salesBefore = await readSales(entityIds, before, { look, store })
  const isCut = sales.isCut || salesBefore.isCut
  return { disputes, sales: sales.sums, salesBefore: salesBefore.sums, isCut }
}

async function readSales(
  entityIds: readonly string[],
  { fromMs, toMs }: Pick<Month, 'fromMs' | 'toMs'>,
  { look, store }: { readonly look: Look; readonly store: Store },
): Promise<{ readonly sums: readonly PaymentSum[]; readonly isCut: boolean }> {
  const { maxRows, partMs = toMs - fromMs } = look
  const sums: PaymentSum[] = []
  let isCut = false
  for (let atMs = fromMs; atMs < toMs; atMs += partMs) {
    const part = { fromMs: atMs, toMs: Math.min(atMs + partMs, toMs), stepMs: toMs }
    const found = await store.read.paymentSums({ entityIds, ...part, maxRows })
    sums.push(...found.sums)
    isCut ||= found.cutAtMs !== undefined
  }
  return { sums, isCut }
}
