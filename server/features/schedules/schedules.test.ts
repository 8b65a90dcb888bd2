import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  dates,
  declined,
  monthly,
  type Shown,
  merchantWithCard as subscriber,
} from './subscriber.fixture.ts'

const gateway = useTestGateway()

const merchantWithCard = () => subscriber(gateway())

/** The day of a time in a zone, as YYYY-MM-DD. */
const localDay = (time: string, timeZone: string) =>
  new Date(time).toLocaleDateString('sv-SE', { timeZone })

describe('a schedule', () => {
  it('pays 12 times in a year of a monthly job, each payment at its own time', async () => {
    const merchant = await merchantWithCard()
    const { status, body } = await merchant.subscribe(monthly)
    expect([status, body.result.code]).toEqual([200, '000.100.110'])
    expect(body.nextRuns.slice(0, 2)).toEqual([
      '2026-12-01 08:00:00+0000',
      '2027-01-01 08:00:00+0000',
    ])
    await merchant.advance({ advance: 'P1Y' })
    const paid = await merchant.payments()
    expect(dates(paid)).toEqual(
      [...Array(12).keys()].map((month) =>
        new Date(Date.UTC(2026, 11 + month, 1, 8)).toISOString().slice(0, 16),
      ),
    )
    expect(new Set(paid.map(({ state }) => state))).toEqual(new Set(['succeeded']))
    const shown = await merchant.get(`/v1/payments/${paid[0]?.id}`)
    expect(shown).toMatchObject({
      registrationId: merchant.registrationId,
      paymentType: 'DB',
      amount: '9.99',
      source: 'SCHEDULER',
      scheduleId: body.id,
      standingInstruction: { source: 'MIT', mode: 'REPEATED', type: 'RECURRING' },
    })
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ active: true, runs: 12, lastPaymentId: paid[11]?.id })
  })

  it('of three instalments pays three times, and ends', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'INSTALLMENT',
      'standingInstruction.numberOfInstallments': '3',
    })
    expect(body.nextRuns).toHaveLength(3)
    await merchant.advance({ advance: 'P300D' })
    expect(dates(await merchant.payments())).toEqual([
      '2026-12-01T08:00',
      '2027-01-01T08:00',
      '2027-02-01T08:00',
    ])
    const { plan, nextRuns } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ active: false, state: 'ended', runs: 3 })
    expect(nextRuns).toEqual([])
  })

  it('that is changed between its instalments makes no more of them', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'INSTALLMENT',
      'standingInstruction.numberOfInstallments': '3',
    })
    await merchant.advance({ to: '2027-01-02 00:00:00' })
    const path = `/scheduling/v1/schedules/${body.id}`
    await merchant.send(path, { entityId: merchant.entityId, paymentType: 'RS', amount: '8.88' })
    await merchant.advance({ advance: 'P300D' })
    expect(await merchant.payments()).toHaveLength(3)
  })

  it('pays on the last day of its mandate, and not after it', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'RECURRING',
      'standingInstruction.expiry': '2027-01-01',
    })
    expect(body.plan.endsAt).toBe('2027-01-01 23:59:59+0000')
    await merchant.advance({ advance: 'P300D' })
    expect(dates(await merchant.payments())).toEqual(['2026-12-01T08:00', '2027-01-01T08:00'])
  })

  it.each(['Pacific/Pago_Pago', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati'])(
    'pays in the last minute of the last day of a mandate in %s, and not after it',
    async (zone) => {
      const merchant = await merchantWithCard()
      const first = await merchant.send('/v1/payments', {
        ...cardPayment(merchant.entityId),
        createRegistration: 'true',
        'standingInstruction.source': 'CIT',
        'standingInstruction.mode': 'INITIAL',
        'standingInstruction.type': 'RECURRING',
        'standingInstruction.expiry': '2026-11-27',
      })
      const { registrationId = '' } = first.body as unknown as { registrationId?: string }
      const daily = { 'job.expression': '0 59 23 * * ?', 'job.timeZone': zone, registrationId }
      const { body } = await merchant.subscribe(daily)
      const until = body.nextRuns.filter((run) => localDay(run, zone) <= '2026-11-27')
      await merchant.advance({ advance: 'P30D' })
      // The first payment, and one for each day.
      const paid = await merchant.payments()
      expect(paid).toHaveLength(1 + until.length)
      const last = new Date(paid.at(-1)?.createdAtMs ?? 0).toISOString()
      expect(localDay(last, zone)).toBe('2026-11-27')
    },
  )

  it('ends with the mandate that the first payment of its registration began', async () => {
    const merchant = await merchantWithCard()
    const first = await merchant.send('/v1/payments', {
      ...cardPayment(merchant.entityId),
      createRegistration: 'true',
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'INSTALLMENT',
      'standingInstruction.numberOfInstallments': '3',
    })
    const { registrationId = '' } = first.body as unknown as { registrationId?: string }
    const { body } = await merchant.subscribe({
      ...monthly,
      registrationId,
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'INSTALLMENT',
    })
    await merchant.advance({ advance: 'P300D' })
    expect(await merchant.payments()).toHaveLength(3)
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ state: 'ended', endReason: 'it had its last run' })
  })

  it('looks again and again after a run that is pending, and takes note of its outcome', async () => {
    const merchant = await merchantWithCard()
    const outcome = { 'customParameters[SIMULATOR_outcome]': 'pending' }
    const { body } = await merchant.subscribe({
      ...monthly,
      ...outcome,
      'job.endDate': '2026-12-02 00:00:00',
    })
    await merchant.advance({ to: '2026-12-01 08:00:00' })
    const path = `/scheduling/v1/schedules/${body.id}`
    expect((await merchant.get(path)).plan).toMatchObject({ active: true, runs: 1 })
    await merchant.advance({ advance: 'PT12H' })
    expect((await merchant.get(path)).plan).toMatchObject({ active: true, runs: 1 })
    await merchant.advance({ advance: 'P2D' })
    expect((await merchant.get(path)).plan).toMatchObject({
      state: 'ended',
      endReason: 'it had its last run',
    })
  })

  it.each([
    ['02', '800.100.155', 'PT72H'],
    ['24', '800.100.152,advice:24', 'PT1H'],
    ['27', '800.100.152,advice:27', 'P4D'],
  ])('pays a declined run again after the time of advice code %s', async (_code, outcome, wait) => {
    const merchant = await merchantWithCard()
    await merchant.subscribe({ ...monthly, ...declined(outcome) })
    await merchant.advance({ to: '2026-12-01 08:00:00' })
    await merchant.advance({ advance: wait })
    const [first, again] = await merchant.payments()
    expect(await merchant.get(`/v1/payments/${first?.id}`)).toMatchObject({ source: 'SCHEDULER' })
    expect(await merchant.get(`/v1/payments/${again?.id}`)).toMatchObject({ source: 'MACRETRY' })
  })

  it('tries a declined run again at most five times, within 20 days', async () => {
    const hourly = await merchantWithCard()
    await hourly.subscribe({ ...monthly, ...declined('800.100.152,advice:24') })
    await hourly.advance({ to: '2026-12-31 00:00:00' })
    expect(dates(await hourly.payments())).toEqual(
      ['08', '09', '10', '11', '12', '13'].map((hour) => `2026-12-01T${hour}:00`),
    )
    const rarely = await merchantWithCard()
    await rarely.subscribe({ ...monthly, ...declined('800.100.152,advice:28') })
    await rarely.advance({ to: '2026-12-31 00:00:00' })
    expect(dates(await rarely.payments())).toEqual([
      '2026-12-01T08:00',
      '2026-12-07T08:00',
      '2026-12-13T08:00',
      '2026-12-19T08:00',
    ])
  })

  it.each(['800.100.152,advice:01', '800.100.152,advice:22', '800.100.152,advice:40'])(
    'does not pay a run again after %s, and continues with the next one',
    async (outcome) => {
      const merchant = await merchantWithCard()
      await merchant.subscribe({ ...monthly, ...declined(outcome) })
      await merchant.advance({ to: '2027-01-31 00:00:00' })
      expect(dates(await merchant.payments())).toEqual(['2026-12-01T08:00', '2027-01-01T08:00'])
    },
  )

  it.each(['800.100.158', '800.100.500', '800.100.152,advice:21'])(
    'ends after %s and says why',
    async (outcome) => {
      const merchant = await merchantWithCard()
      const { body } = await merchant.subscribe({ ...monthly, ...declined(outcome) })
      await merchant.advance({ to: '2027-06-30 00:00:00' })
      expect(await merchant.payments()).toHaveLength(1)
      const { plan, nextRuns } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
      expect(plan).toMatchObject({
        active: false,
        state: 'ended',
        endReason: 'the card must not be charged again, see its last payment',
      })
      expect(nextRuns).toEqual([])
    },
  )

  it('ends when its registration is deleted, and charges nothing any more', async () => {
    const merchant = await merchantWithCard()
    const read = await merchant.subscribe(monthly)
    const unread = await merchant.subscribe(monthly)
    await merchant.remove(`/v1/registrations/${merchant.registrationId}`)
    const ended = { active: false, state: 'ended', endReason: 'its registration has ended' }
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${read.body.id}`)
    expect(plan).toMatchObject(ended)
    await merchant.advance({ advance: 'P1Y' })
    expect(await merchant.payments()).toEqual([])
    const row = await gateway().store.read.schedule(unread.body.id)
    expect(row).toMatchObject({ state: 'ended', endReason: 'registration', nextRunAtMs: null })
  })

  it('makes up for missed runs with one payment', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({ 'job.expression': '0 0 8 * * ?' })
    const { store } = gateway()
    const row = await store.read.schedule(body.id)
    const timer = await store.read.timer('scheduleRun', body.id)
    if (row === undefined || timer === undefined) throw new Error('not stored')
    // As after a stop of four days.
    const past = { nextRunAtMs: (row.nextRunAtMs ?? 0) - 4 * 86_400_000, updatedAtMs: 1 }
    await store.commit([
      { kind: 'stepSchedule', id: row.id, expectedVersion: 1, set: past },
      {
        kind: 'stepTimer',
        timer: 'scheduleRun',
        subjectId: row.id,
        expectedVersion: 1,
        dueAtMs: past.nextRunAtMs,
        attempts: 0,
      },
    ])
    await merchant.advance({ to: '2026-11-22 00:00:00' })
    expect(dates(await merchant.payments())).toEqual(['2026-11-20T15:00', '2026-11-21T08:00'])
    expect(await store.read.schedule(row.id)).toMatchObject({ runs: 2 })
  })

  it('pays at the local time of its time zone, also after a change of the clock', async () => {
    const merchant = await merchantWithCard()
    await merchant.subscribe({
      'job.expression': '0 0 8 28,29 3 ?',
      'job.timeZone': 'Europe/Berlin',
    })
    await merchant.advance({ to: '2027-03-31 00:00:00' })
    expect(dates(await merchant.payments())).toEqual(['2027-03-28T06:00', '2027-03-29T06:00'])
  })

  it('has no run before its start date and none after its end date', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'job.startDate': '2027-02-01 08:00:00',
      'job.endDate': '2027-04-01 08:00:00',
    })
    await merchant.advance({ advance: 'P1Y' })
    expect(dates(await merchant.payments())).toEqual([
      '2027-02-01T08:00',
      '2027-03-01T08:00',
      '2027-04-01T08:00',
    ])
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ state: 'ended', endReason: 'it had its last run', runs: 3 })
  })

  it('ends with its duration', async () => {
    const merchant = await merchantWithCard()
    await merchant.subscribe({
      ...monthly,
      'job.durationNumber': '3',
      'job.durationUnit': 'MONTH',
    })
    await merchant.advance({ advance: 'P1Y' })
    expect(await merchant.payments()).toHaveLength(3)
  })

  it('charges twelve times in a term of twelve months that begins when a run is due', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      'job.expression': '0 0 0 1 * ?',
      'job.startDate': '2027-01-01 00:00:00',
      'job.durationNumber': '12',
      'job.durationUnit': 'MONTH',
    })
    expect(body.nextRuns).toHaveLength(10)
    await merchant.advance({ to: '2028-06-01 00:00:00' })
    expect(dates(await merchant.payments()).at(-1)).toBe('2027-12-01T00:00')
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ state: 'ended', runs: 12, endsAt: '2027-12-31 23:59:59+0000' })
  })

  it('pays with the type that an older request names', async () => {
    const merchant = await merchantWithCard()
    await merchant.subscribe({ ...monthly, paymentType: 'PA' })
    await merchant.advance({ advance: 'P1M' })
    expect((await merchant.payments()).map(({ paymentType }) => paymentType)).toEqual(['PA'])
  })
})

describe('POST /scheduling/v1/schedules', () => {
  it('sets the day field that was not sent to ? where the two defaults conflict', async () => {
    const merchant = await merchantWithCard()
    const first = async (job: Form) => (await merchant.subscribe({ ...job, dryRun: 'true' })).body
    const cases: readonly (readonly [Form, string])[] = [
      [{}, '2027-01-01 00:00:00+0000'],
      [{ 'job.month': '*' }, '2026-12-01 00:00:00+0000'],
      [{ 'job.month': '*', 'job.dayOfMonth': '15' }, '2026-12-15 00:00:00+0000'],
      [{ 'job.month': '*', 'job.dayOfWeek': 'MON' }, '2026-11-23 00:00:00+0000'],
      [{ 'job.month': '*', 'job.dayOfMonth': '?' }, '2026-11-22 00:00:00+0000'],
      [{ 'job.month': '*', 'job.dayOfWeek': '?' }, '2026-12-01 00:00:00+0000'],
      [{ 'job.month': '*', 'job.dayOfWeek': '2#1', 'job.hour': '8' }, '2026-12-07 08:00:00+0000'],
      [{ 'job.hour': '9', 'job.expression': '0 0 7 24 12 ?' }, '2026-12-24 07:00:00+0000'],
    ]
    for (const [job, time] of cases)
      expect([job, (await first(job)).nextRuns[0]]).toEqual([job, time])
  })

  it('with dryRun answers ten run times, without an id, and stores nothing', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({ ...monthly, dryRun: 'true' })
    expect(body.nextRuns).toHaveLength(10)
    expect(body).not.toHaveProperty('id')
    expect(body.plan).toMatchObject({ active: false, state: 'dryRun' })
    await merchant.advance({ advance: 'P1Y' })
    expect(await merchant.payments()).toEqual([])
  })

  it.each([
    [{ 'job.expression': '0 0 8 32 * ?' }, 'job.expression', 'field dayOfMonth "32"'],
    [{ 'job.expression': '0 0 8 * * *' }, 'job.expression', 'must be ?'],
    [{ 'job.month': '5-3/12' }, undefined, ''],
    [{ 'job.timeZone': 'Europe/Atlantis' }, 'job.timeZone', 'IANA'],
    [{ 'job.durationNumber': '3' }, 'job.durationUnit', 'is needed with job.durationNumber'],
    [{ 'job.noticeUnit': 'DAY' }, 'job.noticeNumber', 'is needed with job.noticeUnit'],
    [{ 'job.noticeCallable': 'DURATION_END' }, 'job.noticeCallable', 'job.durationNumber'],
    [{ 'job.startDate': '1969-12-31 23:59:59' }, 'job.startDate', '1970'],
    [
      { 'job.startDate': '2027-02-01 00:00:00', 'job.endDate': '2027-01-01 00:00:00' },
      'job.endDate',
      'before job.startDate',
    ],
  ])('answers %j by the fault of its parameter', async (job, name, words) => {
    const merchant = await merchantWithCard()
    const { status, body } = await merchant.subscribe(job)
    const [error] = (body.result as { parameterErrors?: { name: string; message: string }[] })
      .parameterErrors ?? [undefined]
    expect([status, error?.name]).toEqual([name === undefined ? 200 : 400, name])
    expect(error?.message ?? '').toContain(words)
  })

  it('refuses a plan that is never due, and a registration that it cannot pay with', async () => {
    const merchant = await merchantWithCard()
    const never = await merchant.subscribe({ 'job.expression': '0 0 0 30 2 ?' })
    expect([never.status, never.body.result.code]).toEqual([400, '100.360.300'])
    const unknown = await merchant.subscribe({ ...monthly, registrationId: '0'.repeat(32) })
    expect([unknown.status, unknown.body.result.code]).toEqual([404, '100.150.200'])
  })
})

describe('a change of a schedule', () => {
  const path = (id: string, verb: string) => `/scheduling/v1/schedules/${id}/${verb}`

  it('makes a new plan in the chain, and the plan before becomes inactive', async () => {
    const merchant = await merchantWithCard()
    const { body: first } = await merchant.subscribe(monthly)
    const { body: second } = await merchant.send(path(first.id, 'reschedule'), {
      amount: '12.50',
      currency: 'EUR',
      'job.expression': '0 0 9 15 * ?',
    })
    expect(second).toMatchObject({ paymentType: 'RS', amount: '12.50' })
    expect(second.plan).toMatchObject({ active: true, firstId: first.id })
    const before = await merchant.get(`/scheduling/v1/schedules/${first.id}`)
    expect(before.plan).toMatchObject({ active: false, state: 'replaced', replacedBy: second.id })
    const now = await merchant.get(`/scheduling/v1/schedules/${second.id}`)
    expect(now.plan).not.toHaveProperty('replacedBy')
    await merchant.advance({ to: '2027-01-20 00:00:00' })
    const paid = await merchant.payments()
    expect(dates(paid)).toEqual(['2026-12-15T09:00', '2027-01-15T09:00'])
    expect(paid.map(({ amountMinor }) => amountMinor)).toEqual([1250, 1250])
  })

  it('keeps what is not sent', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      'job.month': '*',
      'job.dayOfMonth': '15',
      'job.hour': '8',
    })
    const moved = await merchant.send(path(body.id, 'reschedule'), { 'job.dayOfWeek': 'MON' })
    expect(moved.body.nextRuns[0]).toBe('2026-11-23 08:00:00+0000')
    expect(moved.body).toMatchObject({ amount: '9.99' })
  })

  it('with dryRun is answered and not stored', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe(monthly)
    const asked = { 'job.expression': '0 0 8 2 * ?', dryRun: 'true' }
    const shown = await merchant.send(path(body.id, 'reschedule'), asked)
    expect(shown.body.nextRuns[0]).toBe('2026-12-02 08:00:00+0000')
    const { nextRuns } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(nextRuns[0]).toBe('2026-12-01 08:00:00+0000')
  })

  it('stops it with any id of the chain, once', async () => {
    const merchant = await merchantWithCard()
    const { body: first } = await merchant.subscribe(monthly)
    const { body: second } = await merchant.send(path(first.id, 'reschedule'), {})
    const stopped = await merchant.send(path(first.id, 'deschedule'), { paymentType: 'DS' })
    expect(stopped.body).toMatchObject({ id: second.id, paymentType: 'DS' })
    expect(stopped.body.plan).toMatchObject({ active: false, state: 'descheduled' })
    await merchant.advance({ advance: 'P1Y' })
    expect(await merchant.payments()).toEqual([])
    const again = await merchant.send(path(second.id, 'deschedule'), {})
    expect([again.status, again.body.result.code]).toEqual([400, '100.360.303'])
    const late = await merchant.send(path(second.id, 'reschedule'), {})
    expect([late.status, late.body.result.code]).toEqual([400, '100.360.300'])
  })

  it('is either paid or stopped, where a stop and a due run come at the same time', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe(monthly)
    const [, stopped] = await Promise.all([
      merchant.advance({ to: '2026-12-01 08:00:00' }),
      merchant.send(path(body.id, 'deschedule'), {}),
    ])
    expect(stopped.status).toBe(200)
    await merchant.advance({ advance: 'P1Y' })
    const paid = await merchant.payments()
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject({ active: false, state: 'descheduled', runs: paid.length })
    expect(paid.length).toBeLessThanOrEqual(1)
    expect(plan.lastPaymentId).toBe(paid[0]?.id)
  })

  it.each([
    ['completes a run that has begun', 'timeout-then-approved', 'succeeded'],
    ['does not pay a declined run again', 'decline:800.100.152,advice:24', 'failed'],
  ])('stopped after a run was due, %s', async (_, outcome, state) => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'customParameters[SIMULATOR_outcome]': outcome,
    })
    await merchant.advance({ to: '2026-12-01 08:00:00' })
    expect(await merchant.payments()).toHaveLength(1)
    expect((await merchant.send(path(body.id, 'deschedule'), {})).status).toBe(200)
    await merchant.advance({ advance: 'P1Y' })
    expect((await merchant.payments()).map((row) => row.state)).toEqual([state])
  })

  it('is also stopped by DELETE', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe(monthly)
    const stopped = await merchant.remove(
      `/scheduling/v1/schedules/${body.id}?entityId=${merchant.entityId}`,
    )
    expect(stopped.plan).toMatchObject({ active: false, state: 'descheduled' })
  })

  it('stops after the runs of its notice', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'job.noticeNumber': '2',
      'job.noticeUnit': 'MONTH',
    })
    const { body: stopped } = await merchant.send(path(body.id, 'deschedule'), {})
    expect(stopped.plan).toMatchObject({ active: true, endsAt: '2027-01-20 14:59:59+0000' })
    await merchant.advance({ advance: 'P1Y' })
    expect(dates(await merchant.payments())).toEqual(['2026-12-01T08:00', '2027-01-01T08:00'])
  })

  it('stops with the first term that ends after the notice, where it ends with a term', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe({
      ...monthly,
      'job.durationNumber': '3',
      'job.durationUnit': 'MONTH',
      'job.noticeCallable': 'DURATION_END',
      'job.noticeNumber': '1',
      'job.noticeUnit': 'MONTH',
    })
    await merchant.advance({ to: '2027-02-10 00:00:00' })
    const { body: stopped } = await merchant.send(path(body.id, 'deschedule'), {})
    expect(stopped.plan).toMatchObject({ active: true, endsAt: '2027-05-20 14:59:59+0000' })
    await merchant.advance({ advance: 'P1Y' })
    expect(await merchant.payments()).toHaveLength(6)
  })
})

describe('GET /scheduling/v1/schedules/{id}', () => {
  it('lists the schedules of a registration', async () => {
    const merchant = await merchantWithCard()
    const ids: string[] = []
    for (let made = 0; made < 3; made += 1) ids.push((await merchant.subscribe(monthly)).body.id)
    const list = async (query: string) => {
      const path = `/scheduling/v1/schedules/${merchant.registrationId}${query}`
      return (await merchant.get(path)) as unknown as { readonly schedules: readonly Shown[] }
    }
    expect((await list('')).schedules.map(({ id }) => id)).toEqual(ids)
    expect((await list(`?afterId=${ids[1]}`)).schedules.map(({ id }) => id)).toEqual([ids[2]])
  })

  it('lists 100 of them at a time', async () => {
    const merchant = await merchantWithCard()
    const ids: string[] = []
    const list = async (query = '') => {
      const path = `/scheduling/v1/schedules/${merchant.registrationId}${query}`
      return (await merchant.get(path)) as unknown as { schedules: Shown[]; next?: string }
    }
    for (let made = 0; made < 100; made += 1) ids.push((await merchant.subscribe(monthly)).body.id)
    expect(await list()).not.toHaveProperty('next')
    ids.push((await merchant.subscribe(monthly)).body.id)
    const first = await list()
    expect(first.schedules.map(({ id }) => id)).toEqual(ids.slice(0, 100))
    expect(first.next).toBe(ids[99])
    const last = await list(`?afterId=${first.next}`)
    expect(last.schedules.map(({ id }) => id)).toEqual(ids.slice(100))
    expect(last).not.toHaveProperty('next')
  })

  it('shows no schedule of another merchant', async () => {
    const merchant = await merchantWithCard()
    const { body } = await merchant.subscribe(monthly)
    const other = await merchantWithCard()
    for (const id of [body.id, '0'.repeat(32)]) {
      const shown = await other.get(`/scheduling/v1/schedules/${id}`)
      expect(shown.result).toMatchObject({
        code: '100.360.303',
        description: expect.stringContaining('Schedule unknown'),
      })
    }
    expect(
      (await other.get(`/scheduling/v1/schedules/${merchant.registrationId}`)).result.code,
    ).not.toBe('000.100.110')
  })
})
