import type { CardFacts, ConnectorOperation } from '../../server/payments/connectors/index.ts'
import type { CardInstrument } from '../../server/payments/instruments/index.ts'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'

/** The numbers of the generated values: `use` of `digitsOf`. */
const INITIAL_TRANSACTION = 4
const AGREEMENT = 5
const LINK = 6
const LIFE_CYCLE = 7

/** Adds the issuer's results of address and code checks, by the names of answers. */
export function addCardChecks(
  shown: Record<string, string>,
  card: CardInstrument,
  { paymentType, request }: AnsweredOperation,
): void {
  // A credit takes no money from the holder, so there are no checks.
  if (paymentType === 'CD') return
  const avs = avsResponse(request)
  if (avs !== undefined) shown['result.avsResponse'] = avs
  const cvv = cvvResponse(card.cvv)
  if (cvv !== undefined) shown['result.cvvResponse'] = cvv
}

/**
 * Adds the references that a card network gives an approved payment, for later ones to name
 * (interface document, Basic payment and Card on file); what the merchant sent stands.
 */
export function addNetworkReferences(
  shown: Record<string, string>,
  resultDetails: Record<string, string>,
  seed: number,
  { paymentBrand, request }: AnsweredOperation,
): void {
  // No card number begins with 0: a merchant may send them back, and they must not look like one.
  if (request.transactionLinkId === undefined) {
    shown.transactionLinkId = `0${digitsOf(seed, LINK, 17)}`
  }
  if (request.lifecycleId === undefined) shown.lifecycleId = `0${digitsOf(seed, LIFE_CYCLE, 14)}`
  if (!isCardholderInitiated(request)) return
  const initialId = digitsOf(seed, INITIAL_TRANSACTION, 15)
  resultDetails.CardholderInitiatedTransactionID = initialId
  if (request['standingInstruction.initialTransactionId'] === undefined) {
    shown['standingInstruction.initialTransactionId'] = initialId
  }
  if (paymentBrand === 'MASTER' && request['standingInstruction.agreementId'] === undefined) {
    shown['standingInstruction.agreementId'] = digitsOf(seed, AGREEMENT, 18)
  }
}

function isCardholderInitiated(request: AnsweredOperation['request']): boolean {
  return (
    request['standingInstruction.source'] === 'CIT' ||
    request['standingInstruction.mode'] === 'INITIAL'
  )
}

/** What an address or code says to the simulated issuer. */
export interface CheckRule {
  readonly value: string
  readonly meaning: string
  readonly when: string
}

/** `result.avsResponse` (interface document, Payment response). Sent only with a part of an address. */
export const avsRules: readonly CheckRule[] = [
  { value: 'F', meaning: 'both match', when: 'street and postcode are sent, none of the below' },
  {
    value: 'A',
    meaning: 'the address matches, the postcode does not',
    when: '`billing.postcode` is all nines, such as 99999, or is not sent',
  },
  {
    value: 'Z',
    meaning: 'the postcode matches, the address does not',
    when: '`billing.street1` holds the house number 999, or is not sent',
  },
  { value: 'N', meaning: 'neither matches', when: 'both of these' },
  {
    value: 'U',
    meaning: 'no check is possible',
    when: '`billing.postcode` is all zeros, such as 00000',
  },
]

/** `result.cvvResponse`: by the code, or the last three digits of a code of four. Sent only with a code. */
export const cvvRules: readonly CheckRule[] = [
  { value: 'M', meaning: 'match', when: 'any other code' },
  { value: 'N', meaning: 'no match', when: '901' },
  { value: 'P', meaning: 'not processed', when: '902' },
  { value: 'S', meaning: 'should be on the card, but was not sent on', when: '903' },
  { value: 'U', meaning: 'the issuer cannot check it', when: '904' },
]

const cvvAnswers = new Map(cvvRules.map(({ when, value }) => [when, value]))

/** The issuer's word on the billing address; `undefined` where none was sent. */
export function avsResponse(request: Readonly<Record<string, string>>): string | undefined {
  const street = request['billing.street1']
  const postcode = request['billing.postcode']
  if (street === undefined && postcode === undefined) return undefined
  if (postcode !== undefined && /^[0 -]+$/.test(postcode)) return 'U'
  const streetFits = street !== undefined && !/\b999\b/.test(street)
  const postcodeFits = postcode !== undefined && !/^[9 -]+$/.test(postcode)
  if (streetFits) return postcodeFits ? 'F' : 'A'
  return postcodeFits ? 'Z' : 'N'
}

/** The issuer's word on the security code; `undefined` where none was sent. */
export function cvvResponse(cvv: string | undefined): string | undefined {
  return cvv === undefined ? undefined : (cvvAnswers.get(cvv.slice(-3)) ?? 'M')
}

/** An operation as far as answers about it need it. */
export type AnsweredOperation = Pick<
  ConnectorOperation,
  'paymentId' | 'paymentType' | 'paymentBrand' | 'referencedId' | 'request'
>

const CLEARING_INSTITUTE = 'Tillgate simulator'

/** The numbers of the generated values: `use` of `digitsOf`. */
const RETRIEVAL_REFERENCE = 1
const AUTHORISATION_CODE = 2
const TRACE_NUMBER = 3

/** The code that an issuer gives with an approval: ISO 8583, field 38. */
export function authorisationCode(seed: number): string {
  return digitsOf(seed, AUTHORISATION_CODE, 6)
}

/**
 * `resultDetails` of an approval. ConnectorTxID1 is the retrieval reference number, ConnectorTxID2
 * the authorisation code, ConnectorTxID3 the trace number (ISO 8583, fields 37, 38, 11).
 */
export function approvalDetails(seed: number): Record<string, string> {
  return {
    AcquirerResponse: '00',
    // Older clients look for the authorisation code by this name.
    AuthCode: authorisationCode(seed),
    clearingInstituteName: CLEARING_INSTITUTE,
    ConnectorTxID1: digitsOf(seed, RETRIEVAL_REFERENCE, 12),
    ConnectorTxID2: authorisationCode(seed),
    ConnectorTxID3: digitsOf(seed, TRACE_NUMBER, 6),
    ExtendedDescription: 'Approved',
  }
}

/** `resultDetails` of a decline; advice is given on payments that the merchant starts. */
export function declineDetails(
  seed: number,
  code: string,
  request: AnsweredOperation['request'],
): Record<string, string> {
  const { acquirerResponse, adviceCode } = declineReasonOf(code)
  const details: Record<string, string> = {
    AcquirerResponse: acquirerResponse,
    clearingInstituteName: CLEARING_INSTITUTE,
    ConnectorTxID1: digitsOf(seed, RETRIEVAL_REFERENCE, 12),
    ConnectorTxID3: digitsOf(seed, TRACE_NUMBER, 6),
    ExtendedDescription: descriptionOf(code),
  }
  if (isMerchantInitiated(request)) details.MerchantAdviceCode = adviceCode
  return details
}

/** `resultDetails` while the outcome is waited for. */
export function pendingDetails(seed: number): Record<string, string> {
  return {
    clearingInstituteName: CLEARING_INSTITUTE,
    ConnectorTxID1: digitsOf(seed, RETRIEVAL_REFERENCE, 12),
  }
}

/** The shopper is not there (interface document, Card on file). */
export function isMerchantInitiated(request: AnsweredOperation['request']): boolean {
  return request['standingInstruction.source'] === 'MIT'
}

/** The codes of an acquirer and a card network for a decline. */
interface DeclineReason {
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
function declineReasonOf(code: string): Omit<DeclineReason, 'codes'> {
  const bankSaidNo = resultGroupOf(code) === 'reject_bank'
  return wordsByCode.get(code) ?? (bankSaidNo ? otherDeclines.bank : otherDeclines.system)
}

/**
 * A number of 32 bits that follows from a text: the same payment gets the same references every
 * time. FNV-1a; no secret and no signature. Takes 0.05 µs for an id.
 */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193)
  }
  return seed >>> 0
}

/** A table: working the power out costs more than the digits. */
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/** `count` decimal digits, at most 18, that follow from a seed; another `use` gives others. */
export function digitsOf(seed: number, use: number, count: number): string {
  if (count > 9) return digitsOf(seed, use, 9) + digitsOf(seed, use + 128, count - 9)
  const limit = POWERS_OF_TEN[count] as number
  // Adding a leading one and removing it costs half of `padStart`.
  return String(limit + (mixBits(seed, use) % limit)).slice(1)
}

/** `count` hexadecimal digits in capitals, at most 8. */
export function hexOf(seed: number, use: number, count: number): string {
  return mixBits(seed, use).toString(16).padStart(8, '0').slice(0, count).toUpperCase()
}

/** The last steps of MurmurHash3: similar inputs give very different results. */
function mixBits(seed: number, use: number): number {
  let value = seed ^ Math.imul(use + 1, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** What answers say of a card's issuer, by the first six digits of its number. */
interface Issuer {
  /** Six digits, or the name of a brand for all its other numbers. */
  readonly numbers: string
  readonly bank: string
  readonly phone: string
  readonly website: string
  readonly type: 'CREDIT' | 'DEBIT' | 'PREPAID'
  readonly level: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Whether a law caps the interchange of the card. */
  readonly regulatedFlag: 'Y' | 'N'
}

const HARBOUR = {
  bank: 'Harbour Test Bank',
  phone: '+49 30 901820',
  website: 'https://harbour-bank.example',
  country: 'DE',
} as const
const PRAIRIE = {
  bank: 'Prairie Test Credit Union',
  phone: '+1 202 555 0147',
  website: 'https://prairie-cu.example',
  country: 'US',
} as const
const CORNICHE = {
  bank: 'Corniche Test Bank',
  phone: '+966 11 000 0000',
  website: 'https://corniche-bank.example',
  country: 'SA',
} as const

const MONSOON = {
  bank: 'Monsoon Test Bank',
  phone: '+91 11 0000 0000',
  website: 'https://monsoon-bank.example',
  country: 'IN',
} as const

/** The simulated issuers. None of them exists; addresses and numbers are of the kinds kept for examples. */
export const issuers: readonly Issuer[] = [
  { numbers: '411111', ...PRAIRIE, type: 'CREDIT', level: 'CLASSIC', regulatedFlag: 'N' },
  { numbers: '424242', ...PRAIRIE, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: '471110', ...HARBOUR, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: '401288', ...PRAIRIE, type: 'CREDIT', level: 'PLATINUM', regulatedFlag: 'N' },
  { numbers: '435600', ...MONSOON, type: 'CREDIT', level: 'CLASSIC', regulatedFlag: 'N' },
  { numbers: '545454', ...HARBOUR, type: 'CREDIT', level: 'GOLD', regulatedFlag: 'Y' },
  { numbers: '510510', ...PRAIRIE, type: 'PREPAID', level: 'STANDARD', regulatedFlag: 'N' },
  { numbers: '521234', ...HARBOUR, type: 'CREDIT', level: 'BUSINESS', regulatedFlag: 'N' },
  { numbers: 'AMEX', ...PRAIRIE, type: 'CREDIT', level: 'GOLD', regulatedFlag: 'N' },
  { numbers: 'DISCOVER', ...PRAIRIE, type: 'CREDIT', level: 'CLASSIC', regulatedFlag: 'N' },
  { numbers: 'MADA', ...CORNICHE, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: 'MAESTRO', ...HARBOUR, type: 'DEBIT', level: 'STANDARD', regulatedFlag: 'Y' },
  { numbers: 'VISADEBIT', ...HARBOUR, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: 'MASTERDEBIT', ...HARBOUR, type: 'DEBIT', level: 'STANDARD', regulatedFlag: 'Y' },
]

/** Of every other card. */
export const issuerOfOthers: Issuer = {
  numbers: 'all others',
  ...HARBOUR,
  type: 'CREDIT',
  level: 'CLASSIC',
  regulatedFlag: 'Y',
}

const issuersByNumbers = new Map(issuers.map((issuer) => [issuer.numbers, issuer]))

/** The issuer of a card number. */
function issuerOf(number: string, brand: string): Issuer {
  return issuersByNumbers.get(number.slice(0, 6)) ?? issuersByNumbers.get(brand) ?? issuerOfOthers
}

/** Where the simulated issuer of a card number is. */
export function simulatedIssuerCountry(number: string, brand: string): string {
  return issuerOf(number, brand).country
}

/** As answers show it; made once for each issuer, as every card payment asks for it. */
const factsByIssuer = new Map(
  [...issuers, issuerOfOthers].map((issuer): [Issuer, CardFacts] => {
    const { bank, phone, website, type, level, country, regulatedFlag } = issuer
    return [issuer, { issuer: { bank, phone, website }, type, level, country, regulatedFlag }]
  }),
)

/** The data of a card that its issuer gives. */
export function cardFactsOf(number: string, brand: string): CardFacts | undefined {
  return factsByIssuer.get(issuerOf(number, brand))
}
