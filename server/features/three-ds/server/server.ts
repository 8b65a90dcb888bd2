import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS, MINUTE_MS } from '../../../../common/durations.ts'
import { isJsonObject } from '../../../../common/json-object.ts'
import type { Clock } from '../../../kernel/timers/clock.ts'
import type { MessageOf, MessageType } from '../messages/messages.ts'
import { erroOf, isMessageFault, type Reading, readMessage } from '../messages/read-message.ts'
import { makeAreq, type ServerIdentity } from './areq.ts'
import type {
  Authenticated,
  AuthenticationInput,
  AuthenticationResult,
  ThreeDsServer,
} from './contract.ts'
import type { Directory, DirectoryAnswer } from './directory.ts'
import { noRanges, type RangeList } from './ranges.ts'
import { present } from './result.ts'

/** Maximum age of the list of card ranges before its changes are requested (EMV: a day). */
export const RANGES_MAX_AGE_MS = DAY_MS

export interface ThreeDsServerParts {
  readonly directory: Directory
  readonly identity: ServerIdentity
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** A usable answer of the directory, or the reason why there is none. */
type Answer<Type extends 'ARes' | 'PRes'> =
  | { readonly message: MessageOf<Type> }
  | {
      readonly failed: Extract<Authenticated, { kind: 'failed' }>['reason']
      readonly errorCode?: string
      /** The data elements that could not be read. */
      readonly fault?: string
    }

/** The 3DS server of EMV 3-D Secure for one directory. It keeps only the card ranges, in memory. */
export function createThreeDsServer(parts: ThreeDsServerParts): ThreeDsServer {
  const { directory, identity, clock } = parts
  let ranges = noRanges
  let refreshedAtMs: number | undefined
  const areqOf = (input: AuthenticationInput) =>
    makeAreq(input, identity, directory.extension?.(customParametersOf(input)))
  return {
    serves: (connector) =>
      directory.connector === undefined ||
      connector === directory.connector ||
      // An account of that provider.
      connector.startsWith(`${directory.connector}:`),
    rangeOf: (cardNumber, customParameters) =>
      ranges.find(cardNumber) ??
      directory.forcedRange?.(customParameters) ??
      (refreshedAtMs === undefined ? 'unknown' : undefined),
    decide(input) {
      if (directory.decide === undefined) return undefined
      const areq = areqOf(input)
      // A decoupled authentication continues after the request has ended.
      if (areq.threeDSRequestorDecReqInd === 'Y') return undefined
      return meaningOf(directory.decide(areq), areq, parts)
    },
    async authenticate(input) {
      const areq = areqOf(input)
      return meaningOf(await directory.send(areq), areq, parts)
    },
    async refreshRanges() {
      const nowMs = clock.now()
      if (refreshedAtMs !== undefined && nowMs - refreshedAtMs < RANGES_MAX_AGE_MS) return
      const refreshed = await preparedRanges(ranges, parts)
      if (refreshed === undefined) return
      ranges = refreshed
      refreshedAtMs = nowMs
    },
  }
}

/** "Serial number is not valid": the directory does not know the version of our list. */
const UNKNOWN_SERIAL_NUMBER = '307'

/** The list with its changes; `undefined` where the directory gives no usable answer. */
async function preparedRanges(
  known: RangeList,
  parts: ThreeDsServerParts,
): Promise<RangeList | undefined> {
  const { serialNumber } = known
  const preq: MessageOf<'PReq'> = {
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: randomUUID(),
    threeDSServerRefNumber: parts.identity.referenceNumber,
    ...present({
      threeDSServerOperatorID: parts.identity.operatorId,
      serialNum: serialNumber,
    }),
  }
  const answer = usableAnswer(await parts.directory.send(preq), preq, { type: 'PRes' }, parts)
  if ('failed' in answer) {
    const isUnknown = serialNumber !== undefined && answer.errorCode === UNKNOWN_SERIAL_NUMBER
    return isUnknown ? preparedRanges(noRanges, parts) : undefined
  }
  const { cardRangeData = [], serialNum } = answer.message
  const after = known.changedBy(cardRangeData, serialNum ?? serialNumber)
  if (after.unusable === 0) return after
  // If the changes do not fit the list, the whole list is requested, once.
  if (serialNumber !== undefined) return preparedRanges(noRanges, parts)
  parts.log.warn({ unusable: after.unusable }, 'the directory sent card ranges that overlap')
  return after
}

function meaningOf(
  answered: DirectoryAnswer,
  areq: MessageOf<'AReq'>,
  parts: ThreeDsServerParts,
): Authenticated {
  const { deviceChannel, messageCategory } = areq
  const reading = { type: 'ARes', deviceChannel, messageCategory } as const
  const answer = usableAnswer(answered, areq, reading, parts)
  if (!('failed' in answer)) return authenticatedBy(answer.message, areq)
  const { failed: reason, fault } = answer
  if (fault === undefined) return { kind: 'failed', reason }
  const refused = answered.kind === 'answered' ? refusalIn(answered.json) : undefined
  if (refused === undefined) return { kind: 'failed', reason, fault }
  return { kind: 'result', result: { ...refused, version: areq.messageVersion, fault } }
}

/**
 * A refusal of the issuer in a message that has a fault elsewhere. It counts: a payment that the issuer
 * refuses must not be charged because its reason was left out.
 */
function refusalIn(
  json: unknown,
): Pick<AuthenticationResult, 'transStatus' | 'transStatusReason'> | undefined {
  const { transStatus, transStatusReason } = isJsonObject(json) ? json : {}
  if (transStatus !== 'N' && transStatus !== 'R') return undefined
  const isReason = typeof transStatusReason === 'string' && /^\d\d$/.test(transStatusReason)
  return { transStatus, ...(isReason && { transStatusReason }) }
}

/** Reads an answer: of the expected type, and about this transaction. */
function usableAnswer<const Type extends 'ARes' | 'PRes'>(
  answered: DirectoryAnswer,
  message: MessageOf<'PReq'> | MessageOf<'AReq'>,
  { type, ...reading }: Reading & { readonly type: Type },
  { directory, log }: ThreeDsServerParts,
): Answer<Type> {
  const { messageType, threeDSServerTransID } = message
  const unread = (erro: MessageOf<'Erro'>) => {
    directory.complain?.(erro)
    const fault = erro.errorDetail
    return { ...failed('notAMessage', { fields: fault }), fault }
  }
  const failed = (reason: 'timeout' | 'unreachable' | 'erro' | 'notAMessage', about?: object) => {
    log.warn(
      { directory: directory.name, messageType, threeDSServerTransID, reason, ...about },
      'the directory of 3-D Secure has no usable answer',
    )
    return { failed: reason }
  }
  if (answered.kind === 'failed') return failed(answered.reason)
  const { json } = answered
  const erro = readIf('Erro', json)
  if (erro !== undefined) {
    const { errorCode, errorComponent } = erro
    return { ...failed('erro', { errorCode, errorComponent }), errorCode }
  }
  const read = readMessage(type, json, reading)
  if (isMessageFault(read)) return unread(read.erro)
  // Must belong to this transaction: the proof would otherwise be that of another cardholder.
  if (!isAnswerTo(read as MessageOf<'ARes'> | MessageOf<'PRes'>, message))
    return unread(
      erroOf({ code: '301', component: 'S', detail: 'threeDSServerTransID', message: json }),
    )
  return { message: read }
}

function isAnswerTo(
  answer: MessageOf<'ARes'> | MessageOf<'PRes'>,
  message: MessageOf<'PReq'> | MessageOf<'AReq'>,
): boolean {
  return (
    answer.threeDSServerTransID === message.threeDSServerTransID &&
    answer.messageVersion === message.messageVersion
  )
}

function readIf<const Type extends MessageType>(
  type: Type,
  json: unknown,
): MessageOf<Type> | undefined {
  if (!isJsonObject(json) || json.messageType !== type) return undefined
  const read = readMessage(type, json)
  return isMessageFault(read) ? undefined : read
}

/** Turns an authentication response into its result. */
export function authenticatedBy(
  ares: MessageOf<'ARes'>,
  areq: Pick<
    MessageOf<'AReq'>,
    'deviceChannel' | 'threeDSRequestorDecReqInd' | 'threeDSRequestorDecMaxTime'
  >,
): Authenticated {
  const { transStatus, acsTransID: acsTransId, dsTransID: dsTransId, acsURL } = ares
  const told = present({ cardholderInfo: cardholderTextIn(ares) })
  const challenged = present({
    challengeMandated: ares.acsChallengeMandated,
    authenticationType: ares.authenticationType,
  })
  switch (transStatus) {
    case 'C':
      // The challenge of an app needs its SDK, and data that the answers of this gateway do not contain.
      if (areq.deviceChannel !== '02' || acsURL === undefined) return resultOfAres(ares, 'U')
      return { kind: 'challenge', acsUrl: acsURL, acsTransId, dsTransId, ...challenged, ...told }
    case 'D': {
      if (areq.threeDSRequestorDecReqInd !== 'Y') return resultOfAres(ares, 'U')
      const waitMs = Number(areq.threeDSRequestorDecMaxTime) * MINUTE_MS
      return { kind: 'decoupled', acsTransId, dsTransId, waitMs, ...told }
    }
    // Only in version 2.3.1, which is not sent.
    case 'S':
      return { kind: 'failed', reason: 'notAMessage' }
    default:
      return resultOfAres(ares, transStatus)
  }
}

function resultOfAres(
  ares: MessageOf<'ARes'>,
  transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'I',
): Authenticated {
  return {
    kind: 'result',
    result: {
      transStatus,
      version: ares.messageVersion,
      acsTransId: ares.acsTransID,
      dsTransId: ares.dsTransID,
      ...present({
        eci: ares.eci,
        authenticationValue: ares.authenticationValue,
        transStatusReason: ares.transStatusReason,
        cardholderInfo: cardholderTextIn(ares),
      }),
    },
  }
}

function cardholderTextIn({ cardholderInfo }: MessageOf<'ARes'>): string | undefined {
  return typeof cardholderInfo === 'string' ? cardholderInfo : cardholderInfo?.text
}

/** The custom parameters of a request: `customParameters[3DS2_flow]`. */
function customParametersOf({ values }: AuthenticationInput): Record<string, string> {
  const prefix = 'customParameters['
  const custom: Record<string, string> = {}
  for (const name in values) {
    const value = values[name]
    if (name.startsWith(prefix) && value !== undefined)
      custom[name.slice(prefix.length, -1)] = value
  }
  return custom
}
