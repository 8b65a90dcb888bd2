import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendBare } from '../../server/testing/merchants.fixture.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
  type WireAnswer,
} from '../../server/testing/test-gateway.fixture.ts'

let gateway: TestGateway
const entityId = () => gateway.demo.entityId

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

async function paid(more: Form = {}): Promise<string> {
  const { body } = await gateway.post('/v1/payments', cardPayment(entityId(), more))
  expect(body.result.code).toBe('000.100.110')
  return body.id
}

const read = (id: string) => gateway.get(`/v1/payments/${id}?entityId=${entityId()}`)
const disputeOf = (id: string) => gateway.get(`/v1/disputes/${id}?entityId=${entityId()}`)
const report = (form: Form) => gateway.post('/test/disputes', { entityId: entityId(), ...form })
const answer = (id: string, how: string, form: Form = {}) =>
  gateway.post(`/v1/disputes/${id}/${how}`, { entityId: entityId(), ...form })

const evidence: Form = {
  fileName: 'delivery.txt',
  mediaType: 'text/plain',
  content: Buffer.from('Signed by Jane Jones').toString('base64'),
}

/** Types of the payments of a family besides the first. */
async function bookedOf(paymentId: string): Promise<string[]> {
  const family = await gateway.store.read.paymentsOfFamily(paymentId)
  return family.slice(1).map(({ paymentType, amountMinor }) => `${paymentType} ${amountMinor}`)
}

const kindsOf = ({ body }: WireAnswer) =>
  (body.history as unknown as readonly { kind: string }[]).map(({ kind }) => kind)

describe('a first chargeback', () => {
  it('shows the order and the shopper, and the stage in which it was contested', async () => {
    const paymentId = await paid({ merchantTransactionId: 'order-0007' })
    const { body } = await report({ paymentId, stage: 'firstChargeback' })
    const order = { merchantTransactionId: 'order-0007', holder: 'Jane Jones' }
    expect((await disputeOf(body.id)).body).toMatchObject(order)
    const { body: list } = await gateway.get(`/v1/disputes?entityId=${entityId()}`)
    expect(list.disputes).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: body.id, ...order })]),
    )
    expect((await disputeOf(body.id)).body).not.toHaveProperty('contestedStage')
    await answer(body.id, 'evidence', evidence)
    await answer(body.id, 'submission')
    expect((await disputeOf(body.id)).body.contestedStage).toBe('firstChargeback')
  })

  it('takes the money, shows it in the payment, and leaves nothing to refund', async () => {
    const paymentId = await paid()
    const { status, body } = await report({
      paymentId,
      stage: 'firstChargeback',
      respondByDays: '30',
      disputeReason: '10.4',
      disputeCode: '000.100.220',
    })
    expect([status, body]).toMatchObject([
      200,
      {
        paymentId,
        stage: 'firstChargeback',
        outcome: 'open',
        amount: '92.00',
        currency: 'EUR',
        chargebackResultCode: '000.100.220',
        reasonCode: '10.4',
      },
    ])
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
    expect((await read(paymentId)).body.amounts).toEqual({
      captured: '92.00',
      reversed: '0.00',
      refunded: '0.00',
      chargedBack: '92.00',
      open: '0.00',
    })
    const refund = { entityId: entityId(), paymentType: 'RF', amount: '1.00', currency: 'EUR' }
    const refused = await gateway.post(`/v1/payments/${paymentId}`, refund)
    expect(refused.body.result.code).toBe('700.300.600')
    const chargeback = await read(String(body.chargebackId))
    expect(chargeback.body).toMatchObject({
      paymentType: 'CB',
      amount: '92.00',
      result: { code: '000.100.220' },
      resultDetails: { ReasonCode: '10.4', DisputeId: body.id },
    })
  })

  it('that is won gives the money back', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'firstChargeback', respondByDays: '30' })
    const early = await answer(body.id, 'submission')
    expect(early.body.result.description).toMatch(/no evidence/)
    const added = await answer(body.id, 'evidence', evidence)
    expect(added.body.documents).toMatchObject([{ fileName: 'delivery.txt', size: 20 }])
    const sent = await answer(body.id, 'submission', { note: 'It was delivered' })
    expect(sent.body).toMatchObject({ stage: 'representment', outcome: 'open' })
    expect(sent.body.respondBy).toBeUndefined()
    await expect.poll(() => disputeOf(body.id).then(kindsOf)).toContain('sent')
    const won = await report({ paymentId, stage: 'representment', disputeOutcome: 'won' })
    expect(won.body).toMatchObject({ id: body.id, outcome: 'won' })
    expect(await bookedOf(paymentId)).toEqual(['CB 9200', 'CR 9200'])
    expect((await read(paymentId)).body.amounts).toMatchObject({ open: '92.00' })
    const kinds = kindsOf(await disputeOf(body.id))
    expect(kinds).toEqual(['opened', 'evidence', 'submitted', 'sent', 'won'])
  })

  it('with a document that the acquirer cannot read is answered once more', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'firstChargeback' })
    await answer(body.id, 'evidence', { ...evidence, fileName: 'unreadable.txt' })
    await answer(body.id, 'submission')
    await expect.poll(() => disputeOf(body.id).then(kindsOf)).toContain('returned')
    expect((await disputeOf(body.id)).body).toMatchObject({
      stage: 'firstChargeback',
      history: [{}, {}, {}, { by: 'acquirer', note: expect.stringContaining('unreadable.txt') }],
    })
    await gateway.post('/test/clock', { entityId: entityId(), advance: 'PT1H' })
    await answer(body.id, 'evidence', evidence)
    expect((await answer(body.id, 'submission')).status).toBe(200)
    await expect.poll(() => disputeOf(body.id).then(kindsOf)).toContain('sent')
  })

  it('that comes back as pre-arbitration takes it once more', async () => {
    const paymentId = await paid()
    await report({ paymentId, stage: 'firstChargeback' })
    await report({ paymentId, stage: 'representment', disputeOutcome: 'won' })
    const again = await report({ paymentId, stage: 'preArbitration', respondByDays: '10' })
    expect(again.body).toMatchObject({ stage: 'preArbitration', outcome: 'open' })
    const accepted = await answer(again.body.id, 'acceptance')
    expect(accepted.body).toMatchObject({ outcome: 'accepted' })
    expect(await bookedOf(paymentId)).toEqual(['CB 9200', 'CR 9200', 'CB 9200'])
    const late = await answer(again.body.id, 'acceptance')
    expect(late.body.result.description).toMatch(/is accepted/)
  })

  it('that nobody answers is lost at its deadline', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'firstChargeback', respondByDays: '2' })
    await gateway.post('/test/clock', { entityId: entityId(), advance: 'P1D' })
    expect((await disputeOf(body.id)).body.outcome).toBe('open')
    await gateway.post('/test/clock', { entityId: entityId(), advance: 'P1DT1H' })
    const ended = await disputeOf(body.id)
    expect(ended.body).toMatchObject({ outcome: 'expired', stage: 'firstChargeback' })
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
  })
})

describe('what acquirers report is recorded and flagged', () => {
  it('after a refund, and above the payment', async () => {
    const paymentId = await paid()
    const refund = { entityId: entityId(), paymentType: 'RF', amount: '92.00', currency: 'EUR' }
    expect((await gateway.post(`/v1/payments/${paymentId}`, refund)).status).toBe(200)
    const { body } = await report({
      paymentId,
      stage: 'firstChargeback',
      amount: '100.00',
      currency: 'EUR',
    })
    expect(body).toMatchObject({ amount: '100.00', flags: ['afterRefund', 'abovePayment'] })
    expect(await bookedOf(paymentId)).toEqual(['RF 9200', 'CB 10000'])
  })

  it('in its own currency', async () => {
    const paymentId = await paid()
    const form = { paymentId, stage: 'firstChargeback', amount: '101.20', currency: 'USD' }
    const { body } = await report(form)
    expect(body).toMatchObject({ amount: '101.20', currency: 'USD' })
    expect((await read(paymentId)).body.amounts).toMatchObject({ chargedBack: '92.00' })
  })

  it('once, however often it is reported', async () => {
    const paymentId = await paid()
    const form = { paymentId, stage: 'firstChargeback', acquirerReference: `case-${paymentId}` }
    const answers = await Promise.all([1, 2, 3].map(() => report(form)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
  })

  it('once for a request with an idempotency key, and answered byte for byte', async () => {
    const paymentId = await paid()
    const form = { entityId: entityId(), paymentId, stage: 'firstChargeback', respondByDays: '9' }
    const key = { 'idempotency-key': `dispute-${paymentId}` }
    const first = await gateway.post('/test/disputes', form, key)
    const again = await gateway.post('/test/disputes', form, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const { id } = first.body
    const proof = { entityId: entityId(), ...evidence }
    const ofEvidence = { 'idempotency-key': `evidence-${paymentId}` }
    await gateway.post(`/v1/disputes/${id}/evidence`, proof, ofEvidence)
    const repeated = await gateway.post(`/v1/disputes/${id}/evidence`, proof, ofEvidence)
    expect(repeated.body.documents).toHaveLength(1)
    expect(await gateway.store.read.disputeDocuments(id)).toHaveLength(1)
  })

  it('but not of a payment that has moved no money', async () => {
    const paymentId = await paid({ paymentType: 'PA' })
    const { status, body } = await report({ paymentId, stage: 'inquiry' })
    expect([status, body.result.code]).toEqual([400, '700.400.402'])
    expect(body.result.description).toMatch(/is a PA/)
  })
})

describe('a report that comes again', () => {
  it('does not undo what happened since', async () => {
    const paymentId = await paid()
    const first = { paymentId, stage: 'firstChargeback', respondByDays: '30' }
    const { body } = await report(first)
    await answer(body.id, 'evidence', evidence)
    await answer(body.id, 'submission')
    expect((await report(first)).body).toMatchObject({ stage: 'representment', outcome: 'open' })
    await report({ paymentId, stage: 'representment', disputeOutcome: 'won' })
    expect((await report(first)).body).toMatchObject({ outcome: 'won' })
    expect(await bookedOf(paymentId)).toEqual(['CB 9200', 'CR 9200'])
  })

  it('with other facts is another report', async () => {
    const paymentId = await paid()
    await report({ paymentId, stage: 'firstChargeback', respondByDays: '30' })
    const { body } = await report({ paymentId, stage: 'firstChargeback', disputeReason: '13.1' })
    expect(body).toMatchObject({ reasonCode: '13.1', outcome: 'open' })
    expect(body.respondBy).toBeDefined()
  })
})

describe('a dispute that is lost', () => {
  it('has its chargeback, even if that is all that was ever reported', async () => {
    const paymentId = await paid()
    const lost = { paymentId, stage: 'representment', disputeOutcome: 'lost', respondByDays: '3' }
    const { body } = await report(lost)
    expect(body.respondBy).toBeUndefined()
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
  })

  it('after a refund says so, also where it began as an alert', async () => {
    const paymentId = await paid()
    await report({ paymentId, stage: 'alert' })
    const refund = { entityId: entityId(), paymentType: 'RF', amount: '92.00', currency: 'EUR' }
    await gateway.post(`/v1/payments/${paymentId}`, refund)
    const { body } = await report({ paymentId, stage: 'firstChargeback' })
    expect(body.flags).toEqual(['afterRefund'])
  })
})

describe('a pre-arbitration', () => {
  it('is contested once, and the network decides', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'preArbitration', respondByDays: '10' })
    await answer(body.id, 'evidence', evidence)
    expect((await answer(body.id, 'submission')).status).toBe(200)
    for (const how of ['submission', 'acceptance']) {
      const again = await answer(body.id, how)
      expect(again.body.result.description).toMatch(/was contested/)
    }
    const decided = await report({ paymentId, stage: 'arbitration', respondByDays: '5' })
    expect(decided.body.respondBy).toBeUndefined()
  })
})

describe('an inquiry', () => {
  it('moves no money until it becomes a chargeback', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'inquiry', respondByDays: '5' })
    expect(await bookedOf(paymentId)).toEqual([])
    const later = await report({ paymentId, stage: 'firstChargeback' })
    expect(later.body).toMatchObject({ id: body.id, stage: 'firstChargeback' })
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
  })

  it('is begun by a payment of the simulator that asks for it', async () => {
    const paymentId = await paid({ 'customParameters[SIMULATOR_dispute]': 'inquiry' })
    const { body } = await gateway.get(`/v1/disputes?entityId=${entityId()}`)
    const listed = body.disputes as unknown as readonly { paymentId: string; stage: string }[]
    expect(listed.find((each) => each.paymentId === paymentId)).toMatchObject({ stage: 'inquiry' })
  })
})

describe('a dispute', () => {
  it('of another merchant is not there', async () => {
    const { status, body } = await disputeOf('8ac7a4a19ab1c2d3e4f5061728394a5e')
    expect([status, body.result.code]).toEqual([404, '700.400.580'])
  })

  it('takes documents of known kinds, sealed', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'firstChargeback', respondByDays: '30' })
    const wrong = await answer(body.id, 'evidence', { ...evidence, mediaType: 'text/html' })
    expect(wrong.body.result.parameterErrors?.map(({ name }) => name)).toEqual(['mediaType'])
    await answer(body.id, 'evidence', evidence)
    const [facts] = await gateway.store.read.disputeDocuments(body.id)
    const document = await gateway.store.read.disputeDocument(facts?.id ?? '')
    expect(document?.sealed).not.toMatch(/Signed|U2lnbmVk/)
  })

  it('gives its documents back as they were sent, and no other dispute does', async () => {
    const [one, other] = await Promise.all(
      [await paid(), await paid()].map(async (paymentId) => {
        const form = { paymentId, stage: 'firstChargeback', respondByDays: '30' }
        return (await report(form)).body.id
      }),
    )
    const { body } = await answer(one ?? '', 'evidence', evidence)
    const [added] = body.documents as unknown as readonly { readonly id: string }[]
    const documentOf = (id = '') =>
      gateway.get(`/v1/disputes/${id}/documents/${added?.id}?entityId=${entityId()}`)
    const read = await documentOf(one)
    expect([read.status, read.body]).toMatchObject([
      200,
      { id: added?.id, disputeId: one, ...evidence, size: 20 },
    ])
    const refused = await documentOf(other)
    expect([refused.status, refused.body.result.code]).toEqual([404, '700.400.580'])
  })

  it('takes a document back until it is submitted, and writes that down', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'firstChargeback', respondByDays: '30' })
    const idOf = ({ body: after }: WireAnswer, at: number) =>
      (after.documents as unknown as readonly { readonly id: string }[])[at]?.id ?? ''
    const wrong = idOf(await answer(body.id, 'evidence', { ...evidence, fileName: 'wrong.txt' }), 0)
    const right = idOf(await answer(body.id, 'evidence', evidence), 1)
    const remove = (documentId: string) =>
      sendBare(
        gateway,
        `DELETE /v1/disputes/${body.id}/documents/${documentId}?entityId=${entityId()}`,
        {
          token: gateway.demo.accessToken,
        },
      )
    const after = await remove(wrong)
    expect([after.status, after.body.documents]).toMatchObject([
      200,
      [{ id: right, submitted: false }],
    ])
    expect(kindsOf(after)).toEqual(['opened', 'evidence', 'evidence', 'removed'])
    expect(await gateway.store.read.disputeDocument(wrong)).toBeUndefined()
    const again = await remove(wrong)
    expect([again.status, again.body.result.code]).toEqual([404, '700.400.580'])

    const sent = await answer(body.id, 'submission')
    expect(sent.body.documents).toMatchObject([{ id: right, submitted: true }])
    const refused = await remove(right)
    expect(refused.status).toBe(400)
    expect(refused.body.result.description).toMatch(/part of what was submitted/)
    expect((await disputeOf(body.id)).body.documents).toHaveLength(1)
  })

  it('refuses a document that is not what it is called', async () => {
    const paymentId = await paid()
    const { body } = await report({ paymentId, stage: 'firstChargeback', respondByDays: '30' })
    const wrong = await answer(body.id, 'evidence', { ...evidence, mediaType: 'application/pdf' })
    expect(wrong.status).toBe(400)
    const [error] = wrong.body.result.parameterErrors ?? []
    expect(error).toMatchObject({ name: 'content' })
    expect(error?.message).toMatch(/%PDF-/)
  })
})
