import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { startEmulator } from './emulator.fixture.ts'
import { EMULATED_KEY } from './emulator.ts'

/** Stripe's own client, which expects what Stripe answers. */
function clientOf(url: string) {
  const { hostname, port } = new URL(url)
  return new Stripe(EMULATED_KEY, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

describe('the emulator, driven by Stripe’s own client', () => {
  it('takes a card from the hold to a refund', async () => {
    const emulator = await startEmulator()
    const stripe = clientOf(emulator.url)
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' }
    const method = await stripe.paymentMethods.create({ type: 'card', card })
    const created = await stripe.paymentIntents.create(
      {
        amount: 2_500,
        currency: 'eur',
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        metadata: { payment: 'p-1' },
      },
      { idempotencyKey: 'create-1' },
    )
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      metadata: { payment: 'p-1' },
    })
    const held = await stripe.paymentIntents.confirm(created.id, { payment_method: method.id })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2_500 })
    const captured = await stripe.paymentIntents.capture(created.id, {
      amount_to_capture: 2_000,
      expand: ['latest_charge.balance_transaction'],
    })
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_received: 2_000,
      latest_charge: { amount_captured: 2_000, balance_transaction: { type: 'charge' } },
    })
    const refund = await stripe.refunds.create({ payment_intent: created.id, amount: 500 })
    expect(refund).toMatchObject({ status: 'succeeded', amount: 500 })
    const { data } = await stripe.refunds.list({ payment_intent: created.id })
    // What the capture left of the hold is a refund as well.
    const kinds = data.map((one) => [one.amount, one.destination_details?.card?.type])
    expect(kinds).toEqual([
      [500, 'refund'],
      [500, 'reversal'],
    ])
    expect(emulator.ledger.of(created.id)).toEqual({
      currency: 'eur',
      authorised: 2_500,
      captured: 2_000,
      released: 500,
      refunded: 500,
      disputed: 0,
      failed: 0,
    })
    expect(emulator.requests.counts).toEqual({
      seen: 6,
      invalid: 0,
      refused: 0,
      outsideSchema: 0,
      wrongAnswers: 0,
    })
  })

  it('declines a card with the error that the client knows', async () => {
    const { url } = await startEmulator()
    const stripe = clientOf(url)
    const card = { number: '4000000000009995', exp_month: 12, exp_year: 2030 }
    const method = await stripe.paymentMethods.create({ type: 'card', card })
    const declined = stripe.paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      payment_method: method.id,
      confirm: true,
      return_url: 'https://shop.example/back',
    })
    await expect(declined).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  it('signs events so that the client takes them', async () => {
    const emulator = await startEmulator()
    const stripe = clientOf(emulator.url)
    const { secret } = await emulator.listen()
    await emulator.pay(await emulator.card())
    await emulator.webhooks.deliver()
    const [first] = emulator.received
    const tolerance = 10 * 365 * 24 * 3_600
    const event = stripe.webhooks.constructEvent(
      first?.body ?? '',
      first?.signature ?? '',
      secret,
      tolerance,
    )
    expect(event.type).toBe('payment_intent.created')
    expect(emulator.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
    ])
  })

  it('understands the lists, expansions and files of the client', async () => {
    const emulator = await startEmulator()
    const stripe = clientOf(emulator.url)
    const paid = await emulator.pay(await emulator.card('4000000000000259'))
    const { data } = await stripe.disputes.list({ payment_intent: paid.body.id })
    const file = await stripe.files.create({
      purpose: 'dispute_evidence',
      file: { data: Buffer.from('%PDF-1.4'), name: 'proof.pdf', type: 'application/pdf' },
    })
    const evidence = { receipt: file.id, uncategorized_text: 'winning_evidence' }
    const dispute = await stripe.disputes.update(data[0]?.id ?? '', { evidence })
    expect(dispute).toMatchObject({ status: 'won', evidence_details: { submission_count: 1 } })
    const events = await stripe.events.list({ types: ['charge.dispute.closed'] })
    expect(events.data).toHaveLength(1)
  })
})
