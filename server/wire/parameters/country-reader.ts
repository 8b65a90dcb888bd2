import { isAlpha3CountryCode, isCountryCode, isNumericCountryCode } from './iso-3166.ts'
import { patternReader, type ValueReader } from './pattern-reader.ts'
import type { ValueType } from './value-types.ts'
import { valueWords } from './value-words.ts'

type Country = Extract<ValueType, { kind: 'country' }>

const countryShapes: Readonly<Record<Country['code'], readonly [shape: RegExp, example: string]>> =
  {
    'alpha-2': [/^[A-Z]{2}$/, 'DE'],
    'alpha-3': [/^[A-Z]{3}$/, 'DEU'],
    numeric: [/^[0-9]{3}$/, '276'],
    'alpha-2 or numeric': [/^([A-Z]{2}|[0-9]{3})$/, 'DE'],
  }

/** A code that is assigned to a country or territory. */
export function countryReader(type: Country): ValueReader {
  const { code } = type
  const [shape, example] = countryShapes[code]
  const read = patternReader(shape, { words: valueWords(type), example })
  const unassigned = { message: `is not a country code of ISO 3166-1 ${code}` }
  return (value) => {
    const shaped = read(value)
    if (typeof shaped !== 'string' || isAssigned(value)) return shaped
    return unassigned
  }
}

function isAssigned(code: string): boolean {
  return isCountryCode(code) || isAlpha3CountryCode(code) || isNumericCountryCode(code)
}
