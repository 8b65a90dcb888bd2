import { describe, expect, it } from 'vitest'
import type { PaymentQuery, PaymentRow, RegistrationRow, Store, TransactionQuery } from '../port.ts'
import { nextId, payment, registration, timeAt } from '../testing/sample-rows.ts'
import {
  countTransactions,
  findPayments,
  given,
  insertPayment,
  partOf,
  storeOfAllTests,
} from './open-store.ts'

/** Type and id of each, in their order. */
async function found(store: Store, query: TransactionQuery, offset = 0, limit = 1000) {
  const { transactions } = await store.read.findTransactions(query, partOf({ offset, limit }))
  return transactions.map((one) =>
    one.kind === 'payment' ? `${one.row.paymentType} ${one.row.id}` : `${one.type} ${one.row.id}`,
  )
}

const deleted = { state: 'deleted', vaultRecordId: null, fingerprint: null } as const

export function describeFindTransactions(open: () => Promise<Store>): void {
  describe('finding payments and registrations', () => {
    const store = storeOfAllTests(open)

    function storing(row: RegistrationRow) {
      return given(store(), { kind: 'insertRegistration', row })
    }

    function paying(...rows: readonly PaymentRow[]) {
      return given(store(), ...rows.map(insertPayment))
    }

    it('sorts whole rows by time, and a deletion by the time of the deletion', async () => {
      const entityId = nextId()
      const card = registration({
        entityId,
        ...deleted,
        createdAtMs: timeAt(2),
        updatedAtMs: timeAt(6),
      })
      const account = registration({ entityId, createdAtMs: timeAt(5), updatedAtMs: timeAt(9) })
      const [early, late] = [3, 7]
        .map(timeAt)
        .map((createdAtMs) => payment({ entityId, createdAtMs }))
      if (early === undefined || late === undefined) throw new Error('two payments')
      await paying(early, late)
      await storing(card)
      await storing(account)
      const query = { entityIds: [entityId] }
      const { transactions } = await store().read.findTransactions(query, partOf())
      expect(transactions).toEqual([
        { kind: 'payment', row: late },
        { kind: 'registration', type: 'DR', row: card },
        { kind: 'registration', type: 'RG', row: account },
        { kind: 'payment', row: early },
        { kind: 'registration', type: 'RG', row: card },
      ])
      expect(await countTransactions(store(), query)).toBe(5)
    })

    it('returns page after page without a gap, also within one moment', async () => {
      const entityId = nextId()
      for (let at = 0; at < 6; at++) {
        const createdAtMs = timeAt(1 + (at % 2))
        await paying(payment({ entityId, createdAtMs }))
        await storing(registration({ entityId, createdAtMs, updatedAtMs: timeAt(2), ...deleted }))
      }
      const query = { entityIds: [entityId, 'nobody', entityId] }
      const whole = await found(store(), query)
      expect(new Set(whole).size).toBe(18)
      const pages = await Promise.all([0, 7, 14, 21].map((from) => found(store(), query, from, 7)))
      expect(pages.map((page) => page.length)).toEqual([7, 7, 4, 0])
      expect(pages.flat()).toEqual(whole)
      for (const at of whole.keys()) {
        const [type, id] = (whole[at] ?? '').split(' ')
        if (type === 'DR') expect(whole.indexOf(`RG ${id}`)).toBeGreaterThan(at)
      }
    })

    it('finds only the requested types', async () => {
      const entityId = nextId()
      const row = registration({ entityId, ...deleted })
      const [debit, hold] = [payment({ entityId }), payment({ entityId, paymentType: 'PA' })]
      await paying(debit, hold)
      await storing(row)
      const of = (...paymentTypes: NonNullable<TransactionQuery['paymentTypes']>) =>
        found(store(), { entityIds: [entityId], paymentTypes })
      expect(await of('RG')).toEqual([`RG ${row.id}`])
      expect(await of('DR')).toEqual([`DR ${row.id}`])
      expect(await of('PA')).toEqual([`PA ${hold.id}`])
      expect(new Set(await of('DB', 'DR'))).toEqual(new Set([`DB ${debit.id}`, `DR ${row.id}`]))
      expect(await of()).toEqual([])
      const none = { entityIds: [entityId], paymentTypes: [] }
      expect(await countTransactions(store(), none)).toBe(0)
      const registrations = { entityIds: [entityId], paymentTypes: ['RG', 'DR'] as const }
      expect(await countTransactions(store(), registrations)).toBe(2)
    })

    it('finds by reference, time, id and brand', async () => {
      const entityId = nextId()
      const whole = { entityId, merchantTransactionId: 'order-1', createdAtMs: timeAt(5) }
      const row = registration({ ...whole, ...deleted, updatedAtMs: timeAt(8) })
      const other = registration({ entityId, createdAtMs: timeAt(6), paymentBrand: 'MASTER' })
      const paid = payment(whole)
      await storing(row)
      await storing(other)
      await paying(paid)
      const of = (query: Omit<TransactionQuery, 'entityIds'>) =>
        found(store(), { entityIds: [entityId], ...query })
      const [storedOf, deletedOf, paidOf] = [`RG ${row.id}`, `DR ${row.id}`, `DB ${paid.id}`]
      expect(await of({ merchantTransactionId: 'order-1' })).toEqual([deletedOf, paidOf, storedOf])
      expect(await of({ createdFromMs: timeAt(6), createdToMs: timeAt(7) })).toEqual([
        `RG ${other.id}`,
      ])
      expect(await of({ createdFromMs: timeAt(8) })).toEqual([deletedOf])
      expect(await of({ idFrom: row.id, idBefore: other.id })).toEqual([deletedOf, storedOf])
      expect(await of({ paymentBrands: ['MASTER'] })).toEqual([`RG ${other.id}`])
      expect(await found(store(), { entityIds: ['nobody'] })).toEqual([])
    })

    it('finds types of any brand together with the named brands', async () => {
      const entityId = nextId()
      const card = payment({ entityId, paymentBrand: 'VISA' })
      const check = payment({ entityId, paymentType: 'RI', paymentBrand: 'PAYPAL' })
      await paying(card, check, payment({ entityId, paymentBrand: 'PAYPAL' }))
      const query = {
        entityIds: [entityId],
        paymentBrands: ['VISA'],
        typesOfAnyBrand: ['RI'],
      } as const
      expect(await found(store(), query)).toEqual([`RI ${check.id}`, `DB ${card.id}`])
      const payments = await findPayments(store(), query, 0, 10)
      expect(payments.map(({ id }) => id)).toEqual([check.id, card.id])
    })

    it('finds payments by what only they have', async () => {
      const entityId = nextId()
      const one = payment({
        entityId,
        state: 'succeeded',
        resultCode: '000.100.110',
        bookedMinor: 10_000,
        refundedMinor: 1,
        chargedBackMinor: 5,
        amountMinor: 10_000,
        details: '{"card":{"holder":"Jane Müller","last4Digits":"0042"}}',
      })
      const other = payment({
        entityId,
        state: 'failed',
        resultCode: '800.100.152',
        amountMinor: 500,
        currency: 'CHF',
        details: '{"card":{"holder":"Otto Jones","last4Digits":"1111"}}',
      })
      await paying(one, other)
      await paying(payment({ entityId, referencedId: one.id, details: '{}' }))
      await storing(registration({ entityId }))
      const of = async (query: Omit<PaymentQuery, 'entityIds'>) => {
        const rows = await findPayments(store(), { entityIds: [entityId], ...query }, 0, 10)
        return rows.map(({ id }) => (id === one.id ? 'one' : id === other.id ? 'other' : 'third'))
      }
      const firsts = { operations: ['first'] } as const
      expect(await of({})).toEqual(['third', 'other', 'one'])
      expect(await of(firsts)).toEqual(['other', 'one'])
      const cases: readonly (readonly [Omit<PaymentQuery, 'entityIds'>, string])[] = [
        [{ states: ['succeeded'] }, 'one'],
        [{ states: ['succeeded', 'failed'], currency: 'CHF' }, 'other'],
        [{ resultCodes: ['800.100.152'] }, 'other'],
        [{ moved: 'refunded' }, 'one'],
        [{ moved: 'chargedBack' }, 'one'],
        [{ amountFromMinor: 9_999, amountToMinor: 10_000 }, 'one'],
        [{ amountToMinor: 500 }, 'other'],
        [{ texts: [{ text: 'jane' }] }, 'one'],
        [{ texts: [{ text: 'JONES' }, { text: '"last4Digits":"1111"' }] }, 'other,one'],
        [{ texts: [{ text: 'jones' }, { text: 'smith' }] }, 'one'],
        [{ texts: [{ text: 'jones' }, { text: '5', orAmountMinor: 500 }] }, 'other,one'],
        [{ texts: [{ text: 'zzz', orAmountMinor: 501 }], currency: 'CHF' }, ''],
        [{ texts: [{ text: 'zzz', orAmountMinor: 500 }], currency: 'CHF' }, 'other'],
      ]
      for (const [query, expected] of cases) {
        expect([query, (await of({ ...firsts, ...query })).join()]).toEqual([query, expected])
      }
    })

    it('counts and sums what is alike in each span of time, of the newest payments', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const at = (createdAtMs: number, columns: Partial<PaymentRow> = {}) =>
        payment({ entityId, createdAtMs, amountMinor: 500, ...columns })
      const [first, next] = [timeAt(0) - (timeAt(0) % 1000), timeAt(0) - (timeAt(0) % 1000) + 1000]
      await paying(
        at(first + 1),
        at(next - 1, { amountMinor: 700 }),
        at(next, { entityId: otherId, state: 'failed' }),
        at(next + 5000),
        payment({ createdAtMs: first }),
      )
      const query = {
        entityIds: [entityId, otherId, entityId],
        fromMs: first,
        toMs: next + 1000,
        stepMs: 1000,
        maxRows: 3,
      }
      const sums = async (more = {}) => {
        const answer = await store().read.paymentSums({ ...query, ...more })
        const shown = answer.sums.map(
          ({ spanMs, state, count, amountMinor, paymentBrand }) =>
            `${spanMs - first} ${paymentBrand} ${state} ${count} ${amountMinor}`,
        )
        return { ...answer, sums: shown.sort() }
      }
      const both = ['0 VISA intent 2 1200', '1000 VISA failed 1 500']
      expect(await sums()).toEqual({ sums: both })
      expect(await sums({ maxRows: 2 })).toEqual({
        sums: ['0 VISA intent 1 700', '1000 VISA failed 1 500'],
        cutAtMs: first + 2,
      })
      expect(await sums({ fromMs: next + 1 })).toEqual({ sums: [] })
      await expect(sums({ maxRows: 0 })).rejects.toThrow(RangeError)
      await expect(sums({ entityIds: [] })).rejects.toThrow(RangeError)
    })

    it('refuses a list, an offset or a number of channels beyond its limits', async () => {
      const { read } = store()
      const query = { entityIds: ['e'] }
      const beyond = [
        read.findTransactions(query, partOf({ offset: 0, limit: 0 })),
        read.findTransactions(query, partOf({ offset: 0, limit: 1001 })),
        read.findTransactions(query, partOf({ offset: 50_001, limit: 10 })),
        read.findTransactions({ entityIds: [] }, partOf({ offset: 0, limit: 10 })),
        countTransactions(store(), { entityIds: [] }),
        countTransactions(store(), { entityIds: [], paymentTypes: [] }),
      ]
      for (const refused of beyond) await expect(refused).rejects.toThrow(RangeError)
    })
  })
}
