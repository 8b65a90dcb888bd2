import type { Asked } from './asked.ts'

/** Values of threeDSRequestorAuthenticationInd from 2.1.0 or 2.2.0 on; later ones are sent as a payment. */
const AUTHENTICATION_INDS: Readonly<Record<string, string>> = {
  PAYMENT: '01',
  ADD_CARD: '04',
  MAINTAIN_CARD: '05',
  EMV_ID: '06',
  BILLING_AGREEMENT: '07',
}

export function authenticationInd({ values, series, version }: Asked): string {
  if (series !== undefined) return series.kind === 'recurring' ? '02' : '03'
  const ind = AUTHENTICATION_INDS[values['threeDSecure.authenticationInd'] ?? ''] ?? '01'
  return ind === '07' && version === '2.1.0' ? '01' : ind
}

/** Of 3RI, where the shopper is absent. 2.1.0 knows no payments among them. */
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
 * What an exemption asks of the issuer where no indicator says it: 01 low value and 04 corporate cards
 * have no indicator of their own before 2.3.1.
 */
const EXEMPTION_INDICATORS: Readonly<Record<string, string>> = {
  '01': '02',
  '02': '05',
  '03': '08',
  '04': '02',
}

/** What 2.1.0 has in place of later indicators: the same wish without its reason. */
const INDICATORS_OF_210: Readonly<Record<string, string>> = {
  '05': '02',
  '06': '02',
  '07': '02',
  '08': '02',
  '09': '03',
}

export function challengeIndicator(asked: Asked): string | undefined {
  const { values, version } = asked
  const indicator =
    asked.challengeIndicator ??
    values['threeDSecure.challengeIndicator'] ??
    EXEMPTION_INDICATORS[values['threeDSecure.exemptionFlag'] ?? '']
  if (indicator === undefined || version !== '2.1.0') return indicator
  return INDICATORS_OF_210[indicator] ?? indicator
}
