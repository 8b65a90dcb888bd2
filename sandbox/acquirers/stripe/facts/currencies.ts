import { invalid } from '../wire/errors.ts'

/**
 * What Stripe takes as amounts (docs.stripe.com/currencies, compared with stripe.com/docs/currencies):
 * minor units of two decimals, but for these.
 */
const WITHOUT_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
/** Three decimals, of which the last must be 0. */
const IN_TENS = 'bhd jod kwd omr tnd'.split(' ')
/** Two decimals that must be 00: they have none elsewhere. */
const IN_HUNDREDS = 'isk ugx'.split(' ')

const WITH_TWO_DECIMALS =
  'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah usd uyu uzs wst xcd yer zar zmw'.split(
    ' ',
  )

const SUPPORTED = new Set([...WITHOUT_DECIMALS, ...IN_TENS, ...IN_HUNDREDS, ...WITH_TWO_DECIMALS])

/** Minimum of a charge. Where none is named, one minor unit: the real one follows the day's rate. */
const MINIMUM: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
}

/** Digits of an amount, where they are not eight. */
const DIGITS: Readonly<Record<string, number>> = { cop: 10, huf: 10, idr: 12, inr: 9, jpy: 10 }

/** The unit in which amounts of a currency come: 1, 10 or 100 minor units. */
function stepOf(currency: string): number {
  if (IN_TENS.includes(currency)) return 10
  return IN_HUNDREDS.includes(currency) ? 100 : 1
}

export function checkCurrency(currency: string): void {
  if (SUPPORTED.has(currency)) return
  throw invalid(`Invalid currency: ${currency}. It must be a supported code in small letters.`, {
    param: 'currency',
  })
}

/** An amount of any kind: positive, and of a unit that the currency has. */
export function checkUnits(amount: number, currency: string, param = 'amount'): void {
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  const step = stepOf(currency)
  if (amount % step === 0) return
  throw invalid(`Amounts in ${currency} must be divisible by ${step}.`, {
    code: 'invalid_amount',
    param,
  })
}

/** The amount of a charge. */
export function checkChargeAmount(amount: number, currency: string): void {
  checkUnits(amount, currency)
  const minimum = MINIMUM[currency] ?? 1
  if (amount < minimum) {
    throw invalid(`Amount must be at least ${minimum} minor units of ${currency}.`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (String(amount).length <= (DIGITS[currency] ?? 8)) return
  throw invalid('Amount must be no more than 8 digits.', {
    code: 'amount_too_large',
    param: 'amount',
  })
}

/** An amount with its decimals, as reports write it: `12.50`, `1250`. */
export function decimalText(amount: number, currency: string): string {
  const decimals = WITHOUT_DECIMALS.includes(currency) ? 0 : IN_TENS.includes(currency) ? 3 : 2
  return (amount / 10 ** decimals).toFixed(decimals)
}
