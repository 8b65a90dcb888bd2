import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EntitySettings } from '../../server/entities/settings.ts'
import {
  activeWebhook,
  startReceiver,
} from '../../server/features/webhooks/webhook-receiver.fixture.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import {
  cardPayment,
  type Form,
  useTestGateway,
  type WireAnswer,
} from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'

const gateway = useTestGateway({ callsMerchants: true })
const administrator = newAccessToken()
const SUCCESS = '000.100.110'
let merchant: TestMerchant

/** A channel with a clock of its own; each test has another one. */
beforeAll(async () => {
  await newMerchant()
})

async function newMerchant(settings = {}): Promise<string> {
  merchant = await addMerchant(gateway(), { channels: [settings] })
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  return token
}

const send = (path: string, form: Form, token = merchant.accessToken, headers = {}) =>
  sendBare(gateway(), `POST ${path}`, { token, form, headers })

const pay = (more: Form = {}) =>
  send('/v1/payments', cardPayment(channelOf(merchant), more)).then(({ body }) => body.id)

const wait = (advance: string) => send('/test/clock', { entityId: channelOf(merchant), advance })

const read = async (id: string) =>
  (await sendBare(gateway(), `GET /v1/payments/${id}`, { token: merchant.accessToken })).body

const historyOf = async (id: string, token: string) =>
  (await sendBare(gateway(), `GET /admin/v1/payments/${id}/history`, { token })).body
    .history as unknown as readonly Readonly<Record<string, string>>[]

const UNKNOWN: Form = { 'customParameters[SIMULATOR_outcome]': 'timeout' }

const found = (outcome: string, more: Form = {}): Form => ({
  outcome,
  reason: 'The answer was lost',
  evidence: 'Report of the acquirer, 21 November 2026, line 12',
  by: 'Jane Jones',
  ...more,
})

const codeOf = ({ status, body }: WireAnswer) => [status, body.result.code]

describe('an outcome that nobody could find out', () => {
  it('is written down by an administrator, with reason and evidence, and told to webhooks', async () => {
    const token = await newMerchant()
    const receiver = await startReceiver()
    await activeWebhook(gateway(), merchant, { url: receiver.url, types: 'PAYMENT' })
    const id = await pay(UNKNOWN)
    await wait('P8D')
    const resolved = await send(`/admin/v1/payments/${id}/resolution`, found('succeeded'), token)
    expect(resolved.body).toMatchObject({
      id,
      result: { code: SUCCESS },
      resultDetails: { ResolvedByHandAt: expect.stringMatching(/^2026-11-28/) },
    })
    expect((await read(id)).amounts).toMatchObject({ captured: '92.00', open: '92.00' })
    expect((await historyOf(id, token)).at(-1)).toMatchObject({
      event: 'succeeded',
      code: SUCCESS,
      by: 'Jane Jones',
      reason: 'The answer was lost',
      evidence: 'Report of the acquirer, 21 November 2026, line 12',
    })
    await expect
      .poll(() => receiver.calls.at(-1)?.event.payload)
      .toMatchObject({ id, result: { code: SUCCESS } })
  })

  it('of a capture gives the amount back where it has failed', async () => {
    const token = await newMerchant()
    const id = await pay({ paymentType: 'PA' })
    const capture = await send(`/v1/payments/${id}`, {
      paymentType: 'CP',
      amount: '30.00',
      currency: 'EUR',
      ...UNKNOWN,
    })
    await wait('P2D')
    const form = found('failed', { code: '800.100.152' })
    const failed = await send(`/admin/v1/payments/${capture.body.id}/resolution`, form, token)
    expect(codeOf(failed)).toEqual([400, '800.100.152'])
    expect((await read(id)).amounts).toMatchObject({ captured: '0.00', open: '92.00' })
  })

  it('ends a payment that waits for its shopper as well', async () => {
    const token = await newMerchant()
    const id = await pay({
      paymentBrand: 'PREPAYMENT',
      'card.number': undefined,
      'card.holder': undefined,
      'card.expiryMonth': undefined,
      'card.expiryYear': undefined,
      'card.cvv': undefined,
    })
    await wait('P2D')
    const resolved = await send(`/admin/v1/payments/${id}/resolution`, found('succeeded'), token)
    expect(codeOf(resolved)).toEqual([200, SUCCESS])
  })

  it('stays with the acquirer for a day', async () => {
    const token = await newMerchant()
    const id = await pay(UNKNOWN)
    const early = await send(`/admin/v1/payments/${id}/resolution`, found('failed'), token)
    expect(codeOf(early)).toEqual([400, '700.400.570'])
    expect(early.body.result.description).toContain('from 2026-11-21')
    expect((await read(id)).result.code).toBe('000.200.000')
  })

  it('is the acquirer’s where it knows it after all', async () => {
    const token = await newMerchant()
    const id = await pay()
    await wait('P2D')
    const known = await send(`/admin/v1/payments/${id}/resolution`, found('failed'), token)
    expect(codeOf(known)).toEqual([400, '200.300.404'])
    expect(known.body.result.description).toContain('is known, and stays')
  })

  it('needs an administrator, of the payment’s own merchant', async () => {
    const other = await newMerchant()
    const token = await newMerchant()
    const id = await pay(UNKNOWN)
    await wait('P2D')
    const path = `/admin/v1/payments/${id}/resolution`
    const refused = await send(path, found('failed'))
    expect(codeOf(refused)).toEqual([403, '800.900.301'])
    expect(refused.body.result.description).toContain('--role administrator')
    expect(codeOf(await send(path, found('failed'), other))).toEqual([404, '700.400.580'])
    expect(codeOf(await send(path, found('failed'), administrator))).toEqual([403, '800.900.300'])
    expect((await send(path, found('failed'), token)).status).toBe(400)
    expect((await read(id)).result.code).toBe('800.100.100')
  })

  it('needs a reason, its evidence, and a code that means a rejection', async () => {
    const token = await newMerchant()
    const id = await pay(UNKNOWN)
    const path = `/admin/v1/payments/${id}/resolution`
    const empty = await send(path, {}, token)
    expect(empty.body.result.parameterErrors?.map(({ name }) => name)).toEqual([
      'outcome',
      'evidence',
      'reason',
    ])
    const success = await send(path, found('failed', { code: SUCCESS }), token)
    expect(success.body.result.parameterErrors?.[0]?.name).toBe('code')
    const both = await send(path, found('succeeded', { code: '800.100.152' }), token)
    expect(both.status).toBe(400)
  })

  it('is written down once under one Idempotency-Key', async () => {
    const token = await newMerchant()
    const id = await pay(UNKNOWN)
    await wait('P2D')
    const headers = { 'idempotency-key': randomUUID() }
    const path = `/admin/v1/payments/${id}/resolution`
    const first = await send(path, found('succeeded'), token, headers)
    const again = await send(path, found('succeeded'), token, headers)
    expect(codeOf(first)).toEqual([200, SUCCESS])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await send(path, found('succeeded'), token)
    expect(codeOf(other)).toEqual([400, '200.300.404'])
  })
})

const REVIEW = '000.400.000'

/** Every payment above 1.00 is approved, and a person has to look at it. */
const reviewing: Partial<EntitySettings> = {
  risk: {
    rules: [{ kind: 'amount', currency: 'EUR', atMost: '1.00', effect: { score: 100 } }],
    reviewFromScore: 100,
  },
}

const decide = (id: string, decision: string, token: string, headers = {}) =>
  send(
    `/admin/v1/payments/${id}/review`,
    { decision, reason: 'The shopper was called', by: 'Jane Jones' },
    token,
    headers,
  )

describe('a payment in review', () => {
  it('gets the code of an ordinary success when it is accepted, and webhooks hear of it', async () => {
    const token = await newMerchant(reviewing)
    const receiver = await startReceiver()
    await activeWebhook(gateway(), merchant, { url: receiver.url, types: 'PAYMENT' })
    const id = await pay()
    expect((await read(id)).result.code).toBe(REVIEW)
    const accepted = await decide(id, 'accept', token)
    expect(accepted.body).toMatchObject({
      result: { code: SUCCESS },
      resultDetails: { ReviewDecision: 'accepted' },
    })
    expect((await read(id)).result.code).toBe(SUCCESS)
    expect((await historyOf(id, token)).at(-1)).toMatchObject({
      event: 'accepted',
      by: 'Jane Jones',
      reason: 'The shopper was called',
    })
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect(receiver.calls.at(-1)?.event.payload.result).toMatchObject({ code: SUCCESS })
  })

  it('that is rejected gives its hold back', async () => {
    const token = await newMerchant(reviewing)
    const id = await pay({ paymentType: 'PA' })
    const rejected = await decide(id, 'reject', token)
    expect(rejected.body).toMatchObject({
      result: { code: REVIEW },
      resultDetails: { ReviewDecision: 'rejected' },
      amounts: { reversed: '92.00', open: '0.00' },
    })
  })

  it('that is rejected is reversed, or refunded after the cut-off', async () => {
    const token = await newMerchant(reviewing)
    const early = await pay()
    expect((await decide(early, 'reject', token)).body.amounts).toMatchObject({ reversed: '92.00' })
    const late = await pay()
    await wait('P2D')
    expect((await decide(late, 'reject', token)).body.amounts).toMatchObject({ refunded: '92.00' })
  })

  it('cannot be rejected by one person above the amount that needs a second one', async () => {
    const token = await newMerchant({ ...reviewing, secondPersonAbove: { EUR: '50.00' } })
    const id = await pay()
    expect(codeOf(await decide(id, 'reject', token))).toEqual([409, '700.400.570'])
    expect((await read(id)).amounts).toMatchObject({ reversed: '0.00', refunded: '0.00' })
    const small = await pay({ amount: '49.00' })
    expect((await decide(small, 'reject', token)).body.amounts).toMatchObject({ reversed: '49.00' })
    expect((await decide(id, 'accept', token)).status).toBe(200)
  })

  it('counts with what people move by hand of its family, before and after', async () => {
    const token = await newMerchant({ ...reviewing, secondPersonAbove: { EUR: '100.00' } })
    const operate = (id: string, form: Form) => {
      const path = `/admin/v1/payments/${id}/operations`
      return send(path, { currency: 'EUR', reason: 'Late', ...form }, token)
    }
    const id = await pay()
    const again = { paymentType: 'RB', amount: '9.00', currency: 'EUR' }
    const rebill = await send(`/v1/payments/${id}`, again)
    expect((await decide(id, 'reject', token)).status).toBe(200)
    const refund = { paymentType: 'RF', amount: '9.00' }
    expect((await operate(rebill.body.id ?? '', refund)).status).toBe(202)
    const larger = await pay({ amount: '101.00' })
    const half = await operate(larger, { paymentType: 'RF', amount: '50.50' })
    expect(half.status).toBe(200)
    expect(codeOf(await decide(larger, 'reject', token))).toEqual([409, '700.400.570'])
  })

  it('is decided about once; the same again changes nothing', async () => {
    const token = await newMerchant(reviewing)
    const id = await pay({ paymentType: 'PA' })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await decide(id, 'reject', token, headers)
    const replayed = await decide(id, 'reject', token, headers)
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect(replayed.body).toEqual(first.body)
    expect((await decide(id, 'reject', token)).status).toBe(200)
    expect(codeOf(await decide(id, 'accept', token))).toEqual([400, '200.300.404'])
    expect(await gateway().store.read.paymentsOfFamily(id)).toHaveLength(2)
  })

  it('is taken back by the repeated request where its first reversal was not made', async () => {
    const token = await newMerchant(reviewing)
    const id = await pay({ paymentType: 'PA' })
    const last = { paymentType: 'CP', amount: '1.00', currency: 'EUR', sequence: 'FINAL' }
    await send(`/v1/payments/${id}`, { ...last, ...UNKNOWN })
    expect(codeOf(await decide(id, 'reject', token))).toEqual([400, '700.400.300'])
    expect((await historyOf(id, token)).at(-1)?.event).toBe('rejected')
  })

  it('cannot be rejected where nothing of it is open, nor where it is in no review', async () => {
    const token = await newMerchant(reviewing)
    const id = await pay({ paymentType: 'PA' })
    await send(`/v1/payments/${id}`, { paymentType: 'CP' })
    expect(codeOf(await decide(id, 'reject', token))).toEqual([400, '700.300.300'])
    const plain = await pay({ amount: '1.00' })
    expect(codeOf(await decide(plain, 'accept', token))).toEqual([400, '200.300.404'])
    expect(codeOf(await decide(id, 'accept', merchant.accessToken))).toEqual([403, '800.900.301'])
  })
})
