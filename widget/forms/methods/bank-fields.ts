import { asciiDigits } from '../../../common/ascii-digits.ts'
import { likelyCountry, namedCountries } from '../../../common/country-names.ts'
import { ibanFault, ibanLengths, ibanOf } from '../../../common/iban.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import type { Field } from '../fields/field.ts'

/** In capitals and ASCII digits, without the blanks that people group account numbers by. */
export function accountNumber(typed: string): string {
  return asciiDigits(typed).replace(/\s/g, '').toUpperCase()
}

/** What fields with the number of an account or a bank have in common. */
export const numberField = {
  toWire: accountNumber,
  attributes: { autocapitalize: 'characters', dir: 'ltr' },
} as const satisfies Partial<Field>

/** BIC (ISO 9362). */
export const bicField: Field = {
  ...numberField,
  wireName: 'bankAccount.bic',
  group: 'accountBankBic',
  label: { text: 'BIC' },
  ownLabel: 'accountBank',
  error: { text: 'transferBicError', own: 'accountBankError' },
  isRequired: true,
  isFaulty: (bic) => !/^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(bic),
}

/** Countries of direct debits and transfers whose account numbers begin with four letters of the bank (SWIFT's IBAN registry). */
const WITH_LETTERS = 'BG GB GI IE LV MT NL RO'

/** In groups of four, as it is printed (ISO 13616-1). */
export function groupedIban(typed: string): string {
  return accountNumber(typed).replace(/.{4}(?=.)/g, '$& ')
}

/** What an IBAN of a country looks like, with right length and check digits; none where accounts have no IBAN. */
export function ibanExample(country: string): string | undefined {
  const length = ibanLengths.get(country)
  if (length === undefined) return undefined
  const bank = WITH_LETTERS.includes(country) ? 'BANK' : ''
  return groupedIban(ibanOf(country, bank.padEnd(length - 4, '0')))
}

/** IBAN, with length and check digits of its country. */
export function ibanField(label: Field['label'], error: MessageKey): Field {
  return {
    ...numberField,
    toShown: groupedIban,
    wireName: 'bankAccount.iban',
    group: 'accountIban',
    label,
    ownLabel: 'accountNumber',
    error: { text: error, own: 'accountNumberError' },
    isRequired: true,
    isFaulty: (iban) => ibanFault(iban) !== undefined,
  }
}

/** The country of a bank, of those where the method is offered. */
export function countryField(
  countries: readonly string[],
  tag: () => string,
  languages: readonly string[],
): Field {
  return {
    wireName: 'bankAccount.country',
    group: 'country',
    label: 'transferCountry',
    ownLabel: 'country',
    error: { text: 'transferCountryError', own: 'accountCountryError' },
    isRequired: true,
    control: 'select',
    choices: () => namedCountries(countries, tag()),
    first: likelyCountry(countries, languages) ?? '',
  }
}
