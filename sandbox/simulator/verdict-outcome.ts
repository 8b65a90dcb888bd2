import { methodKindOf } from '../../common/brand-operations.ts'
import type {
  ConnectorAnswer,
  ConnectorOperation,
  ConnectorOutcome,
  Instrument,
  TerminalInstrument,
} from '../../server/payments/index.ts'
import { refusalOf } from './capabilities.ts'
import { addCardChecks, addNetworkReferences } from './card-answer.ts'
import { cardFactsOf } from './issuers.ts'
import type { Verdict } from './outcomes.ts'
import { flowOf, pendingOutcome, type SimulatorParts } from './pending.ts'
import { type AnsweredOperation, approvalDetails, declineDetails } from './result-details.ts'
import { seedOf } from './seed.ts'
import { addShopperAccount, type Payer } from './shopper-account.ts'
import { addTerminalAnswer } from './terminal-answer.ts'

/** An operation, and its instrument if that is still known. */
export interface Judged {
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
