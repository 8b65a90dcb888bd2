import { describe, expect, it } from 'vitest'
import type { ConnectorOperation } from '../../server/payments/connectors/connector.ts'
import type { Instrument } from '../../server/payments/instruments/instrument-kinds.ts'
import { outgoing } from './outgoing.ts'
import { operation, PAYMENT_ID, RECEIVER_ENTITY, RECEIVER_ID } from './receiver.fixture.ts'

const parts = { entityId: RECEIVER_ENTITY, returnUrl: 'https://pay.example.com/return' }

/** The form of a first payment, without what is `undefined`. */
function first(more: Partial<ConnectorOperation> = {}) {
  return JSON.parse(JSON.stringify(outgoing(operation(more), parts).form))
}

const paidWith = (instrument: Instrument, more: Partial<ConnectorOperation> = {}) =>
  first({ instrument, request: {}, ...more })

const referring = (more: Partial<ConnectorOperation>) => {
  const { instrument: _none, ...rest } = operation(more)
  return outgoing(rest, { ...parts, referencedReceiverId: RECEIVER_ID })
}

describe('a first payment', () => {
  it('is sent as the interface has it, marked with its id', () => {
    expect(outgoing(operation(), parts).path).toBe('/v1/payments')
    expect(first()).toEqual({
      entityId: RECEIVER_ENTITY,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'VISA',
      merchantTransactionId: 'an-order-of-mine',
      'card.number': '4200000000000000',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.holder': 'Jane Jones',
      'card.cvv': '123',
      shopperResultUrl: 'https://pay.example.com/return',
      'customParameters[TILLGATE_paymentId]': PAYMENT_ID,
    })
  })

  it('carries what the merchant sent about it', () => {
    const request = {
      merchantTransactionId: 'an-order-of-mine',
      descriptor: 'Kites of Whitby',
      'customer.email': 'jane@example.com',
      'cart.items[0].name': 'A kite',
      'customParameters[SHOPPER_note]': 'hello',
      'threeDSecure.eci': '05',
      'standingInstruction.mode': 'INITIAL',
    }
    expect(first({ request })).toMatchObject(request)
  })

  it('leaves out what only the profile legacy takes, but for amounts with one decimal', () => {
    const request = {
      'billing.state': 'New South Wales',
      'billing.city': 'Sydney',
      'cart.items[0].price': '-5.00',
      taxAmount: '10.5',
    }
    const { 'billing.state': _state, 'cart.items[0].price': _price, ...taken } = request
    const form = first({ request })
    expect(form).toMatchObject(taken)
    expect(Object.keys(form)).not.toContain('billing.state')
    expect(Object.keys(form)).not.toContain('cart.items[0].price')
  })

  it('carries the proof of an external 3-D Secure server unchanged', () => {
    const request = {
      'threeDSecure.eci': '05',
      'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      'threeDSecure.authenticationStatus': 'Y',
      'threeDSecure.dsTransactionId': 'c75f23af-9454-43f6-ba17-130ed529507e',
      'threeDSecure.acsTransactionId': '2c42c553-176f-4f08-af6c-f9364ecbd0e8',
      'threeDSecure.challengeMandatedIndicator': 'Y',
      'threeDSecure.version': '2.2.0',
      'threeDSecure.authType': '02',
      'threeDSecure.transactionStatusReason': '01',
    }
    expect(first({ request })).toMatchObject(request)
  })

  it('carries the proof of its own authentication as that of an external server', () => {
    const authentication = {
      status: 'Y',
      eci: '05',
      verificationId: 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      dsTransactionId: 'c75f23af-9454-43f6-ba17-130ed529507e',
      acsTransactionId: '2c42c553-176f-4f08-af6c-f9364ecbd0e8',
      version: '2.2.0',
      authenticationType: '02',
      transactionStatusReason: '01',
      challengeMandated: 'Y',
    }
    const request = { 'threeDSecure.exemptionFlag': '01' }
    const proof = Object.entries(first({ authentication, request })).filter(([name]) =>
      name.startsWith('threeDSecure.'),
    )
    expect(Object.fromEntries(proof)).toEqual({
      'threeDSecure.exemptionFlag': '01',
      'threeDSecure.authenticationStatus': 'Y',
      'threeDSecure.eci': '05',
      'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      'threeDSecure.dsTransactionId': 'c75f23af-9454-43f6-ba17-130ed529507e',
      'threeDSecure.acsTransactionId': '2c42c553-176f-4f08-af6c-f9364ecbd0e8',
      'threeDSecure.version': '2.2.0',
      'threeDSecure.authType': '02',
      'threeDSecure.transactionStatusReason': '01',
      'threeDSecure.challengeMandatedIndicator': 'Y',
    })
    expect(first({ authentication: { status: 'U' } })).not.toHaveProperty(['threeDSecure.eci'])
  })

  it('flags what the merchant asked of the authentication, and its exemptions', () => {
    const request = {
      'threeDSecure.challengeIndicator': '04',
      'threeDSecure.exemptionFlag': '01',
      'threeDSecure.disable': 'true',
      'threeDSecure.schemeData[CB-USECASE]': '01',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.browser.userAgent': 'Mozilla/5.0',
      'customer.browser.challengeWindow': '2',
      'risk.amount': '12.00',
    }
    expect(first({ request })).toMatchObject(request)
  })

  it('leaves out browser data without a name, which the widget sends and a receiver refuses', () => {
    const request = { 'customer.browser.language': 'en', descriptor: 'Kites of Whitby' }
    expect(first({ request })).not.toHaveProperty(['customer.browser.language'])
    expect(first({ request })).toMatchObject({ descriptor: 'Kites of Whitby' })
  })

  it('keeps merchantInvoiceId and merchantMemo here, and what speaks to this gateway alone', () => {
    const request = {
      merchantInvoiceId: 'an-invoice-of-mine',
      merchantMemo: 'a memo of mine',
      testMode: 'EXTERNAL',
      createRegistration: 'true',
      registrationId: 'a'.repeat(32),
      notificationUrl: 'https://shop.example/told',
      'applePay.cardNetwork': 'Visa',
      unheardOf: 'x',
    }
    const form = first({ request })
    for (const name of Object.keys(request)) expect(form).not.toHaveProperty([name])
    expect(form.shopperResultUrl).toBe(parts.returnUrl)
  })

  it('has its id here as reference where the merchant gave none, or one that is too short', () => {
    expect(first({ request: {} }).merchantTransactionId).toBe(PAYMENT_ID)
    const request = { merchantTransactionId: '1' }
    expect(first({ request }).merchantTransactionId).toBe(PAYMENT_ID)
  })
})

describe('what it is paid with', () => {
  it('is a bank account', () => {
    const account = { kind: 'bankAccount', holder: 'Jane Jones', iban: 'DE23100000001234567890' }
    expect(paidWith({ ...account, mandateId: 'M-A' } as Instrument)).toMatchObject({
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE23100000001234567890',
      'bankAccount.mandate.id': 'M-A',
    })
  })

  it('is a virtual account, a token account, a gift card, or a brand alone', () => {
    expect(paidWith({ kind: 'virtualAccount', accountId: 'jane' })).toMatchObject({
      'virtualAccount.accountId': 'jane',
    })
    const token = { kind: 'tokenAccount', number: '4200000000000000', type: 'NETWORK' } as const
    expect(paidWith({ ...token, dtvc: '123' })).toMatchObject({
      'tokenAccount.number': '4200000000000000',
      'tokenAccount.type': 'NETWORK',
      'tokenAccount.dtvc': '123',
    })
    expect(paidWith({ kind: 'giftCard', number: '6006', pin: '14' })).toMatchObject({
      'giftCard.number': '6006',
      'giftCard.pin': '14',
    })
    expect(paidWith({ kind: 'brand' }, { paymentBrand: 'PAYPAL' }).paymentBrand).toBe('PAYPAL')
  })

  it('is a terminal, with what it encrypted under the names that it came with', () => {
    const terminal = { kind: 'terminal', terminalId: '12345678', entryMode: 'MAGSTRIPE' } as const
    const confidential = { 'pos.encryptedSred.data': 'C0FFEE', 'pos.encryptedSred.ksn': '01' }
    expect(first({ instrument: { ...terminal, cardData: 'C0FFEE' }, confidential })).toMatchObject({
      'pos.terminalId': '12345678',
      'pos.entryMode': 'MAGSTRIPE',
      ...confidential,
    })
  })

  it('has the account numbers of sender and recipient, which are not stored', () => {
    const confidential = { 'sender.accountNumber': '123', 'recipient.accountNumber': '456' }
    expect(first({ confidential })).toMatchObject(confidential)
  })

  const wallet = {
    kind: 'card',
    number: '4200000000000000',
    expiryMonth: '05',
    expiryYear: '2034',
    numberType: 'DPAN',
    wallet: 'APPLEPAY',
    cryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    eci: '05',
  } as const

  it('is a wallet, decrypted', () => {
    const request = { 'walletA.source': 'app' }
    expect(paidWith(wallet, { paymentBrand: 'APPLEPAY', request })).toMatchObject({
      paymentBrand: 'APPLEPAY',
      'applePay.source': 'app',
      'card.number': '4200000000000000',
      'card.numberType': 'DPAN',
      'threeDSecure.verificationId': wallet.cryptogram,
      'threeDSecure.eci': '05',
    })
  })

  it('is a wallet without an indicator, where the network gives none', () => {
    const { eci: _none, ...amex } = wallet
    const form = paidWith(amex, { paymentBrand: 'APPLEPAY' })
    expect(form).toMatchObject({
      paymentBrand: 'APPLEPAY',
      'applePay.source': 'web',
      'threeDSecure.verificationId': wallet.cryptogram,
    })
    expect(form).not.toHaveProperty(['threeDSecure.eci'])
  })

  it('is the stored number of a device, which keeps its wallet', () => {
    const { cryptogram: _used, eci: _gone, ...stored } = wallet
    expect(paidWith(stored, { paymentBrand: 'APPLEPAY' })).toMatchObject({
      paymentBrand: 'APPLEPAY',
      'applePay.source': 'web',
      'card.numberType': 'DPAN',
    })
  })

  it('is the card of a wallet that proves nothing', () => {
    const { cryptogram: _none, eci: _no, ...plain } = wallet
    const card = { ...plain, numberType: 'PAN', wallet: 'GOOGLEPAY' } as const
    const form = paidWith(card, { paymentBrand: 'GOOGLEPAYTKN' })
    expect(form).toMatchObject({ 'card.number': '4200000000000000' })
    expect(form).not.toHaveProperty('paymentBrand')
    expect(form).not.toHaveProperty(['googlePay.source'])
    expect(paidWith(card, { paymentBrand: 'VISA' }).paymentBrand).toBe('VISA')
    // As it is read from the vault, after a wait for its authentication.
    const { wallet: _brandOnly, ...kept } = card
    expect(paidWith(kept, { paymentBrand: 'GOOGLEPAY' })).not.toHaveProperty('paymentBrand')
  })
})

describe('a reference', () => {
  it.each(['CP', 'RV', 'RF', 'RB'] as const)('%s names the payment of the receiver', (type) => {
    const { path, form } = referring({ paymentType: type, request: { sequence: 'FINAL' } })
    expect(path).toBe(`/v1/payments/${RECEIVER_ID}`)
    expect(form).toEqual({
      entityId: RECEIVER_ENTITY,
      paymentType: type,
      amount: '92.00',
      currency: 'EUR',
      sequence: 'FINAL',
      merchantTransactionId: PAYMENT_ID,
      'customParameters[TILLGATE_paymentId]': PAYMENT_ID,
    })
  })

  it('that raises a hold names it by referenceUuid', () => {
    const practice = { 'standingInstruction.industryPractice': 'INCREMENTAL_AUTH' }
    const request = { ...practice, referenceUuid: 'an id of ours' }
    const { path, form } = referring({ paymentType: 'PA', request })
    expect(path).toBe('/v1/payments')
    expect(form).toMatchObject({ ...practice, referenceUuid: RECEIVER_ID })
    expect(form.paymentBrand).toBeUndefined()
  })
})
