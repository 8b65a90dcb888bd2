import { describe, expect, it } from 'vitest'
import { BROWSER, card, DAY_MS, euros, MANUAL, startEmulator } from '../emulator.fixture.ts'
import { REFUSALS } from '../facts/refusals.ts'

describe('a card', () => {
  it('is authorised and captured at once, and says so by an event', async () => {
    const emulator = await startEmulator()
    const { status, body } = await emulator.pay()
    expect([status, body.resultCode, body.merchantReference]).toEqual([200, 'Authorised', 'p-1'])
    expect(body.additionalData).toMatchObject({ cardSummary: '1111', paymentMethod: 'visa' })
    expect(emulator.ledger.of(body.pspReference)).toEqual({
      currency: 'EUR',
      authorised: 1_000,
      captured: 1_000,
      released: 0,
      refunded: 0,
      disputed: 0,
      failed: 0,
    })
    expect(await emulator.events()).toEqual(['AUTHORISATION true'])
    expect(emulator.received[0]?.item).toMatchObject({
      pspReference: body.pspReference,
      merchantReference: 'p-1',
      amount: { value: 1_000, currency: 'EUR' },
      operations: ['CANCEL', 'CAPTURE', 'REFUND'],
    })
    expect(emulator.requests.counts).toMatchObject({
      invalid: 0,
      outsideSchema: 0,
      wrongAnswers: 0,
    })
  })

  it.each(Object.entries(REFUSALS))('is refused with code %s by a name: %o', async (code, fact) => {
    const { pay, events, ledger } = await startEmulator()
    const { body } = await pay(card('5555444433331111', { holderName: fact.holderName }))
    expect(body).toMatchObject({
      resultCode: fact.resultCode,
      refusalReason: fact.reason,
      refusalReasonCode: code,
    })
    expect(ledger.of(body.pspReference)).toBeUndefined()
    expect(await events()).toEqual(['AUTHORISATION false'])
  })

  it('shows the answer of the issuer and the advice of Mastercard', async () => {
    const { pay } = await startEmulator()
    const { body } = await pay(card('5555444433331111', { holderName: 'NOT_ENOUGH_BALANCE' }))
    expect(body.additionalData).toMatchObject({
      refusalReasonRaw: '51 : Insufficient funds',
      merchantAdviceCode: '02 : Retry later',
    })
  })

  it('is refused after its expiry date, and where it is no test card', async () => {
    const { pay } = await startEmulator()
    expect(
      (await pay(card(undefined, { expiryYear: '2026', expiryMonth: '10' }))).body,
    ).toMatchObject({ refusalReasonCode: '6' })
    expect((await pay(card('4242424242424242'))).body.refusalReasonCode).toBe('2')
  })

  it('is captured after hours, or held until it expires', async () => {
    const { pay, pass, ledger, events } = await startEmulator()
    const later = (await pay(card(), { captureDelayHours: 5 })).body.pspReference
    const held = (await pay(card(), MANUAL)).body.pspReference
    pass(5 * 3_600_000)
    expect([ledger.of(later)?.captured, ledger.of(held)?.captured]).toEqual([1_000, 0])
    pass(28 * DAY_MS)
    expect(ledger.of(held)?.released).toBe(1_000)
    expect(await events()).toContain('EXPIRE true')
  })
})

describe('3-D Secure', () => {
  const enrolled = card('4917610000000000')

  it('sends the shopper to a page, and back with a redirectResult that counts once', async () => {
    const { pay, post, ledger, events } = await startEmulator()
    const { body } = await pay(enrolled, { browserInfo: BROWSER })
    expect(body).toMatchObject({ resultCode: 'RedirectShopper', action: { method: 'GET' } })
    expect(await (await fetch(body.action.url)).text()).toContain('Payment of 10.00 EUR')
    const form = new URLSearchParams({ decision: 'authorise' })
    const back = await fetch(body.action.url, { method: 'POST', body: form, redirect: 'manual' })
    const location = new URL(back.headers.get('location') ?? '')
    expect(location.href).toMatch(/^https:\/\/shop\.example\/back\?a=1&redirectResult=/)
    expect(ledger.of(body.pspReference)).toBeUndefined()
    const details = { redirectResult: location.searchParams.get('redirectResult') }
    const complete = (key: string) =>
      post('payments/details', { merchantAccount: undefined, details }, key)
    const done = await complete('a')
    expect(done.body).toMatchObject({ resultCode: 'Authorised', pspReference: body.pspReference })
    expect((await complete('a')).body).toEqual(done.body)
    expect(await complete('b')).toMatchObject({ status: 422, body: { errorCode: '704' } })
    expect(await events()).toEqual(['AUTHORISATION true'])
  })

  it('that has failed refuses the payment', async () => {
    const { pay, post, happenings } = await startEmulator()
    const { pspReference } = (await pay(enrolled, { browserInfo: BROWSER })).body
    const url = new URL(happenings.shopperDecides(pspReference, 'refuse'))
    const details = { redirectResult: url.searchParams.get('redirectResult') }
    const { body } = await post('payments/details', { merchantAccount: undefined, details })
    expect(body).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '11' })
  })

  const proof = {
    directoryResponse: 'C',
    authenticationResponse: 'Y',
    cavv: 'AAABAWFlmQAAAABjRWWZEEFgFz8=',
    eci: '05',
    dsTransID: '9c7a1b4e-6f0d-4d5c-8a3b-2f1e0d9c8b7a',
    threeDSVersion: '2.2.0',
  }

  it('of the merchant is proof enough, and none is a soft decline', async () => {
    const { pay } = await startEmulator()
    const unproven = { authenticationData: { attemptAuthentication: 'never' } }
    expect((await pay(enrolled, unproven)).body.refusalReasonCode).toBe('38')
    expect((await pay(enrolled, { mpiData: proof })).body.resultCode).toBe('Authorised')
    const soft = card(undefined, { holderName: 'AUTHENTICATION_REQUIRED' })
    expect((await pay(soft, { mpiData: proof })).body.resultCode).toBe('Authorised')
  })

  it.each([
    ['an indicator of another scheme', { eci: '02' }],
    ['an answer that the directory does not allow', { directoryResponse: 'N' }],
    ['no directory', { directoryResponse: undefined }],
    ['a short cryptogram', { cavv: 'AAAA' }],
    ['no transaction', { dsTransID: undefined }],
  ])('with %s is refused', async (_, change) => {
    const { pay } = await startEmulator()
    const answer = await pay(enrolled, { mpiData: { ...proof, ...change } })
    expect([answer.status, answer.body.errorCode]).toEqual([422, '152'])
  })

  it('is replaced by the cryptogram of a network token, which nobody has without the shopper', async () => {
    const { pay } = await startEmulator()
    const token = { ...card('4111111111111111'), type: 'networkToken', cvc: undefined }
    const mpiData = {
      tokenAuthenticationVerificationValue: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
      eci: '05',
    }
    expect((await pay(token, { mpiData })).body.resultCode).toBe('Authorised')
    expect((await pay(token)).body.errorCode).toBe('152')
    const series = {
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'Subscription',
      shopperReference: 'shopper-1',
    }
    expect((await pay(token, { mpiData, ...series })).body.errorCode).toBe('152')
    expect((await pay(token, series)).body.resultCode).toBe('Authorised')
  })
})

describe('a stored method', () => {
  const shopper = { shopperReference: 'shopper-1', recurringProcessingModel: 'CardOnFile' }

  it('is kept, used by its shopper, listed and forgotten', async () => {
    const options = { account: { tellsStoredMethods: true } }
    const { pay, send, events, received, webhooks } = await startEmulator(options)
    const { body } = await pay(card(), { ...shopper, storePaymentMethod: true })
    const id = body.additionalData['tokenization.storedPaymentMethodId']
    expect(await events()).toEqual(['RECURRING_CONTRACT true', 'AUTHORISATION true'])
    expect(received[0]?.item.pspReference).toBe(id)
    expect(webhooks.bodyFaults).toEqual([])
    const again = { type: 'scheme', storedPaymentMethodId: id }
    expect((await pay(again, shopper)).body.resultCode).toBe('Authorised')
    const series = {
      ...shopper,
      recurringProcessingModel: 'Subscription',
      shopperInteraction: 'ContAuth',
    }
    expect((await pay(again, series)).body.resultCode).toBe('Authorised')
    const other = { ...shopper, shopperReference: 'shopper-2' }
    expect((await pay(again, other)).body.errorCode).toBe('800')
    const unscheduled = { ...shopper, recurringProcessingModel: 'UnscheduledCardOnFile' }
    expect((await pay(again, unscheduled)).status).toBe(422)
    const query = '?merchantAccount=EmulatedECOM&shopperReference=shopper-1'
    const list = await send('GET', `storedPaymentMethods${query}`, {})
    expect(list.body.storedPaymentMethods).toMatchObject([{ id, lastFour: '1111', brand: 'visa' }])
    expect((await send('DELETE', `storedPaymentMethods/${id}${query}`, {})).status).toBe(204)
    expect((await pay(again, series)).body.errorCode).toBe('800')
  })
})

describe('a bank', () => {
  it.each([
    ['authorise', 'Authorised', 'AUTHORISATION true', 1_000],
    ['refuse', 'Refused', 'AUTHORISATION false', undefined],
    ['cancel', 'Cancelled', 'AUTHORISATION false', undefined],
    ['pending', 'Pending', undefined, undefined],
  ] as const)('is told: %s', async (decision, resultCode, event, captured) => {
    const { pay, post, happenings, paymentsOf, ledger, events } = await startEmulator()
    const { body } = await pay({ type: 'ideal' })
    expect(Object.keys(body)).toEqual(['resultCode', 'action'])
    const pspReference = paymentsOf('p-1')[0]?.pspReference ?? ''
    const url = new URL(happenings.shopperDecides(pspReference, decision))
    expect(await events()).toEqual(event === undefined ? [] : [event])
    const details = { redirectResult: url.searchParams.get('redirectResult') }
    const done = await post('payments/details', { merchantAccount: undefined, details })
    expect(done.body).toMatchObject({ resultCode, pspReference })
    expect(ledger.of(pspReference)?.captured).toBe(captured)
  })

  it('may say later that it has paid, also when the offer was closed', async () => {
    const { pay, pass, happenings, paymentsOf, events, ledger } = await startEmulator()
    await pay({ type: 'eps', issuer: 'bank-1' }, { reference: 'late' })
    await pay({ type: 'ideal' }, { reference: 'never' })
    const late = paymentsOf('late')[0]?.pspReference ?? ''
    happenings.shopperDecides(late, 'pending')
    pass(3_600_000)
    happenings.bankDecides(late, true)
    expect(await events()).toEqual(['OFFER_CLOSED true', 'AUTHORISATION true'])
    const never = paymentsOf('never')[0]?.pspReference ?? ''
    expect(() => happenings.shopperDecides(never, 'authorise')).toThrow('nothing to decide')
    happenings.bankDecides(never, true)
    expect(ledger.of(never)?.captured).toBe(1_000)
  })

  it('debits an account: received, and authorised by an event', async () => {
    const { pay, events, ledger } = await startEmulator()
    const debit = { type: 'sepadirectdebit', iban: 'NL13TEST0123456789', ownerName: 'A. Klaassen' }
    const { body } = await pay(debit)
    expect(body.resultCode).toBe('Received')
    expect(await events()).toEqual(['AUTHORISATION true'])
    expect(ledger.of(body.pspReference)?.captured).toBe(1_000)
    expect((await pay({ ...debit, iban: 'NL14TEST0123456789' })).body.errorCode).toBe('161')
    expect((await pay(debit, { amount: { value: 1, currency: 'SEK' } })).body.errorCode).toBe(
      '905_1',
    )
  })
})

it('an amount may be zero for a card alone', async () => {
  const { pay } = await startEmulator()
  expect((await pay(card(), euros(0))).body.resultCode).toBe('Authorised')
  expect((await pay({ type: 'ideal' }, euros(0))).body.errorCode).toBe('137')
})
