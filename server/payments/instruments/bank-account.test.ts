import { describe, expect, it } from 'vitest'
import { bankAccount } from './bank-account.ts'
import { EVERY_BRAND, NOW_MS, refusedFor, type Sent, sent } from './instruments.fixture.ts'

const IBAN = 'DE89370400440532013000'
const SEPA: Sent = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': IBAN,
  'bankAccount.bic': 'COBADEFFXXX',
}
const { 'bankAccount.iban': _iban, ...withoutIban } = SEPA

function read(form: Sent, brands: readonly string[] = EVERY_BRAND) {
  return bankAccount.judge({ values: sent(form), channelBrands: brands, nowMs: NOW_MS })
}

describe('a bank account', () => {
  it('is read for a direct debit, with the country of its IBAN', () => {
    expect(read({ ...SEPA, 'bankAccount.mandate.id': 'MANDATE-A' })).toEqual({
      instrument: {
        kind: 'bankAccount',
        holder: 'Jane Jones',
        iban: IBAN,
        bic: 'COBADEFFXXX',
        country: 'DE',
        mandateId: 'MANDATE-A',
      },
      brand: 'DIRECTDEBIT_SEPA',
      numberToSeal: IBAN,
      shown: { 'bankAccount.iban': 'DE***3000', 'bankAccount.country': 'DE' },
    })
  })

  it('has one fingerprint, however its IBAN is written', () => {
    expect(read({ ...SEPA, 'bankAccount.iban': IBAN.toLowerCase() })).toMatchObject({
      numberToSeal: IBAN,
    })
  })

  it.each([
    ['0532013000', '***3000'],
    ['4711', '***'],
  ])('with the number %s shows %s', (number, shown) => {
    const form = {
      ...withoutIban,
      'bankAccount.number': number,
      'bankAccount.bankCode': '37040044',
    }
    expect(read(form)).toMatchObject({
      numberToSeal: number,
      shown: { 'bankAccount.number': shown },
    })
  })

  it.each([
    [{ 'bankAccount.iban': 'DE8937040044053201300' }, '100.200.104'],
    [{ 'bankAccount.iban': 'DE88370400440532013000' }, '100.100.101'],
    [{ 'bankAccount.country': 'FR' }, '100.200.100'],
  ])('%o cannot be debited: %s', (more, code) => {
    expect(read({ ...SEPA, ...more })).toMatchObject({ faultCode: code })
  })

  it('needs a holder for a debit', () => {
    const { 'bankAccount.holder': _holder, ...nobody } = SEPA
    expect(read(nobody)).toMatchObject({ faultCode: '100.100.400' })
  })

  it('cannot be debited on a channel without its brand', () => {
    expect(read(SEPA, ['VISA'])).toMatchObject({ faultCode: '600.200.500' })
  })

  it('needs a number for a debit, and none for a transfer on the page of the bank', () => {
    expect(read(withoutIban)).toMatchObject(refusedFor('bankAccount.iban', /DIRECTDEBIT_SEPA/))
    expect(read({ ...withoutIban, paymentBrand: 'IDEAL' })).toMatchObject({ brand: 'IDEAL' })
  })

  it('refuses a brand that is not paid by bank account', () => {
    const { paymentBrand: _brand, ...unnamed } = SEPA
    expect(read(unnamed)).toMatchObject(
      refusedFor('paymentBrand', /is required with bankAccount\.\*: send DIRECTDEBIT_SEPA/),
    )
    expect(read({ ...SEPA, paymentBrand: 'VISA' })).toMatchObject(
      refusedFor('paymentBrand', /paid with card\.\*/),
    )
    expect(read({ ...SEPA, paymentBrand: 'SEPA' })).toMatchObject(
      refusedFor('paymentBrand', /did you mean DIRECTDEBIT_SEPA\?/),
    )
  })

  it('refuses a card number as its holder', () => {
    expect(read({ ...SEPA, 'bankAccount.holder': '4200000000000000' })).toMatchObject(
      refusedFor('bankAccount.holder'),
    )
  })
})

describe('days of a direct debit', () => {
  it('are refused if they are not possible', () => {
    expect(
      read({
        ...SEPA,
        transactionDueDate: '2026-11-18',
        'bankAccount.mandate.dateOfSignature': '2026-11-22',
      }),
    ).toMatchObject({
      parameterErrors: [
        { name: 'transactionDueDate', value: '2026-11-18' },
        { name: 'bankAccount.mandate.dateOfSignature', value: '2026-11-22' },
      ],
    })
  })

  it('may be today', () => {
    const today = '2026-11-20'
    expect(
      read({ ...SEPA, transactionDueDate: today, 'bankAccount.mandate.dateOfSignature': today }),
    ).not.toHaveProperty('refused')
  })
})
