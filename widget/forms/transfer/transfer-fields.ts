import { ibanFault } from '../../../common/iban.ts'
import type { TransferMethod } from '../../../common/transfer-methods.ts'
import type { MessageKey } from '../../i18n/translator.ts'

/** A field that a transfer method may have: what it is called, on the wire, in the page and for merchants. */
interface TransferField {
  readonly wireName: string
  /** Ends the classes, as in `wpwl-group-country` (reference behaviour §3.7). */
  readonly group: string
  /** Absent: "BIC" in every language. */
  readonly label: MessageKey | undefined
  /** The merchant's key of option `labels`. */
  readonly ownLabel: string
  readonly error: MessageKey
  /** The merchant's key of option `errorMessages`; ends the class of the hint. */
  readonly ownError: string
}

const fields = {
  country: {
    wireName: 'bankAccount.country',
    group: 'country',
    label: 'transferCountry',
    ownLabel: 'country',
    error: 'transferCountryError',
    ownError: 'accountCountryError',
  },
  bank: {
    wireName: 'bankAccount.bankName',
    group: 'bankName',
    label: 'transferBank',
    ownLabel: 'bankName',
    error: 'transferBankError',
    ownError: 'accountBankError',
  },
  bic: {
    wireName: 'bankAccount.bic',
    group: 'accountBankBic',
    label: undefined,
    ownLabel: 'accountBank',
    error: 'transferBicError',
    ownError: 'accountBankError',
  },
  iban: {
    wireName: 'bankAccount.iban',
    group: 'accountIban',
    label: 'transferIban',
    ownLabel: 'accountNumber',
    error: 'transferIbanError',
    ownError: 'accountNumberError',
  },
} as const satisfies Readonly<Record<string, TransferField>>

export type FieldName = keyof typeof fields

export const fieldOf = (name: FieldName): TransferField => fields[name]

/** The fields that a method asks for, in their order on the form. */
export function fieldsOf({ countries, banks, asksForBic }: TransferMethod): readonly FieldName[] {
  return [
    ...(countries === undefined ? [] : (['country'] as const)),
    ...(banks === undefined ? [] : (['bank'] as const)),
    ...(asksForBic === undefined ? [] : (['bic', 'iban'] as const)),
  ]
}

/** The value as it is sent: account numbers in capitals and without the blanks that people group them by. */
export function wireValue(name: FieldName, value: string): string {
  return name === 'bic' || name === 'iban' ? value.replace(/\s/g, '').toUpperCase() : value
}

/** Whether a value cannot be sent. The IBAN alone may be empty. */
export function isFaulty(name: FieldName, value: string): boolean {
  const sent = wireValue(name, value)
  switch (name) {
    case 'country':
    case 'bank':
      return sent === ''
    case 'bic':
      return !/^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(sent)
    case 'iban':
      return sent !== '' && ibanFault(sent) !== undefined
  }
}

/** The country that the shopper's browser names, where the method is offered there. */
export function likelyCountry(
  countries: readonly string[],
  languages: readonly string[],
): string | undefined {
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1])
  return regions.find((region) => region !== undefined && countries.includes(region))
}
