import type { Database } from 'better-sqlite3'
import { listedEntities, listLimit, MAX_FAMILIES } from '../list-limit.ts'
import { checkedKeptQuery, checkedSumQuery, SUM_COLUMNS, sumStatements } from '../payment-sums.ts'
import type {
  CheckoutRow,
  KeptSumQuery,
  PaymentRow,
  PaymentSum,
  PaymentSumQuery,
  PaymentSums,
  StoreReads,
} from '../port.ts'
import { SQL_READS, selected } from '../sql-reads.ts'
import { TABLES } from '../tables/tables.ts'
import { decoderOf, prepareRead } from './prepared-read.ts'
import { prepareTransactionQueries } from './transaction-query.ts'

/** Reads that may look at many rows. In production a thread of its own answers them. */
export type LongReads = Pick<
  StoreReads,
  'findTransactions' | 'paymentsOfFamilies' | 'paymentSums' | 'keptSums' | 'checkoutsOfEntities'
>

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
    paymentSums: async (query) => sums.ofPayments(checkedSumQuery(query)),
    keptSums: async (query) => sums.kept(checkedKeptQuery(query)),
    checkoutsOfEntities: prepareCheckouts(database),
  }
}

/** The index has the checkouts of several channels together in no order: those of each are looked up. */
function prepareCheckouts(database: Database): LongReads['checkoutsOfEntities'] {
  const { checkouts } = TABLES
  const statement = database
    .prepare<unknown[], unknown[]>(`
      SELECT ${selected(checkouts)} FROM checkout WHERE id IN (
        SELECT place.id FROM json_each(?) AS channel JOIN checkout AS place ON place.id IN (
          SELECT id FROM checkout
          WHERE entity_id = channel.value AND (created_at_ms, id) < (?, ?)
          ORDER BY created_at_ms DESC, id DESC LIMIT ?
        ) ORDER BY place.created_at_ms DESC, place.id DESC LIMIT ?
      ) ORDER BY created_at_ms DESC, id DESC`)
    .raw()
  const decode = decoderOf<CheckoutRow>(checkouts.columns)
  return async (entityIds, beforeMs, beforeId, limit) => {
    const channels = JSON.stringify([...new Set(listedEntities(entityIds))])
    return statement.all(channels, beforeMs, beforeId, listLimit(limit), limit).map(decode)
  }
}

interface Sums {
  readonly ofPayments: (query: PaymentSumQuery) => PaymentSums
  readonly kept: (query: KeptSumQuery) => readonly PaymentSum[]
}

function preparePaymentSums(database: Database): Sums {
  const statements = sumStatements(
    'payment INDEXED BY payment_by_time',
    {
      entities: 'IN (SELECT value FROM json_each(@entityIds))',
      from: '@fromMs',
      to: '@toMs',
      step: '@stepMs',
      most: '@maxRows',
      span: '@span',
    },
    (expression) => expression,
  )
  const cutting = database.prepare<[object], number>(statements.cut).pluck()
  const prepare = (sql: string) => database.prepare<[object], unknown[]>(sql).raw()
  const summing = prepare(statements.sums)
  const summingByAuthentication = prepare(statements.sumsByAuthentication)
  const keeping = prepare(statements.kept)
  const decode = decoderOf<PaymentSum>(SUM_COLUMNS)
  const boundOf = <Query extends KeptSumQuery | PaymentSumQuery>(query: Query) => {
    return { ...query, entityIds: JSON.stringify(query.entityIds) }
  }
  return {
    ofPayments: database.transaction((query: PaymentSumQuery): PaymentSums => {
      const { byAuthentication, ...bound } = boundOf(query)
      const statement = byAuthentication === true ? summingByAuthentication : summing
      const beyondMs = cutting.get(bound)
      if (beyondMs === undefined) return { sums: statement.all(bound).map(decode) }
      const cutAtMs = beyondMs + 1
      return { sums: statement.all({ ...bound, fromMs: cutAtMs }).map(decode), cutAtMs }
    }),
    kept: (query) => keeping.all(boundOf(query)).map(decode),
  }
}
