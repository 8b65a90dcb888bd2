import { describe, expect, it } from 'vitest'
import type {
  ListPart,
  ListPlace,
  PaymentType,
  Store,
  TransactionPage,
  TransactionQuery,
} from '../port.ts'
import {
  authorised,
  nextId,
  payment,
  registration,
  succeeded,
  timeAt,
} from '../testing/sample-rows.ts'
import { given, insertPayment, partOf, storeOfAllTests } from './open-store.ts'

/** All parts of a list, each after the end of the one before. */
async function walk(
  store: Store,
  query: TransactionQuery,
  part: Partial<ListPart>,
): Promise<readonly TransactionPage[]> {
  const pages: TransactionPage[] = []
  for (let after: ListPlace | undefined; ; ) {
    const wanted = partOf({ ...part, ...(after === undefined ? {} : { after }) })
    const page = await store.read.findTransactions(query, wanted)
    pages.push(page)
    if (page.end === undefined) return pages
    after = page.end
  }
}

function namesOf(pages: readonly TransactionPage[]): readonly string[] {
  return pages
    .flatMap(({ transactions }) => transactions)
    .map((one) => `${one.kind === 'payment' ? one.row.paymentType : one.type} ${one.row.id}`)
}

const PAYMENTS = 40
const REGISTRATIONS = 12
const BRANDS = ['VISA', 'VISA', 'VISA', 'VISA', 'MASTER'] as const

/** Two channels of very different sizes, several in one moment, deletions in that of their storing. */
async function fill(store: Store) {
  const [large, small] = [nextId(), nextId()]
  for (let at = 0; at < PAYMENTS; at++) {
    const paymentType: PaymentType = at % 7 === 0 ? 'RI' : 'DB'
    const row = payment({
      entityId: at % 9 === 0 ? small : large,
      createdAtMs: timeAt(Math.floor(at / 3)),
      paymentType,
      paymentBrand: BRANDS[at % BRANDS.length] ?? 'VISA',
      merchantTransactionId: at % 2 === 0 ? `order-of-${large}` : null,
    })
    await given(store, insertPayment(row))
  }
  for (let at = 0; at < REGISTRATIONS; at++) {
    const createdAtMs = timeAt(at)
    const deleted = { state: 'deleted', vaultRecordId: null, fingerprint: null } as const
    const row = registration({
      entityId: large,
      createdAtMs,
      updatedAtMs: timeAt(at + (at % 2)),
      ...(at % 3 === 0 ? {} : deleted),
    })
    await given(store, { kind: 'insertRegistration', row })
  }
  const entityIds = [large, small]
  return { entityIds, merchantTransactionId: `order-of-${large}` }
}

/** Of the rows that are looked at, and of those that are returned. */
const LIMITS = [
  [1, 1],
  [1, 1000],
  [7, 1],
  [7, 3],
  [20, 3],
  [45, 1000],
] as const

export function describeListParts(open: () => Promise<Store>): void {
  describe('searching a list in parts', () => {
    const store = storeOfAllTests(open)

    it('finds everything once and in order, with any search limit', async () => {
      const { entityIds, merchantTransactionId } = await fill(store())
      const queries: readonly TransactionQuery[] = [
        { entityIds },
        { entityIds, createdFromMs: timeAt(2), createdToMs: timeAt(9) },
        { entityIds, paymentTypes: ['RI'] },
        { entityIds, paymentTypes: ['RG', 'DR'] },
        { entityIds, paymentTypes: ['DB', 'RI', 'DR'], paymentBrands: ['MASTER'] },
        { entityIds, paymentBrands: ['MASTER'], typesOfAnyBrand: ['RI'] },
        { entityIds, merchantTransactionId },
        { entityIds, onlyPayments: true, texts: [{ text: '{' }], currency: 'EUR' },
        { entityIds, onlyPayments: true, states: ['failed'] },
      ]
      for (const query of queries) {
        const whole = await walk(store(), query, {})
        expect(whole).toHaveLength(1)
        for (const [maxRows, limit] of LIMITS) {
          const parts = await walk(store(), query, { maxRows, limit })
          expect([maxRows, limit, namesOf(parts)]).toEqual([maxRows, limit, namesOf(whole)])
        }
      }
    })

    it('reads no more rows than its limit, whatever it finds', async () => {
      const { entityIds } = await fill(store())
      const rare: TransactionQuery = { entityIds, paymentBrands: ['MAESTRO'] }
      const parts = await walk(store(), rare, { maxRows: 12 })
      expect(parts.length).toBeGreaterThan(4)
      for (const { rowsRead, transactions } of parts) {
        expect(rowsRead).toBeLessThanOrEqual(12)
        expect(transactions).toEqual([])
      }
    })

    it('reads only the requested types', async () => {
      const { entityIds } = await fill(store())
      const page = await store().read.findTransactions(
        { entityIds, paymentTypes: ['RI'] },
        partOf({ counts: true }),
      )
      const checks = Math.ceil(PAYMENTS / 7)
      expect(page).toMatchObject({ count: checks, rowsRead: checks })
    })

    it('gives the unused limit of short streams to the longer ones', async () => {
      const { entityIds } = await fill(store())
      const rare: TransactionQuery = {
        entityIds,
        paymentTypes: ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', '3D'],
        paymentBrands: ['MAESTRO'],
      }
      const page = await store().read.findTransactions(rare, partOf({ maxRows: 24 }))
      expect(page.end).toBeDefined()
      expect(page.rowsRead).toBeGreaterThan(20)
      expect(page.rowsRead).toBeLessThanOrEqual(24)
    })

    it('counts the matching rows to the end', async () => {
      const { entityIds } = await fill(store())
      const whole = await store().read.findTransactions({ entityIds }, partOf({ counts: true }))
      expect(whole.count).toBe(whole.transactions.length)
      expect(whole.end).toBeUndefined()
      const part = partOf({ counts: true, limit: 2, maxRows: 30 })
      const some = await store().read.findTransactions({ entityIds }, part)
      expect(some.end).toBeDefined()
      expect(some.count).toBeGreaterThan(2)
      expect(some.count).toBeLessThanOrEqual(30)
      const counted = await store().read.findTransactions({ entityIds }, { ...part, limit: 1000 })
      expect(counted.transactions).toHaveLength(some.count ?? 0)
    })

    it('finds a reference with more transactions than the search limit', async () => {
      const { entityIds, merchantTransactionId } = await fill(store())
      const query = { entityIds, merchantTransactionId }
      const parts = await walk(store(), query, { maxRows: 6 })
      expect(parts.length).toBeGreaterThan(1)
      expect(namesOf(parts)).toHaveLength(PAYMENTS / 2)
    })

    it('refuses a search limit of 0 or above 50,000', async () => {
      const { read } = store()
      for (const maxRows of [0, 50_001, 1.5]) {
        const refused = read.findTransactions({ entityIds: ['e'] }, partOf({ maxRows }))
        await expect(refused).rejects.toThrow(RangeError)
      }
    })
  })

  describe('payments of families', () => {
    const store = storeOfAllTests(open)

    it('are found by their booking where that is of a later day than they are', async () => {
      const entityId = nextId()
      const dayMs = 86_400_000
      const noonMs = Math.floor(timeAt(0) / dayMs) * dayMs + dayMs / 2
      const at = (bookedAtMs: number | null, more = {}) =>
        succeeded({ entityId, createdAtMs: noonMs, bookedAtMs, ...more })
      const midnightMs = noonMs + dayMs / 2
      const [first, second, third] = [at(midnightMs), at(midnightMs), at(midnightMs + 1)]
      const others = [
        at(null),
        at(midnightMs - 1),
        at(midnightMs, { entityId: nextId() }),
        at(midnightMs + dayMs),
      ]
      await given(store(), ...[third, second, first, ...others].map(insertPayment))
      const find = (afterMs: number, afterId: string, limit = 10) =>
        store().read.paymentsBookedLater(entityId, afterMs, afterId, midnightMs + dayMs, limit)
      expect(await find(midnightMs, '')).toEqual([first, second, third])
      expect(await find(midnightMs, '', 2)).toEqual([first, second])
      expect(await find(midnightMs, second.id)).toEqual([third])
      await expect(find(0, '', 1001)).rejects.toThrow(RangeError)
    })

    it('are found by when they failed after their success', async () => {
      const entityId = nextId()
      const fromMs = timeAt(0)
      const at = (failedLaterAtMs: number | null, more = {}) =>
        succeeded({ entityId, createdAtMs: fromMs - 1, failedLaterAtMs, ...more })
      const [first, second, third] = [at(fromMs), at(fromMs), at(fromMs + 1)]
      const others = [at(null), at(fromMs - 1), at(fromMs, { entityId: nextId() }), at(fromMs + 2)]
      await given(store(), ...[third, second, first, ...others].map(insertPayment))
      const find = (afterMs: number, afterId: string, limit = 10) =>
        store().read.paymentsFailedLater(entityId, afterMs, afterId, fromMs + 2, limit)
      expect(await find(fromMs, '')).toEqual([first, second, third])
      expect(await find(fromMs, '', 2)).toEqual([first, second])
      expect(await find(fromMs, second.id)).toEqual([third])
      await expect(find(0, '', 1001)).rejects.toThrow(RangeError)
    })

    it('are returned family by family, each once and oldest first', async () => {
      const first = authorised({ createdAtMs: timeAt(1) })
      const other = succeeded({ createdAtMs: timeAt(2) })
      const capture = succeeded({
        paymentType: 'CP',
        referencedId: first.id,
        createdAtMs: timeAt(3),
      })
      await given(store(), ...[first, other, capture].map(insertPayment))
      const { read } = store()
      const families = [other.id, first.id, other.id, 'nothing']
      expect(await read.paymentsOfFamilies(families)).toEqual([other, first, capture])
      await expect(read.paymentsOfFamilies([])).rejects.toThrow(RangeError)
    })
  })
}
