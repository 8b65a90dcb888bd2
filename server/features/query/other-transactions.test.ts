import { describe, expect, it } from 'vitest'
import { shortIdOf } from '../../kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const card = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.expiryMonth': '12',
  'card.expiryYear': '2034',
  'card.holder': 'Jane Jones',
}

/** The id of payment details that are stored. */
async function store(more: Form = {}, form: Form = card): Promise<string> {
  const { entityId } = gateway().demo
  const { status, body } = await gateway().post('/v1/registrations', { entityId, ...form, ...more })
  expect(status).toBe(200)
  return body.id
}

/** The id of a risk check. */
async function check(more: Form = {}): Promise<string> {
  const { entityId } = gateway().demo
  const form = { entityId, amount: '92.00', currency: 'EUR', ...more }
  const { status, body } = await gateway().post('/v1/risk', form)
  expect(status).toBe(200)
  return body.id
}

function remove(id: string) {
  const { accessToken: token } = gateway().demo
  return sendBare(gateway(), `DELETE /v1/registrations/${id}`, { token })
}

function query(path: string, parameters: Readonly<Record<string, string>> = {}) {
  const { entityId } = gateway().demo
  return gateway().get(`${path}?${new URLSearchParams({ entityId, ...parameters })}`)
}

interface Listed {
  readonly id: string
  readonly paymentType: string
}

/** Type and id of each in a list. */
function recordsOf(list: unknown): readonly string[] {
  return (list as Listed[]).map(({ id, paymentType }) => `${paymentType} ${id}`)
}

const today = { 'date.from': '2026-11-20 00:00:00', 'date.to': '2026-11-20 23:59:59' }

describe('a query for registrations', () => {
  it('answers one by its id as a record of type RG', async () => {
    const id = await store({ merchantTransactionId: 'stored-once' })
    const { status, body } = await query(`/v1/query/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      shortId: shortIdOf(id),
      paymentType: 'RG',
      paymentBrand: 'VISA',
      merchantTransactionId: 'stored-once',
      card: { last4Digits: '0000' },
      result: { code: '000.100.110' },
    })
    const pages = await query(`/v3/query/${id}`)
    expect(recordsOf(pages.body.records)).toEqual([`RG ${id}`])
  })

  it('returns a deleted one as type DR, and its creation where that is requested', async () => {
    const merchantTransactionId = 'stored-and-deleted'
    const customer = {
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.email': 'jane@example.com',
    }
    const id = await store({ merchantTransactionId, ...customer })
    expect((await remove(id)).status).toBe(200)
    const deletion = await query(`/v1/query/${id}`)
    expect(deletion.body).toMatchObject({ id, paymentType: 'DR', merchantTransactionId })
    expect(JSON.stringify(deletion.body)).not.toContain('jane@example.com')
    const storing = await query(`/v1/query/${id}`, { paymentTypes: 'RG' })
    expect(storing.body).toMatchObject({ id, paymentType: 'RG' })
    const both = await query(`/v3/query/${id}`, { includeLinkedTransactions: 'true' })
    expect(recordsOf(both.body.records)).toEqual([`DR ${id}`, `RG ${id}`])
    const list = await query('/v1/query', { merchantTransactionId })
    expect(recordsOf(list.body.payments)).toEqual([`DR ${id}`, `RG ${id}`])
    const byShortId = await query('/v1/query', { shortId: shortIdOf(id), paymentTypes: 'DR' })
    expect(recordsOf(byShortId.body.payments)).toEqual([`DR ${id}`])
  })

  it('finds by id one that a payment stored, and by order id only its payment', async () => {
    const merchantTransactionId = 'paid-and-stored'
    const form = cardPayment(gateway().demo.entityId, {
      merchantTransactionId,
      createRegistration: 'true',
    })
    const { body } = await gateway().post('/v1/payments', form)
    const order = await query('/v1/query', { merchantTransactionId })
    expect(recordsOf(order.body.payments)).toEqual([`DB ${body.id}`])
    const token = String(body.registrationId)
    expect((await query(`/v1/query/${token}`)).body).toMatchObject({ id: token, paymentType: 'RG' })
    const linked = await query(`/v3/query/${token}`, { includeLinkedTransactions: 'true' })
    expect(recordsOf(linked.body.records)).toEqual([`RG ${token}`, `DB ${body.id}`])
  })

  it('filters by types and methods', async () => {
    const merchantTransactionId = 'stored-by-methods'
    const stored = await store({ merchantTransactionId })
    const account = await store(
      { merchantTransactionId },
      {
        paymentBrand: 'DIRECTDEBIT_SEPA',
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'DE89370400440532013000',
      },
    )
    const of = async (filter: Readonly<Record<string, string>>) => {
      const { body } = await query('/v1/query', { merchantTransactionId, ...filter })
      return body.payments === undefined ? body.result.code : recordsOf(body.payments)
    }
    expect(await of({ paymentTypes: 'RG' })).toEqual([`RG ${account}`, `RG ${stored}`])
    expect(await of({ paymentMethods: 'DD' })).toEqual([`RG ${account}`])
    expect(await of({ paymentTypes: 'RG,DB', paymentMethods: 'CC' })).toEqual([`RG ${stored}`])
    expect(await of({ paymentTypes: 'DB,DR' })).toBe('700.400.580')
    expect(await of({ paymentTypes: 'TE,CB,SD' })).toBe('700.400.580')
  })

  it('shows nothing of another merchant', async () => {
    const id = await store({ merchantTransactionId: 'stored-by-another' })
    const another = await addMerchant(gateway())
    const headers = { authorization: `Bearer ${another.accessToken}` }
    for (const path of [`/v1/query/${id}`, '/v1/query?merchantTransactionId=stored-by-another']) {
      const { status, body } = await gateway().get(path, headers)
      expect([status, body.result.code]).toEqual([404, '700.400.580'])
    }
  })

  it('sorts them together with payments, page by page', async () => {
    const { id, channelIds, accessToken } = await addMerchant(gateway())
    const headers = { authorization: `Bearer ${accessToken}` }
    const channel = channelIds[0] ?? id
    const made: string[] = []
    for (let round = 0; round < 60; round++) {
      const paid = await gateway().post('/v1/payments', cardPayment(channel), headers)
      made.unshift(`DB ${paid.body.id}`)
      const stored = await gateway().post(
        '/v1/registrations',
        { entityId: channel, ...card },
        headers,
      )
      made.unshift(`RG ${stored.body.id}`)
    }
    const list = (parameters: Readonly<Record<string, string>>) =>
      gateway().get(`/v3/query?${new URLSearchParams({ ...today, ...parameters })}`, headers)
    const [first, second] = await Promise.all([list({}), list({ pageNo: '2' })])
    expect(first.body).toMatchObject({ pages: 2, pageNo: 1 })
    const records = [...recordsOf(first.body.records), ...recordsOf(second.body.records)]
    expect(records).toEqual(made)
    const registrations = await list({ paymentTypes: 'RG' })
    expect(registrations.body).toMatchObject({ pages: 1 })
    expect(registrations.body.records).toHaveLength(60)
  })
})

describe('a query for risk checks', () => {
  it('finds one by id, reference, short id and type', async () => {
    const merchantTransactionId = 'checked-once'
    const id = await check({ merchantTransactionId, ...card })
    const { body } = await query(`/v1/query/${id}`)
    expect(body).toMatchObject({ id, paymentType: 'RI', merchantTransactionId, risk: {} })
    const searches = [
      { merchantTransactionId },
      { merchantTransactionId, paymentTypes: 'RI' },
      { shortId: shortIdOf(id), paymentTypes: 'RI' },
    ]
    for (const search of searches) {
      const found = await query('/v1/query', search)
      expect(recordsOf(found.body.payments)).toEqual([`RI ${id}`])
    }
    const framed = await query('/v3/query', { ...today, paymentTypes: 'RI', limit: '500' })
    expect(recordsOf(framed.body.records)).toContain(`RI ${id}`)
  })

  it('has the method RM, whatever brand it names', async () => {
    const merchantTransactionId = 'checked-by-method'
    const named = await check({ merchantTransactionId, ...card })
    const nameless = await check({ merchantTransactionId })
    const form = cardPayment(gateway().demo.entityId, { merchantTransactionId })
    const paid = (await gateway().post('/v1/payments', form)).body.id
    const of = async (paymentMethods: string) => {
      const { body } = await query('/v1/query', { merchantTransactionId, paymentMethods })
      return recordsOf(body.payments)
    }
    expect(await of('RM')).toEqual([`RI ${nameless}`, `RI ${named}`])
    expect(await of('CC')).toEqual([`DB ${paid}`])
    expect(await of('CC,RM')).toEqual([`DB ${paid}`, `RI ${nameless}`, `RI ${named}`])
    const byId = await query(`/v1/query/${named}`, { paymentMethods: 'CC' })
    expect(byId.status).toBe(404)
  })
})
