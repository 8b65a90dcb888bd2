import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Change, RegistrationRow } from '../../store/port.ts'
import { registration } from '../../store/testing/sample-rows.ts'
import { findStorageTarget } from './deduplication.ts'

const details = JSON.stringify({ account: 'card', request: {} })
const sole = (columns: Partial<RegistrationRow> = {}) =>
  registration({ fingerprint: 'f', deduplicated: true, details, ...columns })
const insert = (row: RegistrationRow): Change => ({ kind: 'insertRegistration', row })

const notifications = {
  of: () => ({ channelName: '', takes: () => false, changesFor: () => [] }),
}

const schedulesEnd = async () => []

async function found(row: RegistrationRow, deduplicate: boolean, nowMs = row.createdAtMs) {
  const store = openMemoryStore()
  await store.commit([insert(row)])
  const { entityId, paymentBrand } = row
  const settings = { registrations: { deduplicate } }
  const number = { entityId, settings, paymentBrand, fingerprint: 'f', nowMs }
  return { store, target: await findStorageTarget(number, { store, notifications, schedulesEnd }) }
}

describe('the registration for a number', () => {
  it('is the existing one where each number is kept once', async () => {
    const row = sole()
    const { target } = await found(row, true)
    expect(target).toEqual({ kind: 'existing', row, vaultRecordId: row.vaultRecordId })
  })

  it('is an existing one from before numbers were kept once', async () => {
    const row = sole({ deduplicated: false })
    expect((await found(row, true)).target).toMatchObject({ kind: 'existing', row })
  })

  it('is a new one for other channels', async () => {
    const { target, store } = await found(sole(), false)
    expect(target).toMatchObject({ kind: 'new', deduplicated: false, before: [] })
    expect(await store.commit([insert(sole({ deduplicated: false }))])).toEqual({ applied: true })
  })

  it('is a new one when the existing one has expired, which then ends', async () => {
    const row = sole({ expiresAtMs: 5 })
    const { target, store } = await found(row, true, 6)
    if (target.kind !== 'new') expect.fail('It is over')
    expect(await store.commit([...target.before, insert(sole())])).toEqual({ applied: true })
    expect((await store.read.registration(row.id))?.state).toBe('expired')
  })
})
