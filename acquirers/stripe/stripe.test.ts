import { describe, expect, it } from 'vitest'
import { merchantAt } from '../conformance/merchant.fixture.ts'
import { PROOF, stripeShop } from './shop.fixture.ts'
import { emulatedStripe } from './stripe.fixture.ts'

const iban = { 'bankAccount.iban': 'DE89370400440532013000', 'bankAccount.holder': 'Jane Jones' }
const debit = {
  ...{ paymentBrand: 'DIRECTDEBIT_SEPA', 'customer.email': 'jane@example.com' },
  ...{ 'customer.givenName': 'Jane', 'customer.surname': 'Jones', ...iban },
  ...{ 'card.number': undefined, 'card.holder': undefined, 'card.cvv': undefined },
  ...{ 'card.expiryMonth': undefined, 'card.expiryYear': undefined },
}

/** A transfer on the page of a bank, by the same person. */
const transfer = {
  ...{ ...debit, 'bankAccount.iban': undefined, 'bankAccount.holder': undefined },
  shopperResultUrl: 'https://shop.example/result',
}

describe('a payment through Stripe', () => {
  it.each([
    ['authorise', { state: 'succeeded', resultCode: '000.100.112' }],
    ['refuse', { state: 'failed', resultCode: '100.380.401' }],
  ] as const)('waits for the shopper, who will %s on a page', async (decision, after) => {
    const { begin, told, stripe, there } = await stripeShop()
    const waiting = await begin({ 'card.number': '4000002760003184' })
    expect(waiting.body).toMatchObject({
      result: { code: '000.200.000' },
      redirect: { url: expect.stringContaining('http') },
    })
    stripe.happenings.shopperDecides(await there(waiting), decision)
    await told(waiting, after)
  })

  it('that its shopper has left is cancelled there, so that nobody pays it any more', async () => {
    const { pay, stripe, there } = await stripeShop()
    const left = await pay({ 'card.number': '4000002760003184' })
    expect(left).toMatchObject({ state: 'failed', resultCode: '100.396.103' })
    expect(stripe.store.need('payment_intent', await there(left)).status).toBe('canceled')
  })

  it('whose cancellation has failed there once is cancelled by the next try', async () => {
    const { pay, stripe, there } = await stripeShop()
    stripe.faults.add({ kind: 'storedError', isDone: false }, { method: 'POST', path: /\/cancel$/ })
    const left = await pay({ 'card.number': '4000002760003184' })
    expect(left).toMatchObject({ state: 'failed', resultCode: '100.396.103' })
    expect(stripe.store.need('payment_intent', await there(left)).status).toBe('canceled')
  })

  it('by direct debit is told days later, and taken back when the bank returns it', async () => {
    const { begin, told, stripe, there, gateway, family } = await stripeShop()
    const payment = await begin(debit)
    expect(payment.state).toBe('taken')
    gateway.clock.advance(8 * 86_400_000)
    stripe.runDue()
    await told(payment, { state: 'succeeded' })
    stripe.happenings.chargeFails(await there(payment))
    await told(payment, { failedLaterAtMs: expect.any(Number) as number })
    await expect
      .poll(async () => (await family(payment)).map(({ operation }) => operation))
      .toEqual(['first', 'lateFailure'])
  })

  it.each(['IDEAL', 'EPS'])('by %s is confirmed on the page of a bank', async (paymentBrand) => {
    const { begin, told, stripe, there } = await stripeShop()
    const waiting = await begin({ ...transfer, paymentBrand })
    expect(waiting.body).toMatchObject({ redirect: { url: expect.stringContaining('http') } })
    stripe.happenings.shopperDecides(await there(waiting), 'authorise')
    await told(waiting, { state: 'succeeded' })
  })

  it('that is refunded can be refunded again after the refund has failed', async () => {
    const { pay, refer, told, stripe, gateway } = await stripeShop()
    const payment = await pay()
    const refund = await refer(payment, 'RF', { amount: '92.00', currency: 'EUR' })
    const names = await gateway.store.read.providerReferencesOfPayments([refund.id])
    stripe.happenings.refundFails(names.find(({ kind }) => kind === 'operation')?.value ?? '')
    await told(payment, { refundedMinor: 0 })
    const again = await refer(payment, 'RF', { amount: '92.00', currency: 'EUR' })
    expect(again.state).toBe('succeeded')
  })

  it('that is refunded in the pages of Stripe is refunded here, once, and open again where that fails', async () => {
    const { pay, refer, stripe, there, workedOff, family, read, sumsHere, sumsThere } =
      await stripeShop()
    const payment = await pay()
    const { id } = stripe.happenings.refundElsewhere(await there(payment), 3_000)
    await stripe.webhooks.deliver({ times: 2 })
    await workedOff()
    expect(await sumsThere(payment)).toEqual(await sumsHere(payment))
    const [, refund] = await family(payment)
    expect(refund).toMatchObject({
      ...{ paymentType: 'RF', operation: 'refund', state: 'succeeded' },
      ...{ amountMinor: 3_000, bookedMinor: 3_000, referencedId: payment.id },
    })
    expect(JSON.parse(refund?.details.split('\n')[0] ?? '')).toMatchObject({
      resultDetails: { Source: 'made at the acquirer', ConnectorTxID1: id },
    })
    const rest = await refer(payment, 'RF', { amount: '62.00', currency: 'EUR' })
    expect(rest.state).toBe('succeeded')
    stripe.happenings.refundFails(id)
    await stripe.webhooks.deliver()
    await workedOff()
    expect((await read(payment.id)).refundedMinor).toBe(6_200)
    expect(await sumsThere(payment)).toEqual(await sumsHere(payment))
  })

  it('whose captures are refunded in the pages of Stripe has the refund of a capture', async () => {
    const { pay, refer, stripe, there, workedOff, family, sumsHere, sumsThere } = await stripeShop()
    const hold = await pay({ paymentType: 'PA' })
    const euros = { currency: 'EUR' }
    const first = await refer(hold, 'CP', { amount: '30.00', ...euros })
    await refer(hold, 'CP', { amount: '10.00', ...euros, sequence: 'FINAL' })
    stripe.happenings.refundElsewhere(await there(hold), 2_500)
    await stripe.webhooks.deliver()
    await workedOff()
    const refunds = (await family(hold)).filter(({ paymentType }) => paymentType === 'RF')
    expect(refunds).toMatchObject([{ referencedId: first.id, amountMinor: 2_500 }])
    expect(await sumsThere(hold)).toEqual(await sumsHere(hold))
  })

  it('whose refund is lost among many is found, page by page', async () => {
    const { pay, gateway, channel, authorization, settled, stripe, there, sumsHere, sumsThere } =
      await stripeShop()
    const payment = await pay()
    stripe.faults.add({ kind: 'acceptedWithoutAnswer' }, { method: 'POST', path: '/v1/refunds' })
    const form = { entityId: channel, paymentType: 'RF', amount: '1.00', currency: 'EUR' }
    const { body } = await gateway.post(`/v1/payments/${payment.id}`, form, authorization)
    const intentId = await there(payment)
    for (let count = 0; count < 205; count += 1) stripe.happenings.refundElsewhere(intentId, 10)
    expect(await settled(body.id)).toMatchObject({ state: 'succeeded' })
    expect((await sumsThere(payment)).refunded).toBe((await sumsHere(payment)).refunded + 2_050)
  })

  it('whose charge has failed inside Stripe is cancelled there, so that nothing charges it later', async () => {
    const { pay, stripe, there } = await stripeShop()
    stripe.faults.add(
      { kind: 'storedError', isDone: false },
      { method: 'POST', path: /\/confirm$/ },
    )
    const failed = await pay()
    expect(failed.state).toBe('failed')
    expect(stripe.store.need('payment_intent', await there(failed)).status).toBe('canceled')
  })

  it('that Stripe captures once says so, and why a capture of a part is declined', async () => {
    const { start } = emulatedStripe({ multicapture: false })
    const { begin, refer } = await merchantAt(start)
    const hold = await begin({ paymentType: 'PA' })
    expect(hold.body).toMatchObject({ resultDetails: { Captures: 'once' } })
    const euros = { amount: '30.00', currency: 'EUR' }
    const part = await refer(hold, 'CP', euros)
    expect(part).toMatchObject({ state: 'failed', resultCode: '900.100.202' })
    expect(part.details).toContain('send sequence=FINAL')
    expect((await refer(hold, 'CP', { ...euros, sequence: 'FINAL' })).state).toBe('succeeded')
  })

  it('whose hold ends there is open no more', async () => {
    const { pay, told, stripe, there } = await stripeShop()
    const hold = await pay({ paymentType: 'PA' })
    stripe.happenings.holdExpires(await there(hold))
    await told(hold, { expiredAtMs: expect.any(Number) as number })
  })

  it('with a proof of 3-D Secure is charged with it, and declined where the proof is not whole', async () => {
    const { begin, stripe } = await stripeShop()
    expect(await begin(PROOF)).toMatchObject({ state: 'succeeded' })
    const [, confirmed] = stripe.requests.all.filter(({ path }) =>
      path.includes('/payment_intents'),
    )
    expect(confirmed?.params).toMatchObject({
      payment_method_options: {
        card: {
          three_d_secure: {
            electronic_commerce_indicator: '05',
            transaction_id: PROOF['threeDSecure.dsTransactionId'],
          },
        },
      },
    })
    const incomplete = { ...PROOF, 'threeDSecure.dsTransactionId': undefined }
    expect((await begin(incomplete)).resultCode).toBe('100.390.117')
  })
})
