import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import type { Change, PaymentSum } from '../../server/store/port.ts'
import { entity, payment } from '../../server/store/testing/sample-rows.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  type TestMerchant,
} from '../../server/testing/merchants.fixture.ts'
import { createLateChanges } from './late-changes.ts'
import { readSums } from './read-sums.ts'
import { beginOf } from './spans.ts'
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
    readSums(time.entityIds, spansOf(time, stepMs), store),
    store.read.paymentSums(look),
  ])
  return { read: shown(read.sums), counted: shown(counted.sums), rowsRead: read.rowsRead }
}

/** Hours or days, of which the last one ends with the time. */
function spansOf(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  stepMs: number,
) {
  return Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, at) => ({
    fromMs: fromMs + at * stepMs,
    toMs: Math.min(fromMs + (at + 1) * stepMs, toMs),
  }))
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

  it('follow a payment that ends after its hour, whichever process has ended it', async () => {
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
    const { store, clock } = gateway()
    const late = await createLateChanges({ store, clock: sharedClock(clock) })([step])
    await store.commit([step, ...(late ?? [])])
    const spans = spansOf({ fromMs: beginMs, toMs: clock.now() }, HOUR_MS)
    const behind = await readSums(merchant.channelIds, spans, store)
    expect(behind.waitingSinceMs).toBeGreaterThan(0)
    work = newWork()
    await runAll()
    expect(await readSums(merchant.channelIds, spans, store)).not.toHaveProperty('waitingSinceMs')
    const after = await both(HOUR_MS)
    expect(after.read).toEqual(after.counted)
    expect(after.read.join()).not.toContain('"intent"')
  })

  it('cost a payment of the hour that it was made in nothing', () => {
    const { store, clock } = gateway()
    const changesOf = createLateChanges({ store, clock: sharedClock(clock) })
    const row = payment({ createdAtMs: clock.now() })
    const set = { state: 'failed', updatedAtMs: clock.now() } as const
    expect(
      changesOf([
        { kind: 'insertPayment', row },
        { kind: 'stepPayment', id: row.id, expectedVersion: 1, set },
      ]),
    ).toBeUndefined()
  })

  it('are of every channel, however many there are', async () => {
    merchant = await addMerchant(gateway())
    const { store, clock } = gateway()
    const more = Array.from({ length: 600 }, () => entity({ kind: 'channel' }))
    await store.commit(more.map((row) => ({ kind: 'insertEntity', row })))
    const entityId =
      more
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? ''
    const row = payment({ entityId, createdAtMs: clock.now() })
    await store.commit([{ kind: 'insertPayment', row }])
    clock.advance(2 * HOUR_MS)
    await runAll()
    const hourMs = beginOf(row.createdAtMs, HOUR_MS)
    expect(await store.read.paymentSumsOfSpan(entityId, 'hour', hourMs)).toHaveLength(1)
  })
})

describe('a channel with many changed hours', () => {
  it('does not hold up the others', async () => {
    const { store, clock } = gateway()
    const [busy, other] = [entity({ kind: 'channel' }), entity({ kind: 'channel' })]
    const nowMs = clock.now()
    const hoursOf = (entityId: string, count: number) =>
      Array.from({ length: count }, (_, at) => {
        const createdAtMs = beginOf(nowMs, HOUR_MS) - at * HOUR_MS
        return payment({ entityId, createdAtMs })
      })
    const payments = [...hoursOf(busy.id, 300), ...hoursOf(other.id, 1)]
    await store.commit([busy, other].map((row) => ({ kind: 'insertEntity', row })))
    clock.advance(2 * HOUR_MS)
    await runAll()
    await store.commit(
      payments.flatMap((row): Change[] => {
        const spanMs = beginOf(row.createdAtMs, HOUR_MS)
        const change = { entityId: row.entityId, spanMs, id: row.id }
        return [
          { kind: 'insertPayment', row },
          { kind: 'insertPaymentSumChange', row: change },
        ]
      }),
    )
    await work.run()
    const summed = await store.read.paymentSumsOfSpan(other.id, 'hour', beginOf(nowMs, HOUR_MS))
    expect(summed).toMatchObject([{ paymentCount: 1 }])
    expect(await store.read.nextPaymentSumChange(busy.id, 0)).toMatchObject({ entityId: busy.id })
    for (let turns = 0; turns < 300 / 24; turns++) {
      while (!(await work.sumChanged()).isOver);
    }
    expect(await store.read.nextPaymentSumChange(busy.id, 0)).not.toMatchObject({
      entityId: busy.id,
    })
  })
})
