import { describe, expect, it } from 'vitest'
import type { CheckoutSettings } from '../../entities/settings.ts'
import { useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const card = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

/** A merchant with a clock of its own. */
async function merchantWith(checkouts?: CheckoutSettings) {
  const settings = () => (checkouts === undefined ? {} : { checkouts })
  const merchant = await addMerchant(gateway(), { settings })
  const token = merchant.accessToken
  const headers = { authorization: `Bearer ${token}` }
  return {
    advance: (advance: string) => gateway().post('/test/clock', { advance }, headers),
    async open(form: Record<string, string>): Promise<string> {
      const entityId = channelOf(merchant)
      const created = await gateway().post('/v1/checkouts', { entityId, ...form }, headers)
      expect(created.body.result.code).toBe('000.200.100')
      return created.body.id
    },
    remove: (id: string) => sendBare(gateway(), `DELETE /v1/checkouts/${id}`, { token }),
    async status(id: string, endpoint = 'payment') {
      const { body } = await gateway().get(`/v1/checkouts/${id}/${endpoint}`, headers)
      return [body.result.code, body.result.description] as const
    },
    async paymentOf(id: string) {
      return (await gateway().get(`/v1/checkouts/${id}/payment`, headers)).body.id
    },
    async payment(id: string) {
      return (await gateway().get(`/v1/payments/${id}`, headers)).body.result.code
    },
  }
}

const debit = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

const submit = (id: string, holder = 'Jane Jones', endpoint = 'payment') =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/${endpoint}`, {
    form: { ...card, 'card.holder': holder },
  })

const EXPIRED = ['200.300.404', expect.stringContaining('this checkout expired at')]

describe('the status of a checkout after its 30 minutes', () => {
  it('is not returned by default, whatever the outcome', async () => {
    const merchant = await merchantWith()
    const id = await merchant.open(debit)
    await submit(id)
    await merchant.advance('PT30M')
    expect(await merchant.status(id)).toEqual(EXPIRED)
  })

  it('of a paid one is returned for as long as the entity’s setting says', async () => {
    const merchant = await merchantWith({ statusHoursAfterExpiry: 24 })
    const id = await merchant.open(debit)
    const paid = await submit(id)
    await merchant.advance('PT24H29M59S')
    expect(await merchant.status(id)).toEqual(['000.100.110', paid.body.result.description])
    await merchant.advance('PT31M')
    expect(await merchant.status(id)).toEqual(EXPIRED)
  })

  it('is returned for a failed payment and for stored payment details', async () => {
    const merchant = await merchantWith({ statusHoursAfterExpiry: 1 })
    const declined = await merchant.open(debit)
    await submit(declined, '800.100.152')
    const storing = await merchant.open({ createRegistration: 'true' })
    await submit(storing, 'Jane Jones', 'registration')
    await merchant.advance('PT1H')
    expect((await merchant.status(declined))[0]).toBe('800.100.152')
    expect((await merchant.status(storing, 'registration'))[0]).toBe('000.100.110')
    expect((await submit(declined)).status).toBe(400)
  })

  it('is read from the payment while the shopper can still decide', async () => {
    const merchant = await merchantWith()
    const id = await merchant.open({ ...debit, shopperResultUrl: 'https://shop.example/done' })
    const form = { paymentBrand: 'PAYPAL' }
    const paid = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })
    expect(paid.body.result.code).toBe('000.200.000')
    const paymentId = await merchant.paymentOf(id)
    await merchant.advance('PT31M')
    expect(await merchant.status(id)).toEqual(EXPIRED)
    expect(await merchant.payment(paymentId)).toBe('000.200.000')
    await merchant.advance('PT24H')
    expect(await merchant.payment(paymentId)).toBe('100.396.103')
  })

  it('is not returned without an attempt to pay, nor after a deletion', async () => {
    const merchant = await merchantWith({ statusHoursAfterExpiry: 1 })
    const untried = await merchant.open(debit)
    const deleted = await merchant.open(debit)
    await submit(deleted, '800.100.152')
    await merchant.remove(deleted)
    await merchant.advance('PT31M')
    expect(await merchant.status(untried)).toEqual(EXPIRED)
    expect((await merchant.status(deleted))[1]).toContain('this checkout was deleted')
  })
})
