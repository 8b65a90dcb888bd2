import { checkedSumQuery } from '../../server/store/payment-sums.ts'
import type {
  PaymentRow,
  PaymentSum,
  PaymentSumQuery,
  PaymentSums,
} from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

/** `StoreReads.paymentSums`. */
export function paymentSums(tables: Tables, query: PaymentSumQuery): PaymentSums {
  const { entityIds, fromMs, toMs, stepMs, maxRows } = checkedSumQuery(query)
  const inTime = tables.payments
    .filter(({ entityId, createdAtMs }) => {
      return entityIds.includes(entityId) && createdAtMs >= fromMs && createdAtMs < toMs
    })
    .sort((one, other) => other.createdAtMs - one.createdAtMs)
  const beyond = inTime[maxRows]
  if (beyond === undefined) return { sums: sumsOf(inTime, stepMs) }
  const cutAtMs = beyond.createdAtMs + 1
  const looked = inTime.filter(({ createdAtMs }) => createdAtMs >= cutAtMs)
  return { sums: sumsOf(looked, stepMs), cutAtMs }
}

function sumsOf(rows: readonly PaymentRow[], stepMs: number): readonly PaymentSum[] {
  const sums = new Map<string, PaymentSum>()
  for (const row of rows) {
    const { paymentType, operation, state, resultCode, paymentBrand, currency } = row
    const spanMs = row.createdAtMs - (row.createdAtMs % stepMs)
    const group = { spanMs, paymentType, operation, state, resultCode, paymentBrand, currency }
    const key = JSON.stringify(group)
    const { count = 0, amountMinor = 0 } = sums.get(key) ?? {}
    sums.set(key, { ...group, count: count + 1, amountMinor: amountMinor + row.amountMinor })
  }
  return [...sums.values()]
}
