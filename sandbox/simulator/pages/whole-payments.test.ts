import { describe, expect, it } from 'vitest'
import {
  type Form,
  useTestGateway,
  type WireAnswer,
} from '../../../server/testing/gateway.fixture.ts'

const gateway = useTestGateway()

const pay = (paymentBrand: string, more: Form = {}) =>
  gateway().post('/v1/payments', {
    entityId: gateway().demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand,
    shopperResultUrl: 'https://shop.example/result?order=1',
    ...more,
  })

const visit = (path: string, form: Readonly<Record<string, string>>) =>
  fetch(gateway().url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

/** The form that a shop's page sends the shopper with. */
function redirectForm({ body }: WireAnswer): Readonly<Record<string, string>> {
  const redirect: unknown = body.redirect
  const { parameters } = redirect as { parameters: { name: string; value: string }[] }
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
}

describe('a payment on the page of a provider', () => {
  it('is pending, decided by the shopper, and read by the shop', async () => {
    const paid = await pay('PAYPAL')
    expect(paid.body.result.code).toBe('000.200.000')
    const form = redirectForm(paid)
    const page = await visit('/simulator/redirect', form)
    expect(await page.text()).toContain('PayPal')
    const left = await visit('/simulator/redirect/decide', { ...form, choice: 'approve' })
    const { id } = paid.body
    expect(left.headers.get('location')).toBe(
      `https://shop.example/result?order=1&id=${id}&resourcePath=%2Fv1%2Fpayments%2F${id}`,
    )
    const read = await gateway().get(`/v1/payments/${id}`)
    expect(read.body).toMatchObject({
      result: { code: '000.100.110' },
      virtualAccount: { accountId: 'shopper@example.com' },
    })
  })

  it('shows the account that the shopper paid from, whichever the merchant had sent', async () => {
    const paid = await pay('SOFORTUEBERWEISUNG', { 'bankAccount.iban': 'DE89370400440532013000' })
    expect(paid.body).toMatchObject({ bankAccount: { iban: 'DE***3000' } })
    await visit('/simulator/redirect/decide', { ...redirectForm(paid), choice: 'approve' })
    const read = await gateway().get(`/v1/payments/${paid.body.id}`)
    expect(read.body).toMatchObject({ bankAccount: { holder: 'Test Holder', country: 'DE' } })
  })

  it('fails when the shopper cancels', async () => {
    const paid = await pay('SOFORTUEBERWEISUNG')
    await visit('/simulator/redirect/decide', { ...redirectForm(paid), choice: 'cancel' })
    const read = await gateway().get(`/v1/payments/${paid.body.id}`)
    expect(read.body.result.code).toBe('100.396.101')
  })
})

describe('a payment by slip', () => {
  it('is paid when the tester chooses it on the page', async () => {
    const { body } = await pay('PREPAYMENT')
    expect(body).toMatchObject({
      result: { code: '000.200.001' },
      merchant: { bankAccount: { number: 'DE14940593100000012346' } },
    })
    const details = body.resultDetails as unknown as { readonly SimulatorUrl: string }
    const { pathname, searchParams } = new URL(details.SimulatorUrl)
    await visit(pathname, { token: searchParams.get('token') ?? '', choice: 'approve' })
    const read = await gateway().get(`/v1/payments/${body.id}`)
    expect(read.body.result.code).toBe('000.100.110')
  })
})
