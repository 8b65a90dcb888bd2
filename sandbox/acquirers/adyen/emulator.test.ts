import adyen, { type Types } from '@adyen/api-library'
import { describe, expect, it } from 'vitest'
import { BROWSER, DAY_MS, HMAC_KEY, startEmulator } from './emulator.fixture.ts'
import { EMULATED_API_KEY, EMULATED_MERCHANT } from './emulator.ts'

const { Client, CheckoutAPI, EnvironmentEnum, hmacValidator } = adyen

/** Adyen's own client, which expects what Adyen answers; only the origin is another. */
function clientOf(url: string) {
  const config = { apiKey: EMULATED_API_KEY, environment: EnvironmentEnum.TEST }
  const client = new Client(config, {
    async request(endpoint, body, { apiKey = '' }, _, { idempotencyKey, method = 'POST' } = {}) {
      const headers = {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      }
      const path = endpoint.slice(new URL(endpoint).origin.length)
      const answer = await fetch(`${url}${path}`, { method, headers, body: String(body) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return text
    },
  })
  return new CheckoutAPI(client)
}

const merchantAccount = EMULATED_MERCHANT
const amount = { currency: 'EUR', value: 2_500 }

const payment = (number: string): Types.checkout.PaymentRequest => ({
  merchantAccount,
  amount,
  reference: 'order-1',
  returnUrl: 'https://shop.example/back',
  additionalData: { manualCapture: 'true', authorisationType: 'PreAuth' },
  browserInfo: BROWSER,
  paymentMethod: {
    type: 'scheme',
    number,
    expiryMonth: '03',
    expiryYear: '2030',
    cvc: '737',
    holderName: 'Jane Jones',
  } as Types.checkout.CardDetails,
})

describe('the emulator, driven by Adyen’s own client', () => {
  it('takes a card from the hold to a refund', async () => {
    const emulator = await startEmulator()
    const { PaymentsApi, ModificationsApi } = clientOf(emulator.url)
    const idempotencyKey = 'pay-1'
    const held = await PaymentsApi.payments(payment('4111111111111111'), { idempotencyKey })
    expect(held).toMatchObject({ resultCode: 'Authorised', merchantReference: 'order-1' })
    const id = held.pspReference ?? ''
    const raised = { currency: 'EUR', value: 3_000 }
    const change = { merchantAccount, reference: 'raise-1', amount: raised }
    await ModificationsApi.updateAuthorisedAmount(id, change)
    const part = { merchantAccount, amount: { currency: 'EUR', value: 2_000 } }
    expect(await ModificationsApi.captureAuthorisedPayment(id, part)).toMatchObject({
      status: 'received',
      paymentPspReference: id,
    })
    await ModificationsApi.cancelAuthorisedPaymentByPspReference(id, { merchantAccount })
    const back = { merchantAccount, amount: { currency: 'EUR', value: 500 } }
    await ModificationsApi.refundCapturedPayment(id, back)
    expect(emulator.ledger.of(id)).toEqual({
      currency: 'EUR',
      authorised: 3_000,
      captured: 2_000,
      released: 1_000,
      refunded: 500,
      disputed: 0,
      failed: 0,
    })
    expect(emulator.requests.counts).toEqual({
      seen: 5,
      invalid: 0,
      refused: 0,
      outsideSchema: 0,
      wrongAnswers: 0,
    })
  })

  it('authenticates by a redirect', async () => {
    const emulator = await startEmulator()
    const { PaymentsApi } = clientOf(emulator.url)
    const { action, pspReference = '' } = await PaymentsApi.payments(payment('4917610000000000'))
    expect(action).toMatchObject({ type: 'redirect', method: 'GET' })
    const back = new URL(emulator.happenings.shopperDecides(pspReference, 'authorise'))
    const redirectResult = back.searchParams.get('redirectResult') ?? ''
    const done = await PaymentsApi.paymentsDetails({ details: { redirectResult } })
    expect(done).toMatchObject({ resultCode: 'Authorised', pspReference })
  })

  it('signs every event so that the client takes it', async () => {
    const emulator = await startEmulator()
    const { PaymentsApi, ModificationsApi } = clientOf(emulator.url)
    const { pspReference = '' } = await PaymentsApi.payments(payment('5555444433331111'))
    const cancel = { merchantAccount, paymentReference: 'order-1', reference: 'cancel/1' }
    await ModificationsApi.cancelAuthorisedPayment(cancel)
    emulator.happenings.captureElsewhere(pspReference, 1)
    emulator.happenings.reportIsAvailable('a.csv', 'https://ca-test.adyen.com/a.csv')
    expect(await emulator.events()).toEqual([
      'AUTHORISATION true',
      'TECHNICAL_CANCEL true',
      'CAPTURE false',
      'REPORT_AVAILABLE true',
    ])
    const validator = new hmacValidator()
    for (const { body } of emulator.received) {
      const { NotificationRequestItem: item } = JSON.parse(body).notificationItems[0]
      expect(validator.validateHMAC(item, HMAC_KEY)).toBe(true)
      expect(validator.validateHMAC({ ...item, success: 'maybe' }, HMAC_KEY)).toBe(false)
    }
    emulator.pass(DAY_MS)
    expect(emulator.webhooks.bodyFaults).toEqual([])
  })
})
