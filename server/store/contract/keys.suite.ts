import { describe, expect, it } from 'vitest'
import type { Change, Store } from '../port.ts'
import {
  checkout,
  entity,
  event,
  giftCard,
  idempotency,
  payment,
  registration,
  timer,
  token,
  vaultKey,
  vaultRecord,
} from '../testing/sample-rows.ts'
import { conflict, given, insertPayment, storeOfEachTest } from './open-store.ts'

export function describeKeys(open: () => Promise<Store>): void {
  describe('keys', () => {
    const store = storeOfEachTest(open)
    const owner = entity()
    const key = vaultKey()
    const paid = payment()
    const cases: readonly (readonly [string, Change])[] = [
      ['payment', insertPayment(paid)],
      ['event of one payment', { kind: 'appendEvent', row: event(paid.id) }],
      ['checkout', { kind: 'insertCheckout', row: checkout() }],
      ['entity', { kind: 'insertEntity', row: owner }],
      ['token', { kind: 'insertToken', row: token(owner.id) }],
      ['vault key', { kind: 'insertVaultKey', row: key }],
      ['vault record', { kind: 'insertVaultRecord', row: vaultRecord(key.id) }],
      ['registration', { kind: 'insertRegistration', row: registration() }],
      ['gift card', { kind: 'insertGiftCard', row: giftCard() }],
      ['timer', { kind: 'insertTimer', row: timer() }],
      ['idempotency row', { kind: 'insertIdempotency', row: idempotency() }],
    ]

    it.each(cases)('a second %s with the same key conflicts', async (_name, change) => {
      const needed: Change[] = [
        insertPayment(paid),
        { kind: 'insertEntity', row: owner },
        { kind: 'insertVaultKey', row: key },
      ]
      await given(store(), ...needed.filter(({ kind }) => kind !== change.kind), change)
      expect(await store().commit([change])).toEqual(conflict('exists', 0))
    })

    it('there is one vault key per entity and purpose', async () => {
      const first = vaultKey({ entityId: 'e1', purpose: 'card' })
      await given(store(), { kind: 'insertVaultKey', row: first })
      const again = vaultKey({ entityId: 'e1', purpose: 'card' })
      expect(await store().commit([{ kind: 'insertVaultKey', row: again }])).toEqual(
        conflict('exists', 0),
      )
      const other = vaultKey({ entityId: 'e1', purpose: 'credential' })
      await given(store(), { kind: 'insertVaultKey', row: other })
    })

    it('a vault key is wrapped anew where it is as it was read', async () => {
      const row = vaultKey({ entityId: 'rewrapped', purpose: 'card' })
      const anew = { id: row.id, expectedWrapped: row.wrapped, wrapped: 'anew' }
      const change: Change = { kind: 'rewrapVaultKey', ...anew }
      expect(await store().commit([change])).toEqual(conflict('version', 0))
      await given(store(), { kind: 'insertVaultKey', row }, change)
      const kept = (await store().read.vaultKeys()).find(({ id }) => id === row.id)
      expect(kept).toEqual({ ...row, wrapped: 'anew' })
      expect(await store().commit([change])).toEqual(conflict('version', 0))
    })

    it('there is one vault key of the installation per purpose', async () => {
      const fingerprint = { entityId: null, purpose: 'fingerprint' } as const
      await given(store(), { kind: 'insertVaultKey', row: vaultKey(fingerprint) })
      const again: Change = { kind: 'insertVaultKey', row: vaultKey(fingerprint) }
      expect(await store().commit([again])).toEqual(conflict('exists', 0))
      await given(store(), {
        kind: 'insertVaultKey',
        row: vaultKey({ ...fingerprint, entityId: '' }),
      })
    })

    it('ids may contain any character', async () => {
      const ids = ["'; DROP TABLE payment;--", '"', '%_\\', 'naïve 漢字 🫖', 'a\u0000b', 'a', '']
      const rows = ids.map((id) => payment({ id }))
      await given(store(), ...rows.map(insertPayment))
      for (const row of rows) expect(await store().read.payment(row.id)).toEqual(row)
    })

    it('texts may be large', async () => {
      const details = JSON.stringify({ note: '漢'.repeat(1_000_000) })
      const row = payment({ details })
      await given(store(), insertPayment(row))
      expect((await store().read.payment(row.id))?.details).toBe(details)
    })
  })
}
