import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { PaymentRoute } from '../../entities/settings.ts'
import { connectorAccount } from '../../store/testing/sample-rows.ts'
import { cardPayment, type Form, startTestGateway } from '../../testing/gateway.fixture.ts'
import { isRouteFor, type RoutedPayment } from './routing.ts'

const euros = (minor: number): Partial<RoutedPayment> => ({ amount: { minor, currency: 'EUR' } })

describe('a route', () => {
  it.each<[Partial<PaymentRoute>, Partial<RoutedPayment>, boolean]>([
    [{}, {}, true],
    [{ brands: ['MASTER'] }, {}, false],
    [{ brands: ['VISA'] }, { brands: ['APPLEPAY', 'VISA'] }, true],
    [{ currencies: ['EUR'] }, {}, true],
    [{ currencies: ['GBP'] }, {}, false],
    [{ currencies: ['GBP'] }, { amount: undefined }, false],
    [{ countries: ['DE'] }, {}, true],
    [{ countries: ['FR'] }, {}, false],
    [{ countries: ['DE'] }, { issuerCountry: () => undefined }, false],
    [{ amount: { currency: 'EUR', atLeast: '92.00' } }, {}, true],
    [{ amount: { currency: 'EUR', atLeast: '92.01' } }, {}, false],
    [{ amount: { currency: 'EUR', atMost: '92.00' } }, {}, true],
    [{ amount: { currency: 'EUR', atMost: '91.99' } }, {}, false],
    [{ amount: { currency: 'GBP', atLeast: '1.00' } }, {}, false],
  ])('%j is for a payment with %j: %s', (route, more, expected) => {
    const payment = { brands: ['VISA'], ...euros(9200), issuerCountry: () => 'DE', ...more }
    expect(isRouteFor({ account: 'simulator', ...route }, payment as RoutedPayment)).toBe(expected)
  })
})

/** A gateway whose channel has these routes, with accounts of the simulator: A, B, and one of another merchant. */
async function routed(routes: (ids: { a: string; b: string; foreign: string }) => PaymentRoute[]) {
  const store = openMemoryStore()
  const gateway = await startTestGateway({ store })
  onTestFinished(() => gateway.close())
  const { entityId } = gateway.demo
  const [channel, merchant] = await store.read.entityPath(entityId)
  if (channel === undefined || merchant === undefined) throw new Error('The demo has no channel')
  const other = { ...channel, id: 'e'.repeat(32) }
  const a = connectorAccount(merchant.id, { settings: '{"currencies":["EUR"]}' })
  const b = connectorAccount(entityId, { settings: '{"capture":"one","holdDays":3}' })
  const foreign = connectorAccount(other.id)
  const routing = routes({ a: a.id, b: b.id, foreign: foreign.id })
  const settings = JSON.stringify({ ...JSON.parse(channel.settings), routing })
  await store.commit([
    { kind: 'insertEntity', row: other },
    ...[a, b, foreign].map((row) => ({ kind: 'insertConnectorAccount', row }) as const),
    { kind: 'stepEntity', id: entityId, expectedVersion: channel.version, set: { settings } },
  ])
  gateway.clock.advance(1000)
  const pay = async (form: Form = {}) => {
    const { body } = await gateway.post('/v1/payments', cardPayment(entityId, form))
    const stored = await store.read.payment(body.id ?? '')
    return { code: body.result.code, description: body.result.description, id: body.id, stored }
  }
  return { gateway, store, pay, a, b, channel: entityId }
}

describe('a channel with an order of accounts', () => {
  it('sends each payment through the first account that takes it', async () => {
    const { pay, a, b } = await routed((ids) => [{ account: ids.a }, { account: ids.b }])
    expect((await pay()).stored?.connector).toBe(a.id)
    expect((await pay({ currency: 'GBP' })).stored?.connector).toBe(b.id)
  })

  it('routes by the brand of the card', async () => {
    const { pay, a, b } = await routed((ids) => [
      { account: ids.b, brands: ['MASTER'] },
      { account: ids.a },
    ])
    expect((await pay()).stored?.connector).toBe(a.id)
    const master = { paymentBrand: 'MASTER', 'card.number': '5454545454545454' }
    expect((await pay(master)).stored?.connector).toBe(b.id)
  })

  it('refers to a payment where that went, whatever is routed later', async () => {
    const { gateway, store, pay, a, channel } = await routed((ids) => [{ account: ids.a }])
    const { id } = await pay()
    const [row] = await store.read.entityPath(channel)
    const disabled = { state: 'disabled', updatedAtMs: 2 } as const
    await store.commit([
      {
        kind: 'stepEntity',
        id: channel,
        expectedVersion: row?.version ?? 0,
        set: { settings: '{}' },
      },
      { kind: 'stepConnectorAccount', id: a.id, expectedVersion: 1, set: disabled },
    ])
    gateway.clock.advance(1000)
    const form = { paymentType: 'RF', amount: '1.00', currency: 'EUR', testMode: 'INTERNAL' }
    const { body } = await gateway.post(`/v1/payments/${id}`, form)
    expect(body.result.code).toBe('000.100.110')
    expect((await store.read.payment(body.id))?.connector).toBe(a.id)
    expect((await pay()).stored?.connector).toBe('simulator')
  })

  it('refuses what no account takes, and says why', async () => {
    const { pay } = await routed((ids) => [
      { account: ids.foreign },
      { account: `simulator:${'0'.repeat(32)}` },
    ])
    expect(await pay()).toMatchObject({
      code: '600.200.500',
      description: expect.stringContaining('No account of this channel'),
    })
  })

  it('tells why the last account does not take it', async () => {
    const { pay } = await routed((ids) => [{ account: ids.b }])
    expect(await pay({ paymentType: 'PA', numberOfCaptures: '2' })).toMatchObject({
      code: '600.200.400',
      description: expect.stringContaining('captures a preauthorisation once'),
    })
  })

  it('captures a hold once where the account does, and releases the rest', async () => {
    const { gateway, store, pay } = await routed((ids) => [{ account: ids.b }])
    const { id } = await pay({ paymentType: 'PA' })
    const capture = async () => {
      const form = { paymentType: 'CP', amount: '10.00', currency: 'EUR' }
      return (await gateway.post(`/v1/payments/${id}`, form)).body.result.code
    }
    expect(await capture()).toBe('000.100.110')
    expect(await store.read.payment(id ?? '')).toMatchObject({
      holdClosed: true,
      capturedMinor: 1000,
      reversedMinor: 8200,
    })
    expect(await capture()).toBe('700.400.100')
  })

  it('holds an amount for as long as the account says', async () => {
    const { pay } = await routed((ids) => [{ account: ids.b }])
    const { stored } = await pay({ paymentType: 'PA' })
    expect((stored?.expiresAtMs ?? 0) - (stored?.createdAtMs ?? 0)).toBe(3 * 86_400_000)
  })

  it('passes over an account until its hold has ended', async () => {
    const { gateway, store, pay, a, b } = await routed((ids) => [
      { account: ids.a },
      { account: ids.b },
    ])
    const heldUntilMs = gateway.clock.now() + 10_000
    const set = { heldUntilMs, updatedAtMs: 2 }
    await store.commit([{ kind: 'stepConnectorAccount', id: a.id, expectedVersion: 1, set }])
    gateway.clock.advance(9_999)
    expect((await pay()).stored?.connector).toBe(b.id)
    gateway.clock.advance(1)
    expect((await pay()).stored?.connector).toBe(a.id)
  })

  it('takes the mode that a request names', async () => {
    const { pay, a } = await routed((ids) => [{ account: ids.a }])
    expect((await pay({ testMode: 'INTERNAL' })).stored?.connector).toBe(a.id)
    expect((await pay({ testMode: 'EXTERNAL' })).code).toBe('600.200.500')
  })

  it('may name what the process is set up with', async () => {
    const { pay } = await routed(() => [{ account: 'simulator' }])
    expect((await pay()).stored?.connector).toBe('simulator')
  })
})
