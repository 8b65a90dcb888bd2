import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const NO_CARD: Form = {
  'card.number': undefined,
  'card.holder': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
  'card.cvv': undefined,
}

function pay(more: Form) {
  const { demo, post } = gateway()
  return post('/v1/payments', cardPayment(demo.entityId, more))
}

function payWithout(more: Form) {
  return pay({ ...NO_CARD, ...more })
}

const SEPA: Form = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': 'DE89370400440532013000',
  'bankAccount.bic': 'COBADEFFXXX',
}

describe('instruments over the wire', () => {
  it('show only the country and last four digits of a bank account', async () => {
    const { status, body } = await payWithout(SEPA)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      paymentBrand: 'DIRECTDEBIT_SEPA',
      bankAccount: { holder: 'Jane Jones', iban: 'DE***3000', country: 'DE' },
    })
    expect(JSON.stringify(body)).not.toContain('37040044')
  })

  it('record a payment with a mistyped IBAN as failed', async () => {
    const { status, body } = await payWithout({
      ...SEPA,
      'bankAccount.iban': 'DE88370400440532013000',
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      paymentBrand: 'DIRECTDEBIT_SEPA',
      result: { code: '100.100.101' },
    })
    expect(body.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('pay with a token of another provider, a token of a scheme and a terminal', async () => {
    const token = { 'tokenAccount.number': '4200000000000000' }
    const network = { ...token, 'tokenAccount.type': 'NETWORK', 'tokenAccount.dtvc': '123' }
    const terminal = {
      'pos.terminalId': '12345678',
      'pos.entryMode': 'ICC',
      'pos.iccDataRequest': '9F2608AB',
    }
    for (const form of [{ ...token, 'tokenAccount.type': 'EXTERNAL' }, network, terminal]) {
      expect((await payWithout(form)).body.result.code).toBe('000.100.110')
    }
  })

  it('pay with card data that the merchant got out of a wallet', async () => {
    const { body } = await pay({
      paymentBrand: 'APPLEPAY',
      'card.cvv': undefined,
      'applePay.source': 'web',
      'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      'threeDSecure.eci': '05',
    })
    expect(body).toMatchObject({
      paymentBrand: 'APPLEPAY',
      brandResult: 'VISA',
      threeDSecure: { eci: '05' },
      result: { code: '000.100.110' },
      card: { bin: '420000', last4Digits: '0000' },
    })
  })

  it('are refused if a payment has two', async () => {
    const { body } = await pay({ ...SEPA, paymentBrand: 'VISA' })
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'bankAccount.iban',
        value: '***',
        message: 'must not be sent together with card.number: a payment is paid with one of them',
      },
    ])
  })

  it.each<[Form, string, RegExp]>([
    [{ paymentBrand: 'MASTERCARD' }, 'paymentBrand', /did you mean MASTER\?/],
    [{ paymentBrand: 'PAYPAL' }, 'paymentBrand', /paid with virtualAccount\.\*/],
  ])('of %o: %s is refused with a hint', async (more, name, message) => {
    const { status, body } = await pay(more)
    expect(status).toBe(400)
    expect(body.result.code).toBe('200.300.404')
    expect(body.result.parameterErrors?.[0]?.name).toBe(name)
    expect(body.result.parameterErrors?.[0]?.message).toMatch(message)
  })

  it('require the source of decrypted wallet data', async () => {
    const proof = { 'threeDSecure.verificationId': 'MTIzNDU2Nzg5MDA5ODc2NTQzMjE=' }
    const { body } = await pay({ paymentBrand: 'APPLEPAY', 'threeDSecure.eci': '07', ...proof })
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'applePay.source',
        value: '',
        message: expect.stringMatching(/is required .*web or app/),
      },
    ])
    const typed = await pay({ paymentBrand: 'GOOGLEPAY' })
    expect(typed.body.result.parameterErrors).toEqual([
      {
        name: 'paymentBrand',
        value: 'GOOGLEPAY',
        message: expect.stringMatching(/send googlePay\.source \(web or app\) as well/),
      },
    ])
  })

  it('name the missing parameters of the brand', async () => {
    const { body } = await payWithout({ paymentBrand: 'DIRECTDEBIT_SEPA' })
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'bankAccount.iban',
        value: '',
        message:
          'is required with paymentBrand=DIRECTDEBIT_SEPA, or bankAccount.number in its place',
      },
      {
        name: 'bankAccount.holder',
        value: '',
        message: 'is required with paymentBrand=DIRECTDEBIT_SEPA',
      },
    ])
  })
})
