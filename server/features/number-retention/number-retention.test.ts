import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const TEN_EUROS: Form = { amount: '10.00', currency: 'EUR' }

/** A channel with a clock and settings of its own. */
async function channel(settings = {}) {
  const merchant = await addMerchant(gateway(), { channels: [settings] })
  const entityId = channelOf(merchant)
  const token = merchant.accessToken
  const post = async (path: string, form: Form) =>
    (await sendBare(gateway(), `POST ${path}`, { token, form })).body
  return {
    entityId,
    post,
    pay: (more: Form = {}) =>
      post('/v1/payments', cardPayment(entityId, { ...TEN_EUROS, ...more })),
    refer: (id: string, paymentType: string, more: Form = {}) =>
      post(`/v1/payments/${id}`, { ...TEN_EUROS, paymentType, ...more }),
    report: (paymentId: string, more: Form) =>
      sendBare(gateway(), 'POST /test/disputes', {
        token,
        form: { entityId, paymentId, ...more },
      }),
    wait: (days: number) => post('/test/clock', { advance: `P${days}D` }),
  }
}

/** What the vault holds of a payment: a number, its fingerprint alone, or nothing. */
async function keptOf(paymentId: string): Promise<'number' | 'fingerprint' | 'nothing'> {
  const { read } = gateway().store
  const payment = await read.payment(paymentId)
  const record = await read.vaultRecord(payment?.vaultRecordId ?? '')
  if (record === undefined) return 'nothing'
  expect(record.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  return record.sealed === '' ? 'fingerprint' : 'number'
}

/** Whether something will look at what a payment keeps. */
async function hasTimer(paymentId: string): Promise<boolean> {
  const { read } = gateway().store
  const payment = await read.payment(paymentId)
  const timers = await read.dueTimers(Number.MAX_SAFE_INTEGER, 1000)
  return timers.some(
    ({ kind, entityId }) => kind === 'numberRetention' && entityId === payment?.entityId,
  )
}

/** As recovery does when the inquiries of seven days have brought nothing: the payment stays as it is. */
async function noteReview(paymentId: string): Promise<void> {
  const { store } = gateway()
  const payment = await store.read.payment(paymentId)
  if (payment?.state !== 'pending') throw new Error('It was to wait')
  const { updatedAtMs, version: expectedVersion } = payment
  const { applied } = await store.commit([
    { kind: 'stepPayment', id: paymentId, expectedVersion, set: { updatedAtMs } },
    {
      kind: 'appendEvent',
      row: {
        paymentId,
        sequence: expectedVersion + 1,
        kind: 'review',
        atMs: updatedAtMs,
        data: '{}',
      },
    },
    { kind: 'endTimer', timer: 'pendingPayment', subjectId: paymentId, expectedVersion: null },
  ])
  expect(applied).toBe(true)
}

/** The time of a channel, whose merchant has the clock, in milliseconds. */
async function nowMs(entityId: string): Promise<number> {
  const path = await gateway().store.read.entityPath(entityId)
  const offsets = path.map(({ settings }) => JSON.parse(settings).clockOffsetMs ?? 0)
  return gateway().clock.now() + Math.max(...offsets)
}

async function lastBookedMs(paymentId: string): Promise<number> {
  const { read } = gateway().store
  const payments = (await read.paymentsOfFamily(paymentId)).filter(
    ({ state }) => state !== 'failed',
  )
  const times = payments.map(({ bookedAtMs, createdAtMs }) => bookedAtMs ?? createdAtMs)
  const posted = (await read.postingsOfFamily(paymentId)).map(({ atMs }) => atMs)
  return Math.max(...times, ...posted)
}

/** What may happen to a payment after a number of days: a reference, or a report of its acquirer. */
const happening = fc.record({
  afterDays: fc.integer({ min: 1, max: 120 }),
  what: fc.constantFrom('CP', 'RF', 'RB', 'RV', 'firstChargeback', 'won', 'preArbitration', 'lost'),
})

describe('the numbers of families with any bookings', () => {
  it('have a timer or are gone, and go 180 days after the last booking', async () => {
    const paidBy = fc.constantFrom('DB', 'PA')
    const outcome = fc.constantFrom('delay:1', 'timeout')
    const family = fc.record({ paidBy, outcome, happenings: fc.array(happening, { maxLength: 5 }) })
    await fc.assert(
      fc.asyncProperty(family, async ({ paidBy: paymentType, outcome: how, happenings }) => {
        const { entityId, pay, refer, report, wait } = await channel()
        const { id } = await pay({ paymentType, 'customParameters[SIMULATOR_outcome]': how })
        for (const { afterDays, what } of happenings) {
          await wait(afterDays)
          if (what.length === 2) await refer(id, what, { amount: '1.00' })
          else if (what === 'won' || what === 'lost')
            await report(id, { stage: 'firstChargeback', disputeOutcome: what })
          else await report(id, { stage: what })
          if ((await keptOf(id)) === 'number') expect(await hasTimer(id)).toBe(true)
        }
        if ((await keptOf(id)) === 'number') {
          const leftMs = (await lastBookedMs(id)) + 180 * DAY_MS - (await nowMs(entityId))
          const leftDays = Math.ceil(leftMs / DAY_MS) - 1
          if (leftDays > 0) await wait(leftDays)
          expect(await keptOf(id)).toBe('number')
          await wait(2)
        }
        expect(await keptOf(id)).toBe('fingerprint')
        expect(await hasTimer(id)).toBe(false)
      }),
      { numRuns: 25 },
    )
  }, 300_000)
})

describe('the number of a payment', () => {
  it('is kept for 180 days, and then no rebill is possible', async () => {
    const { pay, refer, wait } = await channel()
    const debit = await pay()
    await wait(179)
    expect(await keptOf(debit.id)).toBe('number')
    expect((await refer(debit.id, 'RF')).result.code).toBe('000.100.110')
    await wait(179)
    expect(await keptOf(debit.id)).toBe('number')
    await wait(2)
    expect(await keptOf(debit.id)).toBe('fingerprint')
    const refused = await refer((await pay()).id, 'RB')
    expect(refused.result.code).toBe('000.100.110')
  })

  it('is named as the reason when a rebill comes too late', async () => {
    const { pay, refer, wait } = await channel()
    const debit = await pay()
    await wait(182)
    const { result } = await refer(debit.id, 'RB')
    expect(result.code).toBe('700.500.004')
    expect(result.description).toContain('numberRetentionDays')
    expect((await refer(debit.id, 'RF')).result.code).toBe('000.100.110')
  })

  it('is never stored when the payment is declined at once', async () => {
    const { pay } = await channel()
    const declined = await pay({ 'customParameters[SIMULATOR_outcome]': 'decline:800.100.152' })
    expect(declined.result.code).toBe('800.100.152')
    expect(await keptOf(declined.id)).toBe('fingerprint')
  })

  it('is deleted when a payment fails that waited for its shopper', async () => {
    const { pay, wait } = await channel()
    const waiting = await pay({
      'customParameters[SIMULATOR_outcome]': 'pending',
      shopperResultUrl: 'https://shop.example/result',
    })
    expect(await keptOf(waiting.id)).toBe('number')
    await wait(30)
    expect((await gateway().store.read.payment(waiting.id))?.state).toBe('failed')
    expect(await keptOf(waiting.id)).toBe('fingerprint')
  })

  it('is deleted 180 days after a chargeback, and after the reversal of one', async () => {
    const { pay, report, wait } = await channel()
    const debit = await pay()
    await wait(100)
    await report(debit.id, { stage: 'firstChargeback' })
    await wait(100)
    expect(await keptOf(debit.id)).toBe('number')
    await report(debit.id, { stage: 'firstChargeback', disputeOutcome: 'won' })
    await wait(179)
    expect(await keptOf(debit.id)).toBe('number')
    await wait(2)
    expect(await keptOf(debit.id)).toBe('fingerprint')
  })

  it('is deleted, too, when nobody ever says what became of its payment', async () => {
    const { pay, wait } = await channel()
    const unknown = await pay({ 'customParameters[SIMULATOR_outcome]': 'timeout' })
    await wait(8)
    expect(await keptOf(unknown.id)).toBe('number')
    await wait(180)
    expect(await keptOf(unknown.id)).toBe('fingerprint')
  })

  it('is deleted, too, when its refund waits for ever and nobody asks for it any more', async () => {
    const { pay, refer, wait } = await channel()
    const debit = await pay()
    const refund = await refer(debit.id, 'RF', { 'customParameters[SIMULATOR_outcome]': 'pending' })
    await noteReview(refund.id)
    await wait(179)
    expect(await keptOf(debit.id)).toBe('number')
    await wait(8)
    expect(await keptOf(debit.id)).toBe('fingerprint')
    expect(await hasTimer(debit.id)).toBe(false)
  })

  it('is kept as long as the registration that was made with the payment', async () => {
    const { pay, wait } = await channel()
    const debit = await pay({ createRegistration: 'true', 'card.expiryYear': '2034' })
    await wait(400)
    expect(await keptOf(debit.id)).toBe('number')
  })

  it('is kept as long as the channel says, and a shorter time counts within a week', async () => {
    const { entityId, pay, wait } = await channel({ numberRetentionDays: 300 })
    const debit = await pay()
    await wait(290)
    expect(await keptOf(debit.id)).toBe('number')
    const { store, clock } = gateway()
    const version = (await store.read.entity(entityId))?.version ?? 0
    const settings = JSON.stringify({
      ...JSON.parse((await store.read.entity(entityId))?.settings ?? '{}'),
      numberRetentionDays: 30,
    })
    await store.commit([
      { kind: 'stepEntity', id: entityId, expectedVersion: version, set: { settings } },
    ])
    clock.advance(2000)
    await wait(7)
    expect(await keptOf(debit.id)).toBe('fingerprint')
  })

  it('goes with one timer for all payments of an hour', async () => {
    const { entityId, pay } = await channel()
    for (let payments = 0; payments < 3; payments++) await pay()
    const timers = await gateway().store.read.dueTimers(Number.MAX_SAFE_INTEGER, 1000)
    const own = timers.filter((timer) => timer.entityId === entityId)
    expect(own.map(({ kind }) => kind)).toEqual(['numberRetention'])
  })
})
