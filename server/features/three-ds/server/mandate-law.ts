import { numericCountryOf } from '../../../parameters/iso-codes.ts'
import type { AuthenticationInput } from './contract.ts'

/**
 * Countries whose law wants the cardholder to be authenticated when an agreement begins by which the
 * merchant charges later: the European Economic Area and the United Kingdom (Commission Delegated
 * Regulation (EU) 2018/389, article 14; UK SCA-RTS, article 14), India (Reserve Bank of India,
 * DPSS.CO.PD No.447/02.14.003/2019-20, e-mandates).
 */
const COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK GB IN'

const numbers: ReadonlySet<string | undefined> = new Set(
  COUNTRIES.split(' ').map((country) => numericCountryOf(country)),
)

/** Whether the payment begins a series in a country whose law wants its cardholder to be authenticated. */
export function mustChallengeSeries({
  values,
  settings,
}: Pick<AuthenticationInput, 'values' | 'settings'>): boolean {
  const { challengeFirstOfSeries = true, merchantCountry = '' } = settings
  if (!challengeFirstOfSeries || values['standingInstruction.mode'] !== 'INITIAL') return false
  const country = numericCountryOf(values['threeDSecure.merchant.country'] ?? merchantCountry)
  return country !== undefined && numbers.has(country)
}
