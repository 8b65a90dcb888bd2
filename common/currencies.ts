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

const digitsByCode: ReadonlyMap<string, number> = new Map(
  [...codesByDigits].flatMap(([digits, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, digits] as const),
  ),
)

/** Digits of the minor unit (ISO 4217): 2 for EUR, 0 for JPY; nothing for what is no active code. */
export function minorDigitsOf(code: string): number | undefined {
  return digitsByCode.get(code)
}
