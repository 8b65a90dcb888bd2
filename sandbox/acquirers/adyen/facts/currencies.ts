import { invalid } from '../wire/errors.ts'

/** Currencies with two decimals at Adyen. ISO 4217 has none for CLP and ISK. */
const TWO =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD SSP STN SVC SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW'

/** Without decimals at Adyen. ISO 4217 has two for CVE and IDR. */
const NONE = 'CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'

const THREE = 'BHD IQD JOD KWD LYD OMR TND'

/** How many decimals the amounts of a currency have (docs.adyen.com, "Currency codes and minor units"). */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...TWO.split(' ').map((code) => [code, 2] as const),
  ...NONE.split(' ').map((code) => [code, 0] as const),
  ...THREE.split(' ').map((code) => [code, 3] as const),
])

/** `undefined`: it is not taken. Of BIF Adyen's own sources disagree, so the emulator refuses it. */
export const decimalsOf = (currency: string): number | undefined => DECIMALS.get(currency)

export function checkCurrency(currency: string): void {
  if (!DECIMALS.has(currency)) throw invalid('138', 'Unsupported currency specified')
}

/** An amount with its decimals: `12.50`, `1250`. */
export function decimalText(value: number, currency: string): string {
  const decimals = decimalsOf(currency) ?? 2
  return (value / 10 ** decimals).toFixed(decimals)
}

/** An amount as a person reads it: `12.50 EUR`, `1250 IDR`. */
export const majorText = (value: number, currency: string): string =>
  `${decimalText(value, currency)} ${currency}`
