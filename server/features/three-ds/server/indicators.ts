import { numericCountryOf } from '../../../parameters/iso-codes.ts'
import type { Asked } from './asked.ts'
import type { AuthenticationInput } from './contract.ts'

/** Values of threeDSRequestorAuthenticationInd in 2.1.0 and 2.2.0; later values are sent as `01`, payment. */
const AUTHENTICATION_INDS: ReadonlyMap<string, string> = new Map([
  ['PAYMENT', '01'],
  ['ADD_CARD', '04'],
  ['MAINTAIN_CARD', '05'],
  ['EMV_ID', '06'],
  ['BILLING_AGREEMENT', '07'],
])

export function authenticationInd({ values, series, version }: Asked): string {
  if (series !== undefined) return series.kind === 'recurring' ? '02' : '03'
  const ind = AUTHENTICATION_INDS.get(values['threeDSecure.authenticationInd'] ?? '') ?? '01'
  return ind === '07' && version === '2.1.0' ? '01' : ind
}

/** The indicator of 3RI, where the shopper is absent. Version 2.1.0 has no payments by 3RI. */
export function requestorInitiatedInd({ values, series, version }: Asked): string {
  if (series !== undefined) return series.kind === 'recurring' ? '01' : '02'
  if (version === '2.1.0') return '05'
  switch (values['threeDSecure.threeRIInd']) {
    case 'SPLIT_SHIPMENT':
    case 'DELAYED_SHIPMENT':
      return '06'
    default:
      return '11'
  }
}

/**
 * The challenge indicator of an exemption, where the request has no indicator: 01 low value and 04
 * corporate cards have no indicator of their own before 2.3.1.
 */
const EXEMPTION_INDICATORS: ReadonlyMap<string, string> = new Map([
  ['01', '02'],
  ['02', '05'],
  ['03', '08'],
  ['04', '02'],
])

/** The indicators of 2.1.0 that replace later ones: the same request without its reason. */
const INDICATORS_OF_210: ReadonlyMap<string, string> = new Map([
  ['05', '02'],
  ['06', '02'],
  ['07', '02'],
  ['08', '02'],
  ['09', '03'],
])

/** A challenge is mandatory (threeDSRequestorChallengeInd). */
export const MANDATED = '04'

/** The challenge indicator that the payment asks for, in the values of 2.2.0. */
export function wantedChallenge(
  input: Pick<AuthenticationInput, 'challengeIndicator' | 'values' | 'settings'>,
): string | undefined {
  const { values } = input
  return (
    input.challengeIndicator ??
    values['threeDSecure.challengeIndicator'] ??
    EXEMPTION_INDICATORS.get(values['threeDSecure.exemptionFlag'] ?? '') ??
    (mustChallengeSeries(input) ? MANDATED : undefined)
  )
}

export function challengeIndicator(asked: Asked): string | undefined {
  const indicator = wantedChallenge(asked)
  if (indicator === undefined || asked.version !== '2.1.0') return indicator
  return INDICATORS_OF_210.get(indicator) ?? indicator
}

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
function mustChallengeSeries({
  values,
  settings,
}: Pick<AuthenticationInput, 'values' | 'settings'>): boolean {
  const { challengeFirstOfSeries = true, merchantCountry = '' } = settings
  if (!challengeFirstOfSeries || values['standingInstruction.mode'] !== 'INITIAL') return false
  const country = numericCountryOf(values['threeDSecure.merchant.country'] ?? merchantCountry)
  return country !== undefined && numbers.has(country)
}
