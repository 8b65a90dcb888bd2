import type { Database } from 'better-sqlite3'
import { listedEntities, listLimit, MAX_FAMILIES } from '../list-limit.ts'
import {
  CARD_SUM_COLUMNS,
  checkedKeptQuery,
  checkedSumQuery,
  KEPT_CARD_SUM_COLUMNS,
  SUM_COLUMNS,
  sumStatements,
} from '../payment-sums.ts'
import type {
  CardSum,
  CardSums,
  CheckoutRow,
  KeptCardSum,
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
  | 'findTransactions'
  | 'paymentsOfFamilies'
  | 'paymentSums'
  | 'keptSums'
  | 'cardSums'
  | 'keptCardSums'
  | 'checkoutsOfEntities'
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
    cardSums: async (query) => sums.ofCards(checkedSumQuery(query)),
    keptCardSums: async (query) => sums.keptOfCards(checkedKeptQuery(query)),
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
  readonly ofCards: (query: PaymentSumQuery) => CardSums
  readonly keptOfCards: (query: KeptSumQuery) => readonly KeptCardSum[]
}

/** The first line of the details. */
const DETAILS = 'substr(details, 1, instr(details || char(10), char(10)) - 1)'

function preparePaymentSums(database: Database): Sums {
  const statements = sumStatements({
    payments: 'payment INDEXED BY payment_by_time',
    // CROSS JOIN keeps the order: the sums are looked up for each part, not the parts for each sum.
    parts: `(
        SELECT channel.value AS entity_id, part.value ->> 'span' AS span,
          part.value ->> 'fromMs' AS from_ms, part.value ->> 'toMs' AS to_ms,
          part.value ->> 'atMs' AS at_ms
        FROM json_each(@entityIds) AS channel CROSS JOIN json_each(@parts) AS part
      ) AS part CROSS`,
    values: {
      entities: 'IN (SELECT value FROM json_each(@entityIds))',
      from: '@fromMs',
      to: '@toMs',
      step: '@stepMs',
      most: '@maxRows',
    },
    number: (expression) => expression,
    member: (...path) => `json_extract(${DETAILS}, '$.${path.join('.')}')`,
  })
  const cutting = database.prepare<[object], number>(statements.cut).pluck()
  const prepare = (sql: string) => database.prepare<[object], unknown[]>(sql).raw()
  const summing = prepare(statements.sums)
  const summingByAuthentication = prepare(statements.sumsByAuthentication)
  const keeping = prepare(statements.kept)
  const summingCards = prepare(statements.cards)
  const keepingCards = prepare(statements.keptCards)
  const decode = decoderOf<PaymentSum>(SUM_COLUMNS)
  const decodeCards = decoderOf<CardSum>(CARD_SUM_COLUMNS)
  const decodeKeptCards = decoderOf<KeptCardSum>(KEPT_CARD_SUM_COLUMNS)
  /** The newest payments of a query, within a transaction. */
  const summed = (query: PaymentSumQuery, statement: typeof summing) => {
    const { byAuthentication: _, ...rest } = query
    const bound = { ...rest, entityIds: JSON.stringify(query.entityIds) }
    const beyondMs = cutting.get(bound)
    if (beyondMs === undefined) return { rows: statement.all(bound) }
    const cutAtMs = beyondMs + 1
    return { rows: statement.all({ ...bound, fromMs: cutAtMs }), cutAtMs }
  }
  const keptBound = ({ entityIds, parts }: KeptSumQuery) => ({
    entityIds: JSON.stringify([...new Set(entityIds)]),
    parts: JSON.stringify(parts),
  })
  return {
    ofPayments: database.transaction((query: PaymentSumQuery): PaymentSums => {
      const { byAuthentication = false } = query
      const { rows, ...cut } = summed(query, byAuthentication ? summingByAuthentication : summing)
      return { sums: rows.map(decode), ...cut }
    }),
    ofCards: database.transaction((query: PaymentSumQuery): CardSums => {
      const { rows, ...cut } = summed(query, summingCards)
      return { sums: rows.map(decodeCards), ...cut }
    }),
    kept: (query) => keeping.all(keptBound(query)).map(decode),
    keptOfCards: (query) => keepingCards.all(keptBound(query)).map(decodeKeptCards),
  }
}
