import { listedEntities } from '../list-limit.ts'
import {
  type Look,
  lookFor,
  type Pass,
  pageOf,
  passOf,
  sharedOut,
  sharesOf,
  type Way,
  type Window,
  wayOf,
} from '../list-window.ts'
import type { PaymentRow, RegistrationRow, StoreReads } from '../port.ts'
import { type FoundTransaction, idsOfPage, transactionsOf } from '../wanted-transactions.ts'
import type { Query } from './connection.ts'
import { OWN_READS } from './read-statements.ts'
import type { Readers } from './readers.ts'
import {
  type LookStatements,
  lookStatements,
  lookValues,
  type PassRow,
} from './transaction-query-statements.ts'

/** Reads that may look at many rows. */
type LongReads = Pick<StoreReads, 'findTransactions' | 'paymentsOfFamilies'>

export function createLongReads(readers: Readers): LongReads {
  return {
    async findTransactions(query, part) {
      const look = lookFor(query, part)
      const statements = lookStatements(look.wanted)
      if (statements === undefined) {
        return pageOf(look, { lookedAt: 0 }, [], part.counts ? 0 : undefined)
      }
      const { way, window } = await windowAlongWay(readers, look, statements)
      const values = lookValues(look, window.end, 1)
      const [page, counted] = await Promise.all([
        readers.rows<FoundTransaction>(statements.page(way), ...values),
        part.counts ? readers.rows<Counted>(statements.count(way), ...values) : [undefined],
      ])
      return pageOf(look, window, await wholeOf(readers, page), counted[0]?.count)
    },
    paymentsOfFamilies: async (familyIds) =>
      readers.rows(OWN_READS.paymentsOfFamilies, [...new Set(listedEntities(familyIds))]),
  }
}

interface Counted {
  readonly count: number
}

/** By time as well where one reference has more transactions than may be looked at. */
async function windowAlongWay(
  readers: Readers,
  look: Look,
  statements: LookStatements,
): Promise<{ readonly way: Way; readonly window: Window }> {
  const way = wayOf(look.query)
  if (way === 'id') return { way, window: { lookedAt: 0 } }
  const { lookAt } = look.part
  async function counted(statement: Query): Promise<number> {
    const [row] = await readers.rows<Counted>(statement, ...lookValues(look, undefined, lookAt))
    return row?.count ?? 0
  }
  if (way === 'reference') {
    const lookedAt = await counted(statements.ofReference)
    if (lookedAt <= lookAt) return { way, window: { lookedAt } }
  }
  const shares = sharesOf(look)
  const ofAll = shares.isEnough ? undefined : await counted(statements.ofAll)
  if (ofAll !== undefined && ofAll <= lookAt) return { way: 'time', window: { lookedAt: ofAll } }
  async function passOver(share: number): Promise<Pass> {
    const values = lookValues(look, undefined, share)
    const rows = await readers.rows<PassRow>(statements.window, ...values)
    return passOf(rows.map(passOfRow))
  }
  const passes = sharedOut(look, shares)
  let next = passes.next()
  while (!next.done) next = passes.next(await passOver(next.value))
  return { way: 'time', window: next.value }
}

function passOfRow({ lookedAt, goingOn, atMs, id, rank }: PassRow): Pass {
  return atMs === null || id === null
    ? { lookedAt, goingOn }
    : { lookedAt, goingOn, end: { atMs, id, rank } }
}

async function wholeOf(readers: Readers, page: readonly FoundTransaction[]) {
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
