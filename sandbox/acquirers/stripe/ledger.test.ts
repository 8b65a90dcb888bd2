import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { startEmulator } from './emulator.fixture.ts'

type Emulator = Awaited<ReturnType<typeof startEmulator>>

/** A small number of a seed and a place. */
const drawn = (seed: number, place: number, below: number) =>
  hash('sha256', `${seed}/${place}`, 'buffer').readUInt32BE(0) % below

const CARDS = ['4242424242424242', '4000000000007726', '4000000000005126', '4000000000000259']

async function holdOf(emulator: Emulator, seed: number): Promise<string> {
  const card = {
    request_multicapture: 'if_available',
    request_incremental_authorization: 'if_available',
  }
  const create = { capture_method: 'manual', payment_method_options: { card } }
  const method = await emulator.card(CARDS[seed % CARDS.length])
  return (await emulator.pay(method, create)).body.id
}

/** One step, which may be refused. */
async function step(emulator: Emulator, id: string, seed: number, place: number): Promise<void> {
  const { post, happenings, store, pass } = emulator
  const amount = 1 + drawn(seed, place, 600)
  const final_capture = drawn(seed, place + 100, 3) === 0
  switch (drawn(seed, place + 200, 6)) {
    case 0:
    case 1:
      await post(`payment_intents/${id}/capture`, { amount_to_capture: amount, final_capture })
      return
    case 2:
      await post(`payment_intents/${id}/increment_authorization`, { amount: 1_000 + amount })
      return
    case 3:
      await post('refunds', { payment_intent: id, amount })
      return
    case 4: {
      const [refund] = store.all('refund').filter(({ balance_transaction: line }) => line !== null)
      if (refund !== undefined) happenings.refundFails(refund.id)
      return
    }
    case 5:
      pass(amount * 3_600_000)
  }
}

it('the ledger agrees with the objects, whatever was done', async () => {
  for (let seed = 1; seed <= 24; seed++) {
    const emulator = await startEmulator()
    const id = await holdOf(emulator, seed)
    for (let place = 0; place < 8; place++) await step(emulator, id, seed, place)
    const { store, ledger, requests } = emulator
    const intent = store.need('payment_intent', id)
    const charge = store.need('charge', intent.latest_charge ?? '')
    const refunds = store.all('refund').filter(({ status }) => status !== 'failed')
    const isReversal = (one: (typeof refunds)[0]) =>
      one.destination_details?.card.type === 'reversal'
    const sum = (of: typeof refunds) => of.reduce((total, { amount }) => total + amount, 0)
    const released = sum(refunds.filter(isReversal))
    expect({ seed, ...ledger.of(id) }).toMatchObject({
      seed,
      authorised: intent.amount,
      captured: intent.amount_received,
      released,
      refunded: sum(refunds) - released,
    })
    expect(charge.amount_captured).toBe(intent.amount_received)
    expect(intent.amount).toBe(intent.amount_received + intent.amount_capturable + released)
    expect(requests.counts).toMatchObject({ outsideSchema: 0, wrongAnswers: 0 })
  }
})
