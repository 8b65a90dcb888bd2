import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEventReader } from './events.ts'

const NOW_MS = 1_796_000_000_000
const SECRETS = ['whsec_current', 'whsec_next'] as const
const PAYMENT = 'a'.repeat(32)
/** Of a payout whose money came back. */
const CAME_BACK = { failure_balance_transaction: 'txn_9' }
const reader = createEventReader(SECRETS)

function signed(
  body: string,
  { secret = SECRETS[0], atMs = NOW_MS }: { secret?: string; atMs?: number } = {},
) {
  const t = Math.floor(atMs / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${t},v1=${v1},v0=00` }
}

const bodyOf = (type: string, object: object, more: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    type,
    created: 1_796_000_000,
    livemode: false,
    data: { object },
    ...more,
  })

async function read(body: string, headers: object = signed(body)) {
  return reader.read(Buffer.from(body), headers as never, NOW_MS)
}

async function eventOf(type: string, object: object) {
  const answered = await read(bodyOf(type, object))
  if (answered.kind !== 'genuine') throw new Error(answered.reason)
  return answered.events[0]
}

const intent = (more: object) => ({
  object: 'payment_intent',
  id: 'pi_1',
  amount: 9200,
  currency: 'eur',
  metadata: { payment: PAYMENT },
  ...more,
})

describe('a signature of Stripe', () => {
  const body = bodyOf('payment_intent.succeeded', intent({ status: 'succeeded' }))

  it.each(SECRETS)('by the secret %s proves the bytes', async (secret) => {
    expect((await read(body, signed(body, { secret }))).kind).toBe('genuine')
  })

  it.each([
    ['is missing', {}, 'has no Stripe-Signature'],
    ['is of another body', signed(`${body} `), 'by no secret'],
    ['is of another secret', signed(body, { secret: 'whsec_other' }), 'by no secret'],
    ['is old', signed(body, { atMs: NOW_MS - 301_000 }), 'five minutes'],
    ['is of the future', signed(body, { atMs: NOW_MS + 301_000 }), 'five minutes'],
    ['has no time', { 'stripe-signature': 'v1=00' }, 'has no Stripe-Signature'],
  ])('that %s proves nothing', async (_, headers, reason) => {
    expect(await read(body, headers)).toMatchObject({
      kind: 'refused',
      status: 401,
      reason: expect.stringContaining(reason),
    })
  })

  it.each(['', '[]', '{"id":"evt_1"}', '{"id":"evt_1","type":"x","data":{"object":1}}'])(
    'does not make an event of %j',
    async (text) => {
      expect(await read(text)).toMatchObject({ kind: 'refused', status: 400 })
    },
  )
})

describe('an event of Stripe', () => {
  it('tells an outcome of a payment by its name there, then by ours', async () => {
    const event = await eventOf('payment_intent.succeeded', intent({ status: 'succeeded' }))
    expect(event).toMatchObject({
      kind: 'outcome',
      environment: 'test',
      occurredAtMs: NOW_MS,
      about: [{ reference: { kind: 'payment', value: 'pi_1' } }, { paymentId: PAYMENT }],
      told: { kind: 'approved' },
      amount: { minor: 9200, currency: 'EUR' },
    })
  })

  it('of the first payment of a series is read for what it leaves out, if it is a success', async () => {
    const series = { setup_future_usage: 'off_session', latest_charge: 'ch_1' }
    const first = intent({ status: 'succeeded', ...series })
    const told = await eventOf('payment_intent.succeeded', first)
    expect(told).toMatchObject({ kind: 'outcome', restReadBy: 'pi_1' })
    for (const other of [
      intent({ status: 'processing', ...series }),
      intent({ status: 'succeeded', latest_charge: 'ch_1' }),
    ]) {
      expect(await eventOf('payment_intent.processing', other)).not.toHaveProperty('restReadBy')
    }
  })

  it('of a raised hold tells no amount, because its payment has another one', async () => {
    const metadata = { payment: PAYMENT, [`raise_${PAYMENT}`]: '800' }
    const raised = intent({ status: 'requires_capture', amount: 10_000, metadata })
    const event = await eventOf('payment_intent.amount_capturable_updated', raised)
    expect(event).toMatchObject({ kind: 'outcome' })
    expect(event).not.toHaveProperty('amount')
  })

  it.each([
    ['payment_intent.processing', intent({ status: 'processing' }), 'outcome'],
    ['payment_intent.payment_failed', intent({ status: 'requires_payment_method' }), 'failedLater'],
    ['payment_intent.canceled', intent({ status: 'canceled' }), 'outcome'],
    [
      'payment_intent.canceled',
      intent({ status: 'canceled', capture_method: 'manual', latest_charge: 'ch_1' }),
      'holdEnded',
    ],
    ['payment_intent.succeeded', intent({ status: 'succeeded', metadata: {} }), 'madeElsewhere'],
    ['refund.created', refund('pending', { payment: PAYMENT }), 'outcome'],
    ['refund.failed', refund('failed', { payment: PAYMENT }), 'failedLater'],
    ['refund.created', refund('succeeded', {}), 'madeElsewhere'],
    ['refund.created', refund('pending', {}), 'madeElsewhere'],
    ['refund.failed', refund('failed', {}), 'failedLater'],
    ['charge.dispute.created', { object: 'dispute', id: 'dp_1', charge: 'ch_1' }, 'dispute'],
    ['radar.early_fraud_warning.created', { object: 'radar.early_fraud_warning' }, 'fraudReport'],
    ['payout.failed', { object: 'payout', id: 'po_1', automatic: false, ...CAME_BACK }, 'payout'],
    ['payout.failed', { object: 'payout', id: 'po_1', automatic: true, ...CAME_BACK }, 'report'],
    ['payout.canceled', { object: 'payout', id: 'po_1', automatic: true, ...CAME_BACK }, 'report'],
    ['reporting.report_run.succeeded', { object: 'reporting.report_run' }, 'report'],
    ['a.kind.of.next.year', { object: 'x' }, 'other'],
  ])('%s of %j is of the kind %s', async (type, object, kind) => {
    expect((await eventOf(type, object))?.kind).toBe(kind)
  })

  it('a refund of another system is booked by its own name, and never fails the payment that it is of', async () => {
    const made = await eventOf('refund.created', refund('succeeded', {}))
    const operation = { reference: { kind: 'operation', value: 're_1' } }
    const payment = { reference: { kind: 'payment', value: 'pi_1' } }
    expect(made).toMatchObject({
      about: [operation, payment],
      refund: { amount: { minor: 100, currency: 'EUR' }, ...operation },
    })
    const pending = await eventOf('refund.created', refund('pending', {}))
    expect(pending).not.toHaveProperty('refund')
    const failed = await eventOf('refund.failed', refund('failed', {}))
    expect(failed?.about).toEqual([operation])
  })

  it('of a hold of which a part was captured tells its end', async () => {
    const part = { status: 'succeeded', capture_method: 'manual', amount_received: 3000 }
    expect((await eventOf('payment_intent.succeeded', intent(part)))?.kind).toBe('holdEnded')
    const whole = { ...part, amount_received: 9200 }
    expect((await eventOf('payment_intent.succeeded', intent(whole)))?.kind).toBe('outcome')
  })

  it.each(['charge.succeeded', 'payment_method.attached', 'payment_intent.created'])(
    '%s is passed over, because another one tells it',
    async (type) => {
      expect(await eventOf(type, intent({ status: 'succeeded' }))).toBeUndefined()
    },
  )
})

function refund(status: string, metadata: object) {
  return {
    object: 'refund',
    id: 're_1',
    amount: 100,
    currency: 'eur',
    status,
    metadata,
    payment_intent: 'pi_1',
  }
}
