import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { balanceParticipant } from '../../features/gift-cards/gift-cards.ts'
import { isRefusal } from '../../results/refusal.ts'
import { StoreError } from '../../store/errors.ts'
import type { Store } from '../../store/port.ts'
import { storedDetails } from '../details.ts'
import { openPayment } from '../outcome-rules.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

/** A store that refuses its second commit: the one that brings the outcome. */
function failingOnce(store: Store): Store {
  let commits = 0
  return {
    ...store,
    commit: (changes) => {
      commits += 1
      if (commits !== 2) return store.commit(changes)
      return Promise.reject(new StoreError('overloaded', 'full'))
    },
  }
}

describe('a payment whose connector has to be asked', () => {
  it('is stored as an intent before the connector is called', async () => {
    const seen: (string | undefined)[] = []
    const connector = remote({
      send: async ({ paymentId }) => {
        seen.push((await store.read.payment(paymentId))?.state)
        return { kind: 'approved' }
      },
    })
    const { payments, store } = paymentsOn(connector)
    const paid = await payments.pay(async () => prepared(connector))
    expect(seen).toEqual(['intent'])
    expect(paid).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
  })

  it('holds an amount for as long as its acquirer says', async () => {
    const connector = remote({ send: async () => ({ kind: 'approved', holdUntilMs: 5 }) })
    const pay = (paymentType: 'PA' | 'DB', expiresAtMs: number | null) =>
      paymentsOn(connector).payments.pay(async () =>
        prepared(connector, { paymentType, expiresAtMs }),
      )
    expect(await pay('PA', 9_000)).toMatchObject({ state: 'succeeded', expiresAtMs: 5 })
    expect(await pay('DB', null)).toMatchObject({ state: 'succeeded', expiresAtMs: null })
  })

  it('stays pending when the connector throws, because the outcome is unknown', async () => {
    const connector = remote({ send: () => Promise.reject(new Error('socket hang up')) })
    const { payments, logged } = paymentsOn(connector)
    expect(await payments.pay(async () => prepared(connector))).toMatchObject({ state: 'intent' })
    expect(logged).toEqual(['connector failed'])
  })

  it('is answered as pending, never as failed, when its outcome cannot be recorded', async () => {
    const connector = remote({ send: async () => ({ kind: 'approved' }) })
    const { payments, logged } = paymentsOn(connector, failingOnce(openMemoryStore()))
    const paid = await payments.pay(async () => prepared(connector))
    expect(paid).toMatchObject({ state: 'intent', resultCode: '000.200.000' })
    expect(logged).toEqual(['an outcome is not written yet'])
  })

  it('is not sent when the process was suspended after recording it', async () => {
    let sends = 0
    const connector = remote({
      send: async () => {
        sends += 1
        return { kind: 'approved' }
      },
    })
    const store = openMemoryStore()
    const sleepy: Store = {
      ...store,
      commit: async (changes) => {
        const result = await store.commit(changes)
        advance(11_000)
        return result
      },
    }
    const { payments, advance } = paymentsOn(connector, sleepy)
    const paid = await payments.pay(async () => prepared(connector))
    expect(paid).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
    expect(sends).toBe(0)
  })

  it('takes the final outcome although a request was already answered as pending', async () => {
    const connector = remote({
      send: async ({ paymentId }) => {
        advance(6_000)
        const stored = await store.read.payment(paymentId)
        if (stored !== undefined) await payments.refresh(stored)
        expect((await store.read.payment(paymentId))?.state).toBe('pending')
        return { kind: 'approved' }
      },
      inquire: async () => ({ kind: 'pending', code: '000.200.000', expiresAfterMs: 60_000 }),
    })
    const { payments, store, advance } = paymentsOn(connector)
    const paid = await payments.pay(async () => prepared(connector))
    if (isRefusal(paid) || 'keyInUse' in paid) throw new Error('There is no participant')
    expect(paid).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
    expect(await store.read.timer('pendingPayment', paid.id)).toBeUndefined()
    expect(await store.read.postingsOfFamily(paid.id)).toHaveLength(2)
  })

  it('is answered with its outcome, and told as pending to nobody, when that was written meanwhile', async () => {
    const row = { id: 'told', currency: 'EUR', issuedMinor: 1, balanceMinor: 1, createdAtMs: 0 }
    const telling = {
      owner: 'webhooks',
      opened: () => [],
      recorded: () => [],
      requestEnded: () => [{ kind: 'insertGiftCard', row }] as const,
    }
    const connector = remote({
      send: async ({ paymentId }) => {
        await recovery.receive(paymentId, outcomes.shift() ?? { kind: 'unknown' })
        return { kind: 'unknown' }
      },
    })
    const outcomes = [{ kind: 'declined', code: '800.100.152' } as const]
    const extensions = [{ participantsOf: () => [telling] }]
    const { payments, recovery, store } = paymentsOn(connector, openMemoryStore(), extensions)
    const paid = await payments.pay(async () => prepared(connector))
    expect(paid).toMatchObject({ state: 'failed', resultCode: '800.100.152' })
    expect(await store.read.giftCard('told')).toBeUndefined()
    await payments.pay(async () => prepared(connector, { id: 'another', familyId: 'another' }))
    expect(await store.read.giftCard('told')).toBeDefined()
  })

  it('fails when it was certainly never sent', async () => {
    const connector = remote({ send: async () => ({ kind: 'notSent' }) })
    const { payments, store } = paymentsOn(connector)
    const paid = await payments.pay(async () => prepared(connector))
    expect(paid).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
    expect(
      await store.read.timer('paymentRecovery', prepared(connector).payment.id),
    ).toBeUndefined()
  })
})

describe('a failure that two requests receive at the same time', () => {
  it('restores a balance once, and is an error for neither', async () => {
    const store = openMemoryStore()
    const { payment, details } = prepared(remote({}))
    const participant = balanceParticipant('card')
    const row = { id: 'card', currency: 'EUR', issuedMinor: 10_000, balanceMinor: 10_000 }
    await store.commit([{ kind: 'insertGiftCard', row: { ...row, createdAtMs: 0 } }])
    const intent = { ...payment, details: storedDetails(payment, details) }
    await store.commit([...participant.opened(intent), ...openPayment(intent)])
    const extensions = [{ participantsOf: () => [participant] }]
    const { recovery, logged } = paymentsOn(remote({}), store, extensions)
    const declined = { kind: 'declined', code: '800.100.152' } as const
    await Promise.all([1, 2].map(() => recovery.receive(intent.id, declined)))
    expect((await store.read.payment(intent.id))?.state).toBe('failed')
    expect(logged).toEqual([])
    expect((await store.read.giftCard('card'))?.balanceMinor).toBe(10_000)
  })
})
