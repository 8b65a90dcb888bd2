import { describe, expect, it } from 'vitest'
import { ibanFault } from '../../../../common/iban.ts'
import type { Field } from '../../fields/field.ts'
import type { FieldSet } from '../../fields/field-set.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { accountNumber, groupedIban, ibanExample } from '../bank-fields.ts'
import { debitFields, sepaFields } from './debit-fields.ts'

const shell = (given: Record<string, unknown> = {}) =>
  ({ given: () => given, language: { value: { tag: 'en' } } }) as unknown as FormShell

/** Fields whose values were typed. */
function typed(values: Readonly<Record<string, string>>) {
  const typedValue = ({ wireName, first = '' }: Field) => values[wireName] ?? first
  return () => ({ typedValue }) as unknown as FieldSet
}

const groups = (fields: readonly Field[]) =>
  fields.map(({ group, isRequired }) => (isRequired ? group : `${group}?`))

const sepa = (iban: string, given?: Record<string, unknown>) =>
  groups(sepaFields(shell(given), typed({ 'bankAccount.iban': iban }), []))

describe('a SEPA direct debit', () => {
  it('asks for the BIC only where the bank is outside the European Economic Area', () => {
    expect(sepa('')).toEqual(['accountHolder', 'accountIban'])
    expect(sepa('de89 3704')).toEqual(['accountHolder', 'accountIban'])
    expect(sepa('ch93')).toEqual(['accountHolder', 'accountIban', 'accountBankBic'])
  })

  it.each([true, 'true'])('asks for the BIC where the page wants it: %j', (displayBic) => {
    expect(sepa('DE', { displayBic })).toEqual(['accountHolder', 'accountIban', 'accountBankBic?'])
  })

  it.each([
    ['DE89370400440532013000', false],
    ['DE8937040044053201300', true],
    ['DE89370400440532013001', true],
    ['GB29NWBK60161331926819', false],
    ['BR1800360305000010009795493C1', { text: 'debitOutsideError', own: 'accountNumberError' }],
  ])('finds in the IBAN %s the fault %j', (iban, fault) => {
    const field = sepaFields(shell(), typed({}), [])[1]
    expect(field?.isFaulty?.(iban)).toEqual(fault)
  })

  it('has a sentence for an IBAN that is missing, and another for a wrong one', () => {
    const { error, emptyError } = sepaFields(shell(), typed({}), [])[1] ?? {}
    expect([error?.text, emptyError?.text]).toEqual(['debitIbanError', 'debitIbanEmpty'])
  })

  it.each([
    ['Jo', true],
    ['Jane Jones', false],
  ])('refuses a holder that the gateway would refuse: %s', (holder, isFaulty) => {
    expect(sepaFields(shell(), typed({}), [])[0]?.isFaulty?.(holder)).toBe(isFaulty)
  })
})

describe('an IBAN', () => {
  const exampleOf = (fields: readonly Field[]) =>
    fields.find(({ group }) => group === 'accountIban')?.example

  it('has the example of the shopper’s country, or of the country that he has chosen', () => {
    expect(exampleOf(sepaFields(shell(), typed({}), ['en', 'nl-NL']))).toMatch(
      /^NL\d\d BANK 0000 0000 00$/,
    )
    expect(exampleOf(sepaFields(shell(), typed({}), ['en-US']))).toBeUndefined()
    const french = debitFields(shell(), typed({ 'bankAccount.country': 'FR' }), [])
    expect(exampleOf(french)).toMatch(/^FR\d\d( 0000){5} 000$/)
  })

  it.each('AT BE DE ES FR GB IE IT LV MT NL RO CH'.split(' '))(
    'has in %s an example that the field itself takes',
    (country) => {
      expect(ibanFault(accountNumber(ibanExample(country) ?? ''))).toBeUndefined()
    },
  )

  it('is shown in groups of four, however it was typed', () => {
    expect(groupedIban('de8937040044 0532013000')).toBe('DE89 3704 0044 0532 0130 00')
    expect(groupedIban('DE89 ')).toBe('DE89')
  })
})

describe('another direct debit', () => {
  const debit = (country: string, languages: readonly string[] = []) =>
    debitFields(shell(), typed(country ? { 'bankAccount.country': country } : {}), languages)

  it('asks for the country first, and then for what names an account there', () => {
    expect(groups(debit(''))).toEqual(['country', 'accountHolder'])
    expect(groups(debit('FR'))).toEqual(['country', 'accountHolder', 'accountIban'])
    expect(groups(debit('US'))).toEqual([
      'country',
      'accountHolder',
      'accountNumber',
      'accountBank',
    ])
    expect(groups(debit('', ['en-GB']))).toContain('accountBank')
  })

  it('refuses an IBAN of another country', () => {
    const iban = debit('FR')[2]
    expect(iban?.isFaulty?.('DE89370400440532013000')).toBe(true)
    expect(iban?.isFaulty?.('FR1420041010050500013M02606')).toBe(false)
  })

  it('sends a sort code without its hyphens', () => {
    expect(debit('GB')[3]?.toWire?.('60-16-13')).toBe('601613')
  })
})
