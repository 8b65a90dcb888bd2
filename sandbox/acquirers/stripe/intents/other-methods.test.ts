import { describe, expect, it } from 'vitest'
import { startEmulator } from '../emulator.fixture.ts'

const back = { return_url: 'https://shop.example/back' }
const billing_details = { name: 'Jane Doe', email: 'jane@shop.example' }
const mandate_data = {
  customer_acceptance: { type: 'online', online: { ip_address: '192.0.2.1', user_agent: 'x' } },
}

async function withDebit(iban: string, more = {}) {
  const emulator = await startEmulator()
  const params = { type: 'sepa_debit', sepa_debit: { iban }, billing_details, ...more }
  const method = (await emulator.post('payment_methods', params)).body
  const debit = () => emulator.pay(method.id, {}, { mandate_data })
  return { ...emulator, method, debit }
}

describe('a debit', () => {
  it('is under way until the bank answers', async () => {
    const { debit, get, pass, ledger } = await withDebit('DE89370400440532013000')
    const { id, status } = (await debit()).body
    expect([status, ledger.of(id)]).toEqual(['processing', undefined])
    pass(60_000)
    expect((await get(`payment_intents/${id}`)).body.status).toBe('succeeded')
    expect(ledger.of(id)?.captured).toBe(1_000)
  })

  it('fails with the reason of the bank', async () => {
    const { debit, get, pass } = await withDebit('DE62370400440532013001')
    const { id } = (await debit()).body
    pass(60_000)
    expect((await get(`payment_intents/${id}`)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'debit_not_authorized' },
    })
  })

  it('needs a mandate, a name and an address for mail', async () => {
    const { pay, method } = await withDebit('DE89370400440532013000')
    expect((await pay(method.id)).body.error.param).toBe('mandate_data')
    const nameless = await withDebit('DE89370400440532013000', { billing_details: { name: 'J' } })
    expect((await nameless.debit()).body.error.param).toBe('billing_details[email]')
  })

  it('is refused for a wrong account number, for dollars and for a hold', async () => {
    const wrong = await withDebit('DE89370400440532013001')
    expect(wrong.method.error.code).toBe('invalid_bank_account_iban')
    const { pay, method } = await withDebit('DE89370400440532013000')
    for (const create of [{ currency: 'usd' }, { capture_method: 'manual' }]) {
      const answer = await pay(method.id, create, { mandate_data })
      expect(answer.body.error.param).toBe('payment_method')
    }
  })

  it('can come back after it has succeeded', async () => {
    const { debit, pass, happenings, ledger, get } = await withDebit('DE89370400440532013000')
    const { id } = (await debit()).body
    pass(60_000)
    happenings.chargeFails(id)
    expect(ledger.of(id)).toMatchObject({ captured: 1_000, failed: 1_000 })
    const lines = (await get('balance_transactions?type=payment_failure_refund')).body.data
    expect(lines).toHaveLength(1)
  })
})

describe('a transfer by a redirect', () => {
  it.each(['ideal', 'bancontact', 'eps'])(
    '%s is paid when the shopper comes back',
    async (type) => {
      const { pay, post, happenings, get } = await startEmulator()
      const method = (await post('payment_methods', { type, billing_details })).body.id
      expect((await pay(method)).body.error.param).toBe('return_url')
      const { id, status } = (await pay(method, {}, back)).body
      expect(status).toBe('requires_action')
      expect(happenings.shopperDecides(id, 'authorise')).toContain('redirect_status=succeeded')
      expect((await get(`payment_intents/${id}`)).body.status).toBe('succeeded')
    },
  )

  it('by EPS needs a name, and is kept for nothing', async () => {
    const { pay, post } = await startEmulator()
    const nameless = (await post('payment_methods', { type: 'eps' })).body.id
    expect((await pay(nameless, {}, back)).body.error.param).toBe('billing_details[name]')
    const method = (await post('payment_methods', { type: 'eps', billing_details })).body.id
    const customer = (await post('customers')).body.id
    const kept = { customer, setup_future_usage: 'off_session' }
    expect((await pay(method, kept, back)).body.error.param).toBe('setup_future_usage')
    expect((await post(`payment_methods/${method}/attach`, { customer })).status).toBe(400)
  })

  it('that is kept becomes a debit', async () => {
    const { pay, post, happenings, get, pass } = await startEmulator()
    const customer = (await post('customers')).body.id
    const method = (await post('payment_methods', { type: 'ideal', billing_details })).body.id
    const { id } = (await pay(method, { customer, setup_future_usage: 'off_session' }, back)).body
    happenings.shopperDecides(id, 'authorise')
    const read = (await get(`payment_intents/${id}?expand[]=latest_charge`)).body
    const debit = read.latest_charge.payment_method_details.ideal.generated_sepa_debit
    const later = (await pay(debit, { customer }, { off_session: 'recurring' })).body
    expect(later.status).toBe('processing')
    pass(60_000)
    expect((await get(`payment_intents/${later.id}`)).body.status).toBe('succeeded')
  })

  it('is refused where the shopper does not agree', async () => {
    const { pay, post, happenings, get } = await startEmulator()
    const method = (await post('payment_methods', { type: 'ideal', billing_details })).body.id
    const { id } = (await pay(method, {}, back)).body
    happenings.shopperDecides(id, 'refuse')
    expect((await get(`payment_intents/${id}`)).body.status).toBe('requires_payment_method')
  })
})

describe('a set-up', () => {
  it('keeps a card for a customer, so that it pays off session', async () => {
    const { post, card, pay, happenings, get } = await startEmulator()
    const customer = (await post('customers')).body.id
    const method = await card('4000002500003155')
    const params = { customer, payment_method: method, confirm: true, ...back }
    const { id, status } = (await post('setup_intents', params)).body
    expect(status).toBe('requires_action')
    happenings.shopperDecides(id, 'authorise')
    expect((await get(`setup_intents/${id}`)).body.status).toBe('succeeded')
    expect((await get(`payment_methods/${method}`)).body.customer).toBe(customer)
    expect((await pay(method, { customer }, { off_session: true })).body.status).toBe('succeeded')
  })

  it('is declined as the card is, and can be cancelled', async () => {
    const { post, card } = await startEmulator()
    const { id } = (await post('setup_intents')).body
    const payment_method = await card('4000000000000002')
    const declined = await post(`setup_intents/${id}/confirm`, { payment_method })
    expect([declined.status, declined.body.error.setup_intent.status]).toEqual([
      402,
      'requires_payment_method',
    ])
    expect((await post(`setup_intents/${id}/cancel`)).body.status).toBe('canceled')
  })

  it('of an account has a mandate', async () => {
    const { method, post, get } = await withDebit('DE89370400440532013000')
    const params = { payment_method: method.id, confirm: true, mandate_data }
    const { mandate } = (await post('setup_intents', params)).body
    expect((await get(`mandates/${mandate}`)).body.status).toBe('active')
  })
})
