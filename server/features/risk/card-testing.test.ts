import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  openReceiver,
  payment,
  RECEIVER_ENTITY,
} from '../../../acquirers/gateway/receiver.fixture.ts'
import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { CardTestingSettings } from '../../entities/card-testing-settings.ts'
import { type Form, startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../../testing/merchants.fixture.ts'
import { activeWebhook, startReceiver } from '../webhooks/webhook-receiver.fixture.ts'

/** Two processes on one database, behind a proxy that names the shopper's address. */
let gateway: TestGateway
let other: TestGateway
const transport = { tls: undefined, trustedProxies: ['loopback'] }
beforeAll(async () => {
  const store = openMemoryStore()
  gateway = await startTestGateway({ store, transport, callsMerchants: true })
  // It ends first, and what the other one still counts at its end needs the store.
  const shared = { ...store, close: async () => undefined }
  other = await startTestGateway({ store: shared, transport })
})
afterAll(async () => {
  await other.close()
  await gateway.close()
})

/** Moves both clocks, which stand still otherwise. */
function advance(milliseconds: number): void {
  gateway.clock.advance(milliseconds)
  other.clock.advance(milliseconds)
}

const card: Form = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}
const DECLINED = '800.100.152'
const declined = (more: Form = {}): Form => ({ ...card, 'card.holder': DECLINED, ...more })

const cards = ['4200000000000000', '4111111111111111', '4012888888881881', '5454545454545454']

async function merchantWith(cardTesting: Partial<CardTestingSettings>) {
  return addMerchant(gateway, { channels: [{ cardTesting }, { cardTesting }] })
}

/** Submits a checkout of its own. */
async function submit(
  merchant: TestMerchant,
  form: Form,
  { at = gateway, from = '198.51.100.7', channel = 0, opened = {} as Form } = {},
) {
  const money = { amount: '9.00', currency: 'EUR', paymentType: 'DB' }
  const headers = { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' }
  const created = await sendBare(at, 'POST /v1/checkouts', {
    token: merchant.accessToken,
    headers,
    form: { entityId: merchant.channelIds[channel], ...money, ...opened },
  })
  return sendBare(at, `POST /v1/checkouts/${created.body.id}/payment`, { form, headers })
}

type Submitted = ReturnType<typeof submit>

const codeOf = async (answer: Submitted) => (await answer).body.result.code

async function declineTimes(times: number, merchant: TestMerchant, from?: string) {
  for (let time = 0; time < times; time++) {
    const number = cards[time % cards.length]
    const more = from === undefined ? {} : { from }
    expect(await codeOf(submit(merchant, declined({ 'card.number': number }), more))).toBe(DECLINED)
  }
}

describe('declined payments from one address', () => {
  it('are refused above the limit, in all channels of the merchant, with the time to wait', async () => {
    const merchant = await merchantWith({ declinesPerAddressAndHour: 5 })
    await declineTimes(5, merchant)
    const refused = await submit(merchant, card, { channel: 1 })
    expect([refused.status, refused.body.result.code]).toEqual([429, '800.120.102'])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(refused.body.result.description).toBe(
      `5 payments from this address were not approved within an hour: try again in ${seconds} seconds, or pay in another way`,
    )
    advance((seconds - 1) * 1000)
    expect(await codeOf(submit(merchant, card))).toBe('800.120.102')
    advance(1000)
    expect(await codeOf(submit(merchant, card))).toBe('000.100.110')
  })

  it('count for an hour at least, whenever it begins, and an approval takes nothing back', async () => {
    const merchant = await merchantWith({ declinesPerAddressAndHour: 3 })
    const toTheHour = HOUR_MS - (gateway.clock.now() % HOUR_MS)
    advance(toTheHour - MINUTE_MS)
    await declineTimes(2, merchant)
    expect(await codeOf(submit(merchant, card))).toBe('000.100.110')
    await declineTimes(1, merchant)
    advance(59 * MINUTE_MS)
    expect(await codeOf(submit(merchant, card))).toBe('800.120.102')
    advance(HOUR_MS / 2)
    expect(await codeOf(submit(merchant, card))).toBe('000.100.110')
  })

  it('do not stop other addresses or other merchants, and a network of IPv6 is one address', async () => {
    const merchant = await merchantWith({ declinesPerAddressAndHour: 2 })
    const stranger = await merchantWith({ declinesPerAddressAndHour: 2 })
    await declineTimes(2, merchant, '2001:db8:1:2::1')
    expect(await codeOf(submit(merchant, card, { from: '2001:db8:1:2:9::7' }))).toBe('800.120.102')
    expect(await codeOf(submit(merchant, card, { from: '2001:db8:1:3::1' }))).toBe('000.100.110')
    expect(await codeOf(submit(stranger, card, { from: '2001:db8:1:2::1' }))).toBe('000.100.110')
  })

  it('are not exceeded by parallel requests in two processes', async () => {
    const merchant = await merchantWith({ declinesPerAddressAndHour: 8 })
    const submits = Array.from({ length: 60 }, (_, at) =>
      codeOf(
        submit(merchant, declined({ 'card.number': cards[at % 4] }), {
          at: at % 2 === 0 ? gateway : other,
        }),
      ),
    )
    const codes = await Promise.all(submits)
    expect(codes.filter((code) => code === DECLINED)).toHaveLength(8)
    expect(new Set(codes)).toEqual(new Set([DECLINED, '800.120.102']))
  })

  it('do not count what is approved: many shoppers may share an address', async () => {
    const merchant = await merchantWith({ declinesPerAddressAndHour: 2, declinesPerCardAndDay: 2 })
    for (let time = 0; time < 6; time++) {
      expect(await codeOf(submit(merchant, card))).toBe('000.100.110')
    }
    const waits = { 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' }
    for (let time = 0; time < 3; time++) {
      const { body } = await submit(merchant, card, { opened: waits })
      expect(body.result.code).toBe('000.200.000')
      const headers = { authorization: `Bearer ${merchant.accessToken}` }
      advance(5_000)
      const read = await gateway.get(`/v1/payments/${body.id}`, headers)
      expect(read.body.result.code).toBe('000.100.110')
    }
  })

  it('count what waits, until it is approved', async () => {
    const merchant = await merchantWith({ declinesPerAddressAndHour: 2 })
    const opened = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
    for (let time = 0; time < 2; time++) await submit(merchant, card, { opened })
    expect(await codeOf(submit(merchant, card))).toBe('800.120.102')
  })
})

describe('declined payments with one card', () => {
  it('are refused above the limit, from whatever address', async () => {
    const merchant = await merchantWith({ declinesPerCardAndDay: 3 })
    for (let time = 0; time < 3; time++) {
      expect(await codeOf(submit(merchant, declined(), { from: `198.51.100.${time}` }))).toBe(
        DECLINED,
      )
    }
    const refused = await submit(merchant, card, { from: '203.0.113.1' })
    expect([refused.status, refused.body.result.code]).toEqual([429, '800.120.101'])
    const another = { ...card, 'card.number': '4111111111111111' }
    expect(await codeOf(submit(merchant, another))).toBe('000.100.110')
    advance(36 * HOUR_MS)
    expect(await codeOf(submit(merchant, card))).toBe('000.100.110')
  })

  it("do not limit payments of the merchant's server", async () => {
    const merchant = await merchantWith({ declinesPerCardAndDay: 1, declinesPerAddressAndHour: 1 })
    await declineTimes(1, merchant)
    const headers = { authorization: `Bearer ${merchant.accessToken}` }
    const form = { entityId: channelOf(merchant), amount: '9.00', currency: 'EUR', ...card }
    const paid = await gateway.post('/v1/payments', { ...form, paymentType: 'DB' }, headers)
    expect(paid.body.result.code).toBe('000.100.110')
  })
})

it('tells webhooks once that a limit is reached', async () => {
  const merchant = await merchantWith({ declinesPerAddressAndHour: 2 })
  const receiver = await startReceiver()
  await activeWebhook(gateway, merchant, { url: receiver.url, types: 'RISK' })
  await declineTimes(2, merchant)
  for (let time = 0; time < 3; time++) await submit(merchant, card)
  await expect.poll(() => receiver.calls.length).toBe(1)
  advance(2 * HOUR_MS)
  await declineTimes(2, merchant)
  await submit(merchant, card)
  await expect.poll(() => receiver.calls.length).toBe(2)
  const { type, payload } = receiver.calls[0]?.event ?? {}
  expect(type).toBe('RISK')
  expect(payload).toMatchObject({
    result: { code: '800.120.102' },
    amount: '9.00',
    currency: 'EUR',
    paymentBrand: 'VISA',
    card: { bin: '420000', last4Digits: '0000' },
    customer: { ip: '198.51.100.7' },
    cardTesting: { by: 'address', limit: 2 },
  })
  expect(JSON.stringify(payload)).not.toContain('4200000000000000')
})

describe('without settings', () => {
  it('test limits neither addresses nor cards', async () => {
    const merchant = await addMerchant(gateway)
    for (let time = 0; time < 31; time++) await submit(merchant, declined())
    expect(await codeOf(submit(merchant, card))).toBe('000.100.110')
  })

  it('live takes 10 tries of a checkout, 10 declines of a card, 30 of an address', async () => {
    const receiver = await openReceiver(answers(400, payment('800.100.152')))
    const live = await startTestGateway({
      environment: 'live',
      receiver: { url: receiver.url, token: 'a-token', entityId: RECEIVER_ENTITY },
    })
    const merchant = await addMerchant(live)
    const numbers = cards.slice(0, 3)
    const many = async (number: string | undefined, times: number) => {
      const codes = []
      for (let time = 0; time < times; time++) {
        const form = { ...card, 'card.number': number }
        codes.push(await codeOf(submit(merchant, form, { at: live })))
      }
      return codes
    }
    for (const number of numbers) {
      expect(new Set(await many(number, 10))).toEqual(new Set([DECLINED]))
      expect(await many(number, 1)).toEqual(['800.120.101'])
    }
    expect(await many(cards[3], 1)).toEqual(['800.120.102'])
    expect(receiver.received.filter(({ method }) => method === 'POST')).toHaveLength(30)
    await live.close()
    await receiver.close()
  })
})
