import { describe, expect, it } from 'vitest'
import type { Connector } from '../connectors/connector.ts'
import { simulator } from '../connectors/simulator/simulator.ts'
import { StoreError } from '../store/errors.ts'
import { openMemoryStore } from '../store/memory/open-memory-store.ts'
import type { Store } from '../store/port.ts'
import { paymentRow } from './payment-row.fixture.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import { createPaymentService } from './service.ts'

/** A connector that has to be sent to, and behaves as it is told. */
function remote(send: Connector['send']): Connector {
  return { ...simulator, name: 'remote', decide: () => undefined, send }
}

function prepared(connector: Connector): PreparedPayment {
  const payment = paymentRow({ state: 'intent', resultCode: '000.200.000', bookedMinor: 0 })
  return {
    payment,
    details: { request: {} },
    operation: {
      paymentId: payment.id,
      paymentType: 'DB',
      paymentBrand: 'VISA',
      amount: { minor: payment.amountMinor, currency: 'EUR' },
      customParameters: {},
    },
    connector,
    alongside: [],
  }
}

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

const clock = { now: () => 1000 }

function service(store: Store) {
  const logged: string[] = []
  const log = { error: (_fields: object, message: string) => void logged.push(message) }
  return { payments: createPaymentService({ store, clock, log: log as never }), logged }
}

async function storeWithEntity(): Promise<Store> {
  const store = openMemoryStore()
  const { entityId } = paymentRow()
  await store.commit([
    {
      kind: 'insertEntity',
      row: {
        id: entityId,
        parentId: null,
        kind: 'channel',
        name: 'Channel',
        active: true,
        settings: '{}',
        createdAtMs: 0,
      },
    },
  ])
  return store
}

describe('a payment whose connector has to be asked', () => {
  it('is durable as an intent before the connector hears of it', async () => {
    const store = await storeWithEntity()
    const seen: (string | undefined)[] = []
    const connector = remote(async ({ paymentId }) => {
      seen.push((await store.read.payment(paymentId))?.state)
      return { kind: 'approved' }
    })
    const paid = await service(store).payments.pay(prepared(connector))
    expect(seen).toEqual(['intent'])
    expect(paid).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
  })

  it('stays pending when the connector breaks: nobody knows what happened', async () => {
    const store = await storeWithEntity()
    const { payments, logged } = service(store)
    const connector = remote(() => Promise.reject(new Error('socket hang up')))
    expect(await payments.pay(prepared(connector))).toMatchObject({ state: 'intent' })
    expect(logged).toEqual(['connector failed'])
  })

  it('is answered as pending, never as not done, when its outcome cannot be written', async () => {
    const store = await storeWithEntity()
    const { payments, logged } = service(failingOnce(store))
    const paid = await payments.pay(prepared(remote(async () => ({ kind: 'approved' }))))
    expect(paid).toMatchObject({ state: 'intent', resultCode: '000.200.000' })
    expect(logged).toEqual(['an outcome is not written yet'])
  })

  it('fails for certain when it was never sent', async () => {
    const store = await storeWithEntity()
    const { payments } = service(store)
    const paid = await payments.pay(prepared(remote(async () => ({ kind: 'notSent' }))))
    expect(paid).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
  })
})
