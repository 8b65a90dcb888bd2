import { capabilities, methodKindOf } from '../../common/payment-brands.ts'
import type {
  ConnectorAnswer,
  ConnectorOperation,
  ConnectorOutcome,
  OperationKind,
  Unsupported,
} from '../../server/payments/connectors/index.ts'
import type { Instrument, TerminalInstrument } from '../../server/payments/instruments/index.ts'
import { httpStatusOf, isResultCode } from '../../server/results/catalogue.ts'
import type { PaymentType } from '../../server/store/port.ts'
import {
  type AnsweredOperation,
  addCardChecks,
  addNetworkReferences,
  approvalDetails,
  authorisationCode,
  cardFactsOf,
  declineDetails,
  digitsOf,
  hexOf,
  seedOf,
} from './card-answer.ts'
import { flowOf, pendingOutcome, type SimulatorParts, takenOutcome } from './pending.ts'
import { addShopperAccount, type Payer } from './shopper-account.ts'

/** The result of an operation, before it is written as an answer about one payment. */
export type Verdict =
  | { readonly kind: 'approved'; readonly payer?: Payer }
  | {
      readonly kind: 'declined'
      readonly code: string
      /** Of the merchant; absent: the one that belongs to the code. */
      readonly adviceCode?: string
    }
  /** The shopper, or a bank, decides later. */
  | {
      readonly kind: 'pending'
      /** Of the group "pending"; absent: the one of the method. */
      readonly code?: string
    }
  /** Accepted: what becomes of it is told later, by its page or never. */
  | { readonly kind: 'taken' }
  /** The acquirer says that it does not do this kind of operation. */
  | { readonly kind: 'unsupported' }

/** How the simulator handles an operation. */
export type SimulatedBehaviour =
  | SimulatedAtOnce
  | {
      readonly kind: 'delayed'
      readonly milliseconds: number
      readonly outcome: Verdict
    }
  /** No answer ever arrives, also not to inquiries. */
  | { readonly kind: 'timeout' }
  /**
   * No answer arrived in time; the acquirer has approved, says so when asked, and later without
   * being asked.
   */
  | { readonly kind: 'approvedUnheard' }
  /** Approved, and said twice. */
  | { readonly kind: 'approvedTwice' }
  /** Approved, and it fails after all. */
  | { readonly kind: 'approvedThenFailed' }

interface SimulatedAtOnce {
  readonly kind: 'atOnce'
  readonly outcome: Verdict
}

/** The longest delay that may be asked for: not longer than a stop of the process waits for running requests. */
export const MAX_DELAY_MS = 30_000

/** The parameter that chooses an outcome. Names of the widget begin with SHOPPER_, so no shopper can set it. */
export const OUTCOME_PARAMETER = 'SIMULATOR_outcome'

/** 600.200.810: the given return code is not valid. */
const NOT_AN_OUTCOME = '600.200.810'

const RESULT_CODE = /^\d{3}\.\d{3}\.\d{3}$/

const APPROVED_AT_ONCE: SimulatedBehaviour = { kind: 'atOnce', outcome: { kind: 'approved' } }
const PENDING_AT_ONCE: SimulatedBehaviour = { kind: 'atOnce', outcome: { kind: 'pending' } }

/** What may be asked for by one word. */
const courseByWord: Readonly<Record<string, SimulatedBehaviour>> = {
  approve: APPROVED_AT_ONCE,
  pending: PENDING_AT_ONCE,
  taken: { kind: 'atOnce', outcome: { kind: 'taken' } },
  unsupported: { kind: 'atOnce', outcome: { kind: 'unsupported' } },
  timeout: { kind: 'timeout' },
  'timeout-then-approved': { kind: 'approvedUnheard' },
  duplicate: { kind: 'approvedTwice' },
  'approve-then-failed': { kind: 'approvedThenFailed' },
}

/**
 * Chooses the course of an operation (decisions §7): a result code as holder, or
 * `customParameters[SIMULATOR_outcome]` = one of the words above, `decline:CODE`, `decline:CODE,advice:NN`, `delay:MS`. A delay
 * may be followed by a comma and what comes after it.
 *
 * @param awaitsShopper whether it is pending when nothing is asked for
 */
export function simulatedBehaviour(
  customParameters: ConnectorOperation['customParameters'],
  holder: string | undefined,
  awaitsShopper = false,
): SimulatedBehaviour {
  const asked = customParameters[OUTCOME_PARAMETER]
  const unasked = behaviourByHolder(holder) ?? (awaitsShopper ? PENDING_AT_ONCE : APPROVED_AT_ONCE)
  return asked === undefined ? unasked : requestedBehaviour(asked, unasked)
}

function behaviourByHolder(holder: string | undefined): SimulatedAtOnce | undefined {
  return holder !== undefined && RESULT_CODE.test(holder) ? answerWith(holder) : undefined
}

function requestedBehaviour(asked: string, unasked: SimulatedBehaviour): SimulatedBehaviour {
  if (Object.hasOwn(courseByWord, asked)) return courseByWord[asked] ?? notAnOutcome
  if (asked.startsWith('decline:')) return declinedWith(asked.slice('decline:'.length))
  const [, milliseconds, after] = /^delay:(\d{1,5})(?:,(.+))?$/.exec(asked) ?? []
  if (milliseconds === undefined || Number(milliseconds) > MAX_DELAY_MS) return notAnOutcome
  const later = after === undefined ? unasked : requestedBehaviour(after, unasked)
  if (later.kind !== 'atOnce') return notAnOutcome
  return { kind: 'delayed', milliseconds: Number(milliseconds), outcome: later.outcome }
}

/** A code, and perhaps the merchant advice code that comes with it. */
function declinedWith(asked: string): SimulatedAtOnce {
  const [, code = asked, adviceCode] = /^([^,]*),advice:([0-9]{2})$/.exec(asked) ?? []
  const answer = answerWith(code)
  if (adviceCode === undefined) return answer
  if (answer.outcome.kind !== 'declined') return notAnOutcome
  return { kind: 'atOnce', outcome: { ...answer.outcome, adviceCode } }
}

/** Whether a payment may be declined with this code: one of the catalogue that says that it failed. */
export function mayDecline(code: string): boolean {
  return mayBeForced(code) && httpStatusOf(code) === 400
}

/** Codes that begin with 000 cannot be forced; a code outside the catalogue gets a refusal of its own. */
function mayBeForced(code: string): boolean {
  return isResultCode(code) && !code.startsWith('000.')
}

/**
 * The verdict for a code. A pending code must not be stored in a failed payment: its client would
 * wait for ever.
 */
function answerWith(code: string): SimulatedAtOnce {
  if (!mayBeForced(code)) return notAnOutcome
  const kind = mayDecline(code) ? 'declined' : 'pending'
  return { kind: 'atOnce', outcome: { kind, code } }
}

const notAnOutcome: SimulatedAtOnce = {
  kind: 'atOnce',
  outcome: { kind: 'declined', code: NOT_AN_OUTCOME },
}

/** An operation, and its instrument if that is still known. */
interface Judged {
  readonly operation: Omit<ConnectorOperation, 'instrument'>
  readonly instrument: Instrument | undefined
}

/** Makes the acquirer's answer from a verdict. The same payment always gets the same answer. */
export function verdictOutcome(
  verdict: Verdict,
  judged: Judged,
  parts: SimulatorParts,
): ConnectorOutcome {
  switch (verdict.kind) {
    case 'approved':
      return approval(judged, verdict.payer)
    case 'declined':
      return decline(judged, verdict.code, verdict.adviceCode)
    case 'unsupported':
      return decline(judged, unsupportedCode(judged.operation))
    case 'pending':
      return pending(judged, verdict.code, parts)
    case 'taken':
      return takenOutcome(judged.operation, parts)
  }
}

function pending(
  { operation, instrument }: Judged,
  code: string | undefined,
  parts: SimulatorParts,
): ConnectorOutcome {
  const outcome = pendingOutcome(operation, instrument, parts)
  return code === undefined ? outcome : Object.assign({}, outcome, { code })
}

function approval({ operation, instrument }: Judged, payer: Payer = {}): ConnectorOutcome {
  const seed = seedOf(operation.paymentId)
  const resultDetails = approvalDetails(seed)
  const shown = shownBy(operation, instrument, seed, '00')
  if (isChargeOnCard(operation)) addNetworkReferences(shown, resultDetails, seed, operation)
  if (flowOf(operation, instrument) === 'redirect') addShopperAccount(shown, operation, payer)
  return { kind: 'approved', resultDetails, shown, ...factsOf(operation, instrument) }
}

function decline(
  { operation, instrument }: Judged,
  code: string,
  adviceCode?: string,
): ConnectorOutcome {
  const seed = seedOf(operation.paymentId)
  const resultDetails = declineDetails(seed, code, operation.request)
  if (adviceCode !== undefined && resultDetails.MerchantAdviceCode !== undefined)
    resultDetails.MerchantAdviceCode = adviceCode
  const shown = shownBy(operation, instrument, seed, resultDetails.AcquirerResponse ?? '')
  return { kind: 'declined', code, resultDetails, shown, ...factsOf(operation, instrument) }
}

function factsOf(
  { paymentBrand }: AnsweredOperation,
  instrument: Instrument | undefined,
): Pick<ConnectorAnswer, 'cardFacts'> {
  if (instrument?.kind !== 'card') return {}
  const cardFacts = cardFactsOf(instrument.number, paymentBrand)
  return cardFacts === undefined ? {} : { cardFacts }
}

function shownBy(
  operation: AnsweredOperation,
  instrument: Instrument | undefined,
  seed: number,
  acquirerResponse: string,
): Record<string, string> {
  const shown: Record<string, string> = {}
  if (instrument?.kind === 'card') addCardChecks(shown, instrument, operation)
  const terminal = terminalOf(operation, instrument)
  if (terminal !== undefined) addTerminalAnswer(shown, terminal, seed, acquirerResponse)
  return shown
}

/** A card that was typed in at a terminal goes as a card, and the request names the terminal. */
function terminalOf(
  { request }: AnsweredOperation,
  instrument: Instrument | undefined,
): Pick<TerminalInstrument, 'entryMode' | 'terminalId'> | undefined {
  if (instrument?.kind === 'terminal') return instrument
  const terminalId = request['pos.terminalId']
  if (instrument?.kind !== 'card' || terminalId === undefined) return undefined
  return { terminalId, entryMode: request['pos.entryMode'] ?? '' }
}

/** A card network knows a charge, and what happens to it afterwards as part of that. */
function isChargeOnCard({ paymentType, paymentBrand, referencedId }: AnsweredOperation): boolean {
  if (referencedId !== undefined && paymentType !== 'RB') return false
  return methodKindOf(paymentBrand) === 'card'
}

function unsupportedCode({ paymentType, paymentBrand, referencedId }: AnsweredOperation): string {
  return refusalOf({ paymentType, paymentBrand, isReference: referencedId !== undefined }).code
}

/** What is possible with a hold, in every profile: its channel may have changed its profile since. */
const REFERENCES_TO_HOLD: readonly PaymentType[] = ['CP', 'RV']

/** Which code refuses a reference that the method cannot do; the others: 900.100.202. */
const referenceCodes: Partial<Record<PaymentType, string>> = {
  CP: '700.400.101',
  RV: '700.300.800',
}

const typeNames: Readonly<Record<PaymentType, string>> = {
  PA: 'preauthorisations (PA)',
  DB: 'debits (DB)',
  CD: 'credits (CD)',
  CP: 'captures (CP)',
  RV: 'reversals (RV)',
  RF: 'refunds (RF)',
  RB: 'rebills (RB)',
  CB: 'chargebacks (CB)',
  CR: 'chargeback reversals (CR)',
  RI: 'risk checks (RI)',
  '3D': 'authentications (3D)',
}

/** Why such an operation is not possible with this brand at all, or nothing. */
export function unsupportedOperation(operation: OperationKind): Unsupported | undefined {
  const isPossible = possibleTypes(operation).includes(operation.paymentType)
  return isPossible ? undefined : refusalOf(operation)
}

function possibleTypes(operation: OperationKind): readonly PaymentType[] {
  const { paymentBrand, isReference, isLegacy, targetType } = operation
  const { first, firstOfLegacy = first, references } = capabilities[methodKindOf(paymentBrand)]
  if (!isReference) return isLegacy === true ? firstOfLegacy : first
  return targetType === 'PA' ? [...new Set([...REFERENCES_TO_HOLD, ...references])] : references
}

/** The description of an operation that is not possible. */
function refusalOf(operation: OperationKind): Unsupported {
  const { paymentType, paymentBrand, isReference } = operation
  const possible = possibleTypes(operation).filter((type) => type !== paymentType)
  const asked =
    isReference && paymentType === 'PA' ? 'raised or renewed holds' : typeNames[paymentType]
  const instead = possible
    .filter((type) => !(isReference && type === 'PA'))
    .map((type) => typeNames[type])
  const { name } = capabilities[methodKindOf(paymentBrand)]
  const note = isTakenInLegacy(operation) ? '. The legacy profile accepts it' : ''
  return {
    code: isReference ? (referenceCodes[paymentType] ?? '900.100.202') : '600.200.310',
    description: `${paymentBrand} takes no ${asked}: with ${name} use ${listed(instead)}${note}`,
  }
}

function isTakenInLegacy({ paymentType, paymentBrand, isReference }: OperationKind): boolean {
  const taken: readonly PaymentType[] = capabilities[methodKindOf(paymentBrand)].firstOfLegacy ?? []
  return !isReference && taken.includes(paymentType)
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

/** The numbers of the generated values: `use` of `digitsOf` and `hexOf`. */
const CLEARING = 8
const CRYPTOGRAM = 9
const CRYPTOGRAM_END = 10

/** Ways of reading a card in which the issuer answers its chip. */
const CHIP_MODES: readonly string[] = ['ICC', 'NFC_ICC']

/**
 * Adds what a terminal prints and gives back to the card (interface document, Point of sale:
 * response fields). `pos.iccDataResponse` is EMV tag 91: a cryptogram of eight bytes, then 00 or 05
 * in text.
 */
function addTerminalAnswer(
  shown: Record<string, string>,
  { entryMode, terminalId }: Pick<TerminalInstrument, 'entryMode' | 'terminalId'>,
  seed: number,
  acquirerResponse: string,
): void {
  const isApproved = acquirerResponse === '00'
  shown['pos.clearing.authorizationAcquirerCode'] = acquirerResponse
  if (isApproved) shown['pos.clearing.authorizationIssuerCode'] = authorisationCode(seed)
  shown['pos.clearing.identifier'] = digitsOf(seed, CLEARING, 10)
  shown['pos.merchantId'] = `TG${terminalId.slice(-8).padStart(8, '0')}`
  if (CHIP_MODES.includes(entryMode)) {
    const cryptogram = hexOf(seed, CRYPTOGRAM, 8) + hexOf(seed, CRYPTOGRAM_END, 8)
    shown['pos.iccDataResponse'] = `910A${cryptogram}${isApproved ? '3030' : '3035'}`
  }
  shown['pos.statusText'] = isApproved ? `APPROVED ${authorisationCode(seed)}` : 'DECLINED'
}
