import { describe, expect, it } from 'vitest'
import { shortIdOf } from '../../kernel/ids.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'
import { addMerchant } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const pay = async (more: Form = {}) =>
  (await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId, more))).body

const refer = async (id: string, paymentType: string, amount: string) =>
  (await gateway().post(`/v1/payments/${id}`, { paymentType, amount, currency: 'EUR' })).body

function query(path: string, parameters: Readonly<Record<string, string>>): Promise<WireAnswer> {
  const { entityId } = gateway().demo
  return gateway().get(`${path}?${new URLSearchParams({ entityId, ...parameters })}`)
}

function idsOf(list: unknown): readonly string[] {
  return (list as { readonly id: string }[]).map(({ id }) => id)
}

describe('a query by id', () => {
  it('returns the payment as GET /v1/payments does', async () => {
    const { id } = await pay({ merchantTransactionId: 'query-by-id' })
    const { status, body } = await query(`/v1/query/${id}`, {})
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      paymentType: 'DB',
      merchantTransactionId: 'query-by-id',
      result: { code: '000.100.110' },
    })
    expect(body.payments).toBeUndefined()
  })

  it('returns linked transactions with it where they are requested', async () => {
    const { id } = await pay()
    const refund = { paymentType: 'RF', amount: '1.00', currency: 'EUR' }
    const refunded = await gateway().post(`/v1/payments/${id}`, refund)
    const linked = await query(`/v1/query/${refunded.body.id}`, {
      includeLinkedTransactions: 'true',
    })
    expect(idsOf(linked.body.payments)).toEqual([refunded.body.id, id])
    const records = await query(`/v3/query/${id}`, { includeLinkedTransactions: 'true' })
    expect(idsOf(records.body.records)).toEqual([id, refunded.body.id])
    expect(records.body).toMatchObject({ pages: 1, pageNo: 1, result: { code: '000.000.100' } })
  })

  it('finds linked transactions of another type than the named one', async () => {
    const { id } = await pay({ paymentType: 'PA' })
    const capture = (await refer(id, 'CP', '40.00')).id
    const refund = (await refer(capture, 'RF', '1.00')).id
    const only = { includeLinkedTransactions: 'true', paymentTypes: 'CP,RF' }
    const records = await query(`/v3/query/${id}`, only)
    expect(idsOf(records.body.records)).toEqual([capture, refund])
    const payments = await query(`/v1/query/${id}`, only)
    expect(payments.body).toMatchObject({ id, paymentType: 'PA' })
    expect(idsOf(payments.body.payments)).toEqual([capture, refund])
    const none = await query(`/v3/query/${id}`, { ...only, paymentTypes: 'RV' })
    expect([none.status, none.body.result.code]).toEqual([404, '700.400.580'])
  })

  it('of an unknown payment, another type or another merchant is answered with 404', async () => {
    const { id } = await pay()
    const another = await addMerchant(gateway())
    const foreign = await gateway().get(`/v1/query/${id}`, {
      authorization: `Bearer ${another.accessToken}`,
    })
    const unknown = await query('/v1/query/8ac7a400000000000000000000000000', {})
    const unfit = await query(`/v1/query/${id}`, { paymentTypes: 'RF,CP' })
    for (const { status, body } of [foreign, unknown, unfit]) {
      expect([status, body.result.code]).toEqual([404, '700.400.580'])
    }
  })
})

describe('a query for a list', () => {
  it('shows the short id of what it finds, whatever its descriptor is', async () => {
    const merchantTransactionId = 'with-a-descriptor'
    const made = await pay({ merchantTransactionId, descriptor: 'Kites of Whitby' })
    expect(made).not.toHaveProperty('shortId')
    const shortId = shortIdOf(made.id)
    const lists = await Promise.all([
      query('/v1/query', { merchantTransactionId }),
      query('/v3/query', { merchantTransactionId }),
      query(`/v3/query/${made.id}`, {}),
    ])
    for (const { body } of lists) {
      expect(body.payments ?? body.records).toMatchObject([{ id: made.id, shortId }])
    }
    expect((await query(`/v1/query/${made.id}`, {})).body).toMatchObject({ shortId })
    expect(idsOf((await query('/v1/query', { shortId })).body.payments)).toEqual([made.id])
  })

  it('refuses a time frame that ends before it begins', async () => {
    const frame = { 'date.from': '2026-11-21 10:00:00', 'date.to': '2026-11-21 09:59:59' }
    for (const path of ['/v1/query', '/v3/query']) {
      const { status, body } = await query(path, frame)
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors?.map(({ name }) => name)).toContain('date.from')
    }
    const moment = { ...frame, 'date.to': frame['date.from'] }
    expect((await query('/v1/query', moment)).status).toBe(200)
  })

  it('finds by merchantTransactionId, newest first, with linked transactions where requested', async () => {
    const merchantTransactionId = 'one-order-two-attempts'
    const declined = await pay({ merchantTransactionId, 'card.holder': '800.100.152' })
    const paid = await pay({ merchantTransactionId })
    const reversal = await gateway().post(`/v1/payments/${paid.id}`, { paymentType: 'RV' })
    const found = await query('/v1/query', { merchantTransactionId })
    expect(found.body.result.code).toBe('000.000.100')
    expect(idsOf(found.body.payments)).toEqual([paid.id, declined.id])
    const linked = await query('/v1/query', {
      merchantTransactionId,
      includeLinkedTransactions: 'true',
    })
    expect(idsOf(linked.body.payments)).toEqual([paid.id, declined.id, reversal.body.id])
  })

  it('finds linked transactions by type and by the order id of a payment of another type', async () => {
    const merchantTransactionId = 'one-order-with-a-refund'
    const { id } = await pay({ merchantTransactionId })
    const refund = (await refer(id, 'RF', '1.00')).id
    const only = { includeLinkedTransactions: 'true', paymentTypes: 'CP,RF' }
    for (const named of [{ merchantTransactionId }, { shortId: shortIdOf(id) }]) {
      // One payment of a thousand has the same short id.
      const isUnique = 'merchantTransactionId' in named
      const found = isUnique ? [refund] : expect.arrayContaining([refund])
      const payments = await query('/v1/query', { ...named, ...only })
      expect(idsOf(payments.body.payments)).toEqual(found)
      const records = await query('/v3/query', { ...named, ...only })
      expect(idsOf(records.body.records)).toEqual(found)
      const methods = await query('/v3/query', { ...named, ...only, paymentMethods: 'OT' })
      expect([methods.status, methods.body.result.code]).toEqual([404, '700.400.580'])
    }
  })

  it('finds by short id, alone or with other conditions', async () => {
    const { id } = await pay({ merchantTransactionId: 'with-short-id' })
    const shortId = shortIdOf(id)
    expect(idsOf((await query('/v1/query', { shortId })).body.payments)).toContain(id)
    const both = { shortId, merchantTransactionId: 'with-short-id' }
    expect(idsOf((await query('/v3/query', both)).body.records)).toEqual([id])
    const none = await query('/v1/query', { shortId: '0000.0000.0000' })
    expect([none.status, none.body.result.code]).toEqual([404, '700.400.580'])
  })

  it('filters by types and methods', async () => {
    const merchantTransactionId = 'types-and-methods'
    const card = await pay({ merchantTransactionId })
    const hold = await pay({ merchantTransactionId, paymentType: 'PA' })
    const types = await query('/v1/query', { merchantTransactionId, paymentTypes: 'PA,CP' })
    expect(idsOf(types.body.payments)).toEqual([hold.id])
    const cards = await query('/v1/query', { merchantTransactionId, paymentMethods: 'CC' })
    expect(idsOf(cards.body.payments)).toEqual([hold.id, card.id])
    const transfers = await query('/v1/query', { merchantTransactionId, paymentMethods: 'OT,DD' })
    expect(transfers.status).toBe(404)
  })

  it('needs a condition, and refuses two that exclude each other', async () => {
    const nothing = await query('/v1/query', { limit: '100' })
    expect([nothing.status, nothing.body.result.code]).toEqual([400, '200.300.404'])
    expect(nothing.body.result.parameterErrors?.[0]?.name).toBe('merchantTransactionId')
    const both = await query('/v1/query', {
      merchantTransactionId: 'an-order-of-mine',
      'date.from': '2026-11-20 00:00:00',
      'date.to': '2026-11-21 00:00:00',
    })
    expect(both.status).toBe(400)
    expect(
      (await query('/v1/query', { merchantTransactionId: 'x'.repeat(9), limit: '99' })).status,
    ).toBe(400)
  })
})

describe('a query for a time frame', () => {
  it('includes its first and last second, page by page', async () => {
    const own = await startTestGateway()
    const { entityId } = own.demo
    const ids: string[] = []
    for (let payment = 0; payment < 101; payment++) {
      ids.unshift((await own.post('/v1/payments', cardPayment(entityId))).body.id)
    }
    const frame = { 'date.from': '2026-11-20 15:00:00', 'date.to': '2026-11-20 15:00:00' }
    const list = (path: string, more: Record<string, string>) =>
      own.get(`${path}?${new URLSearchParams({ entityId, ...frame, ...more })}`)
    const first = await list('/v3/query', {})
    expect(first.body).toMatchObject({ pages: 2, pageNo: 1 })
    expect(idsOf(first.body.records)).toEqual(ids.slice(0, 100))
    const second = await list('/v3/query', { pageNo: '2' })
    expect(idsOf(second.body.records)).toEqual(ids.slice(100))
    const past = await list('/v3/query', { pageNo: '3' })
    expect(past.body.result.parameterErrors?.[0]?.message).toContain('there are 2')
    expect(idsOf((await list('/v1/query', { limit: '500' })).body.payments)).toEqual(ids)
    const later = { 'date.from': '2026-11-20 15:00:01', 'date.to': '2026-11-21 15:00:01' }
    const empty = await list('/v1/query', later)
    expect([empty.status, empty.body.payments]).toEqual([200, []])
    await own.close()
  })

  it('covers all channels of a merchant that is named', async () => {
    const merchant = await addMerchant(gateway(), { channels: [{}, {}] })
    const headers = { authorization: `Bearer ${merchant.accessToken}` }
    const paid = await Promise.all(
      merchant.channelIds.map(
        async (id) =>
          (await gateway().post('/v1/payments', cardPayment(id), headers)).body.id as string,
      ),
    )
    const frame = { 'date.from': '2026-11-20 14:00:00', 'date.to': '2026-11-20 16:00:00' }
    const found = await gateway().get(`/v1/query?${new URLSearchParams(frame)}`, headers)
    expect(new Set(idsOf(found.body.payments))).toEqual(new Set(paid))
  })
})
