import type { Database } from 'better-sqlite3'
import { listedEntities, MAX_FAMILIES } from '../list-limit.ts'
import { checkedSumQuery, SUM_COLUMNS, sumStatements } from '../payment-sums.ts'
import type { PaymentRow, PaymentSum, PaymentSumQuery, PaymentSums, StoreReads } from '../port.ts'
import { SQL_READS } from '../sql-reads.ts'
import { decoderOf, prepareRead } from './prepared-read.ts'
import { prepareTransactionQueries } from './transaction-query.ts'

/** Reads that may look at many rows. In production a thread of its own answers them. */
export type LongReads = Pick<StoreReads, 'findTransactions' | 'paymentsOfFamilies' | 'paymentSums'>

/** The long reads over one connection, on the calling thread. */
export function createLongReads(database: Database): LongReads {
  const paymentsOfFamily = prepareRead<PaymentRow>(database, SQL_READS.paymentsOfFamily)
  const transactions = prepareTransactionQueries(database)
  const sums = preparePaymentSums(database)
  return {
    findTransactions: async (query, part) => transactions.findTransactions(query, part),
    async paymentsOfFamilies(familyIds) {
      const found: PaymentRow[] = []
      for (const id of new Set(listedEntities(familyIds))) {
        if (found.length >= MAX_FAMILIES) break
        found.push(...paymentsOfFamily.all([id]))
      }
      return found.slice(0, MAX_FAMILIES)
    },
    paymentSums: async (query) => sums(checkedSumQuery(query)),
  }
}

function preparePaymentSums(database: Database): (query: PaymentSumQuery) => PaymentSums {
  const statements = sumStatements(
    'payment INDEXED BY payment_by_time',
    {
      entities: 'IN (SELECT value FROM json_each(@entityIds))',
      from: '@fromMs',
      to: '@toMs',
      step: '@stepMs',
      most: '@maxRows',
    },
    (expression) => expression,
  )
  const cutting = database.prepare<[object], number>(statements.cut).pluck()
  const summing = database.prepare<[object], unknown[]>(statements.sums).raw()
  const decode = decoderOf<PaymentSum>(SUM_COLUMNS)
  return database.transaction((query: PaymentSumQuery): PaymentSums => {
    const bound = { ...query, entityIds: JSON.stringify(query.entityIds) }
    const beyondMs = cutting.get(bound)
    if (beyondMs === undefined) return { sums: summing.all(bound).map(decode) }
    const cutAtMs = beyondMs + 1
    return { sums: summing.all({ ...bound, fromMs: cutAtMs }).map(decode), cutAtMs }
  })
}
