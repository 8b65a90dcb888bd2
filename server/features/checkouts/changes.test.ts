import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Store } from '../../store/port.ts'
import { type Form, startTestGateway, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  legacyMerchant,
  sendBare,
} from '../../testing/merchants.fixture.ts'
import { mergeRequest } from './changes.ts'

const gateway = useTestGateway()

async function open(more: Form = {}): Promise<string> {
  const form = { amount: '92.00', currency: 'EUR', paymentType: 'DB', ...more }
  const created = await gateway().post('/v1/checkouts', {
    entityId: gateway().demo.entityId,
    ...form,
  })
  expect(created.body.result.code).toBe('000.200.100')
  return created.body.id
}

const update = (id: string, form: Form, headers: Record<string, string> = {}) =>
  gateway().post(`/v1/checkouts/${id}`, form, headers)

const remove = (id: string, query = '') =>
  sendBare(gateway(), `DELETE /v1/checkouts/${id}${query}`, { token: gateway().demo.accessToken })

const status = (id: string) => gateway().get(`/v1/checkouts/${id}/payment`)

const card: Form = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

const submit = (id: string, more: Form = {}) =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form: { ...card, ...more } })

const outcome = ({ status, body }: Awaited<ReturnType<typeof update>>) => [status, body.result.code]

describe('an update of a checkout', () => {
  it('replaces the parameters that it sends, and keeps the rest', async () => {
    const id = await open({ merchantTransactionId: 'order-4711' })
    gateway().clock.advance(1000)
    const updated = await update(id, { amount: '93.50', 'billing.city': 'Kiel' })
    expect(outcome(updated)).toEqual([200, '000.200.101'])
    expect(updated.body).toMatchObject({ id, ndc: id.replace('.', '-') })
    await submit(id)
    expect((await status(id)).body).toMatchObject({
      result: { code: '000.100.110' },
      amount: '93.50',
      merchantTransactionId: 'order-4711',
      billing: { city: 'Kiel' },
    })
  })

  it('of the legacy profile is refused when the amount parameter is misspelt', async () => {
    const merchant = await legacyMerchant(gateway())
    const token = merchant.accessToken
    const post = async (path: string, form: Form) =>
      (await sendBare(gateway(), `POST ${path}`, { token, form })).body
    const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const { id } = await post('/v1/checkouts', { entityId: channelOf(merchant), ...money })
    const { result } = await post(`/v1/checkouts/${id}`, { Amount: '9.20', account: 'x' })
    expect(result.parameterErrors).toMatchObject([
      { name: 'Amount', message: expect.stringContaining('did you mean amount?') },
    ])
    const changed = await post(`/v1/checkouts/${id}`, { amount: '9.20', account: 'x' })
    expect(changed.result.code).toBe('000.200.101')
  })

  it('does not extend its expiry', async () => {
    const id = await open()
    gateway().clock.advance(29 * MINUTE_MS)
    expect(outcome(await update(id, { amount: '1.00' }))).toEqual([200, '000.200.101'])
    gateway().clock.advance(MINUTE_MS)
    const late = await update(id, { amount: '2.00' })
    expect(outcome(late)).toEqual([400, '200.300.404'])
    expect(late.body.result.description).toContain('expired at')
  })

  it('is possible after a decline', async () => {
    const id = await open()
    await submit(id, { 'card.holder': '800.100.152' })
    expect(outcome(await update(id, { amount: '12.00' }))).toEqual([200, '000.200.101'])
    expect((await submit(id)).body).toMatchObject({ amount: '12.00' })
  })

  it('returns the integrity of the script when it is requested', async () => {
    const id = await open()
    const { integrity } = (await update(id, { integrity: 'true' })).body
    const script = await fetch(`${gateway().url}/v1/paymentWidgets.js?checkoutId=${id}`)
    const digest = await crypto.subtle.digest('SHA-384', await script.arrayBuffer())
    expect(integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`)
  })

  it.each([
    ['an amount that the currency does not have', { currency: 'JPY', amount: '9.50' }],
    ['half of what belongs together', { 'customer.givenName': 'Ada' }],
    ['a name of nothing', { amuont: '1.00' }],
    ['card data', { 'card.number': '4200000000000000' }],
    ['a malformed entity', { entityId: 'x' }],
  ] as const)('is refused for %s, and changes nothing', async (_what, form: Form) => {
    const id = await open()
    const before = await gateway().store.read.checkout(id)
    const refused = await update(id, form)
    expect(outcome(refused)).toEqual([400, '200.300.404'])
    expect(refused.body.result.parameterErrors).not.toHaveLength(0)
    expect(await gateway().store.read.checkout(id)).toEqual(before)
  })

  it('cannot choose another payment type for a brand, which only the creation can', async () => {
    const id = await open({ 'overridePaymentType[VISA]': 'PA' })
    const refused = await update(id, { 'overridePaymentType[MASTER]': 'CD', amount: 'ten' })
    expect(refused.body.result.parameterErrors).toMatchObject([
      {
        name: 'overridePaymentType[MASTER]',
        message:
          'is not an allowed parameter here: only the creation of a checkout takes it: delete this one and create another',
      },
      { name: 'amount' },
    ])
    expect(outcome(await update(id, { amount: '93.50' }))).toEqual([200, '000.200.101'])
    expect((await submit(id)).body).toMatchObject({ paymentType: 'PA', amount: '93.50' })
  })

  it('is refused when a brand of its creation could not pay it', async () => {
    const id = await open({ paymentType: 'PA', 'overridePaymentType[VISA]': 'DB' })
    expect(outcome(await update(id, { amount: '0.00' }))).toEqual([400, '100.550.300'])
  })

  it('is refused when the shopper could not pay it', async () => {
    const id = await open()
    expect(outcome(await update(id, { testMode: 'EXTERNAL' }))).toEqual([400, '600.200.700'])
    expect(outcome(await update(id, { amount: '0.00' }))).toEqual([400, '100.550.300'])
  })

  it('cannot move a checkout to another channel', async () => {
    const merchant = await addMerchant(gateway(), { channels: [{}, {}] })
    const [first, second] = merchant.channelIds
    const token = merchant.accessToken
    const form = { amount: '1.00', currency: 'EUR', paymentType: 'DB', entityId: first }
    const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
    const path = `POST /v1/checkouts/${body.id}`
    const moved = await sendBare(gateway(), path, { token, form: { entityId: second } })
    expect(outcome(moved)).toEqual([404, '200.300.404'])
    const kept = await sendBare(gateway(), path, { token, form: { entityId: merchant.id } })
    expect(outcome(kept)).toEqual([200, '000.200.101'])
    expect((await gateway().store.read.checkout(body.id))?.entityId).toBe(first)
  })

  it('with an Idempotency-Key is applied once', async () => {
    const id = await open()
    const headers = { 'idempotency-key': 'one' }
    const first = await update(id, { amount: '10.00' }, headers)
    await update(id, { amount: '20.00' })
    const again = await update(id, { amount: '10.00' }, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(outcome(await update(id, { amount: '30.00' }, headers))).toEqual([400, '200.200.106'])
    expect((await submit(id)).body).toMatchObject({ amount: '20.00' })
  })

  it('sent in parallel with others loses none of them', async () => {
    const id = await open()
    const names = Array.from({ length: 5 }, (_, at) => `customParameters[part_${at}]`)
    await Promise.all(names.map((name) => update(id, { [name]: 'here' })))
    const stored = await gateway().store.read.checkout(id)
    for (const name of names) expect(stored?.request).toContain(name)
  })
})

describe('a deleted checkout', () => {
  it('cannot be paid, read, changed or deleted again, and has no expiry timer', async () => {
    const id = await open()
    const deleted = await remove(id)
    expect(outcome(deleted)).toEqual([200, '000.200.102'])
    expect(deleted.body).toMatchObject({ id, ndc: id.replace('.', '-') })
    expect(await gateway().store.read.timer('checkoutExpiry', id)).toBeUndefined()
    for (const answer of [
      await submit(id),
      await status(id),
      await update(id, {}),
      await remove(id),
      await sendBare(gateway(), `GET /v1/checkouts/${id}/session`),
    ]) {
      expect(outcome(answer)).toEqual([400, '200.300.404'])
      expect(answer.body).toMatchObject({ ndc: id.replace('.', '-') })
      expect(answer.body.result.description).toContain('this checkout was deleted')
    }
  })

  it('may be deleted with its entityId and with no other parameter', async () => {
    const id = await open()
    const wrong = await remove(id, '?amount=1.00')
    expect(outcome(wrong)).toEqual([400, '200.300.404'])
    expect(wrong.body.ndc).toBe(id.replace('.', '-'))
    expect(outcome(await remove(id, `?entityId=${'f'.repeat(32)}`))).toEqual([403, '800.900.301'])
    expect(outcome(await remove(id, `?entityId=${gateway().demo.entityId}`))).toEqual([
      200,
      '000.200.102',
    ])
  })
})

describe('a checkout cannot be changed when it', () => {
  it('is being paid', async () => {
    const id = await open({ 'customParameters[SIMULATOR_outcome]': 'timeout' })
    expect((await submit(id)).body.result.code).toBe('000.200.000')
    for (const answer of [await update(id, { amount: '1.00' }), await remove(id)]) {
      expect(outcome(answer)).toEqual([409, '800.110.100'])
    }
  })

  it('is paid', async () => {
    const id = await open()
    await submit(id)
    for (const answer of [await update(id, { amount: '1.00' }), await remove(id)]) {
      expect(outcome(answer)).toEqual([400, '200.300.404'])
      expect(answer.body.result.description).toContain('already paid')
    }
    expect((await status(id)).body.result.code).toBe('000.100.110')
  })

  it('is another merchant’s or does not exist, with the same answer', async () => {
    const { accessToken } = await addMerchant(gateway())
    const authorization = `Bearer ${accessToken}`
    const id = await open()
    const answers = [
      await update(id, { amount: '1.00' }, { authorization }),
      await update(`${'A'.repeat(32)}.uat01-vm-tx01`, { amount: '1.00' }, { authorization }),
      await sendBare(gateway(), `DELETE /v1/checkouts/${id}`, { token: accessToken }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.result]).toEqual([404, answers[0]?.body.result])
    }
    expect(outcome(await status(id))).toEqual([200, '000.200.000'])
  })
})

describe('a submit, an update and a deletion at the same time', () => {
  it('leave a checkout that is paid once with its values of that time, or deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await open()
      const [paid, updated, deleted] = await Promise.all([
        submit(id),
        update(id, { amount: '93.00' }),
        ...(round % 2 === 0 ? [remove(id)] : []),
      ])
      const row = await gateway().store.read.checkout(id)
      const wasPaid = paid?.body.result.code === '000.100.110'
      expect(row?.state).toBe(wasPaid ? 'done' : 'deleted')
      if (deleted?.status === 200) expect(wasPaid).toBe(false)
      const wasUpdated = row?.request.includes('93.00')
      if (wasPaid) expect(paid?.body).toMatchObject({ amount: wasUpdated ? '93.00' : '92.00' })
      expect(updated?.status === 200).toBe(wasUpdated)
    }
  })
})

describe('a submit that an update overtakes', () => {
  it('pays the updated amount, once', async () => {
    const store = openMemoryStore()
    let beforePayment = async () => {}
    const slow: Store = {
      ...store,
      async commit(changes) {
        if (changes.some(({ kind }) => kind === 'insertPayment')) await beforePayment()
        return store.commit(changes)
      },
    }
    const own = await startTestGateway({ store: slow })
    const form = { entityId: own.demo.entityId, currency: 'EUR', paymentType: 'DB' }
    const { id } = (await own.post('/v1/checkouts', { ...form, amount: '92.00' })).body
    const amounts = ['93.00', '94.00']
    beforePayment = async () => {
      const amount = amounts.shift()
      if (amount !== undefined) await own.post(`/v1/checkouts/${id}`, { amount })
    }
    const paid = await own.post(`/v1/checkouts/${id}/payment`, card, { authorization: '' })
    expect(paid.body).toMatchObject({ amount: '94.00', result: { code: '000.100.110' } })
    expect((await store.read.checkout(id))?.paymentId).toBe(paid.body.id)
    await own.close()
  })
})

describe('an update of the currency alone', () => {
  it('is refused where lines of the cart, or other amounts, have more decimals than it', async () => {
    const { post, demo } = gateway()
    const opened = await post('/v1/checkouts', {
      entityId: demo.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      taxAmount: '3.50',
      'cart.items[0].name': 'tea',
      'cart.items[0].price': '10.50',
    })
    const before = await gateway().store.read.checkout(opened.body.id)
    const { status, body } = await post(`/v1/checkouts/${opened.body.id}`, { currency: 'JPY' })
    expect(status).toBe(400)
    const names = body.result.parameterErrors?.map(({ name }) => name)
    expect(names?.sort()).toEqual(['cart.items[0].price', 'taxAmount'])
    expect(await gateway().store.read.checkout(opened.body.id)).toEqual(before)
  })
})

describe('the request after an update', () => {
  it('replaces a list as a whole, and a map by single entries', () => {
    const before = [
      ['cart.items[0].name', 'tea'],
      ['cart.items[1].name', 'cup'],
      ['customParameters[one]', '1'],
      ['customParameters[two]', '2'],
      ['amount', '9.00'],
    ] as const
    const sent = [
      ['cart.items[0].name', 'jam'],
      ['customParameters[two]', 'II'],
    ] as const
    expect(mergeRequest(before, sent)).toEqual([
      ['customParameters[one]', '1'],
      ['amount', '9.00'],
      ['cart.items[0].name', 'jam'],
      ['customParameters[two]', 'II'],
    ])
    expect(mergeRequest(before, [])).toEqual(before)
  })

  it('is refused when it grows larger than one request may be', () => {
    const many = (from: number) =>
      Array.from({ length: 15_000 }, (_, at) => [`customParameters[k${from + at}]`, 'v'] as const)
    expect(mergeRequest(many(0), many(0))).toHaveLength(15_000)
    expect(mergeRequest(many(0), many(15_000))).toMatchObject({ code: '200.300.404' })
  })
})
