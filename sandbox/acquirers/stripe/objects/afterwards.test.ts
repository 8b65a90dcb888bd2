import { describe, expect, it } from 'vitest'
import { DAY_MS, startEmulator } from '../emulator.fixture.ts'

async function paidWith(number?: string) {
  const emulator = await startEmulator()
  const { id } = (await emulator.pay(await emulator.card(number))).body
  await emulator.listen()
  const refund = (params = {}) => emulator.post('refunds', { payment_intent: id, ...params })
  const told = async () => {
    await emulator.webhooks.deliver()
    return emulator.types().splice(0)
  }
  return { ...emulator, id, refund, told }
}

describe('a refund', () => {
  it('takes what is left, and no more', async () => {
    const { refund, ledger, id } = await paidWith()
    expect((await refund({ amount: 400 })).body).toMatchObject({ status: 'succeeded', amount: 400 })
    expect((await refund({ amount: 700 })).body.error.param).toBe('amount')
    expect((await refund()).body.amount).toBe(600)
    expect((await refund()).body.error.code).toBe('charge_already_refunded')
    expect(ledger.of(id)?.refunded).toBe(1_000)
  })

  it('that is pending ends later', async () => {
    const { refund, get, pass, told } = await paidWith('4000000000007726')
    const { id, status, pending_reason } = (await refund()).body
    expect([status, pending_reason]).toEqual(['pending', 'processing'])
    pass(5 * 60_000)
    expect((await get(`refunds/${id}`)).body.status).toBe('succeeded')
    expect(await told()).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'charge.refund.updated',
    ])
  })

  it('fails twelve days after it has succeeded, and can be made again', async () => {
    const { refund, get, pass, told, ledger, id } = await paidWith('4000000000005126')
    const first = (await refund()).body
    pass(12 * DAY_MS - 1)
    expect((await get(`refunds/${first.id}`)).body.status).toBe('succeeded')
    pass(1)
    expect((await get(`refunds/${first.id}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await told()).toContain('refund.failed')
    expect(ledger.of(id)?.refunded).toBe(0)
    expect((await refund()).status).toBe(200)
  })

  it('made elsewhere is told and listed', async () => {
    const { happenings, id, get, told } = await paidWith()
    happenings.refundElsewhere(id, 250)
    expect(await told()).toEqual(['refund.created', 'charge.refunded'])
    expect((await get(`refunds?payment_intent=${id}`)).body.data[0].amount).toBe(250)
  })

  it('of what is only held is refused', async () => {
    const { post, pay, card } = await startEmulator()
    const { id } = (await pay(await card(), { capture_method: 'manual' })).body
    expect((await post('refunds', { payment_intent: id })).body.error.code).toBe(
      'payment_intent_unexpected_state',
    )
  })
})

describe('a dispute', () => {
  it('takes the money and gives it back when it is won', async () => {
    const { happenings, id, post, ledger, told, refund } = await paidWith()
    const dispute = happenings.disputeOpens(id)
    expect(ledger.of(id)?.disputed).toBe(1_000)
    expect((await refund()).body.error.code).toBe('charge_disputed')
    const evidence = { uncategorized_text: 'winning_evidence' }
    const answer = await post(`disputes/${dispute.id}`, { evidence })
    expect(answer.body.status).toBe('won')
    expect(ledger.of(id)?.disputed).toBe(0)
    expect(await told()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  it('takes evidence in steps, and one submission', async () => {
    const { happenings, id, post } = await paidWith()
    const { id: dispute } = happenings.disputeOpens(id)
    const send = (params: object) => post(`disputes/${dispute}`, { ...params })
    const staged = await send({ submit: false, evidence: { customer_name: 'Jane' } })
    expect(staged.body).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Jane' },
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    const submitted = await send({ evidence: { product_description: 'A book' } })
    expect(submitted.body).toMatchObject({
      status: 'under_review',
      evidence: { customer_name: 'Jane', product_description: 'A book' },
    })
    expect((await send({ evidence: { customer_name: 'J' } })).status).toBe(400)
    const unknown = await send({ evidence: { receipt: 'file_1' } })
    expect(unknown.status).toBe(400)
  })

  it('is lost when nobody answers, or when it is accepted', async () => {
    const { happenings, id, pass, get, post } = await paidWith()
    const first = happenings.disputeOpens(id)
    pass(7 * DAY_MS)
    expect((await get(`disputes/${first.id}`)).body).toMatchObject({
      status: 'lost',
      evidence_details: { past_due: true },
    })
    const second = happenings.disputeOpens(id, { amount: 100 })
    expect((await post(`disputes/${second.id}/close`)).body.status).toBe('lost')
  })

  it('may begin as a question, and follow a report of fraud', async () => {
    const inquiry = await startEmulator()
    await inquiry.pay(await inquiry.card('4000000000001976'))
    expect((await inquiry.get('disputes')).body.data[0]).toMatchObject({
      status: 'warning_needs_response',
      is_charge_refundable: true,
      balance_transactions: [],
    })
    const { get, pay, card } = await startEmulator()
    await pay(await card('4000000000005423'))
    const events = await get('events?type=radar.early_fraud_warning.created')
    expect(events.body.data).toHaveLength(1)
  })
})

describe('a payout', () => {
  it('has the lines that it is made of, after they became available', async () => {
    const { happenings, pass, get, refund, told } = await paidWith()
    await refund({ amount: 100 })
    expect(happenings.paysOut('eur')).toBeUndefined()
    pass(2 * DAY_MS)
    await told()
    const payout = happenings.paysOut('eur')
    expect(payout).toMatchObject({ status: 'in_transit', amount: 1_000 - 40 - 100 })
    const lines = (await get(`balance_transactions?payout=${payout?.id}`)).body.data
    const net = lines.reduce((sum: number, line: { net: number }) => sum + line.net, 0)
    expect([lines.length, net]).toEqual([3, 0])
    pass(DAY_MS)
    expect((await get(`payouts/${payout?.id}`)).body.status).toBe('paid')
    expect(happenings.paysOut('eur')).toBeUndefined()
  })

  it('may fail after it was paid', async () => {
    const { happenings, pass, get } = await paidWith()
    pass(2 * DAY_MS)
    const { id } = happenings.paysOut('eur') ?? { id: '' }
    pass(DAY_MS)
    happenings.payoutFails(id)
    expect((await get(`payouts/${id}`)).body).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
    })
    const [event] = (await get('events?type=payout.failed')).body.data
    expect(event.data.previous_attributes).toEqual({ status: 'paid' })
  })
})

describe('a list', () => {
  it('has pages in both directions', async () => {
    const { post, get } = await startEmulator()
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      ids.unshift((await post('payment_intents', { amount: 500, currency: 'eur' })).body.id)
    }
    const page = async (query: string) => {
      const { data, has_more } = (await get(`payment_intents?limit=2&${query}`)).body
      return [data.map(({ id }: { id: string }) => ids.indexOf(id)), has_more]
    }
    expect(await page('')).toEqual([[0, 1], true])
    expect(await page(`starting_after=${ids[3]}`)).toEqual([[4], false])
    expect(await page(`ending_before=${ids[3]}`)).toEqual([[1, 2], true])
    expect((await get('payment_intents?limit=101')).status).toBe(400)
    expect((await get('payment_intents?created[gt]=9999999999')).body.data).toEqual([])
  })
})
