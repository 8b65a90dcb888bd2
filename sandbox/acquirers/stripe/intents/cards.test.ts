import { describe, expect, it } from 'vitest'
import { DAY_MS, startEmulator } from '../emulator.fixture.ts'
import { cardDeclinedWith } from '../facts/cards.ts'
import { DECLINES, type DeclineCode } from '../facts/declines.ts'

const back = { return_url: 'https://shop.example/back' }
const manual = { capture_method: 'manual' }
const ASKS = '4000002760003184'

/** A proof as a 3-D Secure server hands it over. */
const proof = {
  cryptogram: `${'A'.repeat(27)}=`,
  transaction_id: '7e3b1c52-0f5a-4d28-9a57-0d1a3c1d6c11',
  version: '2.2.0',
  electronic_commerce_indicator: '05',
}
const proven = (more = {}) => ({
  payment_method_options: { card: { three_d_secure: { ...proof, ...more } } },
})

describe('a card', () => {
  it.each(Object.keys(DECLINES) as DeclineCode[])('is declined with %s', async (code) => {
    const { pay, card } = await startEmulator()
    const { status, body } = await pay(await card(cardDeclinedWith(code)))
    expect(status).toBe(402)
    const { code: own, decline_code: decline, payment_intent: intent } = body.error
    expect(decline ?? own).toBe(code)
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  })

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: 2025 }, 'invalid_expiry_year'],
    [{ exp_year: 2026, exp_month: 10 }, 'invalid_expiry_month'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('with %o is refused when it is created', async (wrong, code) => {
    const { post } = await startEmulator()
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, ...wrong }
    const { status, body } = await post('payment_methods', { type: 'card', card })
    expect([status, body.error.type, body.error.code]).toEqual([402, 'card_error', code])
  })

  it('is refused by an account that may not send numbers', async () => {
    const { post } = await startEmulator({ account: { rawCards: false } })
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030 }
    expect((await post('payment_methods', { type: 'card', card })).status).toBe(402)
  })

  it('that is no test card is declined, or charged where that is wished', async () => {
    const number = '4200000000000000'
    const strict = await startEmulator()
    expect((await strict.pay(await strict.card(number))).body.error.decline_code).toBe(
      'test_mode_live_card',
    )
    const mild = await startEmulator({ account: { otherCards: 'approve' } })
    expect((await mild.pay(await mild.card(number))).body.status).toBe('succeeded')
  })

  it('pays once, unless a customer keeps it', async () => {
    const { pay, post, card } = await startEmulator()
    const method = await card()
    await pay(method)
    expect((await pay(method)).body.error.message).toMatch(/previously used/)
    const customer = (await post('customers')).body.id
    const kept = await card()
    await pay(kept, { customer, setup_future_usage: 'off_session' })
    const again = await pay(kept, { customer }, { off_session: 'recurring' })
    expect(again.body.status).toBe('succeeded')
    expect((await pay(kept, {}, { off_session: true })).body.error.param).toBe('payment_method')
  })

  it('may be attached although its charges are declined, and some may not', async () => {
    const { post, card } = await startEmulator()
    const customer = (await post('customers')).body.id
    const attach = async (number: string) =>
      (await post(`payment_methods/${await card(number)}/attach`, { customer })).status
    expect(await attach('4000000000000341')).toBe(200)
    expect(await attach('4000000000000002')).toBe(402)
  })

  it('takes no whole statement descriptor', async () => {
    const { pay, card } = await startEmulator()
    const answer = await pay(await card(), { statement_descriptor: 'SHOP' })
    expect(answer.body.error.param).toBe('statement_descriptor')
    const suffix = await pay(await card(), { statement_descriptor_suffix: 'ORDER 1' })
    expect(suffix.status).toBe(200)
  })
})

describe('an authentication', () => {
  it('sends the shopper to a page and back', async () => {
    const { pay, card, post, get, url } = await startEmulator()
    const paid = await pay(await card(ASKS), {}, back)
    const action = paid.body.next_action
    expect([paid.body.status, action.type]).toEqual(['requires_action', 'redirect_to_url'])
    const page = action.redirect_to_url.url
    expect(page.startsWith(url)).toBe(true)
    expect(await (await fetch(page)).text()).toContain('name="decision"')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const decision = {
      method: 'POST',
      body: 'decision=authorise',
      headers,
      redirect: 'manual',
    } as const
    const left = await fetch(page, decision)
    const target = new URL(left.headers.get('location') ?? '')
    expect([left.status, target.origin, target.searchParams.get('redirect_status')]).toEqual([
      303,
      'https://shop.example',
      'succeeded',
    ])
    expect(target.searchParams.get('payment_intent')).toBe(paid.body.id)
    const read = (await get(`payment_intents/${paid.body.id}?expand[]=latest_charge`)).body
    expect(read.latest_charge.payment_method_details.card.three_d_secure).toMatchObject({
      result: 'authenticated',
      electronic_commerce_indicator: '05',
    })
    const again = await post(`payment_intents/${paid.body.id}/confirm`, back)
    expect(again.body.error.code).toBe('payment_intent_unexpected_state')
  })

  it.each([
    [ASKS, 'refuse', 'payment_intent_authentication_failure'],
    ['4000008260003178', 'authorise', 'card_declined'],
    ['4000008400001280', 'authorise', 'payment_intent_authentication_failure'],
  ] as const)('of %s that ends with %s leaves %s', async (number, decision, code) => {
    const { pay, card, happenings, get } = await startEmulator()
    const { id } = (await pay(await card(number), {}, back)).body
    expect(happenings.shopperDecides(id, decision)).toContain('redirect_status=failed')
    expect((await get(`payment_intents/${id}`)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    })
  })

  it('is proven by what another server has done', async () => {
    const { pay, card, get } = await startEmulator()
    const paid = await pay(await card(ASKS), {}, proven())
    expect(paid.body.status).toBe('succeeded')
    const charge = (await get(`charges/${paid.body.latest_charge}`)).body
    expect(charge.payment_method_details.card.three_d_secure).toMatchObject({
      result: 'authenticated',
      transaction_id: proof.transaction_id,
    })
  })

  it.each([
    ['an indicator of another scheme', { electronic_commerce_indicator: '02' }],
    ['a refusal', { ares_trans_status: 'N' }],
  ])('is not proven by %s', async (_what, more) => {
    const { pay, card } = await startEmulator()
    expect((await pay(await card(ASKS), {}, proven(more))).body.error.code).toBe(
      'authentication_required',
    )
  })

  it.each([
    ['cryptogram', { cryptogram: 'short' }],
    ['transaction_id', { transaction_id: 'no-uuid' }],
    ['version', { version: '3' }],
  ])('is refused with a wrong %s', async (name, more) => {
    const { pay, card } = await startEmulator()
    const { body } = await pay(await card(ASKS), {}, proven(more))
    expect(body.error.param).toBe(`payment_method_options[card][three_d_secure][${name}]`)
  })

  it('cannot be asked for off session, nor where the request refuses it', async () => {
    const { pay, post, card } = await startEmulator()
    const customer = (await post('customers')).body.id
    const method = await card('4000002760003184')
    await post(`payment_methods/${method}/attach`, { customer })
    const off = await pay(method, { customer }, { off_session: true })
    expect(off.body.error).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required',
    })
    const refused = await pay(await card(ASKS), {}, { error_on_requires_action: true })
    expect(refused.body.error.code).toBe('authentication_required')
  })

  it('of the first payment counts for later ones off session', async () => {
    const { pay, post, card, happenings } = await startEmulator()
    const customer = (await post('customers')).body.id
    const method = await card('4000002500003155')
    const first = await pay(method, { customer, setup_future_usage: 'off_session' }, back)
    happenings.shopperDecides(first.body.id, 'authorise')
    const later = await pay(method, { customer }, { off_session: 'recurring' })
    expect(later.body.status).toBe('succeeded')
  })

  it('without an address to come back to is for Stripe’s script only', async () => {
    const { pay, card } = await startEmulator()
    expect((await pay(await card(ASKS))).body.next_action.type).toBe('use_stripe_sdk')
  })
})

describe('a hold', () => {
  it('is captured in part, once, and the rest is released', async () => {
    const { pay, post, card, get, ledger } = await startEmulator()
    const { id } = (await pay(await card(), manual)).body
    const captured = await post(`payment_intents/${id}/capture`, { amount_to_capture: 300 })
    expect(captured.body).toMatchObject({ status: 'succeeded', amount_received: 300 })
    expect((await get(`charges/${captured.body.latest_charge}`)).body).toMatchObject({
      amount: 1_000,
      amount_captured: 300,
      amount_refunded: 700,
      refunded: false,
    })
    expect(ledger.of(id)).toMatchObject({
      authorised: 1_000,
      captured: 300,
      released: 700,
      refunded: 0,
    })
    const again = await post(`payment_intents/${id}/capture`)
    expect(again.body.error.code).toBe('payment_intent_unexpected_state')
    const [refund] = (await get(`refunds?payment_intent=${id}&expand[]=data.balance_transaction`))
      .body.data
    expect(refund).toMatchObject({
      amount: 700,
      destination_details: { card: { type: 'reversal' } },
      balance_transaction: { reporting_category: 'partial_capture_reversal', amount: -700 },
    })
    expect((await post('refunds', { payment_intent: id })).body.amount).toBe(300)
  })

  it('is captured several times where the account can', async () => {
    const wishes = { payment_method_options: { card: { request_multicapture: 'if_available' } } }
    const { pay, post, card, ledger } = await startEmulator()
    const { id } = (await pay(await card(), { ...manual, ...wishes })).body
    const part = (amount_to_capture: number, final_capture: boolean) =>
      post(`payment_intents/${id}/capture`, { amount_to_capture, final_capture })
    expect((await part(300, false)).body).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 700,
      amount_received: 300,
    })
    expect((await part(800, false)).body.error.code).toBe('amount_too_large')
    expect((await part(200, true)).body).toMatchObject({
      status: 'succeeded',
      amount_received: 500,
    })
    expect(ledger.of(id)).toMatchObject({ captured: 500, released: 500 })
  })

  it('cannot be captured several times elsewhere', async () => {
    const wishes = { payment_method_options: { card: { request_multicapture: 'if_available' } } }
    const { pay, post, card } = await startEmulator({ account: { multicapture: false } })
    const { id } = (await pay(await card(), { ...manual, ...wishes })).body
    const answer = await post(`payment_intents/${id}/capture`, {
      amount_to_capture: 300,
      final_capture: false,
    })
    expect(answer.body.error.param).toBe('final_capture')
  })

  it('is raised to a new total, or stays as it was', async () => {
    const wishes = {
      payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
    }
    const { pay, post, card, ledger } = await startEmulator()
    const raise = async (number: string, amount: number) => {
      const { id } = (await pay(await card(number), { ...manual, ...wishes })).body
      const answer = await post(`payment_intents/${id}/increment_authorization`, { amount })
      return { id, answer }
    }
    const raised = await raise('4242424242424242', 1_500)
    expect(raised.answer.body).toMatchObject({ amount: 1_500, amount_capturable: 1_500 })
    expect(ledger.of(raised.id)?.authorised).toBe(1_500)
    const lower = await raise('4242424242424242', 900)
    expect(lower.answer.status).toBe(400)
    const declined = await raise('4000009800000005', 1_500)
    expect(declined.answer.status).toBe(402)
    expect(ledger.of(declined.id)?.authorised).toBe(1_000)
  })

  it('is given back when it is cancelled', async () => {
    const { pay, post, card, ledger } = await startEmulator()
    const { id } = (await pay(await card(), manual)).body
    const answer = await post(`payment_intents/${id}/cancel`, { cancellation_reason: 'abandoned' })
    expect(answer.body).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(ledger.of(id)).toMatchObject({ authorised: 1_000, released: 1_000, captured: 0 })
    expect((await post(`payment_intents/${id}/cancel`)).status).toBe(400)
  })

  it('ends by itself after seven days', async () => {
    const { pay, card, pass, get, listen, webhooks, types } = await startEmulator()
    await listen(['charge.expired', 'payment_intent.canceled'])
    const { id } = (await pay(await card(), manual)).body
    pass(7 * DAY_MS)
    expect((await get(`payment_intents/${id}`)).body).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    })
    await webhooks.deliver()
    expect(types()).toEqual(['charge.expired', 'payment_intent.canceled'])
  })
})
