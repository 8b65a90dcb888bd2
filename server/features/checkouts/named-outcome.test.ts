import { describe, expect, it } from 'vitest'
import { useTestGateway, type WireAnswer } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const card = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

const debit = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

async function merchantOf(profile: 'strict' | 'legacy' = 'strict') {
  const merchant = await addMerchant(gateway(), { channels: [{ profile }] })
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  return {
    advance: (advance: string) => gateway().post('/test/clock', { advance }, headers),
    get: (path: string) => gateway().get(path, headers),
    async open(form: Record<string, string>): Promise<string> {
      const entityId = channelOf(merchant)
      return (await gateway().post('/v1/checkouts', { entityId, ...form }, headers)).body.id
    },
  }
}

const submit = (id: string, form: Record<string, string> = {}, endpoint = 'payment') =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/${endpoint}`, { form: { ...card, ...form } })

function namesNothing({ status, body }: WireAnswer, id: string): void {
  expect([status, body.result.code]).toEqual([400, '200.300.404'])
  expect(JSON.stringify(body)).not.toContain(id)
  expect(body).not.toHaveProperty('resourcePath')
}

describe('the session of a checkout that has expired', () => {
  const stateOf = async (id: string) =>
    (await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)).body.state

  it('says whether it was paid, so that its shopper does not read that nothing was charged', async () => {
    const { advance, open } = await merchantOf()
    const ids = [await open(debit), await open(debit)] as const
    await submit(ids[0])
    await advance('PT31M')
    expect(await stateOf(ids[0])).toBe('done')
    expect(await stateOf(ids[1])).toMatch(/^(open|expired)$/)
    expect(await stateOf(`${'0'.repeat(32)}.uat01-vm-tx01`)).toBeUndefined()
  })
})

describe('the status of a checkout that has expired', () => {
  it('names the payment that paid it, and the path to read that payment', async () => {
    const { advance, get, open } = await merchantOf()
    const id = await open(debit)
    const paid = await submit(id)
    await advance('PT30M')
    const { status, body } = await get(`/v1/checkouts/${id}/payment`)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.description).toMatch(/^No payment session found: this checkout expired at /)
    expect(body.result.description).toContain(
      `It was paid: read payment ${paid.body.id} at GET /v1/payments/${paid.body.id}`,
    )
    expect(body).toMatchObject({
      paymentId: paid.body.id,
      resourcePath: `/v1/payments/${paid.body.id}`,
    })
    const read = await get(String(body.resourcePath))
    expect(read.body).toMatchObject({ id: paid.body.id, result: { code: '000.100.110' } })
  })

  it('names a payment whose outcome was not known yet', async () => {
    const { advance, get, open } = await merchantOf()
    const id = await open({ ...debit, shopperResultUrl: 'https://shop.example/done' })
    const form = { paymentBrand: 'PAYPAL' }
    const waits = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })
    await advance('PT31M')
    const { body } = await get(`/v1/checkouts/${id}/payment`)
    expect(body).toMatchObject({ paymentId: waits.body.id })
    expect(body.result.description).toContain('The outcome of its payment was not known yet')
  })

  it('names the registration that it stored', async () => {
    const { advance, get, open } = await merchantOf()
    const id = await open({ createRegistration: 'true' })
    const stored = await submit(id, {}, 'registration')
    await advance('PT31M')
    const { body } = await get(`/v1/checkouts/${id}/registration`)
    expect(body).toMatchObject({
      registrationId: stored.body.id,
      resourcePath: `/v1/registrations/${stored.body.id}`,
    })
  })

  it('names no declined payment, and none without an attempt to pay', async () => {
    const { advance, get, open } = await merchantOf()
    const id = await open(debit)
    const declined = await submit(id, { 'card.holder': '800.100.152' })
    const untried = await open(debit)
    await advance('PT31M')
    namesNothing(await get(`/v1/checkouts/${id}/payment`), declined.body.id)
    namesNothing(await get(`/v1/checkouts/${untried}/payment`), '/v1/payments')
  })

  it.each(['strict', 'legacy'] as const)(
    'names no payment to a shopper of the %s profile',
    async (profile) => {
      const { advance, open } = await merchantOf(profile)
      const id = await open(debit)
      const paid = await submit(id)
      await advance('PT31M')
      namesNothing(await submit(id), paid.body.id)
      namesNothing(await sendBare(gateway(), `GET /v1/checkouts/${id}/session`), paid.body.id)
      const status = await sendBare(gateway(), `GET /v1/checkouts/${id}/payment`)
      expect(status.status).toBe(profile === 'legacy' ? 400 : 401)
      expect(JSON.stringify(status.body)).not.toContain(paid.body.id)
    },
  )

  it('names no payment to another merchant', async () => {
    const { advance, open } = await merchantOf()
    const id = await open(debit)
    const paid = await submit(id)
    await advance('PT31M')
    const other = await (await merchantOf()).get(`/v1/checkouts/${id}/payment`)
    expect(other.status).toBe(404)
    expect(JSON.stringify(other.body)).not.toContain(paid.body.id)
  })
})
