import { beforeEach, describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, signedIn } from '../people/people.fixture.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let first: string
let paymentId: string

/** A merchant where more than 50.00 EUR need two people, and a payment of 92.00. */
beforeEach(async () => {
  merchant = await addMerchant(gateway(), {
    settings: () => ({ secondPersonAbove: { EUR: '50.00' } }),
  })
  first = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, first, true)])
  paymentId = await paid()
})

async function paid(more: Form = {}): Promise<string> {
  const form = cardPayment(channelOf(merchant), more)
  const { body } = await sendBare(gateway(), 'POST /v1/payments', {
    token: merchant.accessToken,
    form,
  })
  return String(body.id)
}

const LETTER: Form = {
  stage: 'firstChargeback',
  acquirerReference: 'CB-1',
  disputeReason: '13.1',
  reason: 'Letter of 20 November',
}

const enter = (form: Form, token = first, headers = {}) =>
  sendBare(gateway(), `POST /admin/v1/payments/${paymentId}/disputes`, {
    token,
    form: { ...LETTER, ...form },
    headers,
  })

/** A person who is signed in: another one each time. */
async function decide(id: string, decision: string) {
  const person = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
  return person.send(`POST /admin/v1/requests/${id}/decision`, { decision })
}

const decideByToken = (id: string, token: string) =>
  sendBare(gateway(), `POST /admin/v1/requests/${id}/decision`, {
    token,
    form: { decision: 'accept' },
  })

const euros = (amount: string): Form => ({ amount, currency: 'EUR' })

async function booked(): Promise<readonly string[]> {
  const family = await gateway().store.read.paymentsOfFamily(paymentId)
  return family.slice(1).map((one) => `${one.paymentType} ${one.amountMinor}`)
}

const codeOf = ({ body }: Awaited<ReturnType<typeof enter>>) => body.result.code

describe('what an acquirer has told by letter', () => {
  it('opens a dispute with its chargeback, and says who has entered it, and why', async () => {
    const { status, body } = await enter({ ...euros('40.00'), by: 'Jane Jones' })
    expect([status, body]).toMatchObject([
      200,
      { stage: 'firstChargeback', outcome: 'open', amount: '40.00', reasonCode: '13.1' },
    ])
    expect(body.history).toMatchObject([
      { kind: 'opened', by: 'Jane Jones, an access token', note: 'Letter of 20 November' },
    ])
    expect(await booked()).toEqual(['CB 4000'])
    const [dispute] = await gateway().store.read.disputesOfPayment(paymentId)
    expect(dispute).toMatchObject({ source: 'manual', acquirerReference: 'CB-1' })
    const [request] = await gateway().store.read.operationRequestsOfFamily(paymentId)
    expect(request).toMatchObject({ state: 'made', paymentType: 'CB', amountMinor: 4000 })
    expect(request?.madeId).toBe(body.chargebackId)
  })

  it('takes the case further, up to its end', async () => {
    await enter(euros('40.00'))
    const won = await enter({ stage: 'representment', disputeOutcome: 'won' })
    expect(won.status).toBe(202)
    const { request } = won.body as unknown as { readonly request: { readonly id: string } }
    // 40.00 were moved on this day, and 40.00 go back: two people.
    expect((await decide(request.id, 'accept')).status).toBe(200)
    expect(await booked()).toEqual(['CB 4000', 'CR 4000'])
  })

  it('is the same case when the acquirer reports it later', async () => {
    const { body } = await enter(euros('40.00'))
    const form = { entityId: channelOf(merchant), paymentId, stage: 'firstChargeback' }
    const token = merchant.accessToken
    const reported = await sendBare(gateway(), 'POST /test/disputes', {
      token,
      form: { ...form, acquirerReference: 'CB-1', ...euros('40.00') },
    })
    expect(reported.body.id).toBe(body.id)
    expect(await booked()).toEqual(['CB 4000'])
  })

  it('is the same case when it names the refund of the payment that was named before', async () => {
    const { body: first } = await enter(euros('40.00'))
    const refund = await sendBare(gateway(), `POST /v1/payments/${paymentId}`, {
      token: merchant.accessToken,
      form: { entityId: channelOf(merchant), paymentType: 'RF', ...euros('40.00') },
    })
    const disputed = paymentId
    paymentId = String(refund.body.id)
    expect(codeOf(await enter(euros('40.00')))).toBe('700.400.402')
    expect(await gateway().store.read.disputesOfPayment(paymentId)).toEqual([])
    paymentId = disputed
    expect(await booked()).toEqual(['CB 4000', 'RF 4000'])
    expect(await gateway().store.read.disputesOfPayment(paymentId)).toMatchObject([
      { id: first.id },
    ])
  })

  it('of an inquiry needs no second person, because no money moves', async () => {
    const { status, body } = await enter({ stage: 'inquiry', respondBy: '2031-01-31' })
    expect([status, body.stage, body.respondBy]).toEqual([
      200,
      'inquiry',
      '2031-02-01 00:00:00+0000',
    ])
  })

  it('is answered once for an idempotency key, byte for byte', async () => {
    const key = { 'idempotency-key': `letter-${paymentId}` }
    const one = await enter(euros('40.00'), first, key)
    const again = await enter(euros('40.00'), first, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(one.body)
    const large = { ...euros('52.00'), acquirerReference: 'CB-2' }
    const ofLarge = { 'idempotency-key': `large-${paymentId}` }
    const waiting = await enter(large, first, ofLarge)
    expect((await enter(large, first, ofLarge)).body).toEqual(waiting.body)
    expect(await gateway().store.read.operationRequestsOfFamily(paymentId)).toHaveLength(2)
  })
})

describe('rules for what people enter', () => {
  it('refuse more than is open to be charged back', async () => {
    expect(codeOf(await enter(euros('92.01')))).toBe('700.300.600')
    await enter(euros('40.00'))
    const other = { acquirerReference: 'CB-2' }
    expect(codeOf(await enter({ ...other, ...euros('52.01') }))).toBe('700.300.600')
    expect((await enter({ ...other, ...euros('52.00') })).status).toBe(202)
  })

  it('refuse what is about no successful payment', async () => {
    paymentId = await paid({ 'customParameters[SIMULATOR_outcome]': 'decline' })
    expect(codeOf(await enter(euros('40.00')))).toBe('700.400.402')
    paymentId = 'f'.repeat(32)
    expect((await enter(euros('40.00'))).status).toBe(404)
  })

  it('refuse what is nothing new, and a last day that is over', async () => {
    await enter(euros('40.00'))
    expect((await enter({ stage: 'inquiry' })).body.result.description).toMatch(/nothing new/)
    const late = await enter({ stage: 'preArbitration', respondBy: '1999-12-31' })
    expect(late.body.result.parameterErrors?.map(({ name }) => name)).toEqual(['respondBy'])
  })

  it('refuse another amount than was charged back in the case already', async () => {
    await enter(euros('30.00'))
    const { body } = await enter(euros('92.00'))
    expect(body.result.code).toBe('700.400.402')
    expect(body.result.description).toMatch(/30\.00 EUR are charged back .* not 92\.00 EUR/)
    expect(await booked()).toEqual(['CB 3000'])
  })

  it('ask for the reason and the number of the case', async () => {
    const { body } = await enter({ reason: undefined, acquirerReference: undefined })
    const names = body.result.parameterErrors?.map(({ name }) => name)
    expect(names?.toSorted()).toEqual(['acquirerReference', 'reason'])
  })
})

describe('what moves more than one person may', () => {
  async function waiting(): Promise<string> {
    const { status, body } = await enter(euros('92.00'))
    const { request } = body as unknown as {
      readonly request: { readonly id: string; readonly state: string }
    }
    expect([status, request.state]).toEqual([202, 'waiting'])
    expect(await booked()).toEqual([])
    return request.id
  }

  it('waits for another person, who makes it', async () => {
    const id = await waiting()
    expect((await decideByToken(id, first)).status).toBe(403)
    const { status, body } = await decide(id, 'accept')
    expect([status, body]).toMatchObject([200, { request: { state: 'made', paymentType: 'CB' } }])
    expect(await booked()).toEqual(['CB 9200'])
    expect((await decide(id, 'accept')).status).toBe(409)
    expect(await booked()).toEqual(['CB 9200'])
  })

  it('is made once when two people decide at the same time', async () => {
    const id = await waiting()
    const answers = await Promise.all([decide(id, 'accept'), decide(id, 'accept')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await booked()).toEqual(['CB 9200'])
  })

  it('is not made when it is rejected', async () => {
    const id = await waiting()
    expect((await decide(id, 'reject')).status).toBe(200)
    expect((await decide(id, 'accept')).status).toBe(409)
    expect(await booked()).toEqual([])
  })

  it('is looked at again when it is decided', async () => {
    const id = await waiting()
    const form = { entityId: channelOf(merchant), paymentId, stage: 'firstChargeback' }
    const token = merchant.accessToken
    await sendBare(gateway(), 'POST /test/disputes', { token, form })
    const decided = await decide(id, 'accept')
    expect([decided.status, codeOf(decided)]).toEqual([400, '700.300.600'])
    expect(await booked()).toEqual(['CB 9200'])
  })
})
