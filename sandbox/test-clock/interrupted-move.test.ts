import { describe, expect, it } from 'vitest'
import type { Store } from '../../server/store/port.ts'
import { cardPayment, startTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, channelOf } from '../../server/testing/merchants.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'

/** A store that a process loses at a commit of a clock: before it is written, or before its answer. */
function losing(store: Store) {
  const plan = { commitsUntilLost: Number.POSITIVE_INFINITY, isWritten: false, moves: 0 }
  const commit: Store['commit'] = async (changes, ...rest) => {
    const isMove = changes.some((change) => change.kind === 'stepEntity')
    if (!isMove) return store.commit(changes, ...rest)
    plan.moves += 1
    plan.commitsUntilLost -= 1
    if (plan.commitsUntilLost >= 0) return store.commit(changes, ...rest)
    if (plan.isWritten) await store.commit(changes, ...rest)
    throw new Error('The process was killed')
  }
  return { plan, store: { ...store, read: store.read, commit } as Store }
}

/** A merchant whose daily schedule is due on each of the ten days. */
async function movedMerchant() {
  const { plan, store } = losing(openMemoryStore())
  const gateway = await startTestGateway({ store })
  const merchant = await addMerchant(gateway)
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const entityId = channelOf(merchant)
  const { amount: _a, currency: _c, paymentType: _t, ...card } = cardPayment(entityId)
  const stored = { ...card, transactionLinkId: 'MCC000000355' }
  const { id: registrationId } = (await gateway.post('/v1/registrations', stored, headers)).body
  const order = { entityId, registrationId, amount: '9.99', currency: 'EUR', paymentType: 'SD' }
  const daily = { ...order, 'job.expression': '0 0 8 * * ?' }
  const made = await gateway.post('/scheduling/v1/schedules', daily, headers)
  expect(made.status).toBe(200)
  return {
    gateway,
    plan,
    move: (form: Record<string, string>, key = 'one') =>
      gateway.post('/test/clock', form, { ...headers, 'idempotency-key': key }),
    now: async () => (await gateway.get('/test/clock', headers)).body.now,
    runs: async () => {
      const query = `/v1/query?entityId=${entityId}&paymentTypes=DB&date.from=2026-11-01+00:00:00&date.to=2027-11-01+00:00:00`
      return ((await gateway.get(query, headers)).body.payments as unknown as object[]).length
    },
  }
}

const TEN_DAYS = { advance: 'P10D' }
const AFTER_TEN_DAYS = '2026-11-30T15:00:00.000Z'

describe('a move of the clock with an Idempotency-Key', () => {
  it.each([
    ['before its commit', false],
    ['after its commit', true],
  ])('that was killed at each of its steps, %s, is made once', async (_when, isWritten) => {
    for (let killedAt = 0; killedAt <= 10; killedAt++) {
      const { gateway, plan, move, now, runs } = await movedMerchant()
      Object.assign(plan, { commitsUntilLost: killedAt, isWritten })
      expect((await move(TEN_DAYS)).status).toBe(500)
      plan.commitsUntilLost = Number.POSITIVE_INFINITY
      for (let again = 0; again < 2; again++) {
        expect((await move(TEN_DAYS)).body.now).toBe(AFTER_TEN_DAYS)
      }
      expect([killedAt, await now(), await runs()]).toEqual([killedAt, AFTER_TEN_DAYS, 10])
      await gateway.close()
    }
  })

  it('that is repeated while it runs moves the clock once', async () => {
    const { gateway, move, now } = await movedMerchant()
    const all = await Promise.all(Array.from({ length: 4 }, () => move(TEN_DAYS)))
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await now()).toBe(AFTER_TEN_DAYS)
    await gateway.close()
  })

  it('to a moment that was passed meanwhile is answered, not refused', async () => {
    const { gateway, plan, move, now } = await movedMerchant()
    const to = { to: '2026-11-22T10:00:00Z' }
    Object.assign(plan, { commitsUntilLost: 1, isWritten: true })
    expect((await move(to)).status).toBe(500)
    plan.commitsUntilLost = Number.POSITIVE_INFINITY
    gateway.clock.advance(2 * 24 * 60 * 60 * 1000)
    expect((await move(to)).status).toBe(200)
    expect((await move(TEN_DAYS, 'two')).status).toBe(200)
    expect(String(await now()) > '2026-12-02').toBe(true)
    await gateway.close()
  })
})
