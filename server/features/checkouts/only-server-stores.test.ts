import { describe, expect, it } from 'vitest'
import { type Form, shopperCard, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

/** What a checkout stores whose page asks for it, and whether the widget may ask. */
async function storedBy(preset: Form, registrations: { readonly onlyServerStores?: boolean }) {
  const { accessToken: token, ...merchant } = await addMerchant(gateway(), {
    channels: [{ registrations }],
  })
  const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', ...preset }
  const form = { entityId: channelOf({ ...merchant, accessToken: token }), ...order }
  const { body: open } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
  const session = await sendBare(gateway(), `GET /v1/checkouts/${open.id}/session`)
  const submit = {
    ...shopperCard,
    createRegistration: 'true',
    shopperResultUrl: 'https://shop.example/result',
  }
  const paid = await sendBare(gateway(), `POST /v1/checkouts/${open.id}/payment`, { form: submit })
  expect(paid.body.result.code).toMatch(/^000\.100/)
  const { known = [] } = session.body as unknown as { known?: readonly string[] }
  return { isStored: 'registrationId' in paid.body, isAsked: !known.includes('createRegistration') }
}

describe('createRegistration of a page', () => {
  it('stores what is paid with where the checkout says nothing of it', async () => {
    expect(await storedBy({}, {})).toEqual({ isStored: true, isAsked: true })
  })

  it('stores nothing where the merchant has said no, or leaves it to the server', async () => {
    const no = await storedBy({ createRegistration: 'false' }, {})
    const left = await storedBy({}, { onlyServerStores: true })
    expect([no, left]).toEqual(Array(2).fill({ isStored: false, isAsked: false }))
  })

  it('stores where the server asks for it, also where that is left to it', async () => {
    const asked = await storedBy({ createRegistration: 'true' }, { onlyServerStores: true })
    expect(asked).toEqual({ isStored: true, isAsked: false })
  })
})
