import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { passesLuhn } from '../../../common/brands.ts'
import { DAY_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { newObjectId } from '../../kernel/ids.ts'
import { MAX_ALIKE } from '../../payments/read/alike-counts.ts'
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
    const answers: number[] = []
    for (let count = 0; count < 2 * MAX_ALIKE; count++) {
      const at = count % 2 === 0 ? gateway : other
      answers.push((await send('/v1/risk', merchant, next(), at)).status)
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(MAX_ALIKE)
    expect((await send('/v1/risk', neighbour, next())).status).toBe(200)
    for (const one of [gateway, other]) one.clock.advance(DAY_MS)
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

/** A process that starts on the same database. */
async function started(): Promise<TestGateway> {
  const fresh = await startTestGateway({
    store: { ...gateway.store, close: async () => undefined },
  })
  fresh.clock.advance(gateway.clock.now() - fresh.clock.now())
  onTestFinished(() => fresh.close())
  return fresh
}

/** How many of a merchant's numbers are counted. */
async function countedOf({ id }: TestMerchant): Promise<number> {
  const rows = await gateway.store.read.quotasBetween(
    `numbers alike ${id} `,
    `numbers alike ${id}!`,
    1000,
  )
  return rows
    .filter(({ key }) => key.split(' ').length === 5)
    .reduce((sum, { used }) => sum + used, 0)
}

describe('a process that starts again', () => {
  it('lets no further number pass', async () => {
    const merchant = await addMerchant(gateway)
    for (let count = 0; count < MAX_ALIKE; count++) await send('/v1/risk', merchant, next())
    for (let restart = 0; restart < 3; restart++) {
      const fresh = await started()
      expect(outcome(await send('/v1/risk', merchant, next(), fresh))).toEqual(REFUSED)
    }
  })

  it('knows the numbers of those that end, one of each', async () => {
    const merchant = await addMerchant(gateway)
    for (let restart = 0; restart < 3; restart++) {
      const short = await started()
      const first = next()
      expect((await send('/v1/risk', merchant, first, short)).status).toBe(200)
      expect((await send('/v1/risk', merchant, first, short)).status).toBe(200)
      await short.close()
      expect(await countedOf(merchant)).toBe(restart + 1)
    }
  })
})

describe('numbers of a division', () => {
  /** A division of a provider, in which somebody makes merchants. */
  async function division(): Promise<string> {
    const nowMs = gateway.clock.now()
    const [psp, id] = [newObjectId(nowMs), newObjectId(nowMs)]
    const row = { name: 'Made here', settings: '{}', active: true, createdAtMs: nowMs, version: 1 }
    await gateway.store.commit([
      { kind: 'insertEntity', row: { id: psp, parentId: null, kind: 'psp', ...row } },
      { kind: 'insertEntity', row: { id, parentId: psp, kind: 'division', ...row } },
    ])
    return id
  }

  it('are counted together, also where each of its merchants sends few', async () => {
    const parentId = await division()
    let taken = 0
    for (let made = 0; made < 15; made++) {
      const merchant = await addMerchant(gateway, { parentId })
      const at = made % 2 === 0 ? gateway : other
      for (let count = 0; count < 8; count++) {
        if ((await send('/v1/risk', merchant, next(), at)).status === 200) taken += 1
      }
    }
    expect(taken).toBe(50)
    const refused = await send('/v1/risk', await addMerchant(gateway, { parentId }), next())
    expect(outcome(refused)).toEqual(REFUSED)
    const elsewhere = await addMerchant(gateway, { parentId: await division() })
    expect((await send('/v1/risk', elsewhere, next())).status).toBe(200)
  })
})

describe('payments by different cards', () => {
  it('are answered before they are counted, which is soon', async () => {
    const merchant = await addMerchant(gateway)
    const numbersOf = ['4111111111111111', '4012888888881881', '4111111111111111']
    for (const number of numbersOf) {
      expect((await send('/v1/payments', merchant, number)).status).toBe(200)
    }
    await expect.poll(() => countedOf(merchant), { timeout: 10_000 }).toBe(2)
  })
})
