import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passesLuhn } from '../../../common/brands.ts'
import { DAY_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { MAX_ALIKE } from '../../payments/number-guesses.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../../testing/merchants.fixture.ts'
import { storedCard } from '../registrations/stored-card.fixture.ts'
import { activeWebhook, startReceiver } from '../webhooks/webhook-receiver.fixture.ts'

/** Two processes on one database. */
let gateway: TestGateway
let other: TestGateway
beforeAll(async () => {
  const store = openMemoryStore()
  gateway = await startTestGateway({ store, callsMerchants: true })
  other = await startTestGateway({ store })
})
afterAll(async () => {
  await other.close()
  await gateway.close()
})

/** Card numbers that begin with 420000 and end with 0000. */
function* alike(): Generator<string> {
  for (let middle = 0; middle < 1_000_000; middle++) {
    const number = `420000${String(middle).padStart(6, '0')}0000`
    if (passesLuhn(number)) yield number
  }
}

const numbers = alike()
const next = () => String(numbers.next().value)

const ROUTES = {
  '/v1/payments': (merchant: TestMerchant, number: string): Form =>
    cardPayment(channelOf(merchant), { 'card.number': number }),
  '/v1/risk': (merchant: TestMerchant, number: string): Form => {
    const { paymentType: _none, ...form } = cardPayment(channelOf(merchant))
    return { ...form, 'card.number': number }
  },
  '/v1/registrations': (merchant: TestMerchant, number: string): Form => ({
    ...storedCard(channelOf(merchant)),
    'card.number': number,
  }),
}
type Path = keyof typeof ROUTES

const send = (path: Path, merchant: TestMerchant, number: string, at = gateway) =>
  sendBare(at, `POST ${path}`, {
    token: merchant.accessToken,
    form: ROUTES[path](merchant, number),
  })

const REFUSED = [429, '800.120.101']
const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.result.code]

describe('different card numbers with the same first six and last four digits', () => {
  const paths = Object.keys(ROUTES) as Path[]
  it.each(paths)('are few in a day, by %s', async (path) => {
    const merchant = await addMerchant(gateway)
    const sent: string[] = []
    for (let count = 0; count < MAX_ALIKE; count++) {
      const number = next()
      sent.push(number)
      expect(outcome(await send(path, merchant, number))[0]).toBe(200)
    }
    const refused = await send(path, merchant, next())
    expect(outcome(refused)).toEqual(REFUSED)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.body.result.parameterErrors).toMatchObject([
      { name: 'card.number', value: '420000***0000' },
    ])
    for (const number of sent) expect(outcome(await send(path, merchant, number))[0]).toBe(200)
    for (const each of paths) expect(outcome(await send(each, merchant, next()))).toEqual(REFUSED)
  })

  it('are counted by all processes together, for each merchant by itself, and anew each day', async () => {
    const [merchant, neighbour] = [await addMerchant(gateway), await addMerchant(gateway)]
    let taken = 0
    for (let count = 0; count < 2 * MAX_ALIKE; count++) {
      const at = count % 2 === 0 ? gateway : other
      if ((await send('/v1/risk', merchant, next(), at)).status === 200) taken += 1
    }
    // The first one of each process is known to it alone.
    expect(taken).toBe(MAX_ALIKE + 1)
    expect((await send('/v1/risk', neighbour, next())).status).toBe(200)
    gateway.clock.advance(DAY_MS)
    expect((await send('/v1/risk', merchant, next())).status).toBe(200)
  })

  it('that are too many are told to webhooks once', async () => {
    const merchant = await addMerchant(gateway)
    const receiver = await startReceiver()
    await activeWebhook(gateway, merchant, { url: receiver.url, types: 'RISK' })
    for (let count = 0; count < MAX_ALIKE + 5; count++) await send('/v1/risk', merchant, next())
    const told = () =>
      receiver.calls.flatMap(({ event: { payload } }) => payload.numbersAlike ?? [])
    await expect.poll(told, { timeout: 10_000 }).toMatchObject([{ limit: MAX_ALIKE }])
    expect(JSON.stringify(receiver.calls)).not.toMatch(/420000\d{6}0000/)
  })
})

describe('payments by different cards', () => {
  it('write nothing for this', async () => {
    const merchant = await addMerchant(gateway)
    const before = await gateway.store.read.expiredQuotas(Number.MAX_SAFE_INTEGER, 1000)
    for (const number of ['4111111111111111', '4012888888881881', '4111111111111111']) {
      expect((await send('/v1/payments', merchant, number)).status).toBe(200)
    }
    const after = await gateway.store.read.expiredQuotas(Number.MAX_SAFE_INTEGER, 1000)
    const alikeOf = (rows: typeof after) =>
      rows.filter(({ key }) => key.startsWith('numbers alike'))
    expect(alikeOf(after)).toHaveLength(alikeOf(before).length)
  })
})
