import { describe, expect, it } from 'vitest'
import {
  cardPayment,
  type Form,
  startTestGateway,
  useTestGateway,
} from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const paypal = (more: Form = {}): Form => ({
  entityId: gateway().demo.entityId,
  amount: '25.00',
  currency: 'EUR',
  paymentType: 'DB',
  paymentBrand: 'PAYPAL',
  shopperResultUrl: 'https://shop.example/result?order=7',
  ...more,
})

interface Redirect {
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** Decides a payment on the simulator's page; returns the URL to which the page sends the shopper. */
async function decide(redirect: Redirect, choice: string): Promise<string> {
  const form = new URLSearchParams(redirect.parameters.map(({ name, value }) => [name, value]))
  form.set('choice', choice)
  const path = new URL(redirect.url).pathname
  const response = await fetch(`${gateway().url}${path}/decide`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return response.headers.get('location') ?? ''
}

describe('a payment on another page', () => {
  it('is pending with a redirect until the shopper has decided', async () => {
    const { status, body } = await gateway().post('/v1/payments', paypal())
    expect([status, body.result.code]).toEqual([200, '000.200.000'])
    const redirect = body.redirect as unknown as Redirect
    expect(redirect.url).toMatch(/^http:\/\/gateway\.example\//)
    const back = new URL(await decide(redirect, 'approve'))
    expect(back.origin + back.pathname).toBe('https://shop.example/result')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '7',
      id: body.id,
      resourcePath: `/v1/payments/${body.id}`,
    })
    const read = await gateway().get(`/v1/payments/${body.id}`)
    expect([read.status, read.body.result.code]).toEqual([200, '000.100.110'])
    expect(read.body.redirect).toBeUndefined()
    const refund = { amount: '25.00', currency: 'EUR', paymentType: 'RF' }
    const refunded = await gateway().post(`/v1/payments/${body.id}`, refund)
    expect(refunded.body.result.code).toBe('000.100.110')
  })

  it('fails when the shopper cancels, and cannot be decided twice', async () => {
    const { body } = await gateway().post('/v1/payments', paypal())
    const redirect = body.redirect as unknown as Redirect
    await decide(redirect, 'cancel')
    await decide(redirect, 'approve')
    const read = await gateway().get(`/v1/payments/${body.id}`)
    expect([read.status, read.body.result.code]).toEqual([400, '100.396.101'])
    expect(await gateway().store.read.postingsOfFamily(body.id)).toEqual([])
  })

  it('cannot be decided by somebody who knows only its id', async () => {
    const { body } = await gateway().post('/v1/payments', paypal())
    const { url, parameters } = body.redirect as unknown as Redirect
    const forged = parameters.map(({ name, value }) =>
      name === 'paymentId' ? { name, value } : { name, value: value.replace(/./g, 'a') },
    )
    await decide({ url, parameters: forged }, 'approve')
    expect((await gateway().get(`/v1/payments/${body.id}`)).body.result.code).toBe('000.200.000')
  })

  it('cannot be captured, reversed or refunded while it is pending', async () => {
    const { body } = await gateway().post('/v1/payments', paypal())
    const refund = { amount: '25.00', currency: 'EUR', paymentType: 'RF' }
    const refused = await gateway().post(`/v1/payments/${body.id}`, refund)
    expect(refused.body.result.code).toBe('700.400.570')
  })

  it('needs a return URL', async () => {
    const { status, body } = await gateway().post(
      '/v1/payments',
      paypal({ shopperResultUrl: undefined }),
    )
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.[0]?.name).toBe('shopperResultUrl')
  })

  it('needs no return URL where no shopper is redirected', async () => {
    const merchant = {
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.initialTransactionId': 'first-of-the-series',
      shopperResultUrl: undefined,
    }
    const card = cardPayment(gateway().demo.entityId, {
      paymentBrand: 'BCMC',
      'card.number': '6703444444444449',
    })
    for (const form of [paypal(merchant), card]) {
      const { status, body } = await gateway().post('/v1/payments', form)
      expect([status, body.result.code]).toEqual([200, '000.100.110'])
    }
    const brand = paypal({ paymentBrand: 'BCMC', shopperResultUrl: undefined })
    const { body } = await gateway().post('/v1/payments', brand)
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['shopperResultUrl'])
  })

  it('expires when the shopper does not decide', async () => {
    const own = await startTestGateway()
    const { body } = await own.post('/v1/payments', paypal({ entityId: own.demo.entityId }))
    own.clock.advance(25 * 60 * 60 * 1000)
    await expect.poll(async () => (await own.store.read.payment(body.id))?.state).toBe('failed')
    expect((await own.get(`/v1/payments/${body.id}`)).body.result.code).toBe('100.396.103')
    await own.close()
  })
})

describe('a checkout that is paid on another page', () => {
  it('waits for the shopper, redirects back to the shop, and is complete', async () => {
    const { entityId } = gateway().demo
    const { body: checkout } = await gateway().post('/v1/checkouts', {
      entityId,
      amount: '25.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    const { body: submitted } = await gateway().post(`/v1/checkouts/${checkout.id}/payment`, {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: 'https://shop.example/result',
    })
    expect(submitted.result.code).toBe('000.200.000')
    const other = await gateway().post(`/v1/checkouts/${checkout.id}/payment`, {
      paymentBrand: 'ALIPAY',
      shopperResultUrl: 'https://shop.example/result',
    })
    expect([other.status, other.body.result.code]).toEqual([409, '800.110.100'])
    const back = new URL(await decide(submitted.redirect as unknown as Redirect, 'approve'))
    expect(back.searchParams.get('resourcePath')).toBe(`/v1/checkouts/${checkout.id}/payment`)
    const status = await gateway().get(`/v1/checkouts/${checkout.id}/payment?entityId=${entityId}`)
    expect(status.body.result.code).toBe('000.100.110')
  })
})

describe('a shopper who is back in the shop without a decision', () => {
  const arrange = async () => {
    const { entityId } = gateway().demo
    const form = { entityId, amount: '25.00', currency: 'EUR', paymentType: 'DB' }
    const { body } = await gateway().post('/v1/checkouts', form)
    const submit = (more: Form) =>
      gateway().post(`/v1/checkouts/${body.id}/payment`, {
        shopperResultUrl: 'https://shop.example/result',
        ...more,
      })
    return { checkoutId: body.id, submit }
  }

  it('is led to the same payment by the same brand, and to no second one', async () => {
    const { submit } = await arrange()
    const first = await submit({ paymentBrand: 'IDEAL', 'bankAccount.bankName': 'ING' })
    const again = await submit({ paymentBrand: 'IDEAL', 'bankAccount.bankName': 'Knab' })
    expect([again.status, again.body.result.code]).toEqual([200, '000.200.000'])
    expect([again.body.id, again.body.redirect]).toEqual([first.body.id, first.body.redirect])
    expect(again.body.bankAccount).toBeUndefined()
    await decide(again.body.redirect as unknown as Redirect, 'approve')
    const paid = await submit({ paymentBrand: 'IDEAL' })
    expect([paid.status, paid.body.result.code]).toEqual([400, '200.300.404'])
  })

  it('cannot take another brand, nor a slip or a card, while the payment waits', async () => {
    const { submit } = await arrange()
    await submit({ paymentBrand: 'PAYPAL' })
    for (const paymentBrand of ['ALIPAY', 'BOLETO', 'VISA']) {
      expect((await submit({ paymentBrand })).status).toBe(409)
    }
    const slip = await arrange()
    await slip.submit({ paymentBrand: 'BOLETO' })
    expect((await slip.submit({ paymentBrand: 'BOLETO' })).status).toBe(409)
    const card = await arrange()
    await card.submit({ paymentBrand: 'BCMC' })
    expect((await card.submit({ paymentBrand: 'BCMC' })).status).toBe(409)
  })

  it('pays in another way after the payment was cancelled', async () => {
    const { submit } = await arrange()
    const first = await submit({ paymentBrand: 'PAYPAL' })
    await decide(first.body.redirect as unknown as Redirect, 'cancel')
    const second = await submit({ paymentBrand: 'PAYPAL' })
    expect(second.body.result.code).toBe('000.200.000')
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('a slip', () => {
  it('shows the account to pay to, and is paid days later', async () => {
    const { body } = await gateway().post('/v1/payments', paypal({ paymentBrand: 'PREPAYMENT' }))
    expect(body.result.code).toMatch(/^000\.200\./)
    expect(body.merchant).toMatchObject({
      bankAccount: { holder: expect.any(String), number: expect.any(String) },
    })
    expect(body.redirect).toBeUndefined()
  })
})
