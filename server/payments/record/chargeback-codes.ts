/**
 * Codes of the catalogue for the reasons of card schemes, as far as they say the same. Sources: Visa Core
 * Rules, Dispute Conditions; Mastercard Chargeback Guide, Message Reason Codes.
 */
const CODES: Readonly<Record<string, string>> = {
  '10.1': '000.100.232',
  '10.2': '000.100.220',
  '10.3': '000.100.220',
  '10.4': '000.100.220',
  '10.5': '000.100.220',
  '11.1': '000.100.233',
  '11.2': '000.100.233',
  '11.3': '000.100.233',
  '12.1': '000.100.226',
  '12.4': '000.100.201',
  '12.5': '000.100.210',
  '12.6': '000.100.224',
  '12.6.1': '000.100.224',
  '12.6.2': '000.100.224',
  '13.1': '000.100.221',
  '13.2': '000.100.205',
  '13.3': '000.100.223',
  '13.5': '000.100.223',
  '13.6': '000.100.225',
  '13.7': '000.100.225',
  '4808': '000.100.233',
  '4834': '000.100.224',
  '4837': '000.100.220',
  '4853': '000.100.223',
  '4855': '000.100.221',
  '4860': '000.100.225',
  '4863': '000.100.222',
  '4870': '000.100.232',
  '4871': '000.100.232',
}

const NOT_GIVEN = '000.100.200'

/** The result code of a chargeback, by the reason that the acquirer's file names. */
export function chargebackCode(reason: string | null): string {
  if (reason === null) return NOT_GIVEN
  if (/^000\.100\.2\d\d$/.test(reason)) return reason
  return Object.hasOwn(CODES, reason) ? (CODES[reason] ?? NOT_GIVEN) : NOT_GIVEN
}
