import { describe, expect, it } from 'vitest'
import type { PaymentQuery, PaymentRow, PaymentType, Store } from '../port.ts'
import { authorised, nextId, payment, succeeded, timeAt } from '../testing/sample-rows.ts'
import { countPayments, findPayments, given, insertPayment, storeOfAllTests } from './open-store.ts'

/** How far a list may be left out. */
const FARTHEST = 50_000

/** One result of a query whole, so that the order shows. */
async function idsOf(store: Store, query: PaymentQuery): Promise<string[]> {
  return (await findPayments(store, query, 0, 1000)).map(({ id }) => id)
}

function newestFirst(rows: readonly PaymentRow[]): string[] {
  return rows
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id)
}

export function describeFindPayments(open: () => Promise<Store>): void {
  describe('finding payments', () => {
    const store = storeOfAllTests(open)

    /** Payments of a channel of their own. */
    async function commit(...columns: readonly Partial<PaymentRow>[]) {
      const entityId = nextId()
      const rows = columns.map((more) => payment({ entityId, ...more }))
      await given(store(), ...rows.map(insertPayment))
      return { entityId, rows }
    }

    it('returns whole rows, ordered by id within the same moment', async () => {
      const { entityId, rows } = await commit(
        { createdAtMs: timeAt(5), merchantTransactionId: 'order-1', details: '{"a":1}' },
        { createdAtMs: timeAt(9) },
        { createdAtMs: timeAt(5) },
        { createdAtMs: timeAt(7), finalisedBy: 'last' },
      )
      const found = await findPayments(store(), { entityIds: [entityId] }, 0, 10)
      expect(found).toEqual([rows[1], rows[3], rows[2], rows[0]])
      expect(await countPayments(store(), { entityIds: [entityId] })).toBe(4)
    })

    it('returns page after page without a gap', async () => {
      const { entityId, rows } = await commit(
        ...Array.from({ length: 25 }, (_, at) => ({ createdAtMs: timeAt(1) + (at % 4) })),
      )
      const query = { entityIds: [entityId] }
      const pages = await Promise.all(
        [0, 10, 20, 30].map((offset) => findPayments(store(), query, offset, 10)),
      )
      expect(pages.map((page) => page.length)).toEqual([10, 10, 5, 0])
      expect(pages.flat().map(({ id }) => id)).toEqual(newestFirst(rows))
    })

    it('brings the payments of several channels into one order', async () => {
      const one = await commit(
        { createdAtMs: timeAt(1) },
        { createdAtMs: timeAt(4) },
        { createdAtMs: timeAt(4) },
      )
      const other = await commit({ createdAtMs: timeAt(2) }, { createdAtMs: timeAt(4) })
      const third = await commit({ createdAtMs: timeAt(3) })
      const all = [one, other, third]
      const query = { entityIds: all.map(({ entityId }) => entityId) }
      const expected = newestFirst(all.flatMap(({ rows }) => rows))
      expect(await idsOf(store(), query)).toEqual(expected)
      expect((await findPayments(store(), query, 2, 3)).map(({ id }) => id)).toEqual(
        expected.slice(2, 5),
      )
      expect(await countPayments(store(), query)).toBe(6)
    })

    it('searches a channel once that is named twice, and accepts one without payments', async () => {
      const { entityId, rows } = await commit({})
      const entityIds = [entityId, 'nobody', entityId]
      expect(await findPayments(store(), { entityIds }, 0, 10)).toEqual(rows)
      expect(await countPayments(store(), { entityIds })).toBe(1)
    })

    it('accepts a thousand channels', async () => {
      const ids = Array.from({ length: 1000 }, nextId)
      const rows = ids.map((entityId, at) =>
        payment({ entityId, createdAtMs: timeAt(1) + (at % 7) }),
      )
      await given(store(), ...rows.map(insertPayment))
      expect(await idsOf(store(), { entityIds: ids })).toEqual(newestFirst(rows))
    })

    it("finds by the merchant's own reference", async () => {
      const { entityId, rows } = await commit(
        { merchantTransactionId: 'order-1' },
        { merchantTransactionId: 'order-10' },
        { merchantTransactionId: null },
        { merchantTransactionId: 'order-1' },
      )
      const query = { entityIds: [entityId], merchantTransactionId: 'order-1' }
      expect(await idsOf(store(), query)).toEqual([rows[3]?.id, rows[0]?.id])
      expect(await countPayments(store(), query)).toBe(2)
      expect(await idsOf(store(), { ...query, entityIds: ['nobody'] })).toEqual([])
    })

    it('finds by the time of creation, first and last moment included', async () => {
      const { entityId, rows } = await commit(
        ...[1, 2, 3, 4].map(timeAt).map((createdAtMs) => ({ createdAtMs })),
      )
      const entityIds = [entityId]
      const of = (...places: number[]) => places.map((at) => rows[at]?.id)
      expect(
        await idsOf(store(), { entityIds, createdFromMs: timeAt(2), createdToMs: timeAt(3) }),
      ).toEqual(of(2, 1))
      expect(await idsOf(store(), { entityIds, createdFromMs: timeAt(3) })).toEqual(of(3, 2))
      expect(await idsOf(store(), { entityIds, createdToMs: timeAt(2) })).toEqual(of(1, 0))
      expect(
        await idsOf(store(), { entityIds, createdFromMs: timeAt(3), createdToMs: timeAt(2) }),
      ).toEqual([])
      expect(
        await countPayments(store(), {
          entityIds,
          createdFromMs: timeAt(2),
          createdToMs: timeAt(3),
        }),
      ).toBe(2)
    })

    it('finds by a range of ids, the second one not included', async () => {
      const { entityId, rows } = await commit({}, {}, {}, {})
      const [, second, , fourth] = rows.map(({ id }) => id)
      const range = { idFrom: second ?? '', idBefore: fourth ?? '' }
      const query = { entityIds: [entityId, 'nobody'], ...range }
      expect(await idsOf(store(), query)).toEqual([rows[2]?.id, rows[1]?.id])
      const { idFrom, ...before } = query
      expect(await idsOf(store(), before)).toHaveLength(3)
      const { idBefore, ...from } = query
      expect(await idsOf(store(), from)).toHaveLength(3)
    })

    it('finds by types and brands, and nothing when none is named', async () => {
      const { entityId, rows } = await commit(
        { paymentType: 'DB', paymentBrand: 'VISA' },
        { paymentType: 'PA', paymentBrand: 'MASTER' },
        { paymentType: 'RI', paymentBrand: 'VISA' },
        { paymentType: '3D', paymentBrand: 'VISA' },
      )
      const entityIds = [entityId]
      const paymentTypes: PaymentType[] = ['DB', 'RI']
      const id = (at: number) => rows[at]?.id
      expect(await idsOf(store(), { entityIds, paymentTypes })).toEqual([id(2), id(0)])
      expect(await idsOf(store(), { entityIds, paymentBrands: ['MASTER'] })).toEqual([id(1)])
      const both = { entityIds, paymentTypes, paymentBrands: ['MASTER', 'VISA'] }
      expect(await idsOf(store(), both)).toEqual([id(2), id(0)])
      expect(await countPayments(store(), both)).toBe(2)
      for (const none of [{ paymentTypes: [] }, { paymentBrands: [] }]) {
        expect(await idsOf(store(), { entityIds, ...none })).toEqual([])
        expect(await countPayments(store(), { entityIds, ...none })).toBe(0)
      }
    })

    it('combines all conditions', async () => {
      const whole = {
        merchantTransactionId: 'order-1',
        createdAtMs: timeAt(5),
        paymentType: 'DB',
        paymentBrand: 'VISA',
      } as const
      const { entityId, rows } = await commit(
        whole,
        { ...whole, merchantTransactionId: 'order-2' },
        { ...whole, createdAtMs: timeAt(6) },
        { ...whole, paymentType: 'PA' },
        { ...whole, paymentBrand: 'MASTER' },
        whole,
      )
      const query: PaymentQuery = {
        entityIds: [entityId],
        merchantTransactionId: 'order-1',
        createdFromMs: timeAt(5),
        createdToMs: timeAt(5),
        idFrom: rows[0]?.id ?? '',
        idBefore: rows[5]?.id ?? '',
        paymentTypes: ['DB'],
        paymentBrands: ['VISA'],
      }
      expect(await findPayments(store(), query, 0, 10)).toEqual([rows[0]])
      expect(await countPayments(store(), query)).toBe(1)
    })

    it('finds payments that refer to others as well', async () => {
      const entityId = nextId()
      const first = authorised({ entityId })
      const capture = succeeded({ entityId, paymentType: 'CP', referencedId: first.id })
      const debit = succeeded({ entityId })
      const rebill = succeeded({ entityId, paymentType: 'RB', referencedId: debit.id })
      const rows = [first, capture, debit, rebill]
      await given(store(), ...rows.map(insertPayment))
      expect(await idsOf(store(), { entityIds: [entityId] })).toEqual(newestFirst(rows))
    })

    it('treats any text as a literal value', async () => {
      const odd = `'; DROP TABLE payment;-- % _ " 漢`
      const { entityId, rows } = await commit({ merchantTransactionId: odd, paymentBrand: odd })
      const query = { entityIds: [entityId], merchantTransactionId: odd, paymentBrands: [odd] }
      expect(await findPayments(store(), query, 0, 10)).toEqual(rows)
    })

    it('refuses a list, an offset or a number of channels beyond its limits', async () => {
      const query = { entityIds: ['e'] }
      const beyond = [
        findPayments(store(), query, 0, 0),
        findPayments(store(), query, 0, 1001),
        findPayments(store(), query, -1, 10),
        findPayments(store(), query, FARTHEST + 1, 10),
        findPayments(store(), { entityIds: [] }, 0, 10),
        findPayments(store(), { entityIds: Array.from({ length: 1001 }, nextId) }, 0, 10),
        countPayments(store(), { entityIds: [] }),
      ]
      for (const refused of beyond) await expect(refused).rejects.toThrow(RangeError)
    })
  })
}
