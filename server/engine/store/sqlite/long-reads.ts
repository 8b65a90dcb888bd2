import type { Database } from 'better-sqlite3'
import { listedEntities, MAX_FAMILIES } from '../list-limit.ts'
import type { PaymentRow, StoreReads } from '../port.ts'
import { preparePaymentReads } from './statements/payment-statements.ts'
import { prepareTransactionQueries } from './statements/transaction-query.ts'

/** Reads that may look at many rows. In production a thread of its own answers them. */
export type LongReads = Pick<StoreReads, 'findTransactions' | 'paymentsOfFamilies'>

/** The long reads over one connection, on the calling thread. */
export function createLongReads(database: Database): LongReads {
  const payments = preparePaymentReads(database)
  const transactions = prepareTransactionQueries(database)
  return {
    findTransactions: async (query, part) => transactions.findTransactions(query, part),
    async paymentsOfFamilies(familyIds) {
      const found: PaymentRow[] = []
      for (const id of new Set(listedEntities(familyIds))) {
        if (found.length >= MAX_FAMILIES) break
        found.push(...payments.paymentsOfFamily(id))
      }
      return found.slice(0, MAX_FAMILIES)
    },
  }
}
