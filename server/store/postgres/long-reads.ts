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
import type {
  KeptSumQuery,
  PaymentRow,
  PaymentSumQuery,
  RegistrationRow,
  StoreReads,
} from '../port.ts'
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
  | 'findTransactions'
  | 'paymentsOfFamilies'
  | 'paymentSums'
  | 'keptSums'
  | 'cardSums'
  | 'keptCardSums'
  | 'checkoutsOfEntities'
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
    paymentSums: (query) =>
      summed(
        readers,
        query,
        query.byAuthentication === true ? SUMS.sumsByAuthentication : SUMS.sums,
      ),
    cardSums: (query) => summed(readers, query, SUMS.cards),
    keptSums: async (query) => readers.rows(SUMS.kept, ...keptValues(query)),
    keptCardSums: async (query) => readers.rows(SUMS.keptCards, ...keptValues(query)),
    checkoutsOfEntities: async (entityIds, ...before) => {
      listLimit(before[2])
      return readers.rows(OWN_READS.checkoutsOfEntities, listedEntities(entityIds), ...before)
    },
  }
}

/** The newest payments of a query. */
async function summed<Sum>(
  readers: Readers,
  query: PaymentSumQuery,
  statement: Query,
): Promise<{ readonly sums: readonly Sum[]; readonly cutAtMs?: number }> {
  const { entityIds, fromMs, toMs, stepMs, maxRows } = checkedSumQuery(query)
  const ids = [...new Set(entityIds)]
  const within = [ids, fromMs, toMs] as const
  const [beyond] = await readers.rows<{ readonly at: number }>(SUMS.cut, ...within, maxRows)
  if (beyond === undefined) return { sums: await readers.rows<Sum>(statement, ...within, stepMs) }
  const cutAtMs = beyond.at + 1
  return { sums: await readers.rows<Sum>(statement, ids, cutAtMs, toMs, stepMs), cutAtMs }
}

/** Channels and parts, in lists of the same length. */
function keptValues(query: KeptSumQuery) {
  const { entityIds, parts } = checkedKeptQuery(query)
  return [
    [...new Set(entityIds)],
    parts.map(({ span }) => span),
    parts.map(({ fromMs }) => fromMs),
    parts.map(({ toMs }) => toMs),
    parts.map(({ atMs }) => atMs),
  ] as const
}

function sumQueries() {
  const { cut, sums, sumsByAuthentication, kept, cards, keptCards } = sumStatements({
    payments: 'payment',
    parts: `(
        SELECT * FROM unnest($1::text[]) AS channel (entity_id) CROSS JOIN
          unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
            AS part (span, from_ms, to_ms, at_ms)
      ) AS part`,
    values: {
      entities: '= ANY ($1::text[])',
      from: '$2::bigint',
      to: '$3::bigint',
      step: '$4::bigint',
      most: '$4::bigint',
    },
    number: (expression) => `(${expression})::bigint`,
    member: (...path) => `split_part(details, E'\\n', 1)::json #>> '{${path.join(',')}}'`,
  })
  return {
    cut: { name: 'payment_sums_cut', text: cut },
    sums: { name: 'payment_sums', text: sums },
    sumsByAuthentication: { name: 'payment_sums_by_authentication', text: sumsByAuthentication },
    kept: { name: 'payment_sums_kept', text: kept },
    cards: { name: 'payment_sums_cards', text: cards },
    keptCards: { name: 'payment_sums_kept_cards', text: keptCards },
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
