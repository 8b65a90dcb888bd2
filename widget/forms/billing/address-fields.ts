import { type AddressPart, addressFormat, countryCodes } from '../../../common/address-formats.ts'
import { asciiDigits } from '../../../common/ascii-digits.ts'
import { likelyCountry, namedCountries } from '../../../common/country-names.ts'
import type { Choice, Field } from '../fields/field.ts'
import type { FieldSet } from '../fields/field-set.ts'
import type { Asked } from '../person/asked.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { postcodeName, stateName } from './address-labels.ts'

/** Where the form asks for the address. */
type Place = Pick<FormShell, 'language' | 'session'>

type TypedValue = (field: Field) => string

/** The fields of the billing address, in the order of the country that is chosen. */
export function addressFields(
  { language, session }: Place,
  asked: Asked,
  typedValue: TypedValue,
): readonly Field[] {
  if (asked.address === undefined) return []
  const { known = [], billingCountry } = session.value ?? {}
  const country: Field = {
    ...countryField,
    choices: () => countriesIn(language.value.tag),
    isRequired: isMandatory(asked, 'country', true),
  }
  const chosen = billingCountry ?? typedValue(country)
  const parts = addressFormat(chosen).parts.map((part) =>
    partField(part, chosen, asked, typedValue),
  )
  return [country, ...parts].filter(({ wireName }) => !known.includes(wireName))
}

const namedIn = new Map<string, readonly Choice[]>()

/** Named and sorted once: it takes some milliseconds, and the form is drawn at each key. */
function countriesIn(tag: string): readonly Choice[] {
  const named = namedIn.get(tag) ?? namedCountries(countryCodes, tag)
  namedIn.set(tag, named)
  return named
}

/** The country that the shopper's browser names; else none. */
export function firstCountry(): string {
  return likelyCountry(countryCodes, navigator.languages) ?? ''
}

/** The country that the shopper has chosen. */
export function countryOf({ typedValue }: Pick<FieldSet, 'typedValue'>): string {
  return typedValue(countryField)
}

function isMandatory({ mandatory }: Asked, part: string, isNeeded: boolean): boolean {
  return mandatory === undefined ? isNeeded : mandatory[part] === true
}

const countryField: Field = {
  wireName: 'billing.country',
  group: 'country',
  label: 'billingCountry',
  ownLabel: 'billingCountry',
  ownPlaceholder: 'billingCountryPlaceholder',
  error: { text: 'billingCountryError', own: 'billingCountryError' },
  isRequired: true,
  control: 'select',
  attributes: { autocomplete: 'billing country' },
}

function partField(
  part: AddressPart,
  country: string,
  asked: Asked,
  typedValue: TypedValue,
): Field {
  switch (part) {
    case 'street1':
      return streetField(isMandatory(asked, part, true), () => typedValue(street2Field(false)))
    case 'street2':
      return street2Field(isMandatory(asked, part, false))
    case 'postcode':
      return postcodeField(country, asked)
    case 'city':
      return cityField(isMandatory(asked, part, true))
    case 'state':
      return stateField(country, asked)
  }
}

function streetField(isRequired: boolean, second: () => string): Field {
  return {
    wireName: 'billing.street1',
    group: 'street1',
    label: 'billingStreet1',
    ownLabel: 'billingStreet1',
    ownPlaceholder: 'billingStreet1Placeholder',
    error: { text: 'billingStreetError', own: 'billingStreetError' },
    isRequired,
    // The gateway takes no address of digits alone.
    isFaulty: (street) => street.length > 100 || !/\D/.test(street + second().trim()),
    attributes: { autocomplete: 'billing address-line1', autocapitalize: 'words', maxLength: 100 },
  }
}

function street2Field(isRequired: boolean): Field {
  return {
    wireName: 'billing.street2',
    group: 'street2',
    label: 'billingStreet2',
    ownLabel: 'billingStreet2',
    ownPlaceholder: isRequired ? 'billingStreet2PlaceholderMandatory' : 'billingStreet2Placeholder',
    error: { text: 'billingStreetError', own: 'billingStreetError2' },
    isRequired,
    isFaulty: (street) => street.length > 100,
    attributes: { autocomplete: 'billing address-line2', autocapitalize: 'words', maxLength: 100 },
  }
}

function cityField(isRequired: boolean): Field {
  return {
    wireName: 'billing.city',
    group: 'city',
    label: 'billingCity',
    ownLabel: 'billingCity',
    ownPlaceholder: 'billingCityPlaceholder',
    error: { text: 'billingCityError', own: 'billingCityError' },
    isRequired,
    isFaulty: (city) => city.length > 80,
    attributes: { autocomplete: 'billing address-level2', autocapitalize: 'words', maxLength: 80 },
  }
}

/** Where the format is not known, there may be none at an address. */
function postcodeField(country: string, asked: Asked): Field {
  const { postcode } = addressFormat(country)
  const label = postcodeName(country)
  const error = label === 'billingZip' ? 'billingZipError' : 'billingPostcodeError'
  return {
    wireName: 'billing.postcode',
    group: 'postcode',
    label,
    ownLabel: 'billingPostcode',
    ownPlaceholder: 'billingPostCodePlaceholder',
    error: { text: error, own: 'billingPostCodeError' },
    isRequired: isMandatory(asked, 'postcode', postcode !== undefined && country !== 'IE'),
    toWire: postcodeText,
    isFaulty: (sent) =>
      !/^[A-Z0-9 -]{1,16}$/.test(sent) || postcode?.test(sent.replace(/[ -]/g, '')) === false,
    attributes: {
      autocomplete: 'billing postal-code',
      autocapitalize: 'characters',
      dir: 'ltr',
      maxLength: 16,
    },
  }
}

/** In capitals, and with the digits that the wire takes: phones in Arabic countries and Japan type others. */
function postcodeText(typed: string): string {
  return asciiDigits(typed)
    .normalize('NFKC')
    .replace(/[‐-―−]/g, '-')
    .trim()
    .toUpperCase()
}

function stateField(country: string, asked: Asked): Field {
  const { states } = addressFormat(country)
  const label = stateName(country)
  const field = {
    wireName: 'billing.state',
    label,
    ownLabel: 'billingState',
    ownPlaceholder: 'billingStatePlaceholder',
    error: { text: 'billingStateError', own: 'billingStateError' },
    isRequired: isMandatory(asked, 'state', states !== undefined),
    attributes: { autocomplete: 'billing address-level1' },
  } as const
  if (states === undefined) return { ...field, group: 'stateText', toWire: stateText }
  const codes = states.map(([code]) => code)
  return {
    ...field,
    group: 'stateSelect',
    control: 'select',
    emptyChoice: label,
    choices: () => states,
    // That of another country is none here.
    toWire: (chosen) => (codes.includes(chosen) ? chosen : ''),
  }
}

/** The wire takes letters, digits and dots of it (interface document, Billing address). */
function stateText(typed: string): string {
  return typed.replace(/[^\p{L}\p{M}\p{N}.]/gu, '').slice(0, 50)
}
