import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../server/app/cli/command.fixture.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../../../server/testing/merchants.fixture.ts'

const newFile = databaseFiles()
const EMAIL = 'open@shop.example'
let file: string
let gateway: TestGateway
let merchant: TestMerchant

beforeAll(async () => {
  file = newFile()
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  gateway = await startTestGateway({ store })
  merchant = await addMerchant(gateway)
  return () => gateway.close()
})

async function send(path: string, form: Form) {
  const { accessToken: token } = merchant
  const sent = { token, form: { entityId: channelOf(merchant), ...form } }
  const { status, body } = await sendBare(gateway, `POST ${path}`, sent)
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
    const { body } = await sendBare(gateway, path, { form: declinedCard() })
    expect(body.result.code).toBe('800.100.152')
    const words = ['--entity', merchant.id, '--by', 'email', '--value', EMAIL]
    const { lines } = await run(['customer', 'export', ...words, '--database', `sqlite:${file}`])
    const text = lines.join('\n')
    const { kept } = JSON.parse(text)
    expect(kept.payments[0].checkoutId).toBe(`${id.slice(0, 12)}…`)
    expect(kept.checkouts[0].id).toBe(`${id.slice(0, 12)}…`)
    expect(text).not.toContain(id.slice(0, 32))
  })
})
