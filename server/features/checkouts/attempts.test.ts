import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { type Form, startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import { MAX_TRIES_PER_MINUTE } from './attempts.ts'

/** Of the test environment. */
const MAX_TRIES = 30

/** Two processes on one database. */
let gateway: TestGateway
let other: TestGateway
beforeAll(async () => {
  const store = openMemoryStore()
  gateway = await startTestGateway({ store })
  other = await startTestGateway({ store })
})
afterAll(async () => {
  await other.close()
  await gateway.close()
})

const card: Form = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}
const declined: Form = { ...card, 'card.holder': '800.100.152' }

async function open(more: Form = {}): Promise<string> {
  const { entityId } = gateway.demo
  const money = { amount: '20.00', currency: 'EUR', paymentType: 'DB' }
  const created = await gateway.post('/v1/checkouts', { entityId, ...money, ...more })
  expect(created.body.result.code, created.body.result.description).toBe('000.200.100')
  return created.body.id
}

const openForStoring = () =>
  open({
    amount: undefined,
    currency: undefined,
    paymentType: undefined,
    createRegistration: 'true',
  })

const submit = (id: string, form: Form = declined, at = gateway, end = 'payment') =>
  sendBare(at, `POST /v1/checkouts/${id}/${end}`, { form })

const codeOf = async (answer: ReturnType<typeof submit>) => (await answer).body.result.code

async function tryOften(times: number, id: string, form = declined, end = 'payment') {
  const codes: string[] = []
  for (let time = 0; time < times; time++) {
    codes.push(await codeOf(submit(id, form, gateway, end)))
  }
  return codes
}

/** Both clocks, which stand still otherwise. */
function advance(milliseconds: number): void {
  gateway.clock.advance(milliseconds)
  other.clock.advance(milliseconds)
}

describe('the attempt limit of a checkout', () => {
  it(`allows ${MAX_TRIES_PER_MINUTE} declined payments a minute, and says when to try again`, async () => {
    const id = await open()
    const codes = await tryOften(MAX_TRIES_PER_MINUTE, id)
    expect(new Set(codes)).toEqual(new Set(['800.100.152']))
    advance(15_000)
    const refused = await submit(id)
    expect([refused.status, refused.body.result.code]).toEqual([429, '800.120.100'])
    expect(refused.headers.get('retry-after')).toBe('45')
    expect(refused.body.result.description).toContain('try again in 45 seconds')
    expect(refused.body).toMatchObject({ amount: '20.00' })
    advance(45_000)
    expect(await codeOf(submit(id, card))).toBe('000.100.110')
  })

  it(`allows ${MAX_TRIES} in all, and says that a new checkout is needed`, async () => {
    const id = await open()
    for (let taken = 0; taken < MAX_TRIES; taken += MAX_TRIES_PER_MINUTE) {
      await tryOften(MAX_TRIES_PER_MINUTE, id)
      advance(MINUTE_MS)
    }
    const refused = await submit(id, card)
    expect([refused.status, refused.body.result.code]).toEqual([400, '200.300.404'])
    expect(refused.body.result.description).toBe(
      'No payment session found: 30 payments were tried in this checkout, which is the most that it takes: create a new one',
    )
    expect(refused.body.result).not.toHaveProperty('parameterErrors')
  })

  it('holds for parallel submits in two processes', async () => {
    const id = await open()
    const answers: string[] = []
    // Those that come too close to each other are told that another one is under way.
    for (let round = 0; round < 6; round++) {
      const submits = Array.from({ length: 50 }, (_, at) =>
        codeOf(submit(id, declined, at % 2 === 0 ? gateway : other)),
      )
      answers.push(...(await Promise.all(submits)))
    }
    const paid = answers.filter((code) => code === '800.100.152')
    expect(paid.length).toBeLessThanOrEqual(MAX_TRIES_PER_MINUTE)
    await tryOften(MAX_TRIES_PER_MINUTE - paid.length, id)
    expect(await codeOf(submit(id, card, other))).toBe('800.120.100')
    expect(await gateway.store.read.quota(`tries ${id}`)).toMatchObject({
      used: MAX_TRIES_PER_MINUTE,
    })
  })

  it('counts the PINs that are tried on a gift card', async () => {
    const id = await open()
    const guess = { 'giftCard.number': '6006000500000014', 'giftCard.pin': '1111' }
    const codes = await tryOften(MAX_TRIES_PER_MINUTE + 1, id, guess)
    expect(codes.slice(0, -1)).toEqual(Array(MAX_TRIES_PER_MINUTE).fill('100.350.400'))
    expect(codes.at(-1)).toBe('800.120.100')
  })

  it('counts payments that wait for the shopper or the acquirer', async () => {
    const id = await open({ 'customParameters[SIMULATOR_outcome]': 'delay:1' })
    await submit(id)
    expect(await gateway.store.read.quota(`tries ${id}`)).toMatchObject({ used: 1 })
  })

  it('counts cards that could not be stored', async () => {
    const id = await openForStoring()
    const wrong = { ...card, 'card.cvv': '1234' }
    const codes = await tryOften(MAX_TRIES_PER_MINUTE, id, wrong, 'registration')
    expect(new Set(codes)).toEqual(new Set(['100.100.601']))
    const refused = await submit(id, card, gateway, 'registration')
    expect([refused.status, refused.body.result.code]).toEqual([429, '800.120.100'])
    advance(MINUTE_MS)
    expect(await codeOf(submit(id, card, gateway, 'registration'))).toBe('000.100.110')
  })

  it('does not count submits with invalid parameters or repeated answers', async () => {
    const id = await open()
    await tryOften(MAX_TRIES, id, { ...card, 'card.expiryMonth': '13' })
    const headers = { 'idempotency-key': 'again' }
    const path = `POST /v1/checkouts/${id}/payment`
    for (let time = 0; time < MAX_TRIES; time++) {
      const { body } = await sendBare(gateway, path, { form: declined, headers })
      expect(body.result.code).toBe('800.100.152')
    }
    expect(await gateway.store.read.quota(`tries ${id}`)).toMatchObject({ used: 1 })
  })

  it('counts nothing when the checkout is paid at once', async () => {
    const id = await open()
    await submit(id, card)
    expect(await gateway.store.read.quota(`tries ${id}`)).toBeUndefined()
  })
})
