import { describe, expect, it } from 'vitest'
import type { Change, Store } from '../port.ts'
import {
  cardPayment,
  checkout,
  event,
  idempotency,
  payment,
  posting,
  succeeded,
  timeAt,
  timer,
  vaultKey,
} from '../testing/sample-rows.ts'
import {
  applied,
  conflict,
  given,
  insertPayment,
  stepPayment,
  storeOfAllTests,
  storeOfEachTest,
} from './open-store.ts'

export function describeWholeSets(open: () => Promise<Store>): void {
  describe('change sets', () => {
    const store = storeOfEachTest(open)

    it('applies every record of a set', async () => {
      const key = vaultKey()
      const row = payment()
      await given(store(), { kind: 'insertVaultKey', row: key }, insertPayment(row))
      expect(await store().read.payment(row.id)).toEqual(row)
      expect(await store().read.vaultKeys()).toEqual([key])
    })

    it('applies nothing of a set that meets a conflict', async () => {
      const key = vaultKey()
      const there = payment()
      await given(store(), insertPayment(there))
      const changes = [...cardPayment(key.id), insertPayment(there)]
      const result = await store().commit([{ kind: 'insertVaultKey', row: key }, ...changes])
      expect(result).toEqual(conflict('exists', 6))
      expect(await store().read.vaultKeys()).toEqual([])
      expect(await store().read.paymentsOfFamily(there.id)).toEqual([there])
    })

    it('shows the earlier records of a set to the later ones', async () => {
      const row = payment()
      await given(
        store(),
        insertPayment(row),
        stepPayment(row, { resultCode: '000.200.000' }),
        stepPayment({ ...row, version: 2 }, { state: 'failed', resultCode: '800.100.152' }),
      )
      expect(await store().read.payment(row.id)).toMatchObject({ state: 'failed', version: 3 })
    })

    it('accepts an empty set', async () => {
      expect(await store().commit([])).toEqual(applied)
    })

    it('takes the change set as it is when commit is called', async () => {
      const row = { ...payment(), details: '{"as":"asked"}' }
      const committed = store().commit([insertPayment(row)])
      row.details = '{"as":"changed later"}'
      await committed
      expect((await store().read.payment(row.id))?.details).toBe('{"as":"asked"}')
    })
  })

  describe('guarded steps', () => {
    const store = storeOfAllTests(open)

    it('change only what they name and raise the version by one', async () => {
      const row = payment({ vaultRecordId: 'v1', details: '{"kept":true}' })
      await given(store(), insertPayment(row))
      await given(store(), stepPayment(row, { state: 'pending', updatedAtMs: timeAt(42) }))
      const after = { ...row, state: 'pending', updatedAtMs: timeAt(42), version: 2 }
      expect(await store().read.payment(row.id)).toEqual(after)
    })

    it('can clear a value that may be absent', async () => {
      const row = payment({ vaultRecordId: 'v1' })
      await given(store(), insertPayment(row))
      await given(store(), stepPayment(row, { vaultRecordId: null }))
      expect((await store().read.payment(row.id))?.vaultRecordId).toBeNull()
    })

    it('conflict when the version differs and when the row does not exist', async () => {
      const row = payment()
      await given(store(), insertPayment(row))
      const other = stepPayment({ ...row, version: 2 }, { state: 'failed' })
      expect(await store().commit([other])).toEqual(conflict('version', 0))
      expect(await store().commit([stepPayment(payment(), {})])).toEqual(conflict('version', 0))
    })

    it('guard checkouts too', async () => {
      const row = checkout()
      const step: Change = {
        kind: 'stepCheckout',
        id: row.id,
        expectedVersion: 1,
        set: { state: 'processing', paymentId: 'p1', updatedAtMs: timeAt(7) },
      }
      await given(store(), { kind: 'insertCheckout', row })
      await given(store(), step)
      const after = {
        ...row,
        state: 'processing',
        paymentId: 'p1',
        updatedAtMs: timeAt(7),
        version: 2,
      }
      expect(await store().read.checkout(row.id)).toEqual(after)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
    })

    it.each(['open', 'processing', 'pending', 'done', 'expired', 'deleted'] as const)(
      'change a checkout to the state %s',
      async (state) => {
        const row = checkout()
        await given(store(), { kind: 'insertCheckout', row })
        const set = { state, updatedAtMs: timeAt(7) }
        await given(store(), { kind: 'stepCheckout', id: row.id, expectedVersion: 1, set })
        expect((await store().read.checkout(row.id))?.state).toBe(state)
      },
    )
  })

  describe('invalid records', () => {
    const store = storeOfAllTests(open)
    const row = succeeded()
    const cases: readonly (readonly [string, readonly Change[]])[] = [
      ['a currency of four letters', [insertPayment(payment({ currency: 'EURO' }))]],
      ['a currency in small letters', [insertPayment(payment({ currency: 'eur' }))]],
      ['a fraction of a minor unit', [insertPayment(payment({ amountMinor: 0.5 }))]],
      ['an amount that is no number', [insertPayment(payment({ amountMinor: Number.NaN }))]],
      ['a booking at no time', [insertPayment(payment({ bookedAtMs: -1 }))]],
      ['99 captures at most', [insertPayment(payment({ maximumCaptures: 99 }))]],
      ['a missing column', [insertPayment({ ...payment(), connector: undefined as never })]],
      ['a first payment outside its family', [insertPayment(payment({ familyId: 'other' }))]],
      ['a reference to nothing', [insertPayment(payment({ referencedId: 'nothing' }))]],
      ['an event of no payment', [{ kind: 'appendEvent', row: event('nothing') }]],
      [
        'legs that do not sum to zero',
        [insertPayment(row), { kind: 'appendPosting', row: posting(row, {}) }],
      ],
      [
        'legs that sum to zero only across currencies',
        [
          insertPayment(row),
          { kind: 'appendPosting', row: posting(row, { amountMinor: 5 }) },
          { kind: 'appendPosting', row: posting(row, { amountMinor: -5, currency: 'USD' }) },
        ],
      ],
      [
        'a timer that is due at no time',
        [{ kind: 'insertTimer', row: timer({ dueAtMs: Number.NaN }) }],
      ],
      [
        'a timer with a negative number of attempts',
        [{ kind: 'insertTimer', row: timer({ attempts: -1 }) }],
      ],
      [
        'an idempotency row without a fingerprint',
        [
          {
            kind: 'insertIdempotency',
            row: { ...idempotency(), fingerprint: undefined as never },
          },
        ],
      ],
      [
        'an idempotency row that expires at no time',
        [{ kind: 'insertIdempotency', row: idempotency({ expiresAtMs: -1 }) }],
      ],
      ['a change of no known kind', [{ kind: 'dropEverything' } as unknown as Change]],
    ]

    it.each(cases)('reject the whole set and store nothing: %s', async (_name, changes) => {
      const first = payment()
      const committed = store().commit([insertPayment(first), ...changes])
      await expect(committed).rejects.toMatchObject({ code: 'invalid-change' })
      expect(await store().read.payment(first.id)).toBeUndefined()
    })

    it('do not affect other sets', async () => {
      const good = [payment(), payment()]
      const results = await Promise.allSettled([
        store().commit([insertPayment(good[0] as typeof row)]),
        store().commit([insertPayment(payment({ currency: '???' }))]),
        store().commit([insertPayment(good[1] as typeof row)]),
      ])
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    })
  })
}
