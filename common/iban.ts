/**
 * How long an IBAN of each country is (SWIFT's IBAN registry). The wire takes 31 characters at most,
 * so those of Saint Lucia and Russia, which are longer, never arrive here.
 */
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HN: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
}

/** Countries whose accounts have IBANs, and the length of those. */
export const ibanLengths: ReadonlyMap<string, number> = new Map(Object.entries(LENGTHS))

/** `malformed`: not the form of an IBAN of its country. `checkDigits`: a typing error. */
export type IbanFault = 'malformed' | 'checkDigits'

/** How long an IBAN of any other country may be: the shortest there is, and the longest on the wire. */
const SHORTEST = 15
const LONGEST = 31

/**
 * What is wrong with an IBAN in capitals without blanks (ISO 13616-1), or `undefined`. Countries outside
 * the registry use IBANs as well: of theirs the check digits alone tell.
 */
export function ibanFault(iban: string): IbanFault | undefined {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban)) return 'malformed'
  const length = ibanLengths.get(iban.slice(0, 2))
  const isLengthRight =
    length === undefined
      ? iban.length >= SHORTEST && iban.length <= LONGEST
      : iban.length === length
  if (!isLengthRight) return 'malformed'
  return areCheckDigitsRight(iban) ? undefined : 'checkDigits'
}

/** 98 less a remainder of 97 is 02 to 98: 00, 01 and 99 leave the same rest as 97, 98 and 02. */
function areCheckDigitsRight(iban: string): boolean {
  const digits = Number(iban.slice(2, 4))
  if (digits < 2 || digits > 98) return false
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** The check digits that make an IBAN of a country and its account number (ISO/IEC 7064 MOD 97-10). */
export function ibanOf(country: string, account: string): string {
  const digits = 98 - remainder(`${account}${country}00`)
  return `${country}${String(digits).padStart(2, '0')}${account}`
}

/** Modulo 97 of a text whose letters stand for 10 to 35, in steps that stay safe integers. */
function remainder(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
