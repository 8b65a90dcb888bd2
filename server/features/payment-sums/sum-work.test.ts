import { beforeAll, describe, expect, it } from 'vitest'
import { sharedClock } from '../../kernel/timers/clock.ts'
import type { PaymentSum } from '../../store/port.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, type TestMerchant } from '../../testing/merchants.fixture.ts'
import { readSums } from './read-sums.ts'
import { beginOf, DAY_MS, HOUR_MS } from './spans.ts'
import { createSumWork, type SumWork } from './sum-work.ts'

const gateway = useTestGateway()
let merchant: TestMerchant
let work: SumWork
let beginMs: number

beforeAll(async () => {
  work = newWork()
  beginMs = gateway().clock.now() - (gateway().clock.now() % DAY_MS)
})

const newWork = () => {
  const { store, clock } = gateway()
  return createSumWork({ store, clock: sharedClock(clock), log: { error: () => undefined } })
}

async function pay(form: Form = {}): Promise<string> {
  const { body } = await gateway().post('/v1/payments', cardPayment(channelOf(merchant), form), {
    authorization: `Bearer ${merchant.accessToken}`,
  })
  return body.id
}

const runAll = async () => {
  while (await work.run());
}

/** The sums of all time, and the same from the payments alone. */
async function both(stepMs: typeof HOUR_MS | typeof DAY_MS) {
  const { store, clock } = gateway()
  const time = { entityIds: merchant.channelIds, fromMs: beginMs, toMs: clock.now() + 1 }
  const look = { ...time, stepMs, maxRows: 1000, byAuthentication: true } as const
  const [read, counted] = await Promise.all([
    readSums({ ...time, stepMs }, store),
    store.read.paymentSums(look),
  ])
  return { read: shown(read.sums), counted: shown(counted.sums), rowsRead: read.rowsRead }
}

function shown(sums: readonly PaymentSum[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { count, amountMinor, ...group } of sums) {
    const key = JSON.stringify(Object.entries(group).sort())
    counts.set(key, (counts.get(key) ?? 0) + count * 1e9 + amountMinor)
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).sort()
}

describe('sums of payments', () => {
  it('are what the payments are, by hour and by day, while some are summed and others not', async () => {
    merchant = await addMerchant(gateway(), { channels: [{}, {}] })
    for (let hour = 0; hour < 30; hour++) {
      await pay({ amount: `${hour + 1}.00` })
      if (hour % 7 === 0) await pay({ 'card.holder': '800.100.152' })
      gateway().clock.advance(HOUR_MS)
      if (hour % 5 === 0) await runAll()
      for (const stepMs of [HOUR_MS, DAY_MS] as const) {
        const { read, counted } = await both(stepMs)
        expect(read).toEqual(counted)
      }
    }
    await runAll()
    const progress = await gateway().store.read.paymentSumProgress(channelOf(merchant))
    expect(gateway().clock.now() - (progress?.untilMs ?? 0)).toBeLessThan(HOUR_MS + 5 * 60_000)
  })

  it('are written once, whatever is run again', async () => {
    merchant = await addMerchant(gateway())
    await pay()
    gateway().clock.advance(2 * HOUR_MS)
    await Promise.all([work.run(), newWork().run()])
    await runAll()
    const { read, counted } = await both(HOUR_MS)
    expect(read).toEqual(counted)
    const { store, clock } = gateway()
    const hourMs = beginOf(clock.now(), HOUR_MS) - 2 * HOUR_MS
    const rows = await store.read.paymentSumsOfSpan(channelOf(merchant), 'hour', hourMs)
    expect(rows).toMatchObject([{ paymentCount: 1, amountMinor: 9200, version: 1 }])
  })

  it('follow a payment that ends after its hour, at once where this process has ended it', async () => {
    merchant = await addMerchant(gateway())
    const outcome = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
    const id = await pay(outcome)
    gateway().clock.advance(1.5 * HOUR_MS)
    await runAll()
    const before = await both(HOUR_MS)
    expect(before.read).toEqual(before.counted)
    expect(before.read.join()).toContain('"intent"')
    const row = await gateway().store.read.payment(id)
    const set = { state: 'failed', resultCode: '800.100.152', updatedAtMs: 1 } as const
    const step = { kind: 'stepPayment', id, expectedVersion: row?.version ?? 0, set } as const
    await gateway().store.commit([step])
    work.afterCommit([step])
    await runAll()
    const after = await both(HOUR_MS)
    expect(after.read).toEqual(after.counted)
    expect(after.read.join()).not.toContain('"intent"')
  })

  it('follow one that another process has ended when a part of its age has gone by', async () => {
    merchant = await addMerchant(gateway())
    const id = await pay({ 'customParameters[SIMULATOR_outcome]': 'timeout' })
    gateway().clock.advance(2 * HOUR_MS)
    await runAll()
    const row = await gateway().store.read.payment(id)
    const set = { state: 'failed', resultCode: '800.100.152', updatedAtMs: 1 } as const
    await gateway().store.commit([
      { kind: 'stepPayment', id, expectedVersion: row?.version ?? 0, set },
    ])
    gateway().clock.advance(15 * 60_000)
    await runAll()
    const { read, counted } = await both(HOUR_MS)
    expect(read).toEqual(counted)
  })
})
