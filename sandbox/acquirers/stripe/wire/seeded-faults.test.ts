import { expect, it } from 'vitest'
import { type Answered, startEmulator } from '../emulator.fixture.ts'

type Emulator = Awaited<ReturnType<typeof startEmulator>>

/** Requests of a seed that has not ended by then are too many. */
const MAX_TRIES = 40

/** An answer that says what was done; anything else, as nothing: a stored error proves nothing. */
async function heard(call: () => Promise<Answered>): Promise<Answered | undefined> {
  const answer = await call().catch(() => undefined)
  return answer?.status === 200 ? answer : undefined
}

/** Repeats a request under its key, and under another one where an error is repeated. */
async function done(call: (key: string) => Promise<Answered>, name: string): Promise<Answered> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await heard(() => call(`${name}-${Math.floor(tries / 4)}`))
    if (answer !== undefined) return answer
  }
  throw new Error(`${name} came to no end`)
}

/** The course that Stripe's documentation calls safe: an intent first, and its state is read. */
async function payAndCapture(emulator: Emulator): Promise<string> {
  const { post, get } = emulator
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030 }
  const create = { amount: 1_000, currency: 'eur', capture_method: 'manual' }
  const method = await done((key) => post('payment_methods', { type: 'card', card }, key), 'card')
  const intent = await done((key) => post('payment_intents', create, key), 'create')
  const { id } = intent.body
  const until = async (status: string, call: (key: string) => Promise<Answered>) => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if ((await get(`payment_intents/${id}`)).body.status === status) return
      await heard(() => call(`${status}-${tries}`))
    }
    throw new Error(`no ${status}`)
  }
  const confirm = { payment_method: method.body.id, return_url: 'https://shop.example/back' }
  await until('requires_capture', (key) => post(`payment_intents/${id}/confirm`, confirm, key))
  await until('succeeded', (key) => post(`payment_intents/${id}/capture`, {}, key))
  return id
}

it('whatever a seed brings, who reads before asking again takes the money once', async () => {
  const kinds = new Set<string>()
  for (let seed = 1; seed <= 20; seed++) {
    const emulator = await startEmulator()
    emulator.faults.drawBy({ seed, share: 0.5 })
    const id = await payAndCapture(emulator)
    expect({ seed, ...emulator.ledger.of(id) }).toMatchObject({
      seed,
      authorised: 1_000,
      captured: 1_000,
      released: 0,
    })
    for (const kind of emulator.faults.taken) kinds.add(kind)
  }
  expect(kinds.size).toBeGreaterThanOrEqual(11)
})
