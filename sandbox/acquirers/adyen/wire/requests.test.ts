import { describe, expect, it } from 'vitest'
import { card, DAY_MS, euros, startEmulator } from '../emulator.fixture.ts'

describe('a request', () => {
  it.each([
    ['an unknown member', { foo: 1 }, '702', 'unknown fields: [foo]'],
    ['an unknown member inside', { mpiData: { ECI: '05' } }, '702', 'unknown fields: [ECI]'],
    ['a wrong type', { captureDelayHours: '1' }, '702', 'captureDelayHours'],
    ['a fraction', euros(1.5), '702', 'amount.value'],
    ['a negative amount', euros(-1), '702', 'amount.value'],
    ['an unknown choice', { shopperInteraction: 'MOTO' }, '702', 'shopperInteraction'],
    [
      'unknown additional data',
      { additionalData: { manualcapture: 'true' } },
      '702',
      'manualcapture',
    ],
    ['additional data that is no text', { additionalData: { manualCapture: true } }, '702', ''],
    ['no amount', { amount: undefined }, '100', "'amount'"],
    ['no reference', { reference: undefined }, '130', "'reference'"],
    ['no returnUrl', { returnUrl: undefined }, '14_030', 'Return URL is missing.'],
    ['a returnUrl that is none', { returnUrl: 'shop.example' }, '702', 'returnUrl'],
    ['an unknown currency', { amount: { value: 1, currency: 'BIF' } }, '138', 'currency'],
    [
      'a series without its model',
      { shopperInteraction: 'ContAuth' },
      '000',
      'recurringProcessingModel',
    ],
    [
      'a model without a shopper',
      { recurringProcessingModel: 'CardOnFile' },
      '000',
      'shopperReference',
    ],
  ])('with %s is refused', async (_, change, errorCode, said) => {
    const { pay, requests } = await startEmulator()
    const { status, body } = await pay(card(), change)
    expect([status, body.status, body.errorCode]).toEqual([422, 422, errorCode])
    expect(body.errorType).toBe('validation')
    expect(body.message).toContain(said)
    expect(body.pspReference).toMatch(/^[A-Z0-9]{16}$/)
    expect(requests.counts.invalid + requests.counts.refused).toBe(1)
    expect(requests.counts.wrongAnswers).toBe(0)
  })

  it.each([
    ['a wrong check digit', { number: '4111111111111112' }, '101'],
    ['no brand', { number: '9111111111111111' }, '101'],
    ['a short security code', { cvc: '7373' }, '103'],
    ['a thirteenth month', { expiryMonth: '13' }, '129'],
    ['no year', { expiryYear: undefined }, '129'],
    ['a number as a number', { number: 4111111111111111 }, '702'],
  ])('with a card that has %s is refused', async (_, change, errorCode) => {
    const { pay, requests } = await startEmulator()
    const { status, body } = await pay(card(undefined, change))
    expect([status, body.errorCode]).toEqual([422, errorCode])
    expect(JSON.stringify([body, requests.all])).not.toMatch(/411111111111111[12]|4111111111111111/)
  })

  it.each([
    ['no key', { 'x-api-key': '' }, 401, '000'],
    ['a wrong key', { 'x-api-key': 'AQEother' }, 401, '000'],
    ['another type', { 'content-type': 'text/plain' }, 415, '702'],
  ])('with %s is refused', async (_, headers, status, errorCode) => {
    const { send } = await startEmulator()
    const answer = await send('POST', 'payments', { body: '{}', headers })
    expect([answer.status, answer.body.errorCode]).toEqual([status, errorCode])
  })

  it('names account, version and a method that is played', async () => {
    const { pay, send, url } = await startEmulator({ account: { methods: ['scheme'] } })
    const other = await pay(card(), { merchantAccount: 'Other' })
    expect([other.status, other.body.errorCode, other.body.errorType]).toEqual([
      403,
      '901',
      'security',
    ])
    expect((await pay({ type: 'klarna' })).body).toMatchObject({ status: 500, errorCode: '905' })
    expect((await pay({ type: 'ideal' })).body).toMatchObject({ status: 422, errorCode: '905_1' })
    expect((await send('POST', 'payments', { body: '{' })).status).toBe(400)
    expect((await fetch(`${url}/v70/payments`, { method: 'POST', headers: KEY })).status).toBe(404)
  })

  it('brings no number of a card where the account takes none', async () => {
    const { pay } = await startEmulator({ account: { rawCards: false } })
    expect((await pay()).body).toMatchObject({ status: 403, errorCode: '010' })
  })

  it('is taken with either of two keys while one replaces the other', async () => {
    const { keys, pay, send } = await startEmulator()
    keys.add('AQEsecond')
    const methods = (key: string) =>
      send('POST', 'paymentMethods', {
        body: JSON.stringify({ merchantAccount: 'EmulatedECOM' }),
        headers: { 'x-api-key': key },
      })
    expect((await pay()).status).toBe(200)
    expect((await methods('AQEsecond')).body.paymentMethods).toHaveLength(4)
    keys.revoke('AQEemulated')
    expect((await pay()).status).toBe(401)
  })

  it('is logged without secrets', async () => {
    const { pay, requests } = await startEmulator()
    await pay(card(), { metadata: { note: 'card 4111 1111 1111 1111' } })
    await pay({ type: 'sepadirectdebit', iban: 'NL13TEST0123456789', ownerName: 'A. Klaassen' })
    const text = JSON.stringify(requests.all)
    expect(text).toContain('411111…1111')
    expect(text).not.toMatch(/4111111111111111|4111 1111 1111 1111|"737"|NL13TEST0123456789/)
  })
})

const KEY = { 'x-api-key': 'AQEemulated' }

describe('an idempotency key', () => {
  it('repeats the first answer for seven days, also of a refused payment', async () => {
    const { pay, pass, paymentsOf } = await startEmulator()
    const declined = card(undefined, { holderName: 'DECLINED' })
    const first = await pay(declined, {}, 'key-1')
    pass(7 * DAY_MS - 1)
    const second = await pay(declined, {}, 'key-1')
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-key')).toBe('key-1')
    expect(paymentsOf('p-1')).toHaveLength(1)
    pass(1)
    expect((await pay(declined, {}, 'key-1')).body.pspReference).not.toBe(first.body.pspReference)
  })

  it('belongs to one body and one address', async () => {
    const { pay, post } = await startEmulator()
    await pay(card(), {}, 'key-1')
    const other = await pay(card(), { reference: 'p-2' }, 'key-1')
    expect([other.status, other.body.errorCode]).toEqual([422, '704'])
    expect(other.headers.get('transient-error')).toBeNull()
    expect((await post('cancels', { paymentReference: 'p-1' }, 'key-1')).body.errorCode).toBe('704')
  })

  it('has 64 characters at most', async () => {
    const { pay } = await startEmulator()
    expect((await pay(card(), {}, 'k'.repeat(64))).status).toBe(200)
    expect((await pay(card(), {}, 'k'.repeat(65))).body.errorCode).toBe('702')
  })

  it('keeps a refused request, and no missing right', async () => {
    const { pay, faults } = await startEmulator()
    faults.add({ kind: 'permissionMissing' })
    expect((await pay(card(), {}, 'key-1')).status).toBe(403)
    const first = await pay(card(undefined, { cvc: '7373' }), {}, 'key-1')
    expect((await pay(card(undefined, { cvc: '7373' }), {}, 'key-1')).body).toEqual(first.body)
  })
})
