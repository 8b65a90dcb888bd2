import { describe, expect, it } from 'vitest'
import { cardPayment, type Form } from '../../../server/testing/gateway.fixture.ts'
import { channelOf, sendBare } from '../../../server/testing/merchants.fixture.ts'
import { useGatewayOnFile } from './gateway-on-file.fixture.ts'

const opened = useGatewayOnFile()
const EMAIL = 'open@shop.example'

async function send(path: string, form: Form) {
  const { accessToken: token } = opened().merchant
  const sent = { token, form: { entityId: channelOf(opened().merchant), ...form } }
  const { status, body } = await sendBare(opened().gateway, `POST ${path}`, sent)
  expect(status).toBe(200)
  return body
}

function declinedCard(): Form {
  const card = Object.entries(cardPayment('')).filter(([name]) => name.startsWith('card.'))
  return { paymentBrand: 'VISA', ...Object.fromEntries(card), 'card.holder': '800.100.152' }
}

describe('the id of an open checkout', () => {
  it('stands whole nowhere in an export, also not in its declined tries', async () => {
    await send('/v1/webhooks', { url: 'https://shop.example/webhook' })
    const { id } = await send('/v1/checkouts', {
      paymentType: 'DB',
      amount: '5.00',
      currency: 'EUR',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.email': EMAIL,
    })
    const path = `POST /v1/checkouts/${id}/payment`
    const { body } = await sendBare(opened().gateway, path, { form: declinedCard() })
    expect(body.result.code).toBe('800.100.152')
    const words = ['--by', 'email', '--value', EMAIL]
    const { lines } = await opened().customer('export', words)
    const text = lines.join('\n')
    const { kept } = JSON.parse(text)
    expect(kept.payments[0].checkoutId).toBe(`${id.slice(0, 12)}…`)
    expect(kept.checkouts[0].id).toBe(`${id.slice(0, 12)}…`)
    expect(text).not.toContain(id.slice(0, 32))
  })
})
