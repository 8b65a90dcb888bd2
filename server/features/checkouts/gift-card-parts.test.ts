import { beforeAll, describe, expect, it } from 'vitest'
import { useTestGateway, type WireAnswer } from '../../testing/gateway.fixture.ts'
import { browser, ENROLLED } from '../three-ds/authentication/authentication.fixture.ts'
import { APPROVED, cardForm, giftCardShop, newGiftCard } from './gift-cards.fixture.ts'

const gateway = useTestGateway()
let shop: Awaited<ReturnType<typeof giftCardShop>>
beforeAll(async () => {
  shop = await giftCardShop(gateway())
})

const outcome = ({ status, body }: WireAnswer) => [status, body.result.code]

interface CartPayment {
  readonly id?: string
  readonly status: string
}
const cartPayments = (body: object) =>
  (body as { cart?: { payments: readonly CartPayment[] } }).cart?.payments

/** A checkout of 100.00 with a card of 30.00 applied. */
async function withThirty(form = {}) {
  const number = newGiftCard(30)
  const id = await shop.open(form)
  expect(outcome(await shop.apply(id, number))).toEqual([200, '000.200.101'])
  return { id, number }
}

interface Redirect {
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

async function decide({ url, parameters }: Redirect, choice: string): Promise<void> {
  const body = new URLSearchParams(parameters.map(({ name, value }) => [name, value]))
  body.set('choice', choice)
  const path = new URL(url).pathname
  await fetch(`${gateway().url}${path}/decide`, { method: 'POST', body, redirect: 'manual' })
}

const paypal = { paymentBrand: 'PAYPAL', shopperResultUrl: 'https://shop.example/result' }

describe('a gift card that pays a part', () => {
  it('is charged with the rest, and is a payment of its own', async () => {
    const { id, number } = await withThirty()
    expect(await shop.giftCards(id)).toMatchObject({
      parts: [{ last4Digits: number.slice(-4), amount: '30.00', amountTexts: { en: '€30.00' } }],
      rest: { amount: '70.00', amountTexts: { en: '€70.00' } },
      mayAdd: true,
    })
    expect(await shop.session(id)).toMatchObject({ amount: '70.00', amountTexts: { en: '€70.00' } })
    expect(await shop.balanceOf(number)).toBe('30.00')
    const paid = await shop.pay(id, cardForm())
    expect(paid.body).toMatchObject({ amount: '70.00', result: { code: APPROVED } })
    const status = await shop.status(id)
    expect(status).toMatchObject({
      amount: '70.00',
      paymentBrand: 'VISA',
      cart: {
        payments: [
          {
            type: 'GIFTCARD',
            brand: 'GIFTCARD',
            amount: '30.00',
            currency: 'EUR',
            status: 'captured',
            primary: 'false',
            name: `****${number.slice(-4)}`,
          },
        ],
      },
    })
    const partId = cartPayments(status)?.[0]?.id ?? ''
    const part = await shop.get(`/v1/payments/${partId}`)
    expect(outcome(part)).toEqual([200, APPROVED])
    expect(part.body).toMatchObject({
      id: partId,
      paymentType: 'DB',
      paymentBrand: 'GIFTCARD',
      amount: '30.00',
      currency: 'EUR',
      merchantTransactionId: 'order-4711',
      resultDetails: { RestPaymentId: status.id },
    })
    expect(await shop.balanceOf(number)).toBe('0.00')
    const rows = await gateway().store.read.postingsOfFamily(partId)
    expect(rows.map(({ account, amountMinor }) => [account, amountMinor])).toEqual([
      ['shopper', -3000],
      ['captured', 3000],
    ])
  })

  it('is refunded by its own id, to the card', async () => {
    const { id, number } = await withThirty()
    await shop.pay(id, cardForm())
    const status = await shop.status(id)
    const refund = (of: string, amount: string) =>
      shop.post(`/v1/payments/${of}`, { amount, currency: 'EUR', paymentType: 'RF' })
    const partId = cartPayments(status)?.[0]?.id ?? ''
    expect(outcome(await refund(partId, '10.00'))).toEqual([200, APPROVED])
    expect(await shop.balanceOf(number)).toBe('10.00')
    expect((await refund(partId, '20.01')).status).toBe(400)
    expect((await refund(status.id, '70.01')).status).toBe(400)
    expect(outcome(await refund(status.id, '70.00'))).toEqual([200, APPROVED])
  })

  it('is authorised where the rest is, and captured or reversed by its own id', async () => {
    const { id, number } = await withThirty({ paymentType: 'PA' })
    expect((await shop.pay(id, cardForm())).body.result.code).toBe(APPROVED)
    const [part] = cartPayments(await shop.status(id)) ?? []
    expect(part?.status).toBe('authorized')
    const { body } = await shop.get(`/v1/payments/${part?.id}`)
    expect(body).toMatchObject({ paymentType: 'PA', amount: '30.00' })
    expect(await shop.balanceOf(number)).toBe('0.00')
    const capture = { amount: '20.00', currency: 'EUR', paymentType: 'CP' }
    expect(outcome(await shop.post(`/v1/payments/${part?.id}`, capture))).toEqual([200, APPROVED])
    const reversed = await shop.post(`/v1/payments/${part?.id}`, { paymentType: 'RV' })
    expect(outcome(reversed)).toEqual([200, APPROVED])
    expect(await shop.balanceOf(number)).toBe('10.00')
  })

  it('keeps its balance when the rest is declined, and stays applied', async () => {
    const { id, number } = await withThirty()
    const declined = await shop.pay(id, cardForm('800.100.152'))
    expect(declined.body).toMatchObject({ amount: '70.00', result: { code: '800.100.152' } })
    expect(cartPayments(await shop.status(id))).toBeUndefined()
    expect(await shop.balanceOf(number)).toBe('30.00')
    expect((await shop.pay(id, cardForm())).body.result.code).toBe(APPROVED)
    expect(await shop.balanceOf(number)).toBe('0.00')
  })

  it('is held while the shopper is on another page, and given back when he cancels', async () => {
    const { id, number } = await withThirty()
    const sent = await shop.pay(id, paypal)
    expect(await shop.balanceOf(number)).toBe('0.00')
    expect(await shop.giftCards(id)).toMatchObject({ rest: { amount: '70.00' } })
    const pending = await shop.status(id)
    expect(cartPayments(pending)).toEqual([expect.objectContaining({ status: 'pending' })])
    expect(cartPayments(pending)?.[0]).not.toHaveProperty('id')
    await decide(sent.body.redirect as unknown as Redirect, 'cancel')
    expect(await shop.balanceOf(number)).toBe('30.00')
    expect(await shop.giftCards(id)).toMatchObject({ rest: { amount: '70.00' } })
    expect(cartPayments(await shop.status(id))).toBeUndefined()
    const again = await shop.pay(id, paypal)
    await decide(again.body.redirect as unknown as Redirect, 'approve')
    const [part] = cartPayments(await shop.status(id)) ?? []
    expect((await shop.get(`/v1/payments/${part?.id}`)).body.result.code).toBe(APPROVED)
    expect(await shop.balanceOf(number)).toBe('0.00')
  })

  it.each([
    ['delay:1', APPROVED, '0.00'],
    ['delay:1,decline:800.100.152', '800.100.152', '30.00'],
    ['timeout', '000.200.000', '0.00'],
  ])('is held while the outcome is not known: %s', async (behaviour, code, balance) => {
    const { id, number } = await withThirty({ 'customParameters[SIMULATOR_outcome]': behaviour })
    expect((await shop.pay(id, cardForm())).body.result.code).toBe(code)
    expect(await shop.balanceOf(number)).toBe(balance)
  })

  it('is held while the issuer asks the cardholder, and given back when he goes away', async () => {
    const { id, number } = await withThirty(browser)
    const enrolled = { ...cardForm(), 'card.number': ENROLLED }
    const { body } = await shop.pay(id, { ...enrolled, shopperResultUrl: paypal.shopperResultUrl })
    expect(body.result.code).toBe('000.200.000')
    expect(await shop.balanceOf(number)).toBe('0.00')
    gateway().clock.advance(60 * 60 * 1000)
    const status = async () => (await shop.get(`/v1/payments/${body.id}`)).status
    await expect.poll(status).toBe(400)
    expect(await shop.balanceOf(number)).toBe('30.00')
  })

  it('keeps what the merchant names in cart.payments', async () => {
    const named = { 'cart.payments[0].type': 'PROMOTION', 'cart.payments[0].amount': '5.00' }
    const { id } = await withThirty(named)
    const sent = await shop.pay(id, paypal)
    await decide(sent.body.redirect as unknown as Redirect, 'approve')
    expect(cartPayments(await shop.status(id))).toEqual([
      { type: 'PROMOTION', amount: '5.00' },
      expect.objectContaining({ type: 'GIFTCARD', status: 'captured' }),
    ])
  })

  it('is removed again, by which nothing is charged', async () => {
    const { id, number } = await withThirty()
    const [part] = (await shop.giftCards(id))?.parts ?? []
    const removed = await shop.shopper(`${id}/giftCards/${part?.id}/delete`)
    expect(removed.body).toMatchObject({ giftCards: { parts: [], rest: { amount: '100.00' } } })
    expect(outcome(await shop.shopper(`${id}/giftCards/${part?.id}/delete`))).toEqual([
      200,
      '000.200.101',
    ])
    expect((await shop.pay(id, cardForm())).body).toMatchObject({ amount: '100.00' })
    expect(await shop.balanceOf(number)).toBe('30.00')
  })

  it('pays all that is left where its balance is enough: it is not applied then', async () => {
    const { id } = await withThirty()
    const exact = newGiftCard(70)
    const answer = await shop.apply(id, exact)
    expect(answer.body).toMatchObject({
      paysAll: true,
      balance: { amount: '70.00' },
      giftCards: { rest: { amount: '70.00' } },
    })
    const paid = await shop.pay(id, {
      paymentBrand: 'GIFTCARD',
      'giftCard.number': exact,
      'giftCard.pin': exact.slice(-4),
    })
    expect(paid.body).toMatchObject({ amount: '70.00', result: { code: APPROVED } })
    expect(await shop.balanceOf(exact)).toBe('0.00')
    expect(cartPayments(await shop.status(id))).toHaveLength(1)
  })

  it('is declined when its balance has fallen meanwhile, and the session says what is left', async () => {
    const { id, number } = await withThirty()
    const other = await shop.open({ amount: '20.00' })
    await shop.pay(other, {
      paymentBrand: 'GIFTCARD',
      'giftCard.number': number,
      'giftCard.pin': number.slice(-4),
    })
    const declined = await shop.pay(id, cardForm(), '70.00')
    expect(declined.body).toMatchObject({ amount: '70.00', result: { code: '100.550.311' } })
    expect(await shop.giftCards(id)).toMatchObject({ parts: [], rest: { amount: '100.00' } })
    await shop.apply(id, number)
    expect(await shop.giftCards(id)).toMatchObject({ rest: { amount: '90.00' } })
    expect((await shop.pay(id, cardForm())).body).toMatchObject({ amount: '90.00' })
  })

  it('pays one of two checkouts that are paid at once', async () => {
    const { id, number } = await withThirty()
    const other = await shop.open()
    await shop.apply(other, number)
    const codes = await Promise.all(
      [id, other].map(async (one) => (await shop.pay(one, cardForm(), '70.00')).body.result.code),
    )
    expect(codes.sort()).toEqual([APPROVED, '100.550.311'])
    expect(await shop.balanceOf(number)).toBe('0.00')
  })
})

describe('gift cards of a checkout', () => {
  it('are at most three, and each is one card', async () => {
    const id = await shop.open()
    const numbers = [newGiftCard(10), newGiftCard(10), newGiftCard(10)]
    for (const number of numbers) expect((await shop.apply(id, number)).status).toBe(200)
    const twice = await shop.apply(id, numbers[0] ?? '')
    expect(twice.body.result.parameterErrors?.[0]?.message).toMatch(/applied to this checkout/)
    const fourth = await shop.apply(id, newGiftCard(10))
    expect(fourth.body.result.parameterErrors?.[0]?.message).toMatch(/one too many/)
    expect(await shop.giftCards(id)).toMatchObject({ mayAdd: false, rest: { amount: '70.00' } })
    await shop.pay(id, cardForm())
    expect(cartPayments(await shop.status(id))).toHaveLength(3)
    for (const number of numbers) expect(await shop.balanceOf(number)).toBe('0.00')
  })

  it('that are applied in two windows at once all count', async () => {
    const id = await shop.open()
    const numbers = [newGiftCard(10), newGiftCard(20)]
    await Promise.all(numbers.map((number) => shop.apply(id, number)))
    expect(await shop.giftCards(id)).toMatchObject({ rest: { amount: '70.00' } })
  })

  it('are applied once by two equal requests', async () => {
    const id = await shop.open()
    const number = newGiftCard(10)
    const answers = await Promise.all([shop.apply(id, number), shop.apply(id, number)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await shop.giftCards(id)).toMatchObject({ rest: { amount: '90.00' } })
  })

  it('never make the shopper pay another amount than the page shows', async () => {
    const { id } = await withThirty()
    for (const rest of ['100.00', '69.99', '0.70']) {
      const refused = await shop.pay(id, cardForm(), rest)
      expect(refused.body.result.parameterErrors).toEqual([
        {
          name: 'giftCards.restAmount',
          value: rest,
          message: expect.stringContaining('70.00 EUR are left now'),
        },
      ])
    }
    const without = await shop.shopper(`${id}/payment`, cardForm())
    expect(outcome(without)).toEqual([400, '200.300.404'])
    expect((await shop.status(id)).result.code).toBe('000.200.000')
  })

  it('answer a wrong PIN as a number that was never issued', async () => {
    const id = await shop.open()
    const known = newGiftCard(30)
    const answers = await Promise.all([
      shop.apply(id, known, '9999'),
      shop.apply(id, '6006900050000019'),
      shop.apply(id, '12345678'),
    ])
    const told = answers.map(({ status, body }) => [status, body.result])
    expect(told[0]).toEqual([
      400,
      {
        code: '100.350.400',
        description: 'No gift card of this issuer has this number and this PIN',
      },
    ])
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })

  it('take ten tries of a checkout, and ten of a number within an hour', async () => {
    const number = newGiftCard(30)
    const id = await shop.open()
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, at) => shop.apply(id, number, String(5000 + at))),
    )
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
    const elsewhere = await shop.apply(await shop.open(), number)
    expect(outcome(elsewhere)).toEqual([429, '800.120.100'])
    expect(elsewhere.headers.get('retry-after')).toBe('3600')
    gateway().clock.advance(60 * 60 * 1000)
    expect(outcome(await shop.apply(await shop.open(), number))).toEqual([200, '000.200.101'])
  })

  it('take no more tries of a number by paying with it in many checkouts', async () => {
    const number = newGiftCard(30)
    const payWith = async (pin: string) => {
      const form = { paymentBrand: 'GIFTCARD', 'giftCard.number': number, 'giftCard.pin': pin }
      return shop.pay(await shop.open({ amount: '30.00' }), form)
    }
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, at) => payWith(String(5000 + at))),
    )
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
    expect(outcome(await payWith(number.slice(-4)))).toEqual([429, '800.120.100'])
    gateway().clock.advance(60 * 60 * 1000)
    expect(outcome(await payWith(number.slice(-4)))).toEqual([200, APPROVED])
  })

  it('count only in the currency of the checkout', async () => {
    const euros = '6006101000000015'
    expect(outcome(await shop.apply(await shop.open({ currency: 'USD' }), euros))).toEqual([
      400,
      '800.100.173',
    ])
    const { id } = await withThirty()
    await shop.post(`/v1/checkouts/${id}`, { amount: '100.00', currency: 'USD' })
    expect(await shop.giftCards(id)).toMatchObject({ parts: [], rest: { amount: '100.00' } })
  })

  it('count only where they leave something to pay', async () => {
    const { id } = await withThirty()
    await shop.post(`/v1/checkouts/${id}`, { amount: '30.00', currency: 'EUR' })
    expect(await shop.giftCards(id)).toMatchObject({ parts: [], rest: { amount: '30.00' } })
    await shop.post(`/v1/checkouts/${id}`, { amount: '30.01', currency: 'EUR' })
    expect(await shop.giftCards(id)).toMatchObject({ rest: { amount: '0.01' } })
  })

  it('are not changed while the checkout is paid, or afterwards', async () => {
    const { id } = await withThirty()
    await shop.pay(id, paypal)
    expect((await shop.apply(id, newGiftCard(10))).status).toBe(409)
    const paid = await withThirty()
    await shop.pay(paid.id, cardForm())
    expect(outcome(await shop.apply(paid.id, newGiftCard(10)))).toEqual([400, '200.300.404'])
  })

  it('leave nothing of number and PIN in the store', async () => {
    const { id, number } = await withThirty()
    const row = await gateway().store.read.checkout(id)
    expect(row?.request).toContain('giftCardId')
    expect(row?.request).not.toContain(number)
    await shop.pay(id, cardForm())
    expect((await gateway().store.read.checkout(id))?.request).not.toContain('giftCardId')
  })

  it('are part of what a summary page keeps, and the server pays no other rest', async () => {
    const { id, number } = await withThirty()
    const form = { ...cardForm(), 'giftCards.restAmount': '70.00' }
    expect((await shop.shopper(`${id}/summary`, form)).body.result.code).toBe('000.200.101')
    const second = newGiftCard(10)
    await shop.apply(id, second)
    const changed = await shop.post(`/v1/checkouts/${id}/payment`, {})
    expect(changed.body.result.parameterErrors?.[0]?.name).toBe('giftCards.restAmount')
    const part = (await shop.giftCards(id))?.parts.find(({ amount }) => amount === '10.00')
    await shop.shopper(`${id}/giftCards/${part?.id}/delete`)
    const paid = await shop.post(`/v1/checkouts/${id}/payment`, {})
    expect(paid.body).toMatchObject({ amount: '70.00', result: { code: APPROVED } })
    expect(await shop.balanceOf(number)).toBe('0.00')
    expect(await shop.balanceOf(second)).toBe('10.00')
  })

  it('are answered once per idempotency key', async () => {
    const id = await shop.open()
    const number = newGiftCard(10)
    const form = { 'giftCard.number': number, 'giftCard.pin': number.slice(-4) }
    const headers = { 'idempotency-key': `apply-${id}` }
    const first = await shop.shopper(`${id}/giftCards`, form, headers)
    const second = await shop.shopper(`${id}/giftCards`, form, headers)
    expect([second.status, second.body]).toEqual([200, first.body])
  })
})

describe('a checkout that takes no gift card as a part', () => {
  it('is one of a channel without the setting', async () => {
    const { demo, post } = gateway()
    const money = { amount: '100.00', currency: 'EUR', paymentType: 'DB' }
    const { id } = (await post('/v1/checkouts', { entityId: demo.entityId, ...money })).body
    expect(await shop.giftCards(id)).toBeUndefined()
    expect(outcome(await shop.apply(id, newGiftCard(30)))).toEqual([403, '800.900.300'])
    expect((await shop.shopper(`${id}/payment`, cardForm())).body).toMatchObject({
      amount: '100.00',
      result: { code: APPROVED },
    })
  })

  it.each([
    ['credits', { paymentType: 'CD' }],
    ['only checks an account', { paymentType: 'PA', amount: '0.00' }],
    ['only stores', { paymentType: undefined, amount: undefined, createRegistration: 'true' }],
  ])('%s', async (_what, form) => {
    const id = await shop.open(form)
    expect(await shop.giftCards(id)).toBeUndefined()
    expect(outcome(await shop.apply(id, newGiftCard(30)))).toEqual([403, '800.900.300'])
  })
})
