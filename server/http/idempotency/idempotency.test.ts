import { describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import type { Connector } from '../../payments/connectors/connector.ts'
import { startTestGateway } from '../../testing/gateway.fixture.ts'
import {
  type Bytes,
  delayed,
  expectOneAnswer,
  gateway,
  idOf,
  pay,
  payment,
  send,
  useKeyedGateway,
  written,
} from './keyed-gateway.fixture.ts'

/** Every operation that was sent to the connector, and a door that holds sends back. */
const connector = vi.hoisted(() => ({
  sent: [] as string[],
  door: undefined as Promise<void> | undefined,
}))

vi.mock('../../../sandbox/simulator/simulator.ts', async (importOriginal) => {
  const original = await importOriginal<{ createSimulator: () => Connector }>()
  return {
    createSimulator(): Connector {
      const simulator = original.createSimulator()
      return {
        ...simulator,
        async send(operation) {
          connector.sent.push(operation.paymentId)
          await connector.door
          return simulator.send(operation)
        },
      }
    },
  }
})

useKeyedGateway()

/** Holds back what is sent to the connector until the function is called that it answers. */
function closeDoor(): () => void {
  let open: () => void = () => undefined
  connector.door = new Promise((resolve) => {
    open = resolve
  })
  return open
}

describe('a payment with an Idempotency-Key', () => {
  it('is made once, and its answer is repeated byte for byte', async () => {
    let first: Bytes | undefined
    let again: Bytes | undefined
    const { payments } = await written(async () => {
      first = await pay('order-1')
      again = await pay('order-1')
    })
    expect(payments).toBe(1)
    expect(first).toMatchObject({ status: 200, code: '000.100.110', replayed: null })
    expect(again).toEqual({ ...first, replayed: 'true' })
  })

  it('is the same request with its parameters in another order', async () => {
    const first = await pay('order-2')
    const turned = Object.fromEntries(Object.entries(payment()).reverse())
    expect((await send('/v1/payments', turned, 'order-2')).text).toBe(first.text)
  })

  it('is the same request with amounts, blanks and empty values written differently', async () => {
    const first = await pay('order-2b', { amount: '92.00' })
    const others = [
      { amount: '92' },
      { amount: ' 92.00 ' },
      { descriptor: '' },
      { 'customer.email': ' ' },
    ]
    for (const more of others) {
      const again = await pay('order-2b', { amount: '92.00', ...more })
      expect(again).toEqual({ ...first, replayed: 'true' })
    }
    expect((await pay('order-2b', { amount: '92.01' })).status).toBe(400)
  })

  it('repeats a decline and its status, also for an invalid card', async () => {
    for (const more of [{ 'card.holder': '800.100.152' }, { 'card.cvv': '1234' }]) {
      const key = JSON.stringify(more)
      const declined = await pay(key, more)
      expect(declined.status).toBe(400)
      expect(await pay(key, more)).toEqual({ ...declined, replayed: 'true' })
    }
  })

  it.each([
    ['amount', { amount: '92.01' }],
    ['card', { 'card.number': '4111111111111111' }],
    ['security code', { 'card.cvv': '124' }],
  ])('is refused with another %s under the same key', async (what, more) => {
    await pay(`other-${what.length}`)
    const { payments } = await written(async () => {
      const other = await pay(`other-${what.length}`, more)
      expect([other.status, other.code]).toEqual([400, '200.200.106'])
      expect(other.text).toContain('take a new key')
    })
    expect(payments).toBe(0)
  })

  it('is refused at another path under the same key', async () => {
    const id = idOf(await pay(undefined, { paymentType: 'PA' }))
    const reversal = { entityId: gateway().demo.entityId, paymentType: 'RV' }
    await send(`/v1/payments/${id}`, reversal, 'path')
    const other = idOf(await pay(undefined, { paymentType: 'PA' }))
    expect((await send(`/v1/payments/${other}`, reversal, 'path')).code).toBe('200.200.106')
  })

  it.each([
    ['at once', {}],
    ['after a delay', delayed(200)],
  ])(
    'is made once when 64 requests arrive together and the outcome comes %s',
    async (how, more) => {
      const sentBefore = connector.sent.length
      let answers: readonly Bytes[] = []
      const { payments, rows } = await written(async () => {
        answers = await Promise.all(
          Array.from({ length: 64 }, () => pay(`64 ${how}`.replaceAll(' ', '-'), more)),
        )
      })
      expect([payments, rows.length]).toEqual([1, 1])
      expect(connector.sent.length - sentBefore).toBe(
        'customParameters[SIMULATOR_outcome]' in more ? 1 : 0,
      )
      expectOneAnswer(answers)
    },
  )

  it('answers 409 while it runs, and its answer afterwards', async () => {
    const open = closeDoor()
    const sentBefore = connector.sent.length
    const first = pay('running', delayed(1))
    await vi.waitUntil(() => connector.sent.length > sentBefore)
    const second = await pay('running', delayed(1))
    expect([second.status, second.code, second.retryAfter]).toEqual([409, '800.600.100', '1'])
    open()
    expect((await pay('running', delayed(1))).status).toBeOneOf([200, 409])
    const { text } = await first
    expect(await pay('running', delayed(1))).toMatchObject({ text, replayed: 'true' })
  })

  it('repeats "pending" for an outcome that is not known', async () => {
    const unknown = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
    const first = await pay('unknown', unknown)
    expect([first.status, first.code]).toEqual([200, '000.200.000'])
    expect(await pay('unknown', unknown)).toEqual({ ...first, replayed: 'true' })
  })

  it('is made again after 72 hours, once, and not a millisecond earlier', async () => {
    const first = await pay('kept')
    gateway().clock.advance(72 * HOUR_MS - 1)
    expect((await pay('kept')).text).toBe(first.text)
    gateway().clock.advance(1)
    let answers: readonly Bytes[] = []
    const { payments } = await written(async () => {
      answers = await Promise.all(Array.from({ length: 64 }, () => pay('kept')))
    })
    expect(payments).toBe(1)
    expectOneAnswer(answers)
    expect((await pay('kept')).text).not.toBe(first.text)
  })

  it('gets its answer after two minutes when its process died, and is not made again', async () => {
    const unheard = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
    const open = closeDoor()
    const sentBefore = connector.sent.length
    const lost = pay('abandoned', unheard)
    await vi.waitUntil(() => connector.sent.length > sentBefore)
    gateway().clock.advance(2 * MINUTE_MS - 1)
    expect((await pay('abandoned', unheard)).status).toBe(409)
    gateway().clock.advance(1)
    const shared = { ...gateway().store, close: async () => undefined }
    const survivor = await startTestGateway({ store: shared })
    survivor.clock.advance(gateway().clock.now() - survivor.clock.now())
    const { payments } = await written(async () => {
      const key = { 'idempotency-key': 'abandoned' }
      const answer = await survivor.post('/v1/payments', payment(unheard), key)
      expect(answer.headers.get('idempotent-replayed')).toBe('true')
      expect([answer.status, answer.body.result.code]).toEqual([200, '000.200.000'])
      open()
      expect(JSON.parse((await lost).text)).toEqual(answer.body)
      expect((await pay('abandoned', unheard)).replayed).toBe('true')
    })
    expect(payments).toBe(0)
    await survivor.close()
  })

  it('is not abandoned by the process that is sending it, whatever the clock shows', async () => {
    const lost = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
    const open = closeDoor()
    const sentBefore = connector.sent.length
    const first = pay('clock-set', lost)
    await vi.waitUntil(() => connector.sent.length > sentBefore)
    gateway().clock.advance(10 * MINUTE_MS)
    expect((await pay('clock-set', lost)).status).toBe(409)
    open()
    await first
  })

  it('gets its answer as soon as the acquirer has been asked for it', async () => {
    const open = closeDoor()
    const sentBefore = connector.sent.length
    const lost = pay('asked-for', delayed(1))
    await vi.waitUntil(() => connector.sent.length > sentBefore)
    expect((await pay('asked-for', delayed(1))).status).toBe(409)
    gateway().clock.advance(5_000)
    const answer = await pay('asked-for', delayed(1))
    expect([answer.replayed, answer.code]).toEqual(['true', '000.100.110'])
    open()
    expect((await lost).text).toBe(answer.text)
  })

  it('keeps its first answer when another request stored the outcome meanwhile', async () => {
    const open = closeDoor()
    const sentBefore = connector.sent.length
    const first = pay('recovered', delayed(1))
    await vi.waitUntil(() => connector.sent.length > sentBefore)
    const paymentId = connector.sent.at(-1) ?? ''
    gateway().clock.advance(MINUTE_MS)
    await vi.waitUntil(
      async () => (await gateway().store.read.payment(paymentId))?.state === 'succeeded',
    )
    open()
    const { text, code } = await first
    expect(code).toBe('000.100.110')
    expect(await pay('recovered', delayed(1))).toMatchObject({ text, replayed: 'true' })
  })

  it('is independent of the same key of another entity', async () => {
    const { store, demo, clock } = gateway()
    const merchant = (await store.read.entityPath(demo.entityId))[1]
    const id = 'b'.repeat(32)
    const row = { id, parentId: merchant?.id ?? null, name: 'second', active: true } as const
    await store.commit([
      {
        kind: 'insertEntity',
        row: { ...row, kind: 'channel', settings: '{}', createdAtMs: clock.now(), version: 1 },
      },
    ])
    await pay('two-entities')
    const other = await pay('two-entities', { entityId: id, amount: '1.00' })
    expect([other.code, other.replayed]).toEqual(['000.100.110', null])
  })
})
