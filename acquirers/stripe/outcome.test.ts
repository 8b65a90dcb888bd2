import { describe, expect, it } from 'vitest'
import { outcomeOfIntent, outcomeOfRefund, refusedBy } from './outcome.ts'

const asked = { amount: { minor: 9200, currency: 'EUR' } }
const intent = (more: object) => ({ id: 'pi_1', amount: 9200, currency: 'eur', ...more })
const card = {
  capture_before: 1_796_000_000,
  network_transaction_id: '104102978678771',
  checks: { cvc_check: 'pass', address_line1_check: 'pass', address_postal_code_check: 'fail' },
}
const latest_charge = { id: 'ch_1', payment_method_details: { card } }

describe('a PaymentIntent', () => {
  it('that holds an amount is approved until its network ends the hold', () => {
    const held = intent({ status: 'requires_capture', latest_charge })
    expect(outcomeOfIntent(held, asked)).toEqual({
      outcome: {
        kind: 'approved',
        holdUntilMs: 1_796_000_000_000,
        references: [
          { kind: 'payment', value: 'pi_1' },
          { kind: 'charge', value: 'ch_1' },
          { kind: 'network', value: '104102978678771' },
        ],
        resultDetails: { ConnectorTxID1: 'pi_1', ConnectorTxID2: 'ch_1' },
        shown: {
          'result.cvvResponse': 'M',
          'result.avsResponse': 'A',
          'standingInstruction.initialTransactionId': '104102978678771',
        },
      },
    })
  })

  it('of a series tells what later payments are charged with', () => {
    const series = {
      setup_future_usage: 'off_session',
      customer: 'cus_1',
      payment_method: { id: 'pm_1' },
    }
    expect(
      outcomeOfIntent(intent({ status: 'succeeded', ...series }), asked)?.outcome,
    ).toMatchObject({
      references: [
        { kind: 'payment', value: 'pi_1' },
        { kind: 'customer', value: 'cus_1' },
        { kind: 'token', value: 'pm_1' },
      ],
    })
  })

  it.each([
    ['succeeded', { amount: 9100 }, 'unknown'],
    ['succeeded', { currency: 'usd' }, 'unknown'],
    ['processing', {}, 'taken'],
    ['requires_action', { next_action: { type: 'use_stripe_sdk' } }, 'unknown'],
    ['requires_action', { next_action: { redirect_to_url: { url: 'javascript:0' } } }, 'unknown'],
    ['canceled', {}, 'declined'],
    ['a_status_of_next_year', {}, 'unknown'],
  ])('with the status %s and %j is %s', (status, more, kind) => {
    expect(outcomeOfIntent(intent({ status, ...more }), asked)?.outcome.kind).toBe(kind)
  })

  it.each([
    ['card', 'authenticationRedirect'],
    ['ideal', 'redirect'],
  ])('of a %s waits for the shopper with a %s', (type, member) => {
    const next_action = { redirect_to_url: { url: 'https://hooks.stripe.example/1' } }
    const waiting = intent({ status: 'requires_action', next_action, payment_method: { type } })
    expect(outcomeOfIntent(waiting, asked)?.outcome).toMatchObject({
      kind: 'pending',
      [member]: { url: 'https://hooks.stripe.example/1', method: 'GET' },
    })
  })

  it('that is made ready has no outcome, and one whose charge failed tells why', () => {
    expect(outcomeOfIntent(intent({ status: 'requires_confirmation' }), asked)).toBeUndefined()
    expect(outcomeOfIntent(intent({ status: 'requires_payment_method' }), asked)).toBeUndefined()
    const last_payment_error = { code: 'card_declined', decline_code: 'insufficient_funds' }
    const declined = intent({ status: 'requires_payment_method', last_payment_error })
    expect(outcomeOfIntent(declined, asked)?.outcome).toMatchObject({
      kind: 'declined',
      code: '800.100.155',
      resultDetails: { AcquirerResponse: 'insufficient_funds', MerchantAdviceCode: '02' },
    })
  })
})

describe('a refund', () => {
  it.each([
    ['succeeded', 9200, 'approved'],
    ['pending', 9200, 'taken'],
    ['requires_action', 9200, 'taken'],
    ['failed', 9200, 'declined'],
    ['canceled', 9200, 'declined'],
    ['succeeded', 100, 'unknown'],
  ])('with the status %s of %s is %s', (status, amount, kind) => {
    const refund = { id: 're_1', status, amount }
    expect(outcomeOfRefund(refund, asked).outcome.kind).toBe(kind)
  })
})

describe('an error', () => {
  it.each([
    [402, { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' }, '800.100.165'],
    [400, { type: 'invalid_request_error', code: 'amount_too_small' }, '800.100.174'],
    [400, { type: 'invalid_request_error', code: 'charge_already_refunded' }, '900.100.202'],
    [400, { type: 'invalid_request_error', param: 'x' }, '900.100.200'],
  ])('of the status %s with %j declines with %s', (status, error, code) => {
    expect(refusedBy({ kind: 'error', status, error }).outcome).toMatchObject({ code })
  })

  it.each([
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
    [400, { type: 'idempotency_error' }],
    [424, { type: 'api_error' }],
  ])('of the status %s with %j says nothing of what was done', (status, error) => {
    expect(refusedBy({ kind: 'error', status, error }).outcome.kind).toBe('unknown')
  })
})
