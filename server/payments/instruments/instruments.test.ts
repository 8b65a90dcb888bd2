import { describe, expect, it } from 'vitest'
import { brandNames, paymentBrand } from '../../../common/payment-brands.ts'
import type { UsableEntity } from '../../entities/access.ts'
import { instrumentNames, instrumentTables } from '../../parameters/instrument-tables.ts'
import type { ParameterTable } from '../../parameters/table.ts'
import { refuse } from '../../results/refusal.ts'
import type { ReadInstrument } from './instrument.ts'
import type { GiftCardIssuer, Instrument } from './instrument-kinds.ts'
import { expiryOf } from './instrument-parts.ts'
import {
  EVERY_BRAND,
  NOW_MS,
  refusedFor,
  type Sent,
  sent,
  VISA_CARD,
} from './instruments.fixture.ts'
import { createInstrumentReader, instrumentModules, keptFault, waysToPay } from './instruments.ts'

const rows = instrumentTables.flatMap((table: ParameterTable) => Object.keys(table.rows))

describe('the modules of instruments', () => {
  it.each(instrumentNames)('read an instrument that only sends %s', (name) => {
    expect(
      waysToPay.filter(({ marks }) => (marks as readonly string[]).includes(name)),
    ).toHaveLength(1)
  })

  it('use only parameters of the tables of instruments', () => {
    const marks = waysToPay.flatMap((way) => [...way.marks, ...(way.weakMarks ?? [])])
    expect(marks.filter((name) => name !== 'registrationId' && !rows.includes(name))).toEqual([])
  })

  it('cover every prefix of the names in these tables', () => {
    const beginnings = new Set(waysToPay.flatMap(({ within }) => within))
    const unknown = rows.filter(
      (name) =>
        name !== 'transactionDueDate' && ![...beginnings].some((one) => name.startsWith(one)),
    )
    expect(unknown).toEqual([])
  })

  it('can be stored if their tables say so', () => {
    const kept = instrumentModules.flatMap(({ kept, within }) => (kept === undefined ? [] : within))
    const storable = instrumentTables.flatMap(({ paysWith, rows: own }) =>
      paysWith.isStorable ? Object.keys(own) : [],
    )
    const wallets = waysToPay.flatMap((way) => ('kind' in way ? [] : way.within))
    const unkept = storable.filter(
      (name) =>
        name !== 'transactionDueDate' && ![...kept, ...wallets].some((one) => name.startsWith(one)),
    )
    expect(unkept).toEqual([])
  })
})

const REGISTRATION = '8ac7a4c79394bdc801939736f17e063d'
const registered: ReadInstrument = {
  instrument: { kind: 'virtualAccount', accountId: 'jane@example.com' },
  brand: 'PAYPAL',
  registrationId: REGISTRATION,
}

/** A card of 50.00 EUR. */
const giftCards: GiftCardIssuer = {
  balanceFor: async ({ pin }, currency) => {
    if (pin !== '0014') return { faultCode: '100.350.400' }
    if (currency !== 'EUR') return { faultCode: '800.100.173' }
    return { giftCardId: 'hash', balanceMinor: 5000 }
  },
}

function readerIn(environment: 'test' | 'live') {
  return createInstrumentReader({
    wallets: { decrypt: async () => refuse('200.100.603') },
    stored: async (id) => (id === REGISTRATION ? registered : refuse('100.150.200')),
    giftCards,
    environment,
  })
}

const inTest = readerIn('test')

function channel(brands: readonly string[] = EVERY_BRAND): UsableEntity {
  return { settings: { profile: 'strict', brands } } as UsableEntity
}

function read(form: Sent, brands?: readonly string[]) {
  return inTest(sent(form), channel(brands), NOW_MS)
}

describe('the instrument of a request', () => {
  it.each<[string, string, Sent]>([
    ['card', 'VISA', VISA_CARD],
    [
      'bankAccount',
      'DIRECTDEBIT_SEPA',
      {
        paymentBrand: 'DIRECTDEBIT_SEPA',
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'DE89370400440532013000',
      },
    ],
    ['bankAccount', 'IDEAL', { paymentBrand: 'IDEAL', 'bankAccount.bankName': 'Test Bank' }],
    [
      'virtualAccount',
      'PAYPAL',
      { paymentBrand: 'PAYPAL', 'virtualAccount.accountId': 'jane@example.com' },
    ],
    [
      'tokenAccount',
      'VISA',
      {
        paymentBrand: 'VISA',
        'tokenAccount.number': '123456789012',
        'tokenAccount.type': 'EXTERNAL',
      },
    ],
    [
      'terminal',
      'VISA',
      {
        paymentBrand: 'VISA',
        'pos.terminalId': '1',
        'pos.entryMode': 'ICC',
        'pos.iccDataRequest': 'AB',
      },
    ],
    ['card', 'VISA', { ...VISA_CARD, 'pos.terminalId': '1', 'pos.entryMode': 'MANUAL' }],
    ['card', 'APPLEPAY', { ...VISA_CARD, 'applePay.source': 'app' }],
    ['brand', 'PAYPAL', { paymentBrand: 'PAYPAL' }],
    ['brand', 'UKASH', { paymentBrand: 'UKASH' }],
    ['brand', 'BRADESCO', { paymentBrand: 'BRADESCO' }],
    [
      'brand',
      'PAYTRAIL',
      {
        paymentBrand: 'PAYTRAIL',
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'FI2112345600000785',
        'bankAccount.country': 'FI',
      },
    ],
    ['brand', 'PAYTRAIL', { paymentBrand: 'PAYTRAIL', 'bankAccount.country': 'FI' }],
    ['brand', 'BCMC', { paymentBrand: 'BCMC' }],
    ['brand', 'SOFORTUEBERWEISUNG', { paymentBrand: 'SOFORTUEBERWEISUNG' }],
    ['brand', 'BOLETO', { paymentBrand: 'BOLETO' }],
    ['brand', 'KLARNA_INVOICE', { paymentBrand: 'KLARNA_INVOICE' }],
  ])('%s of brand %s is read at once', (kind, brand, form) => {
    expect(read(form)).toMatchObject({ instrument: { kind }, brand })
    expect(read(form)).not.toHaveProperty('faultCode')
    expect(read(form, ['NONE'])).toMatchObject({ faultCode: '600.200.500' })
  })

  it('is the only one: parameters of others are refused by name', () => {
    expect(
      read({ ...VISA_CARD, registrationId: REGISTRATION, 'bankAccount.iban': 'DE8937' }),
    ).toMatchObject({
      parameterErrors: [
        { name: 'registrationId', value: '***' },
        { name: 'bankAccount.iban', value: '***' },
      ],
    })
    const token = { 'applePay.paymentToken': 'T', ...VISA_CARD }
    expect(read(token)).toMatchObject(refusedFor('applePay.paymentToken', /card\.number/))
    const magstripe = { ...VISA_CARD, 'pos.terminalId': '1', 'pos.entryMode': 'MAGSTRIPE' }
    expect(read(magstripe)).toMatchObject(refusedFor('pos.terminalId'))
  })

  it('is a card also when the goods are a gift card with a message', () => {
    expect(read({ ...VISA_CARD, 'giftCard.message': 'Happy birthday' })).toMatchObject({
      brand: 'VISA',
    })
  })
})

describe('a request without an instrument', () => {
  it('needs a card when it names no brand', () => {
    expect(read({})).toMatchObject({
      parameterErrors: [
        { name: 'card.number' },
        { name: 'card.expiryMonth' },
        { name: 'card.expiryYear' },
      ],
    })
  })

  it.each([
    ['VISA', 'card.number'],
    ['DIRECTDEBIT_SEPA', 'bankAccount.iban'],
    ['CLIQ', 'virtualAccount.accountId'],
    ['GOOGLEPAY', 'googlePay.paymentToken'],
    ['GIFTCARD', 'giftCard.number'],
    ['PAYPALL', 'paymentBrand'],
  ])('of brand %s says that %s is missing or wrong', (named, name) => {
    const refused = read({ paymentBrand: named })
    expect(refused).toHaveProperty('parameterErrors.0.name', name)
    expect(refused).toHaveProperty('parameterErrors.0.message', expect.stringMatching(/PAY|is req/))
  })

  it('is answered for every brand', () => {
    for (const name of brandNames) {
      const found = read({ paymentBrand: name })
      const goesOn = paymentBrand(name)?.flow !== 'synchronous'
      if (goesOn) expect(found).toMatchObject({ instrument: { kind: 'brand' }, brand: name })
      else expect(found).not.toBeInstanceOf(Promise)
    }
  })
})

describe('stored payment details', () => {
  it('have their instrument and brand', async () => {
    expect(await read({ registrationId: REGISTRATION })).toEqual(registered)
    expect(await read({ registrationId: REGISTRATION, 'card.cvv': '123' })).toEqual(registered)
    expect(await read({ registrationId: REGISTRATION, paymentBrand: 'PAYPAL' })).toEqual(registered)
  })

  it('keep their brand', async () => {
    expect(await read({ registrationId: REGISTRATION, paymentBrand: 'VISA' })).toMatchObject(
      refusedFor('paymentBrand', /send PAYPAL/),
    )
    expect(await read({ registrationId: REGISTRATION }, ['VISA'])).toMatchObject({
      faultCode: '600.200.500',
    })
  })

  it('are refused if they do not exist', async () => {
    expect(await read({ registrationId: 'x' })).toMatchObject({ code: '100.150.200' })
  })
})

describe('a gift card', () => {
  const CARD: Sent = {
    'giftCard.number': '6006000500000014',
    'giftCard.pin': '0014',
    amount: '50.00',
    currency: 'EUR',
  }

  it('pays up to its balance', async () => {
    expect(await read(CARD)).toEqual({
      instrument: { kind: 'giftCard', number: '6006000500000014', pin: '0014' },
      brand: 'GIFTCARD',
      giftCardId: 'hash',
    })
    expect(await read({ ...CARD, amount: '50.01' })).toMatchObject({ faultCode: '100.550.311' })
  })

  it.each<[Sent, string]>([
    [{ 'giftCard.pin': '1111' }, '100.350.400'],
    [{ currency: 'USD' }, '800.100.173'],
    [{ paymentBrand: 'ACME_GIFT_CARD' }, '600.200.500'],
  ])('with %o cannot pay: %s', async (more, code) => {
    expect(await read({ ...CARD, ...more })).toMatchObject({ faultCode: code })
  })

  it('is checked by its real issuer outside the simulator', () => {
    expect(read({ ...CARD, testMode: 'EXTERNAL' })).not.toHaveProperty('giftCardId')
    const live = readerIn('live')(sent(CARD), channel(), NOW_MS)
    expect(live).toMatchObject({ brand: 'GIFTCARD' })
    expect(live).not.toHaveProperty('giftCardId')
  })

  it('refuses credits and brands of another kind', () => {
    expect(read({ ...CARD, paymentType: 'CD' })).toMatchObject({ code: '600.200.310' })
    expect(read({ ...CARD, 'overridePaymentType[GIFTCARD]': 'CD' })).toMatchObject({
      code: '600.200.310',
    })
    expect(read({ ...CARD, paymentBrand: 'VISA' })).toMatchObject(
      refusedFor('paymentBrand', /GIFTCARD/),
    )
  })
})

const card: Instrument = {
  kind: 'card',
  number: '4200000000000000',
  expiryMonth: '05',
  expiryYear: '2026',
}
const token: Instrument = { kind: 'tokenAccount', number: '4200000000000000', type: 'NETWORK' }
const may = { expiryMonth: '05', expiryYear: '2026' }

const instruments: readonly [string, Instrument, boolean][] = [
  ['a card', card, true],
  ['a token with an expiry', { ...token, ...may }, true],
  ['a token without one', token, false],
  ['a token of which only the month is known', { ...token, expiryMonth: '05' }, false],
  ['a token of which only the year is known', { ...token, expiryYear: '2026' }, false],
  ['a brand alone', { kind: 'brand' }, false],
]

describe('the expiry of a stored instrument', () => {
  it.each(instruments)('of %s', (_what, instrument, expires) => {
    expect(expiryOf(instrument)).toEqual(expires ? may : undefined)
  })

  it.each(instruments)('decides whether %s can be charged again', (_what, instrument, expires) => {
    const charged = (nowMs: number) =>
      keptFault({ instrument, brand: 'VISA', channelBrands: ['VISA'], nowMs })
    expect(charged(Date.UTC(2026, 4, 31))).toBeUndefined()
    expect(charged(Date.UTC(2026, 6, 1))).toBe(expires ? '100.100.303' : undefined)
  })
})
