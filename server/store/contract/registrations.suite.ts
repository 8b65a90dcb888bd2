import { describe, expect, it } from 'vitest'
import type { Change, RegistrationRow, RegistrationStep, Store } from '../port.ts'
import {
  checkout,
  nextId,
  registration,
  timeAt,
  vaultKey,
  vaultRecord,
} from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

function insert(row: RegistrationRow): Change {
  return { kind: 'insertRegistration', row }
}

/** A step decided on the row as the test wrote it. */
function step(row: RegistrationRow, set: Partial<RegistrationStep>): Change {
  return {
    kind: 'stepRegistration',
    id: row.id,
    expectedVersion: row.version,
    set: { updatedAtMs: row.updatedAtMs + 1, ...set },
  }
}

const wiped = { vaultRecordId: null, fingerprint: null } as const

function describeRows(open: () => Promise<Store>): void {
  describe('registrations', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written, active and failed', async () => {
      const stored = registration({ paymentId: nextId(), details: '{"card":{}}' })
      const refused = registration({ state: 'failed', resultCode: '800.100.152', ...wiped })
      await given(store(), insert(stored), insert(refused))
      expect(await store().read.registration(stored.id)).toEqual(stored)
      expect(await store().read.registration(refused.id)).toEqual(refused)
      expect(await store().read.registration('nothing')).toBeUndefined()
    })

    it('change only what a step names and raise the version by one', async () => {
      const row = registration()
      await given(
        store(),
        insert(row),
        step(row, { expiresAtMs: timeAt(42), updatedAtMs: timeAt(7) }),
      )
      const after = { ...row, expiresAtMs: timeAt(42), updatedAtMs: timeAt(7), version: 2 }
      expect(await store().read.registration(row.id)).toEqual(after)
      await given(store(), step(after, { details: '{"new":1}', resultCode: '000.000.000' }))
      expect(await store().read.registration(row.id)).toMatchObject({
        details: '{"new":1}',
        resultCode: '000.000.000',
        vaultRecordId: row.vaultRecordId,
        fingerprint: row.fingerprint,
        version: 3,
      })
    })

    it('conflict when the step was decided on another version or the row does not exist', async () => {
      const row = registration()
      await given(store(), insert(row), step(row, { expiresAtMs: timeAt(42) }))
      expect(await store().commit([step(row, { expiresAtMs: timeAt(43) })])).toEqual(
        conflict('version', 0),
      )
      expect(await store().commit([step(registration(), {})])).toEqual(conflict('version', 0))
      expect((await store().read.registration(row.id))?.expiresAtMs).toBe(timeAt(42))
    })

    it.each(['deleted', 'expired'] as const)('are wiped when they are %s', async (state) => {
      const key = vaultKey()
      const record = vaultRecord(key.id)
      const row = registration({ vaultRecordId: record.id, fingerprint: record.fingerprint })
      const sealed: Change = { kind: 'insertVaultRecord', row: record }
      await given(store(), { kind: 'insertVaultKey', row: key }, sealed, insert(row))
      const unsealed: Change = { kind: 'deleteVaultRecord', id: record.id }
      await given(store(), step(row, { state, ...wiped }), unsealed)
      expect(await store().read.registration(row.id)).toMatchObject({ state, ...wiped, version: 2 })
      expect(await store().read.vaultRecord(record.id)).toBeUndefined()
      expect(await store().commit([unsealed])).toEqual(applied)
    })

    it('cannot keep sealed data when they are not active', async () => {
      const row = registration()
      await given(store(), insert(row))
      for (const change of [
        step(row, { state: 'deleted' }),
        step(row, { state: 'expired', vaultRecordId: null }),
        step(row, { vaultRecordId: null }),
        insert(registration({ state: 'failed' })),
      ]) {
        await expect(store().commit([change])).rejects.toMatchObject({ code: 'invalid-change' })
      }
      expect(await store().read.registration(row.id)).toEqual(row)
    })

    it('keep a vault record that a set deleted before it met a conflict', async () => {
      const key = vaultKey()
      const record = vaultRecord(key.id)
      const sealed: Change = { kind: 'insertVaultRecord', row: record }
      await given(store(), { kind: 'insertVaultKey', row: key }, sealed)
      const late: Change[] = [
        { kind: 'deleteVaultRecord', id: record.id },
        step(registration(), {}),
      ]
      expect(await store().commit(late)).toEqual(conflict('version', 1))
      expect(await store().read.vaultRecord(record.id)).toEqual(record)
    })

    it('are named by the checkout that stores payment details', async () => {
      const [row, there] = [registration(), checkout()]
      await given(
        store(),
        { kind: 'insertCheckout', row: there },
        insert(row),
        {
          kind: 'stepCheckout',
          id: there.id,
          expectedVersion: 1,
          set: { state: 'done', registrationId: row.id, updatedAtMs: timeAt(5) },
        },
        {
          kind: 'stepCheckout',
          id: there.id,
          expectedVersion: 2,
          set: { updatedAtMs: timeAt(6) },
        },
      )
      expect(await store().read.checkout(there.id)).toMatchObject({
        registrationId: row.id,
        paymentId: null,
        version: 3,
      })
      await given(store(), {
        kind: 'stepCheckout',
        id: there.id,
        expectedVersion: 3,
        set: { registrationId: null, updatedAtMs: timeAt(7) },
      })
      expect((await store().read.checkout(there.id))?.registrationId).toBeNull()
    })
  })
}

function describeFinding(open: () => Promise<Store>): void {
  describe('finding the registration of the same number', () => {
    const store = storeOfAllTests(open)

    it('returns the newest active one of that channel', async () => {
      const fingerprint = nextId()
      const of = (columns: Partial<RegistrationRow>) => registration({ fingerprint, ...columns })
      const rows = [3, 9, 9, 5].map(timeAt).map((createdAtMs) => of({ createdAtMs }))
      const elsewhere = of({ entityId: 'other', createdAtMs: timeAt(20) })
      const failed = of({ state: 'failed', createdAtMs: timeAt(30), ...wiped })
      const ofOtherBrand = of({ paymentBrand: 'MASTER', createdAtMs: timeAt(40) })
      await given(store(), ...[...rows, elsewhere, failed, ofOtherBrand].map(insert))
      const { entityId } = rows[0] as RegistrationRow
      const { read } = store()
      expect(await read.registrationOf(entityId, fingerprint, 'VISA')).toEqual(rows[2])
      expect(await read.registrationOf('other', fingerprint, 'VISA')).toEqual(elsewhere)
      expect(await read.registrationOf(entityId, fingerprint, 'MASTER')).toEqual(ofOtherBrand)
      expect(await read.registrationOf(entityId, fingerprint, 'AMEX')).toBeUndefined()
      expect(await read.registrationOf(entityId, 'another number', 'VISA')).toBeUndefined()
      expect(await read.registrationOf('nobody', fingerprint, 'VISA')).toBeUndefined()
    })

    it('does not find one after its deletion', async () => {
      const [old, last] = [1, 2]
        .map(timeAt)
        .map((createdAtMs) => registration({ fingerprint: 'f1', createdAtMs })) as [
        RegistrationRow,
        RegistrationRow,
      ]
      await given(store(), insert(old), insert(last))
      await given(store(), step(last, { state: 'deleted', ...wiped }))
      expect(await store().read.registrationOf(old.entityId, 'f1', 'VISA')).toEqual(old)
      await given(store(), step(old, { state: 'expired', ...wiped }))
      expect(await store().read.registrationOf(old.entityId, 'f1', 'VISA')).toBeUndefined()
    })
  })
}

function describeSoleNumbers(open: () => Promise<Store>): void {
  describe('registrations of a number that is kept once', () => {
    const store = storeOfAllTests(open)
    const sole = (fingerprint: string, columns: Partial<RegistrationRow> = {}) =>
      registration({ fingerprint, deduplicated: true, ...columns })

    it('conflict with a second one of the same channel and brand', async () => {
      const fingerprint = nextId()
      const row = sole(fingerprint)
      await given(store(), insert(row))
      const again = insert(sole(fingerprint))
      expect(await store().commit([again])).toEqual(conflict('exists', 0))
      expect(await store().read.registration(row.id)).toEqual(row)
      await given(
        store(),
        insert(sole(fingerprint, { paymentBrand: 'MASTER' })),
        insert(sole(fingerprint, { entityId: 'other' })),
        insert(sole(nextId())),
        insert(sole(fingerprint, { state: 'failed', ...wiped })),
      )
    })

    it('exist together with registrations that are not kept once', async () => {
      const fingerprint = nextId()
      const [before, after] = [registration({ fingerprint }), registration({ fingerprint })]
      await given(store(), insert(before), insert(sole(fingerprint)), insert(after))
      expect(await store().commit([insert(sole(fingerprint))])).toEqual(conflict('exists', 0))
    })

    it('allow the next one when they end, in the same set too', async () => {
      const fingerprint = nextId()
      const [first, second, third] = [1, 2, 3].map(() => sole(fingerprint)) as [
        RegistrationRow,
        RegistrationRow,
        RegistrationRow,
      ]
      await given(store(), insert(first))
      const ended = step(first, { state: 'expired', ...wiped })
      await given(store(), ended, insert(second))
      await given(store(), step(second, { state: 'deleted', ...wiped }))
      await given(store(), insert(third))
      expect(await store().read.registrationOf(third.entityId, fingerprint, 'VISA')).toEqual(third)
    })

    it('stay active when the set that ends them meets a conflict', async () => {
      const fingerprint = nextId()
      const row = sole(fingerprint)
      await given(store(), insert(row))
      const late = [step(row, { state: 'deleted', ...wiped }), step(registration(), {})]
      expect(await store().commit(late)).toEqual(conflict('version', 1))
      expect(await store().commit([insert(sole(fingerprint))])).toEqual(conflict('exists', 0))
    })

    it('are created once when many arrive at the same time', async () => {
      const fingerprint = nextId()
      const results = await Promise.all(
        Array.from({ length: 8 }, () => store().commit([insert(sole(fingerprint))])),
      )
      expect(results.filter((result) => result.applied)).toHaveLength(1)
      const lost = results.filter((result) => !result.applied)
      expect(lost).toEqual(Array.from({ length: 7 }, () => conflict('exists', 0)))
    })
  })
}

function describeRequiredRecords(open: () => Promise<Store>): void {
  describe('a vault record that a set needs', () => {
    const store = storeOfAllTests(open)

    async function sealed(): Promise<Change & { readonly kind: 'requireVaultRecord' }> {
      const [key, row] = [vaultKey(), vaultRecord('')]
      const record: Change = { kind: 'insertVaultRecord', row: { ...row, keyId: key.id } }
      await given(store(), { kind: 'insertVaultKey', row: key }, record)
      return { kind: 'requireVaultRecord', id: row.id }
    }

    it('exists, or the set meets a conflict', async () => {
      const needed = await sealed()
      const missing: Change = { kind: 'requireVaultRecord', id: nextId() }
      const [first, second] = [registration(), registration()]
      expect(await store().commit([needed, insert(first)])).toEqual(applied)
      const lost = [insert(second), needed, missing]
      expect(await store().commit(lost)).toEqual(conflict('version', 2))
      expect(await store().read.registration(second.id)).toBeUndefined()
    })

    it('is missing without its number, whose fingerprint stays', async () => {
      const needed = await sealed()
      const before = await store().read.vaultRecord(needed.id)
      await given(store(), { kind: 'wipeVaultRecord', id: needed.id })
      expect(await store().read.vaultRecord(needed.id)).toEqual({ ...before, sealed: '' })
      expect(await store().commit([needed])).toEqual(conflict('version', 0))
      const missing: Change = { kind: 'wipeVaultRecord', id: nextId() }
      expect(await store().commit([missing])).toEqual(applied)
    })

    it('is missing for sets after its deletion, and can be needed by many sets before', async () => {
      const needed = await sealed()
      const wipe: Change = { kind: 'deleteVaultRecord', id: needed.id }
      const sets = [[needed], [needed], [wipe], [needed]]
      const results = await Promise.all(sets.map((set) => store().commit(set)))
      expect(results).toEqual([applied, applied, applied, conflict('version', 0)])
    })
  })
}

export function describeRegistrations(open: () => Promise<Store>): void {
  describeRows(open)
  describeFinding(open)
  describeSoleNumbers(open)
  describeRequiredRecords(open)
}
