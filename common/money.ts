/** An amount of money: a safe integer of minor units, always together with its ISO 4217 currency. */
export interface Money {
  readonly minor: number
  readonly currency: string
}

/** Why an amount text is not an amount of its currency. */
type AmountFault = 'malformed' | 'too many decimals' | 'unknown currency'

/** `N10.N2` of the interface document: up to ten integer digits, a fraction of one or two digits. */
const AMOUNT_TEXT = /^([0-9]{1,10})(?:\.([0-9]{1,2}))?$/

/** The largest amount of the wire: ten digits before the point, and all decimals. */
export function largestAmount(currency: string): Money {
  const digits = minorDigitsOf(currency) ?? USUAL_DIGITS
  const decimals = '99'.slice(0, digits).padEnd(digits, '0')
  return { minor: Number(`9999999999${decimals}`), currency }
}

/**
 * Reads an amount as the wire writes it (interface document, `N10.N2`) into minor units. The wire
 * has two decimals for every currency: for JPY `100.00` is 100 minor units and `100.50` is refused,
 * for KWD `1.23` is 1230 minor units.
 */
export function parseAmount(text: string, currency: string): Money | AmountFault {
  const parts = AMOUNT_TEXT.exec(text)
  if (parts === null) return 'malformed'
  const digits = minorDigitsOf(currency)
  if (digits === undefined) return 'unknown currency'
  const fraction = (parts[2] ?? '').padEnd(Math.max(digits, 2), '0')
  if (/[1-9]/.test(fraction.slice(digits))) return 'too many decimals'
  return { minor: Number(parts[1] + fraction.slice(0, digits)), currency }
}

/**
 * Writes minor units as the wire shows them: always two decimals. Amounts of currencies with three
 * or four digits come from two-decimal texts, so nothing is lost; an amount that would lose digits
 * is a bug and throws, and so does one that is negative or no safe integer. A currency that no list has is
 * written with two digits: what is stored must be readable (R-OLD-1).
 */
export function formatAmount(money: Money): string {
  const digits = minorDigitsOf(money.currency) ?? USUAL_DIGITS
  if (!Number.isSafeInteger(money.minor) || money.minor < 0) {
    throw new Error(`${money.minor} is not an amount of minor units`)
  }
  const text = String(money.minor).padStart(digits + 1, '0')
  const integer = digits === 0 ? text : text.slice(0, -digits)
  const fraction = digits === 0 ? '' : text.slice(-digits)
  if (/[1-9]/.test(fraction.slice(2))) {
    throw new Error(`${money.minor} minor units of ${money.currency} do not fit two decimals`)
  }
  return `${integer}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

/**
 * ISO 4217 list one as of November 2026 (amendment 180), codes by their digits after the point. Our
 * own table, because Intl uses the digits of cash, 0 for HUF, IDR, COP and IQD. Codes without a
 * minor unit (metals, special drawing rights, testing) are left out: no payment can have such an
 * amount.
 */
const codesByDigits: ReadonlyMap<number, string> = new Map([
  [0, `BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF`],
  [
    2,
    `
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
    CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
    GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
    LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
    NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
    SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
    XAD XCD XCG YER ZAR ZMW ZWG
    `,
  ],
  [3, `BHD IQD JOD KWD LYD OMR TND`],
  [4, `CLF UYW`],
])

/**
 * Codes that have left list one (ISO 4217 list three, from 2016 on), by their digits. Payments in them stay readable
 * and refundable, new ones are refused: a code that leaves the table above moves here and never goes.
 */
const formerCodesByDigits: ReadonlyMap<number, string> = new Map([
  [0, `BYR`],
  [2, `ANG BGN CUC HRK MRO SLL STD VEF ZWL`],
])

const activeDigits = byCode(codesByDigits)
const knownDigits: ReadonlyMap<string, number> = new Map([
  ...byCode(formerCodesByDigits),
  ...activeDigits,
])

/** What nearly all currencies have. */
const USUAL_DIGITS = 2

function byCode(codes: ReadonlyMap<number, string>): ReadonlyMap<string, number> {
  return new Map(
    [...codes].flatMap(([digits, text]) =>
      text
        .trim()
        .split(/\s+/)
        .map((code) => [code, digits] as const),
    ),
  )
}

/** All active codes, which new payments can have, in the order of the alphabet. */
export function currencyCodes(): readonly string[] {
  return [...activeDigits.keys()].toSorted()
}

/** Whether new payments can have a currency. */
export function isActiveCurrency(code: string): boolean {
  return activeDigits.has(code)
}

/**
 * Digits of the minor unit (ISO 4217): 2 for EUR, 0 for JPY, also of codes that have left the list; nothing for what
 * never was one.
 */
export function minorDigitsOf(code: string): number | undefined {
  return knownDigits.get(code)
}

/** Writes minor units as a decimal text with all digits of the currency, such as `-12.30`. */
export function amountText(minor: number, digits: number): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
