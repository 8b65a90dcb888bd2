import type { Database } from 'better-sqlite3'
import {
  combinedPass,
  ofStreams,
  type Pass,
  pageOf,
  passesOf,
  type Search,
  type SearchIndex,
  searchFor,
  searchIndexOf,
  sharesOf,
  type Window,
} from '../list-window.ts'
import type {
  ListPart,
  ListPlace,
  PaymentRow,
  RegistrationRow,
  TransactionPage,
  TransactionQuery,
} from '../port.ts'
import { selected } from '../sql-reads.ts'
import type { TableDescription } from '../tables/table.ts'
import { TABLES } from '../tables/tables.ts'
import { type FoundTransaction, idsOfPage, transactionsOf } from '../wanted-transactions.ts'
import {
  type Bound,
  boundTo,
  NEWEST_FIRST,
  placeConditions,
  rowConditions,
  type Source,
  sourcesOf,
} from './list-conditions.ts'
import { decoderOf } from './prepared-read.ts'

/** Queries over payments and registrations together, put together when they are asked. */
export interface TransactionQueries {
  findTransactions(query: TransactionQuery, part: ListPart): TransactionPage
}

export function prepareTransactionQueries(database: Database): TransactionQueries {
  const payments = prepareRowsById<PaymentRow>(database, TABLES.payments)
  const registrations = prepareRowsById<RegistrationRow>(database, TABLES.registrations)

  function rowsOfPage(page: readonly FoundTransaction[]) {
    const ofPayments = payments(idsOfPage(page, 'payment'))
    const ofRegistrations = registrations(idsOfPage(page, 'registration'))
    return transactionsOf(page, ofPayments, ofRegistrations)
  }

  function find(query: TransactionQuery, part: ListPart): TransactionPage {
    const look = searchFor(query, part)
    const sources = sourcesOf(look.wanted)
    if (sources.length === 0) return pageOf(look, { rowsRead: 0 }, [], part.counts ? 0 : undefined)
    const { way, window } = windowOfIndex(database, look, sources)
    const bound = boundTo(query, part, window.end)
    const rowsOf = (source: Source) => rowsWithin(source, look, way, window.end)
    const paging = database.prepare<[Bound], FoundTransaction>(pageSql(sources, rowsOf))
    const page = paging.all(bound)
    const counting = () => database.prepare<[Bound], number>(countSql(sources, rowsOf)).pluck()
    const count = part.counts ? counting().get(bound) : undefined
    return pageOf(look, window, rowsOfPage(page), count)
  }

  // All statements of one look see the same moment.
  return { findTransactions: database.transaction(find) }
}

/** By time as well where one reference has more transactions than may be looked at. */
function windowOfIndex(
  database: Database,
  look: Search,
  sources: readonly Source[],
): { readonly way: SearchIndex; readonly window: Window } {
  const way = searchIndexOf(look.query)
  if (way === 'id') return { way, window: { rowsRead: 0 } }
  if (way === 'reference') {
    const rowsRead = countOfReference(database, look, sources)
    if (rowsRead <= look.part.maxRows) return { way, window: { rowsRead } }
  }
  return { way: 'time', window: windowByTime(database, look, sources) }
}

/** Of all merchants, counted no further than one past what may be looked at. */
function countOfReference(database: Database, { query, part }: Search, sources: readonly Source[]) {
  const counts = sources.map(
    ({ table }) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${table}
        WHERE merchant_transaction_id = @merchantTransactionId LIMIT @most))`,
  )
  const { merchantTransactionId } = query
  const sum = database.prepare<[Bound], number>(`SELECT ${counts.join(' + ')}`).pluck()
  return sum.get({ merchantTransactionId, most: part.maxRows + 1 }) ?? 0
}

/** Of all streams, counted no further than one past what may be looked at. */
function countOfAll(
  database: Database,
  { query, part }: Search,
  sources: readonly Source[],
): number {
  const counts = sources.map((source) => {
    const { merchantTransactionId, idFrom, idBefore, ...ofTime } = ofStreams(query)
    const conditions = [
      ...rowConditions(source, ofTime, 'time'),
      ...placeConditions(source, query, part, undefined),
    ]
    const counted = `SELECT 1 FROM ${source.tableByTime} WHERE ${conditions.join(' AND ')} LIMIT @most`
    return `(SELECT count(*) FROM (${counted}))`
  })
  const sum = database.prepare<[Bound], number>(`SELECT ${counts.join(' + ')}`).pluck()
  return sum.get({ ...boundTo(query, part, undefined), most: part.maxRows + 1 }) ?? 0
}

function windowByTime(database: Database, look: Search, sources: readonly Source[]): Window {
  const { maxRows } = look.part
  const shares = sharesOf(look)
  if (!shares.isEnough) {
    const rowsRead = countOfAll(database, look, sources)
    if (rowsRead <= maxRows) return { rowsRead }
  }
  const passes = passesOf(look, shares)
  let next = passes.next()
  while (!next.done) next = passes.next(readPass(database, look, sources, next.value))
  return next.value
}

/** Looks at so many of each stream. */
function readPass(
  database: Database,
  { query, part }: Search,
  sources: readonly Source[],
  most: number,
): Pass {
  const bound = boundTo(query, part, undefined)
  const passes: Pass[] = []
  for (const source of sources) {
    const { rank, paymentTypes = [''] } = source
    const { counting, ending } = streamStatements(database, source, query, part)
    for (const entityId of new Set(query.entityIds)) {
      for (const paymentType of paymentTypes) {
        const ofStream = { ...bound, entityId, paymentType, most }
        const count = counting.get(ofStream) ?? 0
        const end = count > most ? ending.get(ofStream) : undefined
        passes.push(
          end === undefined
            ? { rowsRead: count, openStreams: 0 }
            : { rowsRead: most, openStreams: 1, end: { ...end, rank } },
        )
      }
    }
  }
  return combinedPass(passes)
}

/** How many rows a stream has, up to one past @most, and the place of its row number @most. */
function streamStatements(
  database: Database,
  source: Source,
  query: TransactionQuery,
  part: ListPart,
) {
  const conditions = [
    'entity_id = @entityId',
    ...(source.paymentTypes === undefined ? [] : ['payment_type = @paymentType']),
    ...placeConditions(source, query, part, undefined),
  ]
  const stream = `FROM ${source.tableByTime} WHERE ${conditions.join(' AND ')}`
  const counting = database
    .prepare<[Bound], number>(`SELECT count(*) FROM (SELECT 1 ${stream} LIMIT @most + 1)`)
    .pluck()
  const ending = database.prepare<[Bound], Omit<ListPlace, 'rank'>>(
    `SELECT created_at_ms AS atMs, id ${stream} ${NEWEST_FIRST} LIMIT 1 OFFSET @most - 1`,
  )
  return { counting, ending }
}

/** The rows of a source that fit within a window, from FROM on. */
function rowsWithin(
  source: Source,
  { query, part }: Search,
  way: SearchIndex,
  end: ListPlace | undefined,
): string {
  const conditions = [
    ...rowConditions(source, query, way),
    ...placeConditions(source, query, part, end),
  ]
  const table = way === 'time' ? source.tableByTime : source.table
  return `FROM ${table} WHERE ${conditions.join(' AND ')}`
}

/**
 * Each table is walked as far as the page needs: without it a whole window would be sorted for its
 * first page. Types are chosen within an index, and only rows of the page are read whole.
 */
function pageSql(sources: readonly Source[], rowsOf: (source: Source) => string): string {
  const found = sources.map(
    (source) => `SELECT * FROM (
      SELECT '${source.type}' AS paymentType, id, created_at_ms ${rowsOf(source)}
      ${NEWEST_FIRST} LIMIT @limit + @offset
    )`,
  )
  // At equal times a deletion comes before its storing.
  return `${found.join(' UNION ALL ')} ${NEWEST_FIRST}, paymentType LIMIT @limit OFFSET @offset`
}

function countSql(sources: readonly Source[], rowsOf: (source: Source) => string): string {
  const counts = sources.map((source) => `(SELECT count(*) ${rowsOf(source)})`)
  return `SELECT ${counts.join(' + ')}`
}

function prepareRowsById<Row extends { readonly id: string }>(
  database: Database,
  table: TableDescription,
) {
  const statement = database
    .prepare<[string], unknown[]>(`
      SELECT ${selected(table)} FROM ${table.name} WHERE id IN (SELECT value FROM json_each(?))`)
    .raw()
  const decode = decoderOf<Row>(table.columns)
  return (ids: readonly string[]): ReadonlyMap<string, Row> => {
    const rows = statement.all(JSON.stringify(ids)).map(decode)
    return new Map(rows.map((row) => [row.id, row]))
  }
}
