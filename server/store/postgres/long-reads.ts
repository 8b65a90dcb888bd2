import { listedEntities, listLimit } from '../list-limit.ts'
import {
  combinedPass,
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
import { checkedKeptQuery, checkedSumQuery, sumStatements } from '../payment-sums.ts'
import type { PaymentRow, RegistrationRow, StoreReads } from '../port.ts'
import { type FoundTransaction, idsOfPage, transactionsOf } from '../wanted-transactions.ts'
import type { Query } from './connection.ts'
import { OWN_READS } from './read-statements.ts'
import type { Readers } from './readers.ts'
import {
  type LookStatements,
  type PassRow,
  searchStatements,
  searchValues,
} from './transaction-query-statements.ts'

/** Reads that may look at many rows. */
type LongReads = Pick<
  StoreReads,
  'findTransactions' | 'paymentsOfFamilies' | 'paymentSums' | 'keptSums' | 'checkoutsOfEntities'
>

export function createLongReads(readers: Readers): LongReads {
  return {
    async findTransactions(query, part) {
      const look = searchFor(query, part)
      const statements = searchStatements(look.wanted)
      if (statements === undefined) {
        return pageOf(look, { rowsRead: 0 }, [], part.counts ? 0 : undefined)
      }
      const { way, window } = await windowOfIndex(readers, look, statements)
      const values = searchValues(look, window.end, 1)
      const [page, counted] = await Promise.all([
        readers.rows<FoundTransaction>(statements.page(way), ...values),
        part.counts ? readers.rows<Counted>(statements.count(way), ...values) : [undefined],
      ])
      return pageOf(look, window, await rowsOfPage(readers, page), counted[0]?.count)
    },
    paymentsOfFamilies: async (familyIds) =>
      readers.rows(OWN_READS.paymentsOfFamilies, [...new Set(listedEntities(familyIds))]),
    paymentSums: async (query) => {
      const { entityIds, fromMs, toMs, stepMs, maxRows } = checkedSumQuery(query)
      const sums = query.byAuthentication === true ? SUMS.sumsByAuthentication : SUMS.sums
      const values = [[...new Set(entityIds)], fromMs, toMs] as const
      const [beyond] = await readers.rows<{ readonly at: number }>(SUMS.cut, ...values, maxRows)
      if (beyond === undefined) return { sums: await readers.rows(sums, ...values, stepMs) }
      const cutAtMs = beyond.at + 1
      const cut = [values[0], cutAtMs, toMs] as const
      return { sums: await readers.rows(sums, ...cut, stepMs), cutAtMs }
    },
    keptSums: async (query) => {
      const { entityIds, fromMs, toMs, span } = checkedKeptQuery(query)
      return readers.rows(SUMS.kept, [...new Set(entityIds)], fromMs, toMs, span)
    },
    checkoutsOfEntities: async (entityIds, ...before) => {
      listLimit(before[2])
      return readers.rows(OWN_READS.checkoutsOfEntities, listedEntities(entityIds), ...before)
    },
  }
}

function sumQueries() {
  const { cut, sums, sumsByAuthentication, kept } = sumStatements(
    'payment',
    {
      entities: '= ANY ($1::text[])',
      from: '$2::bigint',
      to: '$3::bigint',
      step: '$4::bigint',
      most: '$4::bigint',
      span: '$4::text',
    },
    (expression) => `(${expression})::bigint`,
  )
  return {
    cut: { name: 'payment_sums_cut', text: cut },
    sums: { name: 'payment_sums', text: sums },
    sumsByAuthentication: { name: 'payment_sums_by_authentication', text: sumsByAuthentication },
    kept: { name: 'payment_sums_kept', text: kept },
  }
}

const SUMS = sumQueries()

interface Counted {
  readonly count: number
}

/** By time as well where one reference has more transactions than may be looked at. */
async function windowOfIndex(
  readers: Readers,
  look: Search,
  statements: LookStatements,
): Promise<{ readonly way: SearchIndex; readonly window: Window }> {
  const way = searchIndexOf(look.query)
  if (way === 'id') return { way, window: { rowsRead: 0 } }
  const { maxRows } = look.part
  async function counted(statement: Query): Promise<number> {
    const [row] = await readers.rows<Counted>(statement, ...searchValues(look, undefined, maxRows))
    return row?.count ?? 0
  }
  if (way === 'reference') {
    const rowsRead = await counted(statements.ofReference)
    if (rowsRead <= maxRows) return { way, window: { rowsRead } }
  }
  const shares = sharesOf(look)
  const ofAll = shares.isEnough ? undefined : await counted(statements.ofAll)
  if (ofAll !== undefined && ofAll <= maxRows) return { way: 'time', window: { rowsRead: ofAll } }
  async function readPass(share: number): Promise<Pass> {
    const values = searchValues(look, undefined, share)
    const rows = await readers.rows<PassRow>(statements.window, ...values)
    return combinedPass(rows.map(passOfRow))
  }
  const passes = passesOf(look, shares)
  let next = passes.next()
  while (!next.done) next = passes.next(await readPass(next.value))
  return { way: 'time', window: next.value }
}

function passOfRow({ rowsRead, openStreams, atMs, id, rank }: PassRow): Pass {
  return atMs === null || id === null
    ? { rowsRead, openStreams }
    : { rowsRead, openStreams, end: { atMs, id, rank } }
}

async function rowsOfPage(readers: Readers, page: readonly FoundTransaction[]) {
  async function byId<Row extends { readonly id: string }>(query: Query, ids: readonly string[]) {
    const rows = ids.length === 0 ? [] : await readers.rows<Row>(query, ids)
    return new Map(rows.map((row) => [row.id, row]))
  }
  const [payments, registrations] = await Promise.all([
    byId<PaymentRow>(OWN_READS.paymentsById, idsOfPage(page, 'payment')),
    byId<RegistrationRow>(OWN_READS.registrationsById, idsOfPage(page, 'registration')),
  ])
  return transactionsOf(page, payments, registrations)
}
