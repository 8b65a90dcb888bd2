import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import type { ChangeSet, PaymentRow, Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { balanceParticipant, createGiftCards } from './gift-cards.ts'

const NUMBER = '6006000500000014'
const PIN = '0014'
const newFile = databaseFiles()

const engines: readonly [string, () => Promise<Store>][] = [
  ['memory', async () => openMemoryStore()],
  ['SQLite', () => openSqliteStore({ file: newFile(), committer: { kind: 'inline' } })],
]

/** Gift cards over a store; hashes are told apart and tell nothing. */
async function over(open: () => Promise<Store>) {
  const store = await open()
  const giftCards = createGiftCards({
    store,
    vault: { keyedHash: (text) => Buffer.from(text).toString('hex').slice(-64).padStart(64, '0') },
  })
  const read = (number = NUMBER, pin: string | undefined = PIN, currency = 'EUR') =>
    giftCards.balanceFor({ number, pin }, currency, 0)
  const found = await read()
  if ('faultCode' in found) throw new Error(found.faultCode)
  const balance = async () => (await store.read.giftCard(found.giftCardId))?.balanceMinor
  return { store, giftCards, read, balance, participant: balanceParticipant(found.giftCardId) }
}

function debit(at: number, given: Partial<PaymentRow> = {}): PaymentRow {
  const id = `8ac7a4${String(at).padStart(26, '0')}`
  return paymentRow({ id, familyId: id, amountMinor: 3000, paymentBrand: 'GIFTCARD', ...given })
}

function inserted(row: PaymentRow): ChangeSet {
  return [{ kind: 'insertPayment', row }]
}

describe.each(engines)('gift cards over %s', (_name, open) => {
  it('are issued at their first use, once', async () => {
    const { read, store, giftCards } = await over(open)
    const first = await read()
    expect(first).toMatchObject({ balanceMinor: 5000 })
    const both = await Promise.all([read(), read()])
    expect(both).toEqual([first, first])
    const other = '6006000500000022'
    const fresh = await Promise.all(
      [1, 2].map(() => giftCards.balanceFor({ number: other, pin: '0022' }, 'EUR', 0)),
    )
    expect(fresh[0]).toEqual(fresh[1])
    await store.close()
  })

  it('say why they cannot pay', async () => {
    const { read, store } = await over(open)
    expect(await read('6006000500000015')).toEqual({ faultCode: '100.100.101' })
    expect(await read('6006900050000019')).toEqual({ faultCode: '100.350.400' })
    expect(await read(NUMBER, '0000')).toEqual({ faultCode: '100.350.400' })
    expect(await read(NUMBER, '')).toEqual({ faultCode: '100.350.400' })
    expect(await read(NUMBER, PIN, 'USD')).toEqual({ faultCode: '800.100.173' })
    await store.close()
  })

  it('never pay more than their balance when many payments run at the same time', async () => {
    const { store, participant, balance } = await over(open)
    const payments = [1, 2, 3].map((at) => debit(at))
    const results = await Promise.all(
      payments.map((row) => store.commit([...participant.recorded(row, false), ...inserted(row)])),
    )
    expect(results.filter(({ applied }) => applied)).toHaveLength(1)
    expect(results.filter((result) => !result.applied)).toEqual([
      { applied: false, reason: 'limit', at: 0 },
      { applied: false, reason: 'limit', at: 0 },
    ])
    expect(await balance()).toBe(2000)
    await store.close()
  })

  it('reserve the amount of a pending payment, and release it when it fails', async () => {
    const { store, participant, balance } = await over(open)
    const intent = debit(1, { state: 'intent', bookedMinor: 0 })
    await store.commit([...participant.opened(intent), ...inserted(intent)])
    expect(await balance()).toBe(2000)
    const late = debit(2)
    expect(await store.commit(participant.recorded(late, false))).toMatchObject({ reason: 'limit' })
    await store.commit(participant.recorded({ ...intent, state: 'failed' }, true))
    expect(await balance()).toBe(5000)
    expect(await store.commit(participant.recorded(late, false))).toEqual({ applied: true })
    await store.close()
  })

  it('receive the amount of a refund, also when its outcome comes late', async () => {
    const { store, participant, balance } = await over(open)
    await store.commit(participant.recorded(debit(1), false))
    const refund = debit(2, { paymentType: 'RF', state: 'pending', amountMinor: 1000 })
    await store.commit(participant.opened({ ...refund, state: 'intent' }))
    await store.commit(participant.recorded(refund, true))
    expect(await balance()).toBe(2000)
    await store.commit(participant.recorded({ ...refund, state: 'succeeded' }, true))
    expect(await balance()).toBe(3000)
    await store.close()
  })
})
