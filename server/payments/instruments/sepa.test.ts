import { describe, expect, it } from 'vitest'
import { ENCODINGS, type Encoding, postAs } from '../../testing/encodings.fixture.ts'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()
const money: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
const sepa: Form = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': 'DE89370400440532013000',
}

describe('a SEPA direct debit', () => {
  const MANDATE = { id: expect.stringMatching(/^TG-[A-P]{32}$/), dateOfSignature: '2026-11-20' }
  const demoToken = () => ({ token: gateway().demo.accessToken })
  const send = (encoding: Encoding, path: string, form: Form) =>
    postAs(gateway(), encoding, { path, form, ...demoToken() })
  const faulty = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
    status,
    body.result.parameterErrors?.map(({ name, value, message }) => `${name}=${value} ${message}`),
  ]
  const inEuros = (value: string) => [
    400,
    [`currency=${value} must be EUR with paymentBrand=DIRECTDEBIT_SEPA`],
  ]

  it.each(ENCODINGS)('must be in euros as %s', async (encoding) => {
    const { entityId } = gateway().demo
    const asked = { entityId, ...money, currency: 'USD' }
    const answers = [
      await send(encoding, '/v1/payments', { ...asked, ...sepa }),
      await send(encoding, '/v1/checkouts', { ...asked, paymentBrand: 'DIRECTDEBIT_SEPA' }),
      await send(encoding, '/v1/registrations', {
        entityId,
        ...sepa,
        amount: '0.00',
        currency: 'USD',
      }),
    ]
    expect(answers.map(faulty)).toEqual(answers.map(() => inEuros('USD')))
  })

  it.each(ENCODINGS)('with stored details must be in euros, as %s', async (encoding) => {
    const { entityId } = gateway().demo
    const { body } = await send(encoding, '/v1/registrations', { entityId, ...sepa })
    const path = `/v1/registrations/${body.id}/payments`
    expect(faulty(await send(encoding, path, { ...money, currency: 'CHF' }))).toEqual(
      inEuros('CHF'),
    )
  })

  it.each(ENCODINGS)('of a checkout in another currency is refused, as %s', async (encoding) => {
    const { entityId } = gateway().demo
    const open = async (form: Form) => (await send(encoding, '/v1/checkouts', form)).body.id
    const id = await open({ entityId, ...money, currency: 'USD' })
    const update = await send(encoding, `/v1/checkouts/${id}`, { paymentBrand: sepa.paymentBrand })
    expect(faulty(update)).toEqual(inEuros('USD'))
    const path = `/v1/checkouts/${id}/payment`
    // What the merchant has set is not shown to a shopper.
    expect(faulty(await postAs(gateway(), encoding, { path, form: sepa }))).toEqual(inEuros(''))
  })

  it('returns a new mandate if none is sent', async () => {
    const { entityId } = gateway().demo
    const paid = await send('form', '/v1/payments', { entityId, ...money, ...sepa })
    expect(paid.body).toMatchObject({
      result: { code: '000.100.110' },
      bankAccount: { mandate: MANDATE },
    })
    const read = await gateway().get(`/v1/payments/${paid.body.id}`)
    expect(read.body.bankAccount).toEqual(paid.body.bankAccount)
    const other = await send('form', '/v1/payments', { entityId, ...money, ...sepa })
    expect(other.body.bankAccount).not.toEqual(paid.body.bankAccount)
  })

  it('keeps the mandate that is sent, and makes none for other brands', async () => {
    const { entityId } = gateway().demo
    const pay = async (more: Form) =>
      (await send('form', '/v1/payments', { entityId, ...money, ...sepa, ...more })).body
        .bankAccount as unknown as { readonly mandate?: unknown }
    const own = { 'bankAccount.mandate.id': 'MANDATE-A' }
    expect((await pay(own)).mandate).toEqual({ id: 'MANDATE-A' })
    const signed = { 'bankAccount.mandate.dateOfSignature': '2026-11-01' }
    expect((await pay(signed)).mandate).toEqual({ ...MANDATE, dateOfSignature: '2026-11-01' })
    expect((await pay({ paymentBrand: 'DIRECTDEBIT' })).mandate).toBeUndefined()
  })

  it('of stored details names the mandate that was made when they were stored', async () => {
    const { entityId } = gateway().demo
    const stored = await send('form', '/v1/registrations', { entityId, ...sepa })
    expect(stored.body.bankAccount).toMatchObject({ mandate: MANDATE })
    const withPayment = await send('form', '/v1/payments', {
      entityId,
      ...money,
      ...sepa,
      createRegistration: 'true',
    })
    for (const [id, { body }] of [
      [stored.body.id, stored],
      [`${withPayment.body.registrationId}`, withPayment],
    ] as const) {
      const { mandate } = body.bankAccount as unknown as { mandate: unknown }
      const paid = await send('form', `/v1/registrations/${id}/payments`, money)
      expect(paid.body.result.code).toBe('000.100.110')
      expect(paid.body.bankAccount).toMatchObject({ mandate })
      const again = { ...money, paymentType: 'RB' }
      expect((await send('form', `/v1/payments/${paid.body.id}`, again)).status).toBe(200)
    }
  })
})
