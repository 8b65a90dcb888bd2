import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import { outcome, payWith, store } from '../registrations/stored-card.fixture.ts'

const gateway = useTestGateway()

async function allow(shopperMayDelete: boolean): Promise<void> {
  const { demo, clock, store: database } = gateway()
  const entity = await database.read.entity(demo.entityId)
  if (entity === undefined) throw new Error('No demo channel')
  const settings = JSON.stringify({
    ...JSON.parse(entity.settings),
    registrations: { shopperMayDelete },
  })
  const { id, version } = entity
  await database.commit([{ kind: 'stepEntity', id, expectedVersion: version, set: { settings } }])
  clock.advance(2_000)
}

async function offer(...tokens: readonly string[]): Promise<string> {
  const { entityId } = gateway().demo
  const offered = tokens.map((token, at) => [`registrations[${at}].id`, token] as const)
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  const form = { entityId, ...money, ...Object.fromEntries(offered) }
  return (await gateway().post('/v1/checkouts', form)).body.id
}

const erase = (checkoutId: string, token: string, headers = {}) =>
  sendBare(gateway(), `POST /v1/checkouts/${checkoutId}/registrations/${token}/delete`, { headers })
const session = async (id: string) =>
  (await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)).body

describe('a stored card that the shopper deletes', () => {
  it('is gone for this checkout and for all payments', async () => {
    await allow(true)
    const [first, second] = [await store(gateway()), await store(gateway())]
    const id = await offer(first, second)
    expect(await session(id)).toMatchObject({ mayDeleteRegistrations: true })
    const headers = { 'idempotency-key': 'delete-first' }
    const deleted = await erase(id, first, headers)
    expect([...outcome(deleted), deleted.body.id]).toEqual([200, '000.100.110', first])
    expect((await erase(id, first, headers)).body).toEqual(deleted.body)
    expect(outcome(await erase(id, first))).toEqual([400, '100.150.202'])
    const { registrations } = await session(id)
    expect((registrations as unknown as { id: string }[]).map((card) => card.id)).toEqual([second])
    expect(outcome(await payWith(gateway(), first))[1]).toBe('100.150.202')
  })

  it('must be one that the checkout offers, and the checkout unpaid', async () => {
    await allow(true)
    const [offered, other] = [await store(gateway()), await store(gateway())]
    const id = await offer(offered)
    const foreign = await erase(id, other)
    expect(foreign.body.result.parameterErrors?.[0]?.name).toBe('registrationId')
    expect(outcome(await payWith(gateway(), other))).toEqual([200, '000.100.110'])
    const paid = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, {
      form: { registrationId: offered, 'card.cvv': '123' },
    })
    expect(outcome(paid)).toEqual([200, '000.100.110'])
    expect(outcome(await erase(id, offered))).toEqual([400, '200.300.404'])
    expect(outcome(await payWith(gateway(), offered))).toEqual([200, '000.100.110'])
  })

  it('stays where the channel does not allow it', async () => {
    await allow(false)
    const token = await store(gateway())
    const id = await offer(token)
    expect(await session(id)).not.toHaveProperty('mayDeleteRegistrations')
    expect(outcome(await erase(id, token))).toEqual([403, '800.900.300'])
    expect(outcome(await payWith(gateway(), token))).toEqual([200, '000.100.110'])
  })
})

describe('what is stored and offered for one click', () => {
  it('is named for people where it is no card', async () => {
    const { entityId } = gateway().demo
    const account = {
      paymentBrand: 'PAYPAL',
      'virtualAccount.accountId': 'jane.jones@example.com',
    }
    const wallet = await gateway().post('/v1/registrations', { entityId, ...account })
    const { registrations } = await session(await offer(wallet.body.id))
    expect(registrations).toMatchObject([
      { brand: 'PAYPAL', label: 'PayPal', account: 'ja***.com' },
    ])
  })

  it('is marked where the card has expired', async () => {
    const { clock } = gateway()
    const date = new Date(clock.now())
    const month = { 'card.expiryMonth': '12', 'card.expiryYear': String(date.getUTCFullYear()) }
    const tokens = [await store(gateway(), month), await store(gateway())]
    const offered = async () => (await session(await offer(...tokens))).registrations
    expect(JSON.stringify(await offered())).not.toContain('expired')
    clock.advance(Date.UTC(date.getUTCFullYear() + 1, 0, 3) - clock.now())
    const [expired, good] = (await offered()) as unknown as object[]
    expect(expired).toMatchObject({ expired: true })
    expect(good).not.toHaveProperty('expired')
  })
})
