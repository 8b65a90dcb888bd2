import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { PaymentRow, Store } from '../store/port.ts'
import type { Connector, ConnectorOutcome } from './connectors/connector.ts'
import { paymentRow } from './payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from './payments.fixture.ts'

const TEN_MINUTES_MS = 10 * 60_000
const NOON_MS = Date.UTC(2026, 10, 22, 12)
const { id } = paymentRow()

/** An acquirer that a request reaches only when `arrive` is called. */
function slow(): { readonly connector: Connector; readonly arrive: () => void } {
  let arrive = () => undefined as undefined
  let outcome: ConnectorOutcome | undefined
  const answered = new Promise<ConnectorOutcome>((resolve) => {
    arrive = () => {
      outcome = { kind: 'approved' }
      resolve(outcome)
      return undefined
    }
  })
  const connector = remote({
    send: () => answered,
    inquire: async () => outcome ?? { kind: 'notFound' },
  })
  return { connector, arrive: () => arrive() }
}

async function stored(store: Store): Promise<PaymentRow> {
  return (await store.read.payment(id)) as PaymentRow
}

/** Waits until the intent is durable and its request was sent. */
async function sent(store: Store): Promise<void> {
  await expect.poll(async () => (await store.read.payment(id))?.state).toBe('intent')
}

describe('a clock that is set in the middle of a request', () => {
  for (const byMs of [TEN_MINUTES_MS, -TEN_MINUTES_MS]) {
    it(`by ${byMs / 60_000} minutes changes no outcome`, async () => {
      const { connector, arrive } = slow()
      const { payments, timers, store, setClock, advance } = paymentsOn(connector)
      setClock(NOON_MS)
      const paying = payments.pay(async () => prepared(connector))
      await sent(store)
      setClock(byMs)
      await timers.runDue()
      advance(5_000)
      await payments.refresh(await stored(store))
      expect((await stored(store)).state).toBe('intent')
      arrive()
      expect(await paying).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
      expect((await stored(store)).state).toBe('succeeded')
    })
  }

  it('before the request is sent does not stop the request', async () => {
    const connector = remote({ send: async () => ({ kind: 'approved' }) })
    const store = openMemoryStore()
    const setting: Store = {
      ...store,
      commit: async (changes) => {
        const result = await store.commit(changes)
        setClock(TEN_MINUTES_MS)
        return result
      },
    }
    const { payments, setClock } = paymentsOn(connector, setting)
    expect(await payments.pay(async () => prepared(connector))).toMatchObject({
      state: 'succeeded',
    })
  })
})

describe('a payment that a process is sending', () => {
  it('is not "never sent" for it, however long the answer takes', async () => {
    const { connector, arrive } = slow()
    const { payments, timers, store, advance } = paymentsOn(connector)
    const paying = payments.pay(async () => prepared(connector))
    await sent(store)
    for (let minute = 0; minute < 60; minute++) {
      advance(60_000)
      await timers.runDue()
    }
    expect((await stored(store)).state).toBe('intent')
    arrive()
    expect(await paying).toMatchObject({ state: 'succeeded' })
  })
})

describe('two processes whose clocks differ by minutes', () => {
  it('draw no conclusion from the age of an intent that the other process wrote', async () => {
    const { connector, arrive } = slow()
    const store = openMemoryStore()
    const sender = paymentsOn(connector, store)
    const other = paymentsOn(connector, store)
    other.setClock(TEN_MINUTES_MS)
    const paying = sender.payments.pay(async () => prepared(connector))
    await sent(store)
    expect(await other.timers.runDue()).toBe(1)
    expect((await other.payments.refresh(await stored(store))).state).toBe('intent')
    arrive()
    expect(await paying).toMatchObject({ state: 'succeeded' })
  })

  it('find out, after the longest transit time, that a request of the other one was never sent', async () => {
    const connector = remote({
      send: async () => ({ kind: 'unknown' }),
      inquire: async () => ({ kind: 'notFound' }),
      maxTransitMs: 120_000,
    })
    const store = openMemoryStore()
    const other = paymentsOn(connector, store)
    await paymentsOn(connector, store).payments.pay(async () => prepared(connector))
    const read = async () => (await other.payments.refresh(await stored(store))).state
    other.advance(5_000)
    expect(await read()).toBe('intent')
    other.advance(135_000)
    expect(await read()).toBe('intent')
    other.advance(5_000)
    expect(await read()).toBe('failed')
  })

  it('ask once more at the horizon when the asking process has just started', async () => {
    const connector = remote({
      send: async () => ({ kind: 'unknown' }),
      inquire: async () => ({ kind: 'notFound' }),
      maxTransitMs: 120_000,
    })
    const store = openMemoryStore()
    await paymentsOn(connector, store).payments.pay(async () => prepared(connector))
    // Every inquiry of the plan is another process's first one: each is restarted after it.
    for (let hour = 0; hour < 24 * 8; hour++) {
      const started = paymentsOn(connector, store)
      started.setClock(hour * 3_600_000)
      await started.timers.runDue()
      expect((await stored(store)).state).toBe('intent')
      if (hour < 24 * 7) continue
      started.advance(10 * 60_000)
      await started.timers.runDue()
      break
    }
    expect(await stored(store)).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
    expect((await store.read.events(id)).map(({ kind }) => kind)).toEqual(['intent', 'failed'])
  })
})
