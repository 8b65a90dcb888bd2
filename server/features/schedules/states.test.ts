import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { activeWebhook, startReceiver } from '../webhooks/webhook-receiver.fixture.ts'
import { dates, declined, merchantWithCard, monthly } from './subscriber.fixture.ts'

const gateway = useTestGateway({ callsMerchants: true })

type Merchant = Awaited<ReturnType<typeof merchantWithCard>>

/** A merchant with a monthly schedule, which is due on the 1st at 8:00, and its events. */
async function subscribed(job: Form = {}, card: Form = {}) {
  const merchant = await merchantWithCard(gateway(), card)
  const receiver = await startReceiver()
  const asked = { url: receiver.url, types: 'SCHEDULE' }
  await activeWebhook(gateway(), { accessToken: merchant.accessToken }, asked)
  const made = await merchant.subscribe({ ...monthly, ...job })
  const path = `/scheduling/v1/schedules/${made.body.id}`
  return {
    ...merchant,
    made,
    post: (verb: string, form: Form = {}) => merchant.send(`${path}/${verb}`, form),
    plan: async () => (await merchant.get(path)).plan,
    /** What its webhook was told, once there are as many events. */
    events: async (count: number) => {
      await expect.poll(() => receiver.calls.length).toBe(count)
      return receiver.calls.map(({ event }) => event.payload)
    },
  }
}

async function secondCard({ send, entityId }: Merchant): Promise<string> {
  const { body } = await send('/v1/registrations', {
    entityId,
    // Its cardholder has paid with it elsewhere.
    transactionLinkId: 'MCC000000355',
    paymentBrand: 'MASTER',
    'card.number': '5454545454545454',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
  })
  return body.id
}

const named = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.map(({ event }) => event)

describe('a paused schedule', () => {
  it('pays nothing, and goes on with the next run when it is resumed', async () => {
    const { post, plan, advance, payments, events } = await subscribed()
    await advance({ to: '2026-12-02 00:00:00' })
    const paused = await post('pause')
    expect(paused).toMatchObject({ status: 200, body: { paymentType: 'RS', nextRuns: [] } })
    expect(paused.body.plan).toMatchObject({
      active: false,
      state: 'paused',
      pauseReason: 'it was paused by a request',
    })
    await advance({ to: '2027-03-15 00:00:00' })
    expect(dates(await payments())).toEqual(['2026-12-01T08:00'])
    const resumed = await post('resume')
    expect(resumed.body.plan).toMatchObject({ active: true, state: 'active', runs: 1 })
    expect(resumed.body.plan).not.toHaveProperty('pauseReason')
    expect(resumed.body.nextRuns[0]).toBe('2027-04-01 08:00:00+0000')
    await advance({ to: '2027-05-02 00:00:00' })
    expect(dates(await payments()).slice(1)).toEqual(['2027-04-01T08:00', '2027-05-01T08:00'])
    expect(await plan()).toMatchObject({ state: 'active', runs: 3 })
    const told = await events(3)
    expect(named(told)).toEqual(['created', 'paused', 'resumed'])
    expect(told[1]).toMatchObject({ paymentType: 'RS', source: 'SYSTEM', plan: { active: false } })
  })

  it('is paused once and resumed once, by any id of its chain', async () => {
    const { post, send } = await subscribed()
    const { body: next } = await post('reschedule', { amount: '5.00', currency: 'EUR' })
    expect((await post('pause')).body).toMatchObject({ id: next.id, plan: { state: 'paused' } })
    const again = await send(`/scheduling/v1/schedules/${next.id}/pause`, {})
    expect([again.status, again.body.result]).toMatchObject([
      400,
      { code: '100.360.300', description: 'Nothing to pause: the schedule is paused already' },
    ])
    expect((await post('resume')).body).toMatchObject({ id: next.id, plan: { state: 'active' } })
    const twice = await post('resume')
    expect([twice.status, twice.body.result]).toMatchObject([
      400,
      { code: '100.360.300', description: 'Nothing to resume: the schedule is not paused' },
    ])
    await post('deschedule')
    for (const verb of ['pause', 'resume']) {
      const late = await post(verb)
      expect([late.status, late.body.result.code]).toEqual([400, '100.360.300'])
    }
  })

  it('is not found by another merchant', async () => {
    const { post } = await subscribed()
    const { send } = await subscribed()
    const { body } = await post('reschedule', { amount: '5.00', currency: 'EUR' })
    for (const verb of ['pause', 'resume']) {
      const foreign = await send(`/scheduling/v1/schedules/${body.id}/${verb}`, {})
      expect(foreign.body.result).toMatchObject({ code: '100.360.303' })
    }
  })

  it('stays paused when it is changed', async () => {
    const { post, advance, payments } = await subscribed()
    await post('pause')
    const changed = await post('reschedule', { amount: '5.00', currency: 'EUR' })
    expect(changed.body.plan).toMatchObject({ active: false, state: 'paused' })
    await advance({ to: '2027-01-15 00:00:00' })
    expect(await payments()).toEqual([])
    await post('resume')
    await advance({ to: '2027-02-15 00:00:00' })
    expect(dates(await payments())).toEqual(['2027-02-01T08:00'])
  })

  it('is stopped at once, whatever its notice', async () => {
    const { post, advance, payments } = await subscribed({
      'job.noticeNumber': '2',
      'job.noticeUnit': 'MONTH',
    })
    await post('pause')
    const stopped = await post('deschedule')
    expect(stopped.body.plan).toMatchObject({ active: false, state: 'descheduled' })
    expect(stopped.body.plan).not.toHaveProperty('pauseReason')
    await advance({ advance: 'P1Y' })
    expect(await payments()).toEqual([])
  })

  it('ends with its term, and says so', async () => {
    const { post, plan, advance, events } = await subscribed({
      'job.endDate': '2027-01-15 00:00:00',
    })
    await post('pause')
    await advance({ to: '2027-01-15 00:00:00' })
    expect(await plan()).toMatchObject({ state: 'paused' })
    await advance({ advance: 'PT1S' })
    expect(await plan()).toMatchObject({ state: 'ended', endReason: 'it had its last run' })
    expect(named(await events(3))).toEqual(['created', 'paused', 'ended'])
  })

  it('does not pay a declined run again', async () => {
    const { post, plan, advance, payments } = await subscribed(declined('800.100.152,advice:24'))
    await advance({ to: '2026-12-01 08:00:00' })
    await post('pause')
    await advance({ to: '2026-12-20 00:00:00' })
    expect(await payments()).toHaveLength(1)
    expect(await plan()).not.toHaveProperty('retryAt')
  })

  it('takes note of the outcome of a run that was under way', async () => {
    const outcome = { 'customParameters[SIMULATOR_outcome]': 'pending' }
    const { post, plan, advance, payments, events } = await subscribed(outcome)
    await advance({ to: '2026-12-01 08:00:00' })
    await post('pause')
    await advance({ to: '2026-12-20 00:00:00' })
    expect((await payments()).map(({ state }) => state)).toEqual(['failed'])
    expect(await plan()).toMatchObject({
      state: 'paused',
      pastDueSince: '2026-12-01 08:00:00+0000',
    })
    expect(named(await events(3))).toEqual(['created', 'paused', 'unpaid'])
  })
})

describe('a schedule that is past due', () => {
  it('says since when, and is active again when a further try is paid', async () => {
    // The simulator declines with the code that is the holder.
    const merchant = await subscribed({}, { 'card.holder': '800.100.155' })
    await merchant.advance({ to: '2026-12-01 08:00:00' })
    expect(await merchant.plan()).toMatchObject({
      active: true,
      state: 'pastDue',
      pastDueSince: '2026-12-01 08:00:00+0000',
      retryAt: '2026-12-04 08:00:00+0000',
    })
    const registrationId = await secondCard(merchant)
    const { body } = await merchant.post('reschedule', { registrationId })
    expect(body.plan).toMatchObject({ state: 'pastDue', retryAt: '2026-12-01 08:00:00+0000' })
    await merchant.advance({ advance: 'PT1S' })
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ state: 'active' })
    expect(plan).not.toHaveProperty('pastDueSince')
    expect(named(await merchant.events(4))).toEqual(['created', 'pastDue', 'changed', 'recovered'])
  })

  it('reports the end of its tries once, after the last of them', async () => {
    const { plan, advance, payments, events } = await subscribed(declined('800.100.152,advice:24'))
    await advance({ to: '2026-12-20 00:00:00' })
    expect(await payments()).toHaveLength(6)
    const told = await events(3)
    expect(named(told)).toEqual(['created', 'pastDue', 'unpaid'])
    const last = (await payments()).at(-1)?.id
    expect(told[2]).toMatchObject({
      source: 'SCHEDULER',
      plan: { state: 'pastDue', runs: 1, lastPaymentId: last },
    })
    expect(told[2]?.plan).not.toHaveProperty('retryAt')
    expect(await plan()).toMatchObject({ state: 'pastDue' })
  })

  it('reports a run that no advice allows to try again at once', async () => {
    const { advance, events } = await subscribed(declined('800.100.152,advice:01'))
    await advance({ to: '2027-01-02 00:00:00' })
    expect(named(await events(3))).toEqual(['created', 'unpaid', 'unpaid'])
  })

  it('ends after "do not try again", and reports that', async () => {
    const { advance, payments, events } = await subscribed(declined('800.100.158'))
    await advance({ to: '2027-06-02 00:00:00' })
    expect(await payments()).toHaveLength(1)
    expect(named(await events(2))).toEqual(['created', 'ended'])
  })
})

describe('another card', () => {
  it('takes the place of the one before in the same chain', async () => {
    const merchant = await subscribed()
    const registrationId = await secondCard(merchant)
    const changed = await merchant.post('reschedule', { registrationId })
    expect(changed.body).toMatchObject({ registrationId, amount: '9.99' })
    expect(changed.body.plan).toMatchObject({ active: true, firstId: merchant.made.body.id })
    await merchant.advance({ to: '2027-01-02 00:00:00' })
    const paid = await merchant.payments()
    expect(paid.map(({ paymentBrand }) => paymentBrand)).toEqual(['MASTER', 'MASTER'])
    expect(named(await merchant.events(2))).toEqual(['created', 'changed'])
    await merchant.remove(
      `/v1/registrations/${merchant.registrationId}?entityId=${merchant.entityId}`,
    )
    await merchant.advance({ to: '2027-02-02 00:00:00' })
    expect(await merchant.payments()).toHaveLength(3)
  })

  it('pays a declined run at once', async () => {
    const merchant = await subscribed(declined('800.100.152,advice:30'))
    await merchant.advance({ to: '2026-12-02 00:00:00' })
    const registrationId = await secondCard(merchant)
    await merchant.post('reschedule', { registrationId })
    await merchant.advance({ advance: 'PT1S' })
    const [, again, ...more] = await merchant.payments()
    expect(more).toEqual([])
    expect(await merchant.get(`/v1/payments/${again?.id}`)).toMatchObject({
      paymentBrand: 'MASTER',
      source: 'MACRETRY',
    })
  })

  it('is refused where it cannot be charged, and the schedule stays as it was', async () => {
    const merchant = await subscribed()
    const unknown = await merchant.post('reschedule', { registrationId: '0'.repeat(32) })
    expect([unknown.status, unknown.body.result.code]).toEqual([404, '100.150.200'])
    expect(await merchant.plan()).toMatchObject({ active: true, state: 'active' })
  })
})

describe('a card that expires', () => {
  const january = { 'card.expiryMonth': '01', 'card.expiryYear': '2027' }
  const onThe3rd = { 'job.expression': '0 0 8 3 * ?' }

  it('is reported 30 days before, and not charged after', async () => {
    const { plan, advance, payments, events } = await subscribed(onThe3rd, january)
    await advance({ to: '2027-01-02 00:00:00' })
    await events(1)
    await advance({ to: '2027-01-03 00:00:00' })
    const [, notice] = await events(2)
    expect(notice).toMatchObject({
      event: 'cardExpires',
      paymentType: 'SD',
      source: 'SCHEDULER',
      plan: { active: true, state: 'active' },
    })
    await advance({ to: '2027-06-01 00:00:00' })
    expect(dates(await payments())).toEqual(['2026-12-03T08:00', '2027-01-03T08:00'])
    expect(named(await events(3))).toEqual(['created', 'cardExpires', 'paused'])
    expect(await plan()).toMatchObject({
      active: false,
      state: 'paused',
      pauseReason: expect.stringContaining('its card has expired'),
    })
  })

  it('is replaced by another one, which pays the run that was due meanwhile', async () => {
    const merchant = await subscribed(onThe3rd, january)
    await merchant.advance({ to: '2027-02-10 00:00:00' })
    expect(await merchant.payments()).toHaveLength(2)
    const refused = await merchant.post('resume')
    expect([refused.status, refused.body.result.code]).toEqual([400, '100.100.303'])
    const registrationId = await secondCard(merchant)
    const changed = await merchant.post('reschedule', { registrationId })
    expect(changed.body.plan).toMatchObject({ active: true, state: 'active' })
    await merchant.advance({ to: '2027-03-04 00:00:00' })
    expect(dates(await merchant.payments()).slice(2)).toEqual([
      '2027-02-10T00:00',
      '2027-03-03T08:00',
    ])
  })

  it('is not reported again when the plan is changed', async () => {
    const { post, advance, events } = await subscribed({}, january)
    await advance({ to: '2027-01-10 00:00:00' })
    await post('reschedule', { amount: '5.00', currency: 'EUR' })
    await advance({ to: '2027-01-20 00:00:00' })
    expect(named(await events(3))).toEqual(['created', 'cardExpires', 'changed'])
  })

  it('makes no schedule when it has expired', async () => {
    const merchant = await subscribed({}, january)
    await merchant.advance({ to: '2027-02-10 00:00:00' })
    const { status, body } = await merchant.subscribe(monthly)
    expect([status, body.result.code]).toEqual([400, '100.100.303'])
  })
})

describe('a registration that is deleted', () => {
  it('ends its schedules in the same commit, with their events', async () => {
    const merchant = await subscribed()
    const { body: other } = await merchant.subscribe(monthly)
    await merchant.post('pause')
    await merchant.remove(
      `/v1/registrations/${merchant.registrationId}?entityId=${merchant.entityId}`,
    )
    for (const id of [merchant.made.body.id, other.id]) {
      expect(await gateway().store.read.schedule(id)).toMatchObject({
        state: 'ended',
        endReason: 'registration',
        pauseReason: null,
      })
      expect(await gateway().store.read.timer('scheduleRun', id)).toBeUndefined()
    }
    const told = await merchant.events(5)
    const ended = told.filter(({ event }) => event === 'ended').map(({ id }) => id)
    expect(ended.toSorted()).toEqual([merchant.made.body.id, other.id].toSorted())
  })
})

it.each([
  ['30L', ['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
  ['31L', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
])('a schedule of day %s is due in shorter months on their last day', async (day, days) => {
  const merchant = await merchantWithCard(gateway())
  const asked = { 'job.dayOfMonth': day, 'job.month': '*', dryRun: 'true' }
  const { body } = await merchant.subscribe(asked)
  expect(body.nextRuns.slice(0, 5).map((time) => time.slice(0, 10))).toEqual(days)
})
