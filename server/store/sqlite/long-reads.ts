import type { Database } from 'better-sqlite3'
import { listedEntities, MAX_FAMILIES } from '../list-limit.ts'
import type { PaymentRow, StoreReads } from '../port.ts'
import { SQL_READS } from '../sql-reads.ts'
import { prepareRead } from './prepared-read.ts'
import { prepareTransactionQueries } from './transaction-query.ts'

/** Reads that may look at many rows. In production a thread of its own answers them. */
export type LongReads = Pick<StoreReads, 'findTransactions' | 'paymentsOfFamilies'>

/** The long reads over one connection, on the calling thread. */
export function createLongReads(database: Database): LongReads {
  const paymentsOfFamily = prepareRead<PaymentRow>(database, SQL_READS.paymentsOfFamily)
  const transactions = prepareTransactionQueries(database)
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
  }
}
