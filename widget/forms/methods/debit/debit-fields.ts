import { likelyCountry } from '../../../../common/country-names.ts'
import { isOn } from '../../../options/flag.ts'
import type { Field } from '../../fields/field.ts'
import type { FieldSet } from '../../fields/field-set.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { bicField, countryField, ibanExample, ibanField, numberField } from '../bank-fields.ts'

/** SEPA countries of the European Economic Area: the IBAN alone is enough there (EPC 409-09). */
const WITHOUT_BIC =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'
/** Further SEPA countries, whose banks may need the BIC. */
const WITH_BIC = 'AD AL CH GB GI MC MD ME MK RS SM VA'
/** Countries whose accounts have a number and the code of a bank. */
const BY_NUMBER = 'AU CA GB NZ US ZA'

const isIn = (countries: string, country: string) => countries.split(' ').includes(country)

const debitCountries = [...new Set(`${WITHOUT_BIC} CH ${BY_NUMBER}`.split(' '))]

const holder: Field = {
  wireName: 'bankAccount.holder',
  group: 'accountHolder',
  label: 'debitHolder',
  ownLabel: 'accountHolder',
  error: { text: 'debitHolderError', own: 'accountHolderError' },
  isRequired: true,
  // The wire takes 4 to 128 characters.
  isFaulty: (name) => name.length < 4 || name.length > 128,
  attributes: { autocomplete: 'name', autocapitalize: 'words' },
}

const iban: Field = {
  ...ibanField({ text: 'IBAN' }, 'debitIbanError'),
  emptyError: { text: 'debitIbanEmpty', own: 'accountNumberError' },
}

const sepaIban: Field = {
  ...iban,
  isFaulty(sent) {
    const fault = iban.isFaulty?.(sent) ?? false
    const country = sent.slice(0, 2)
    if (fault || isIn(WITHOUT_BIC, country) || isIn(WITH_BIC, country)) return fault
    return { text: 'debitOutsideError', own: 'accountNumberError' }
  },
}

/** A SEPA direct debit: the BIC only where the bank needs it, or the page wants it. */
export function sepaFields(
  form: FormShell,
  fields: () => FieldSet,
  languages: readonly string[],
): readonly Field[] {
  const typed = numberField.toWire(fields().typedValue(sepaIban))
  const isBicNeeded = isIn(WITH_BIC, typed.slice(0, 2))
  const bic =
    isBicNeeded || isOn(form.given().displayBic) ? [{ ...bicField, isRequired: isBicNeeded }] : []
  const country = likelyCountry(WITHOUT_BIC.split(' '), languages)
  return [holder, { ...sepaIban, example: country && ibanExample(country) }, ...bic]
}

/** Another direct debit: what names an account depends on its country. */
export function debitFields(
  form: FormShell,
  fields: () => FieldSet,
  languages: readonly string[],
): readonly Field[] {
  const country = countryField(debitCountries, () => form.language.value.tag, languages)
  const chosen = fields().typedValue(country)
  if (chosen === '') return [country, holder]
  return [country, holder, ...(isIn(BY_NUMBER, chosen) ? [number, bankCode] : [ibanIn(chosen)])]
}

function ibanIn(country: string): Field {
  return {
    ...iban,
    example: ibanExample(country),
    isFaulty: (sent) => !sent.startsWith(country) || (iban.isFaulty?.(sent) ?? false),
  }
}

const number: Field = {
  ...numberField,
  toWire: (typed) => numberField.toWire(typed).replaceAll('-', ''),
  wireName: 'bankAccount.number',
  group: 'accountNumber',
  label: 'debitNumber',
  ownLabel: 'accountNumber',
  error: { text: 'debitNumberError', own: 'accountNumberError' },
  isRequired: true,
  isFaulty: (sent) => !/^[A-Z0-9]{3,64}$/.test(sent),
}

const bankCode: Field = {
  ...number,
  wireName: 'bankAccount.bankCode',
  group: 'accountBank',
  label: 'debitBankCode',
  ownLabel: 'accountBank',
  error: { text: 'debitBankCodeError', own: 'accountBankError' },
  isFaulty: (sent) => !/^[A-Z0-9]{1,12}$/.test(sent),
}
