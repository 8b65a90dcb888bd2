import { DAY_MS } from '../../common/durations.ts'
import { beginOfDay, dayAt } from '../../common/zoned-days.ts'
import type { PaymentSum, Store } from '../../server/store/port.ts'
import { readSums, type Span } from '../payment-sums/index.ts'
import type { MonthSums } from './ratios.ts'

/** A month of the calendar: from its begin on, before the next one's. */
export interface Month {
  readonly beforeMs: number
  readonly fromMs: number
  readonly toMs: number
}

/** The month of a text like `2026-11` in a time zone, with the begin of the one before. */
export function monthOf(text: string, timeZone = 'UTC'): Month {
  const [year = 0, month = 0] = text.split('-').map(Number)
  const beginOf = (at: number) =>
    beginOfDay(new Date(Date.UTC(year, at - 1, 1)).toISOString().slice(0, 10), timeZone)
  return { beforeMs: beginOf(month - 1), fromMs: beginOf(month), toMs: beginOf(month + 1) }
}

/** `2026-11` for a time of that month in a time zone. */
export function nameOfMonth(atMs: number, timeZone = 'UTC'): string {
  return dayAt(atMs, timeZone).slice(0, 7)
}

/** Payments of a day that are counted. */
const MAX_OF_DAY = 1_000_000

interface Sales {
  readonly sums: readonly PaymentSum[]
  /** Not all payments were looked at. */
  readonly isCut: boolean
}

/** Reads the payments of channels in a time. */
export type ReadSales = (entityIds: readonly string[], time: Span) => Promise<Sales>

/** Disputes and sales of a month, and the sales of the one before. */
export async function readMonth(
  entityIds: readonly string[],
  { beforeMs, fromMs, toMs }: Month,
  { store, readSales }: { readonly store: Store; readonly readSales: ReadSales },
): Promise<MonthSums> {
  const disputes = await store.read.disputeSums(entityIds, fromMs, toMs)
  const sales = await readSales(entityIds, { fromMs, toMs })
  const salesBefore = await readSales(entityIds, { fromMs: beforeMs, toMs: fromMs })
  const isCut = sales.isCut || salesBefore.isCut
  return { disputes, sales: sales.sums, salesBefore: salesBefore.sums, isCut }
}

/** From what is summed beforehand; of what is not yet, at most as many payments as an overview looks at. */
export function summedSales(store: Store): ReadSales {
  return async (entityIds, time) => {
    const { sums, cutAtMs } = await readSums(entityIds, [time], store)
    return { sums, isCut: cutAtMs !== undefined }
  }
}

/** From the payments themselves, a day at a time, for who can wait. */
export function countedSales(store: Store): ReadSales {
  return async (entityIds, { fromMs, toMs }) => {
    const sums: PaymentSum[] = []
    let isCut = false
    for (let atMs = fromMs; atMs < toMs; atMs += DAY_MS) {
      const part = { fromMs: atMs, toMs: Math.min(atMs + DAY_MS, toMs), stepMs: toMs }
      const found = await store.read.paymentSums({ entityIds, ...part, maxRows: MAX_OF_DAY })
      sums.push(...found.sums)
      isCut ||= found.cutAtMs !== undefined
    }
    return { sums, isCut }
  }
}
