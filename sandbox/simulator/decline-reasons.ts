import { resultGroupOf } from '../../server/results/catalogue.ts'

/** The codes of an acquirer and a card network for a decline. */
export interface DeclineReason {
  readonly codes: readonly string[]
  /** `resultDetails.AcquirerResponse`: ISO 8583, field 39. */
  readonly acquirerResponse: string
  /**
   * `resultDetails.MerchantAdviceCode`, on payments that the merchant starts: 01 try with new details,
   * 02 not for 72 hours, 03 never again, 04 fix the token, 21 the shopper ended the agreement, 25 not
   * for 24 hours.
   */
  readonly adviceCode: string
}

/** Declines with codes of their own. */
export const declineReasons: readonly DeclineReason[] = [
  { codes: ['800.100.155', '800.100.203'], acquirerResponse: '51', adviceCode: '02' },
  { codes: ['800.100.162', '800.100.163'], acquirerResponse: '61', adviceCode: '02' },
  { codes: ['800.100.157', '100.100.303'], acquirerResponse: '54', adviceCode: '01' },
  { codes: ['800.100.151'], acquirerResponse: '14', adviceCode: '01' },
  { codes: ['800.100.153'], acquirerResponse: 'N7', adviceCode: '01' },
  { codes: ['800.100.158'], acquirerResponse: '59', adviceCode: '03' },
  { codes: ['800.100.159'], acquirerResponse: '43', adviceCode: '03' },
  { codes: ['800.100.165'], acquirerResponse: '41', adviceCode: '03' },
  { codes: ['800.100.168', '800.100.160'], acquirerResponse: '62', adviceCode: '03' },
  { codes: ['800.100.202', '800.310.200'], acquirerResponse: '46', adviceCode: '03' },
  { codes: ['800.100.176'], acquirerResponse: '91', adviceCode: '25' },
  { codes: ['800.100.196', '800.100.197'], acquirerResponse: '05', adviceCode: '04' },
  { codes: ['800.100.500'], acquirerResponse: 'R0', adviceCode: '21' },
  { codes: ['800.100.501'], acquirerResponse: 'R1', adviceCode: '21' },
  { codes: ['700.600.002'], acquirerResponse: '05', adviceCode: '02' },
  { codes: ['700.600.025'], acquirerResponse: '05', adviceCode: '25' },
  { codes: ['700.601.001'], acquirerResponse: '05', adviceCode: '01' },
  { codes: ['700.601.003'], acquirerResponse: '46', adviceCode: '03' },
]

/** Of every other decline by the bank, and of those that never reached one. */
export const otherDeclines = {
  bank: { acquirerResponse: '05', adviceCode: '02' },
  system: { acquirerResponse: '96', adviceCode: '25' },
} as const

const wordsByCode = new Map(
  declineReasons.flatMap((words) => words.codes.map((code) => [code, words] as const)),
)

/** The acquirer's codes for a decline with this code of the catalogue. */
export function declineReasonOf(code: string): Omit<DeclineReason, 'codes'> {
  const bankSaidNo = resultGroupOf(code) === 'reject_bank'
  return wordsByCode.get(code) ?? (bankSaidNo ? otherDeclines.bank : otherDeclines.system)
}
