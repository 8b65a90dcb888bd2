import { createHash } from 'node:crypto'
import { detectBrands } from '../../common/brands.ts'
import { isJsonObject } from '../../common/json-object.ts'
import type { ErrorCode } from '../../server/features/three-ds/messages/erro.ts'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import {
  erroOf,
  isMessageFault,
  readMessage,
} from '../../server/features/three-ds/messages/read-message.ts'
import {
  type Answer,
  describeScenario,
  type Scenario,
  SIMULATED_RANGES,
  scenarioOf,
} from '../enrolled-cards.ts'
import { TECHNICAL_REASON } from './results.ts'
import {
  type Envelope,
  idsOf,
  messageIdsOf,
  proofOf,
  type Sign,
  type Transaction,
} from './transaction.ts'

/** Addresses of the simulated directory and issuer. */
export const DIRECTORY_PATH = '/simulator/three-ds/directory'
export const METHOD_PATHS = {
  answers: '/simulator/three-ds/method',
  silent: '/simulator/three-ds/silent-method',
} as const
export const CHALLENGE_PATH = '/simulator/three-ds/challenge'
export const DECISION_PATH = '/simulator/three-ds/challenge/decision'

/** The message extension that carries `customParameters[3DS2_…]`: `flow` and `scenario`. */
export const SIMULATOR_EXTENSION = 'A000000000-tillgate-simulator'

/** Maximum length of `acsURL` (EMV 3DS, table A.1). */
const MAX_ACS_URL = 2_048

const SERIAL_DIGITS = 15

/** With characters that are markup in HTML, as a test of every page that shows it. */
const CALL_YOUR_BANK =
  'Your card is locked for payments on the internet. Please call <Test Bank> & ask for "3-D Secure".'

export interface DirectoryParts {
  /** Origin of the issuer's pages. */
  readonly issuerUrl: string
  readonly sign: Sign
  readonly envelope: Envelope
  readonly now: () => number
  /** Receives a transaction that is decided outside the browser. */
  readonly decideLater: (transaction: Transaction) => void
}

/** The answers of a directory. */
export type DirectoryMessage = MessageOf<'PRes'> | MessageOf<'ARes'> | MessageOf<'Erro'>

/**
 * Answers a message like a directory server that asks the issuer of the card. `undefined`: it never
 * answers. Keeps no state.
 */
export function answerMessage(
  message: unknown,
  parts: DirectoryParts,
): DirectoryMessage | undefined {
  const isPreparation = isJsonObject(message) && message.messageType === 'PReq'
  return isPreparation ? answerPreparation(message, parts) : answerAuthentication(message, parts)
}

const refusal = (message: unknown, code: ErrorCode, detail: string) =>
  erroOf({ code, component: 'D', detail, message })

/** Answers PReq: with all card ranges, or with none when the 3DS server already has them. */
function answerPreparation(
  message: unknown,
  { issuerUrl, sign }: DirectoryParts,
): MessageOf<'PRes'> | MessageOf<'Erro'> {
  const preq = readMessage('PReq', message, { component: 'D' })
  if (isMessageFault(preq)) return preq.erro
  const { messageVersion, threeDSServerTransID, serialNum } = preq
  if (messageVersion === '2.3.1') return refusal(preq, '102', 'messageVersion')
  const cardRangeData = SIMULATED_RANGES.map(({ startRange, endRange, method, version }) => ({
    startRange,
    endRange,
    actionInd: 'A' as const,
    acsStartProtocolVersion: '2.1.0',
    acsEndProtocolVersion: version,
    ...(method !== 'none' && { threeDSMethodURL: issuerUrl + METHOD_PATHS[method] }),
  }))
  const known = createHash('sha256').update(JSON.stringify(cardRangeData)).digest('hex')
  const current = String(BigInt(`0x${known.slice(0, 12)}`)).padStart(SERIAL_DIGITS, '0')
  return {
    messageType: 'PRes',
    messageVersion,
    threeDSServerTransID,
    dsTransID: idsOf(threeDSServerTransID, sign).directoryTransactionId,
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.2.0',
    serialNum: current,
    ...(serialNum !== current && { cardRangeData }),
  }
}

/** Answers AReq as the scenario of the transaction says. */
function answerAuthentication(
  message: unknown,
  parts: DirectoryParts,
): MessageOf<'ARes'> | MessageOf<'Erro'> | undefined {
  const areq = readMessage('AReq', message, { component: 'D', extensions: [SIMULATOR_EXTENSION] })
  if (isMessageFault(areq)) return areq.erro
  if (areq.messageVersion === '2.3.1') return refusal(areq, '102', 'messageVersion')
  // Not for apps: their messages need keys of an SDK, which this issuer does not have.
  if (areq.deviceChannel === '01') return refusal(areq, '305', 'deviceChannel')
  const scenario = askedScenario(areq)
  const answer = possibleAnswer(describeScenario(scenario).answer, areq)
  if (answer === 'none') return undefined
  if (answer === 'Erro') return refusal(areq, '403', 'chosen by the test')
  const transaction = transactionOf(areq, scenario, parts)
  const acsURL = answer === 'C' ? challengeUrl(transaction, parts) : ''
  if (acsURL.length > MAX_ACS_URL) return refusal(areq, '203', 'threeDSServerURL,notificationURL')
  if (answer === 'D') parts.decideLater(transaction)
  const details = detailsOf(answer, areq, { transaction, acsURL, sign: parts.sign })
  return Object.assign(answerOf(transaction, answer), details)
}

function challengeUrl(transaction: Transaction, { issuerUrl, envelope }: DirectoryParts): string {
  const sealed = envelope.seal('challenge', transaction)
  return `${issuerUrl}${CHALLENGE_PATH}?transaction=${sealed}`
}

/** The possible answer to this request: some outcomes need a browser, a parameter, or a version. */
function possibleAnswer(
  answer: Answer,
  { messageVersion, deviceChannel, threeDSRequestorDecReqInd }: MessageOf<'AReq'>,
): Answer {
  // Without a browser (3RI) the issuer can only ask the cardholder outside of it.
  const wanted = answer === 'C' && deviceChannel === '03' ? 'D' : answer
  if (wanted === 'D') return threeDSRequestorDecReqInd === 'Y' ? 'D' : 'N'
  return wanted === 'I' && messageVersion === '2.1.0' ? 'U' : wanted
}

interface Answering {
  readonly transaction: Transaction
  readonly acsURL: string
  readonly sign: Sign
}

/** The fields of an answer besides its status. */
function detailsOf(
  answer: Exclude<Answer, 'none' | 'Erro'>,
  areq: MessageOf<'AReq'>,
  { transaction, acsURL, sign }: Answering,
): Partial<MessageOf<'ARes'>> {
  const technical = TECHNICAL_REASON[transaction.version]
  switch (answer) {
    case 'Y':
    case 'A':
      return proofOf(transaction, answer, sign)
    case 'C': {
      const authenticationType = transaction.scenario === 'outOfBand' ? '03' : '02'
      const mandated = areq.threeDSRequestorChallengeInd === '04' ? 'Y' : 'N'
      return { acsURL, authenticationType, acsChallengeMandated: mandated }
    }
    case 'D':
      return {
        authenticationType: '04',
        acsDecConInd: 'Y',
        cardholderInfo: 'Please confirm this payment in the app of your bank.',
      }
    case 'N': {
      const { answer: chosen, reason } = describeScenario(transaction.scenario)
      // 23: only decoupled authentication is possible, and the request does not ask for it.
      const undone = transaction.version === '2.1.0' ? '01' : '23'
      return {
        transStatusReason: chosen === 'N' ? (reason ?? '01') : undone,
        ...(transaction.scenario === 'declinedWithText' && { cardholderInfo: CALL_YOUR_BANK }),
      }
    }
    case 'R':
      return { transStatusReason: describeScenario(transaction.scenario).reason ?? '11' }
    case 'U':
      return { transStatusReason: technical }
    case 'I':
      return {}
  }
}

/** The fields of every answer. */
function answerOf(transaction: Transaction, transStatus: MessageOf<'ARes'>['transStatus']) {
  const { threeDSServerTransID, acsTransID, dsTransID } = messageIdsOf(transaction)
  return {
    messageType: 'ARes',
    messageVersion: transaction.version,
    threeDSServerTransID,
    acsTransID,
    dsTransID,
    transStatus,
    acsReferenceNumber: 'TILLGATE-TEST-ISSUER',
    acsOperatorID: 'TILLGATE-TEST-ISSUER',
    dsReferenceNumber: 'TILLGATE-TEST-DIRECTORY',
  } as const
}

function askedScenario({
  acctNumber,
  messageExtension = [],
  threeDSRequestorChallengeInd: indicator,
}: MessageOf<'AReq'>): Scenario {
  const { data } = messageExtension.find(({ id }) => id === SIMULATOR_EXTENSION) ?? {}
  return scenarioOf(acctNumber, {
    scenario: textOf(data?.scenario),
    flow: textOf(data?.flow),
    challengeIndicator: textOf(indicator),
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function transactionOf(
  areq: MessageOf<'AReq'>,
  scenario: Scenario,
  { sign, now }: DirectoryParts,
): Transaction {
  const { messageVersion, messageCategory, threeDSServerTransID, acctNumber } = areq
  const [brand = ''] = detectBrands(acctNumber)
  const { notificationURL, merchantName, purchaseAmount, purchaseCurrency } = areq
  const { directoryTransactionId, issuerTransactionId } = idsOf(threeDSServerTransID, sign)
  return {
    version: messageVersion === '2.1.0' ? '2.1.0' : '2.2.0',
    category: messageCategory,
    serverTransactionId: threeDSServerTransID,
    directoryTransactionId,
    issuerTransactionId,
    scenario,
    card: { brand, lastFour: acctNumber.slice(-4) },
    resultUrl: areq.threeDSServerURL,
    startedAtMs: now(),
    ...(areq.deviceChannel === '03' && { isWithoutShopper: true }),
    ...(notificationURL !== undefined && { notificationUrl: notificationURL }),
    ...(merchantName !== undefined && { merchantName }),
    ...(purchaseAmount !== undefined &&
      purchaseCurrency !== undefined && {
        amount: { minor: purchaseAmount, currency: purchaseCurrency },
      }),
    ...(areq.browserLanguage !== undefined && { language: areq.browserLanguage }),
  }
}
