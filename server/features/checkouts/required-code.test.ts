import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import { outcome, payWith, store } from '../registrations/stored-card.fixture.ts'

const gateway = useTestGateway()

async function demandCode(requireCvv: boolean): Promise<void> {
  const { demo, clock, store: database } = gateway()
  const entity = await database.read.entity(demo.entityId)
  if (entity === undefined) throw new Error('No demo channel')
  const settings = JSON.stringify({ ...JSON.parse(entity.settings), registrations: { requireCvv } })
  const { id, version } = entity
  await database.commit([{ kind: 'stepEntity', id, expectedVersion: version, set: { settings } }])
  // Settings are remembered for a second.
  clock.advance(2_000)
}

async function offer(token: string): Promise<string> {
  const { entityId } = gateway().demo
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  const form = { entityId, ...money, 'registrations[0].id': token }
  return (await gateway().post('/v1/checkouts', form)).body.id
}

const submit = (id: string, token: string, code?: string, path = 'payment') =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/${path}`, {
    form: {
      registrationId: token,
      shopperResultUrl: 'https://shop.example/',
      ...(code === undefined ? {} : { 'card.cvv': code }),
    },
  })

const offered = async (id: string) =>
  (await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)).body.registrations

describe('a stored card of a channel with registrations.requireCvv', () => {
  it('is paid with its code only', async () => {
    const token = await store(gateway())
    await demandCode(true)
    const id = await offer(token)
    expect(await offered(id)).toMatchObject([{ id: token, codeRequired: true }])
    for (const path of ['payment', 'summary']) {
      const { status, body } = await submit(id, token, undefined, path)
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['card.cvv'])
    }
    expect(outcome(await submit(id, token, '123'))).toEqual([200, '000.100.110'])
  })

  it('is not paid with a submit that was kept without a code before', async () => {
    const token = await store(gateway())
    await demandCode(false)
    const id = await offer(token)
    expect(outcome(await submit(id, token, undefined, 'summary'))).toEqual([200, '000.200.101'])
    await demandCode(true)
    const path = `/v1/checkouts/${id}/payment`
    const { body } = await gateway().post(path, { entityId: gateway().demo.entityId })
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['card.cvv'])
  })

  it('is paid without one by the merchant’s server', async () => {
    const token = await store(gateway())
    await demandCode(true)
    expect(outcome(await payWith(gateway(), token))).toEqual([200, '000.100.110'])
  })

  it('may be one without a code', async () => {
    await demandCode(false)
    const bancontact = { paymentBrand: 'BCMC', 'card.number': '6703444444444449' }
    const token = await store(gateway(), bancontact)
    await demandCode(true)
    const [card] = (await offered(await offer(token))) as unknown as object[]
    expect(card).not.toHaveProperty('codeRequired')
  })
})

describe('a stored card of a channel without that setting', () => {
  it('is paid without its code', async () => {
    await demandCode(false)
    const token = await store(gateway())
    const id = await offer(token)
    const [card] = (await offered(id)) as unknown as object[]
    expect(card).not.toHaveProperty('codeRequired')
    expect(outcome(await submit(id, token))).toEqual([200, '000.100.110'])
  })
})
