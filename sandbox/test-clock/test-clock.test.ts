import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultThrottling } from '../../server/kernel/settings/throttling-limits.ts'
import {
  cardPayment,
  startTestGateway,
  useTestGateway,
} from '../../server/testing/gateway.fixture.ts'
import { addMerchant } from '../../server/testing/merchants.fixture.ts'
import { laterBy, readDuration } from './test-clock.ts'

const gateway = useTestGateway()

/** A merchant of its own, so that tests do not share a clock. */
async function merchantWithClock() {
  const merchant = await addMerchant(gateway())
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const channelId = merchant.channelIds[0] ?? ''
  return {
    channelId,
    advance: (form: Record<string, string>) => gateway().post('/test/clock', form, headers),
    post: (path: string, form: Record<string, string | undefined>) =>
      gateway().post(path, form, headers),
    get: (path: string) => gateway().get(path, headers),
  }
}

describe('the clock of an entity', () => {
  it('shows the time of the process until it is moved', async () => {
    const { body } = await gateway().get('/test/clock')
    expect(body).toMatchObject({
      now: '2026-11-20T15:00:00.000Z',
      aheadOfServerSeconds: 0,
      result: { code: '000.000.100' },
    })
  })

  it('moves by a duration or to a moment, and later answers use its time', async () => {
    const merchant = await merchantWithClock()
    const moved = await merchant.advance({ advance: 'P1M' })
    expect(moved.body.now).toBe('2026-12-20T15:00:00.000Z')
    const again = await merchant.advance({ to: '2027-01-31 10:30:00' })
    expect(again.body.now).toBe('2027-01-31T10:30:00.000Z')
    expect((await merchant.get('/test/clock')).body.now).toBe('2027-01-31T10:30:00.000Z')
    const paid = await merchant.post('/v1/payments', cardPayment(merchant.channelId))
    expect(paid.body.timestamp).toBe('2027-01-31 10:30:00+0000')
    expect((await gateway().get('/test/clock')).body.aheadOfServerSeconds).toBe(0)
  })

  it('of a merchant is moved with all its channels where no entity is named, and the answer says so', async () => {
    const merchant = await merchantWithClock()
    const { body } = await merchant.advance({ advance: 'P1D' })
    expect(body.result.description).toMatch(/^The clock of the merchant .* and of all its channels/)
    const named = await merchant.advance({ advance: 'P1D', entityId: merchant.channelId })
    expect([named.body.entityId, named.body.result.description]).toEqual([
      merchant.channelId,
      expect.not.stringContaining('entityId'),
    ])
  })

  it('is the time of every answer once the entity is known, also of refusals and lists', async () => {
    const merchant = await merchantWithClock()
    await merchant.advance({ to: '2027-01-31 10:30:00' })
    const then = '2027-01-31 10:30:00+0000'
    const form = cardPayment(merchant.channelId)
    const checkout = await merchant.post('/v1/checkouts', {
      entityId: merchant.channelId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    const answers = [
      await merchant.post('/v1/payments', { ...form, amount: 'much' }),
      await merchant.post('/v1/payments', { ...form, currency: 'JPY', amount: '92.50' }),
      await merchant.get(`/v1/payments/${'0'.repeat(32)}`),
      await merchant.post(`/v1/payments/${'0'.repeat(32)}`, { paymentType: 'RV' }),
      await merchant.get('/v1/query?merchantTransactionId=nothing-of-that-name'),
      await merchant.get('/v1/query?date.from=2027-01-31+10:00:00&date.to=2027-01-31+11:00:00'),
      await gateway().post(`/v1/checkouts/${checkout.body.id}/payment`, { amount: '1.00' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 404, 404, 200, 400])
    expect(answers.map(({ body }) => body.timestamp)).toEqual(answers.map(() => then))
    const strange = { authorization: 'Bearer of-nobody-at-all' }
    const { body } = await gateway().get('/v1/payments/x', strange)
    expect(body.timestamp).toBe('2026-11-20 15:00:00+0000')
  })

  it('runs due timers before it answers, such as the expiry of a checkout', async () => {
    const merchant = await merchantWithClock()
    const { body: checkout } = await merchant.post('/v1/checkouts', {
      entityId: merchant.channelId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    await merchant.advance({ advance: 'PT29M' })
    expect((await gateway().store.read.checkout(checkout.id))?.state).toBe('open')
    await merchant.advance({ advance: 'PT1M' })
    expect((await gateway().store.read.checkout(checkout.id))?.state).toBe('expired')
  })

  it('closes the window in which a debit may be reversed', async () => {
    const merchant = await merchantWithClock()
    const { body: debit } = await merchant.post('/v1/payments', cardPayment(merchant.channelId))
    await merchant.advance({ advance: 'P2D' })
    const reversal = await merchant.post(`/v1/payments/${debit.id}`, { paymentType: 'RV' })
    expect(reversal.body.result.code).toBe('700.400.300')
  })

  it('may be moved by parallel requests, and adds up all of them', async () => {
    const merchant = await merchantWithClock()
    await Promise.all(Array.from({ length: 3 }, () => merchant.advance({ advance: 'PT1H' })))
    expect((await merchant.get('/test/clock')).body.now).toBe('2026-11-20T18:00:00.000Z')
  })

  it.each([
    [{}, 'advance'],
    [{ advance: '1 day' }, 'advance'],
    [{ advance: 'P1D', to: '2027-01-01' }, 'to'],
    [{ to: '2026-11-20 14:59:59' }, 'to'],
    [{ to: '2026-13-20 14:59:59' }, 'to'],
    [{ advance: 'P100Y' }, 'advance'],
  ])('refuses %j and says why', async (form, name) => {
    const { status, body } = await gateway().post('/test/clock', form)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.[0]?.name).toBe(name)
  })

  it('needs a token, and does not exist in live', async () => {
    const anonymous = await gateway().get('/test/clock', { authorization: '' })
    expect(anonymous.status).toBe(401)
    const live = await startTestGateway({ environment: 'live' })
    expect((await live.get('/test/clock')).status).toBe(404)
    await live.close()
  })

  it('is the clock of the channel that owns the object of a request', async () => {
    const merchant = await merchantWithClock()
    const { channelId: entityId } = merchant
    const card = cardPayment(entityId)
    const money = { amount: '1.00', currency: 'EUR', paymentType: 'DB' }
    const paid = await merchant.post('/v1/payments', card)
    const { amount: _amount, currency: _currency, paymentType: _type, ...details } = card
    const stored = await merchant.post('/v1/registrations', details)
    const checkout = await merchant.post('/v1/checkouts', { entityId, ...money })
    // Of the channel alone: that of its merchant, whose token it is, stays behind.
    await merchant.advance({ entityId, advance: 'P1D' })
    const answers = {
      capture: await merchant.post(`/v1/payments/${paid.body.id}`, { paymentType: 'CP' }),
      refund: await merchant.post(`/v1/payments/${paid.body.id}`, {
        ...money,
        amount: '9999.00',
        paymentType: 'RF',
      }),
      'hold change': await merchant.post('/v1/payments', {
        ...money,
        entityId,
        paymentType: 'PA',
        referenceUuid: paid.body.id,
        'standingInstruction.type': 'UNSCHEDULED',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
        'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
      }),
      'stored payment': await merchant.post(`/v1/registrations/${stored.body.id}/payments`, {
        ...money,
        amount: '0.00',
      }),
      'status of a checkout': await merchant.get(`/v1/checkouts/${checkout.body.id}/payment`),
      'submit of a checkout': await merchant.post(`/v1/checkouts/${checkout.body.id}/payment`, {}),
      'session of a checkout': await merchant.get(`/v1/checkouts/${checkout.body.id}/session`),
    }
    const times = Object.values(answers).map(({ body }) => body.timestamp)
    expect(times).toEqual(times.map(() => '2026-11-21 15:00:00+0000'))
    const { capture, refund, 'hold change': holdChange, 'stored payment': storedPayment } = answers
    const refusals = [capture, refund, holdChange, storedPayment]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('is used in a refusal that is the only answer of a process for the entity', async () => {
    const limits = { ...defaultThrottling, payments: { most: 1, periodMs: 60_000 } }
    const first = await startTestGateway()
    const second = await startTestGateway({ store: first.store, throttling: limits })
    onTestFinished(async () => {
      await second.close()
      await first.close()
    })
    await first.post('/test/clock', { advance: 'P1Y' })
    const answers = [
      await second.post('/v1/payments', { entityId: '0'.repeat(32) }),
      await second.post('/v1/payments', {}),
    ]
    expect(answers.map(({ status, body }) => [status, body.timestamp])).toEqual([
      [403, '2027-11-20 15:00:00+0000'],
      [429, '2027-11-20 15:00:00+0000'],
    ])
  })

  it('continues from its time after a restart', async () => {
    const first = await startTestGateway()
    await first.post('/test/clock', { advance: 'P1Y' })
    const second = await startTestGateway({ store: first.store })
    const { body } = await second.post('/v1/payments', cardPayment(second.demo.entityId))
    expect(body.timestamp ?? body.result.description).toBe('2027-11-20 15:00:00+0000')
    await second.close()
  })
})

const at = Date.UTC(2026, 0, 31, 10, 30)

function later(text: string): string {
  const duration = readDuration(text)
  if (duration === undefined) throw new Error(`No duration: ${text}`)
  return new Date(laterBy(at, duration)).toISOString()
}

describe('a duration', () => {
  it.each([
    ['PT29M', '2026-01-31T10:59:00.000Z'],
    ['P1D', '2026-02-01T10:30:00.000Z'],
    ['P1M', '2026-02-28T10:30:00.000Z'],
    ['P1Y', '2027-01-31T10:30:00.000Z'],
    ['P2Y1M', '2028-02-29T10:30:00.000Z'],
    ['P1W', '2026-02-07T10:30:00.000Z'],
    ['P1DT12H', '2026-02-01T22:30:00.000Z'],
    ['PT0S', '2026-01-31T10:30:00.000Z'],
  ])('%s from the start ends at %s', (text, expected) => {
    expect(later(text)).toBe(expected)
  })

  it.each(['', 'P', 'PT', '1D', 'P1H', 'P-1D', 'P1.5D', 'PT1D', 'p1d', 'P1D ', 'P99999999D'])(
    'is not %j',
    (text) => expect(readDuration(text)).toBeUndefined(),
  )
})
