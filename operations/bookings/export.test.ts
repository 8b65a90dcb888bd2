import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  type TestMerchant,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, signedIn } from '../people/people.fixture.ts'

const gateway = useTestGateway(FAST)
let withBooks: TestMerchant
let without: TestMerchant

beforeAll(async () => {
  withBooks = await addMerchant(gateway(), {
    settings: () => ({
      timeZone: 'Asia/Tokyo',
      bookkeeping: {
        currency: 'EUR',
        accounts: { clearing: '1360', sales: '10000', fees: '4970', bank: '1200' },
        datev: { consultant: 29098, client: 55003 },
      },
    }),
  })
  without = await addMerchant(gateway())
  for (const currency of ['EUR', 'USD']) {
    const headers = { authorization: `Bearer ${withBooks.accessToken}` }
    const form = cardPayment(channelOf(withBooks), { currency, amount: '92.00' })
    expect((await gateway().post('/v1/payments', form, headers)).status).toBe(200)
  }
})

/** What finance gets of the month of the payments. */
async function exported({ id }: TestMerchant, format: string) {
  const browser = await signedIn(gateway(), await addUser(gateway(), { [id]: 'finance' }))
  const month = new Date(gateway().clock.now()).toISOString().slice(0, 8)
  const query = {
    entityId: id,
    format,
    'date.from': `${month}01 00:00:00`,
    'date.to': `${month}28 23:59:59`,
  }
  return browser.send(`GET /admin/v1/bookings/export?${new URLSearchParams(query)}`)
}

describe('bookings for accounting programs', () => {
  it('are a posting batch, which says how many payments are not settled in the currency of the books', async () => {
    const { status, body } = await exported(withBooks, 'datev')
    expect(status).toBe(200)
    expect(body.header).toContain('"EXTF";700;21;"Buchungsstapel"')
    expect(body.lines).toHaveLength(1)
    expect(body.lines?.[0]).toContain('92,00;"S";"EUR";;;;1360;10000;')
    expect(body.leftOut).toBe(1)
  })

  it('of a whole year that the back office asks for are of one fiscal year', async () => {
    const { id } = withBooks
    const browser = await signedIn(gateway(), await addUser(gateway(), { [id]: 'finance' }))
    const year = { 'date.from': '2026-01-01 00:00:00', 'date.to': '2026-12-31 23:59:59' }
    const asked = new URLSearchParams({ ...year, format: 'datev' })
    const { status, body } = await browser.send(`GET /admin/v1/bookings/export?${asked}`)
    expect(status).toBe(200)
    expect(body.header).toContain(';20260101;4;20260101;20261231;')
  })

  it('are XML with a footer', async () => {
    const { body } = await exported(withBooks, 'camt054')
    expect(body.lines).toHaveLength(2)
    expect(body.footer).toMatch(/<\/Document>$/)
    expect(body.leftOut).toBeUndefined()
  })

  it('are refused with what the settings lack', async () => {
    const { status, body } = await exported(without, 'quickbooks')
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'format', message: expect.stringContaining('bookkeeping') },
    ])
    const { body: unknown } = await exported(without, 'sage')
    expect(unknown.result.parameterErrors).toMatchObject([{ name: 'format' }])
  })
})
