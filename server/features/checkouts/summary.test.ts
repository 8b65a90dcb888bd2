import { describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { newAccessToken } from '../../kernel/ids.ts'
import { type Form, shopperCard, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, sendBare, tokenOf } from '../../testing/merchants.fixture.ts'
import { tokenForm } from '../wallets/token-form.fixture.ts'

const gateway = useTestGateway()

async function open(more: Form = {}): Promise<string> {
  const form = { amount: '92.00', currency: 'EUR', paymentType: 'DB', ...more }
  const { body } = await gateway().post('/v1/checkouts', {
    entityId: gateway().demo.entityId,
    ...form,
  })
  expect(body.result.code).toBe('000.200.100')
  return body.id
}

const card: Form = {
  ...shopperCard,
  shopperResultUrl: 'https://shop.example/result',
}

const keep = (id: string, more: Form = {}) =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/summary`, { form: { ...card, ...more } })

/** What the merchant's server sends after its summary page. */
const payKept = (id: string, more: Form = {}, headers: Record<string, string> = {}) =>
  gateway().post(
    `/v1/checkouts/${id}/payment`,
    { entityId: gateway().demo.entityId, ...more },
    headers,
  )

const status = (id: string) => gateway().get(`/v1/checkouts/${id}/payment`)

async function rowOf(id: string) {
  const row = await gateway().store.read.checkout(id)
  if (row === undefined) throw new Error('There is no such checkout')
  return row
}

const outcome = ({ status, body }: Awaited<ReturnType<typeof keep>>) => [status, body.result.code]

describe('a submit for a summary page', () => {
  it('is kept, charges nothing, and shows what a summary needs', async () => {
    const id = await open()
    const kept = await keep(id)
    expect(outcome(kept)).toEqual([200, '000.200.101'])
    expect(kept.headers.get('access-control-allow-origin')).toBe('*')
    expect(kept.body).toMatchObject({
      id,
      kept: {
        paymentBrand: 'VISA',
        card: {
          bin: '420000',
          last4Digits: '0000',
          holder: 'Jane Jones',
          expiryMonth: '05',
          expiryYear: '2034',
        },
      },
    })
    expect((await status(id)).body.result.code).toBe('000.200.000')
    expect((await rowOf(id)).paymentId).toBeNull()
  })

  it('stores number, holder and code sealed', async () => {
    const id = await open()
    await keep(id)
    const { request } = await rowOf(id)
    expect(request).toContain('"kept"')
    expect(request).not.toMatch(/4200000000|Jane|card\.cvv/)
  })

  it('is paid by the merchant’s server, which gets the whole answer', async () => {
    const id = await open({ merchantTransactionId: 'order-4711' })
    await keep(id)
    const paid = await payKept(id)
    expect(outcome(paid)).toEqual([200, '000.100.110'])
    expect(paid.body).toMatchObject({
      amount: '92.00',
      paymentBrand: 'VISA',
      merchantTransactionId: 'order-4711',
      card: { last4Digits: '0000', holder: 'Jane Jones' },
    })
    expect((await status(id)).body.id).toBe(paid.body.id)
    expect(outcome(await payKept(id))).toEqual([400, '200.300.404'])
  })

  it('is paid with the amount that the merchant has set meanwhile', async () => {
    const id = await open()
    await keep(id)
    await gateway().post(`/v1/checkouts/${id}`, { amount: '97.50' })
    expect((await payKept(id)).body).toMatchObject({
      result: { code: '000.100.110' },
      amount: '97.50',
    })
  })

  it('replaces the one before', async () => {
    const id = await open()
    await keep(id)
    await keep(id, { paymentBrand: 'MASTER', 'card.number': '5454545454545454' })
    expect((await payKept(id)).body).toMatchObject({ paymentBrand: 'MASTER' })
  })

  it('of a brand with a page of its own leads the shopper there', async () => {
    const id = await open()
    const { shopperResultUrl } = card
    await sendBare(gateway(), `POST /v1/checkouts/${id}/summary`, {
      form: { paymentBrand: 'PAYPAL', shopperResultUrl },
    })
    const paid = await payKept(id)
    expect(outcome(paid)).toEqual([200, '000.200.000'])
    expect(paid.body.redirect).toMatchObject({ url: expect.stringContaining('http') })
  })

  it('is answered once per idempotency key', async () => {
    const id = await open()
    await keep(id)
    const key = { 'idempotency-key': 'summary-1' }
    const first = await payKept(id, {}, key)
    const again = await payKept(id, {}, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  it('is refused when it is longer than what is kept', async () => {
    const id = await open()
    const long = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `customParameters[SHOPPER_note${at}]`,
        'x'.repeat(2_000),
      ]),
    )
    const { status, body } = await keep(id, long)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors ?? []).toEqual([])
    expect(body.result.description).toMatch(/longer than the 65536 characters/)
    expect((await rowOf(id)).request).not.toContain('"kept"')
  })

  it('with an idempotency key stores no holder in its answer', async () => {
    const id = await open()
    const kept = await sendBare(gateway(), `POST /v1/checkouts/${id}/summary`, {
      form: card,
      headers: { 'idempotency-key': 'kept-1' },
    })
    expect(outcome(kept)).toEqual([200, '000.200.101'])
    expect(kept.body.kept).toMatchObject({ card: { last4Digits: '0000' } })
    expect(JSON.stringify(kept.body)).not.toContain('Jane')
  })

  it('is refused for what the shopper can correct', async () => {
    const id = await open()
    const { status, body } = await keep(id, { 'card.expiryYear': '2020', paymentBrand: 'VSIA' })
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    const names = body.result.parameterErrors?.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['paymentBrand']))
    expect((await rowOf(id)).request).not.toContain('"kept"')
  })

  it('is refused for a name that only the merchant’s server sends', async () => {
    const { body } = await keep(await open(), { amount: '1.00' })
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['amount'])
  })

  it('is taken ten times within a minute', async () => {
    const id = await open()
    for (let count = 0; count < 10; count++) expect((await keep(id)).status).toBe(200)
    expect(outcome(await keep(id))).toEqual([429, '800.120.100'])
  })
})

describe('a submit that is kept while the server pays with the one before', () => {
  /** Keeps a newer submit right before the first commit of the payment. */
  async function payWhileKeeping(id: string, newer: Form) {
    const { store } = gateway()
    const commit = store.commit.bind(store)
    const spy = vi.spyOn(store, 'commit').mockImplementation(async (changes) => {
      if (changes.some(({ kind }) => kind === 'insertPayment')) {
        spy.mockImplementation(commit)
        expect((await keep(id, newer)).status).toBe(200)
      }
      return commit(changes)
    })
    try {
      return await payKept(id)
    } finally {
      spy.mockRestore()
    }
  }

  it('is the one that is paid', async () => {
    const id = await open()
    await keep(id)
    const newer = { paymentBrand: 'MASTER', 'card.number': '5454545454545454' }
    const paid = await payWhileKeeping(id, newer)
    expect(outcome(paid)).toEqual([200, '000.100.110'])
    expect(paid.body).toMatchObject({ paymentBrand: 'MASTER', card: { last4Digits: '5454' } })
  })
})

describe('a kept submit with a stored card', () => {
  async function storeCard(): Promise<string> {
    const { shopperResultUrl: _, ...stored } = card
    const { entityId } = gateway().demo
    return (await gateway().post('/v1/registrations', { entityId, ...stored })).body.id
  }

  const keepStored = (id: string, registrationId: string) =>
    sendBare(gateway(), `POST /v1/checkouts/${id}/summary`, {
      form: { registrationId, shopperResultUrl: 'https://shop.example/result' },
    })

  it('is paid with that card, which the summary shows without its holder', async () => {
    const registrationId = await storeCard()
    const id = await open({ 'registrations[0].id': registrationId })
    const kept = await keepStored(id, registrationId)
    expect(kept.body.kept).toEqual({
      paymentBrand: 'VISA',
      card: { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' },
    })
    expect((await payKept(id)).body).toMatchObject({
      registrationId,
      result: { code: '000.100.110' },
    })
  })

  it('is not paid once the merchant offers another card', async () => {
    const [registrationId, other] = [await storeCard(), await storeCard()]
    const id = await open({ 'registrations[0].id': registrationId })
    await keepStored(id, registrationId)
    await gateway().post(`/v1/checkouts/${id}`, { 'registrations[0].id': other })
    const { status, body } = await payKept(id)
    expect([status, body.result.parameterErrors?.map(({ name }) => name)]).toEqual([
      400,
      ['registrationId'],
    ])
    expect((await rowOf(id)).paymentId).toBeNull()
  })
})

describe('a kept token of googlePay', () => {
  async function keepToken(): Promise<string> {
    const id = await open()
    const { entityId } = gateway().demo
    const made = await gateway().post(
      '/test/wallet-tokens',
      tokenForm(entityId, { wallet: 'googlePay' }),
    )
    const kept = await sendBare(gateway(), `POST /v1/checkouts/${id}/summary`, {
      form: {
        paymentBrand: 'GOOGLEPAY',
        'googlePay.paymentToken': String(made.body.paymentToken),
        shopperResultUrl: 'https://shop.example/result',
      },
    })
    expect(outcome(kept)).toEqual([200, '000.200.101'])
    return id
  }

  it.each<[string, Form]>([
    ['more than its shopper has confirmed', { amount: '92.01' }],
    ['another currency', { currency: 'USD' }],
  ])('does not pay %s, until the merchant takes that back', async (_, change) => {
    const id = await keepToken()
    await gateway().post(`/v1/checkouts/${id}`, change)
    const refused = await payKept(id)
    expect(outcome(refused)).toEqual([400, '200.100.603'])
    expect(refused.body.result.description).toMatch(
      /^The shopper confirmed 92\.00 EUR in the wallet/,
    )
    expect((await rowOf(id)).paymentId).toBeNull()
    await gateway().post(`/v1/checkouts/${id}`, { amount: '92.00', currency: 'EUR' })
    expect(outcome(await payKept(id))).toEqual([200, '000.100.110'])
  })

  it('pays less', async () => {
    const id = await keepToken()
    await gateway().post(`/v1/checkouts/${id}`, { amount: '90.00' })
    expect((await payKept(id)).body).toMatchObject({
      result: { code: '000.100.110' },
      amount: '90.00',
    })
  })
})

describe('what was kept is deleted', () => {
  it('when its payment is declined: the shopper submits again', async () => {
    const id = await open()
    await keep(id, { 'card.holder': '800.100.152' })
    expect(outcome(await payKept(id))).toEqual([400, '800.100.152'])
    expect(await rowOf(id)).toMatchObject({ state: 'open' })
    expect((await rowOf(id)).request).not.toContain('kept')
    const again = await payKept(id)
    expect(again.body.result.description).toMatch(/^Nothing is kept to pay this checkout with/)
    await keep(id)
    expect(outcome(await payKept(id))).toEqual([200, '000.100.110'])
  })

  it('when its cardholder has to be authenticated: the code waits with the payment', async () => {
    const id = await open()
    await keep(id, { 'card.number': '4200000000000018' })
    const paid = await payKept(id)
    expect(outcome(paid)).toEqual([200, '000.200.000'])
    expect(paid.body.redirect).toBeDefined()
    const { request, paymentId } = await rowOf(id)
    expect(request).not.toContain('kept')
    expect(await gateway().store.read.confidential(paymentId ?? '')).toBeDefined()
  })

  it('when the checkout is deleted, and when it expires', async () => {
    const [deleted, expired] = [await open(), await open()]
    for (const id of [deleted, expired]) await keep(id)
    await sendBare(gateway(), `DELETE /v1/checkouts/${deleted}`, {
      token: gateway().demo.accessToken,
    })
    expect((await rowOf(deleted)).request).not.toContain('kept')
    gateway().clock.advance(30 * MINUTE_MS)
    expect(outcome(await payKept(expired))).toEqual([400, '200.300.404'])
    await expect.poll(async () => (await rowOf(expired)).state).toBe('expired')
    expect((await rowOf(expired)).request).not.toContain('kept')
  })

  it('when the shopper pays without a summary', async () => {
    const id = await open()
    await keep(id)
    await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form: card })
    expect((await rowOf(id)).request).not.toContain('kept')
  })
})

describe('a checkout in which nothing is kept', () => {
  it('is not paid by a request without payment details', async () => {
    const refused = await payKept(await open())
    expect(outcome(refused)).toEqual([400, '200.300.404'])
    expect(refused.body.result.description).toMatch(/useSummaryPage/)
  })

  it('is paid by a server that sends its token with the details, as before', async () => {
    expect(outcome(await payKept(await open(), card))).not.toEqual([403, '800.900.300'])
  })

  it('of another merchant is unknown', async () => {
    const id = await open()
    await keep(id)
    const other = await addMerchant(gateway(), {})
    const { status, body } = await sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, {
      token: other.accessToken,
    })
    expect([status, body.result.code]).toEqual([404, '200.300.404'])
    expect((await rowOf(id)).paymentId).toBeNull()
  })
})

describe('a token with fewer scopes', () => {
  const payWith = async (id: string, scopes: string) => {
    const token = newAccessToken()
    const { entityId } = gateway().demo
    await gateway().store.commit([tokenOf(entityId, token, false, { scopes })])
    const asked = { token, form: { entityId } }
    return sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, asked)
  }

  it.each([
    ['DB', 'read', 'read pay'],
    ['CD', 'read pay', 'read refund'],
  ])('does not pay what is kept for a %s with %s', async (paymentType, few, enough) => {
    const id = await open({ paymentType })
    await keep(id)
    const refused = await payWith(id, few)
    expect([refused.status, refused.body.result.code]).toEqual([403, '800.900.301'])
    expect((await payWith(id, enough)).body.result.code).toMatch(/^000\.100\.110/)
  })
})
