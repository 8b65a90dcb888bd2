import type { BrowserStep } from '../../../../common/authentication-wire.ts'
import { brandOfNumber } from '../../../../common/brands.ts'
import { framingOrigins } from '../../../entities/page-origins.ts'
import { areEqual } from '../../../kernel/equal-secrets.ts'
import type { TimerHandler, TimerResult } from '../../../kernel/timers/timers.ts'
import { walletOfBrand } from '../../../parameters/mobile-wallets.ts'
import {
  type AuthenticateStage,
  type AuthenticationDecision,
  type BegunAuthentication,
  sealSecrets,
} from '../../../payments/authenticate/index.ts'
import { shopperReturnUrl } from '../../../payments/connectors/index.ts'
import {
  detailsOf,
  type FirstPayment,
  onlyStores,
  type PreparedPayment,
} from '../../../payments/index.ts'
import type { CardInstrument } from '../../../payments/instruments/index.ts'
import { type Refusal, refuse, refuseParameters } from '../../../results/refusal.ts'
import type { PaymentRow, TimerRow } from '../../../store/port.ts'
import type { MessageOf } from '../messages/messages.ts'
import { erroOf, isMessageFault, readMessage } from '../messages/read-message.ts'
import { LIABLE_MERCHANT, resultOfRReq } from '../server/result.ts'
import type { AuthenticationPage, BrowserAuthentication } from './browser-authentication.ts'
import { doneStep, nextOf } from './browser-next.ts'
import { cancelByConnector, isByConnector, nextByConnector } from './by-connector.ts'
import {
  AFTER_SOFT_DECLINE,
  describeBegin,
  describeRange,
  noDirectory,
  WITHOUT_RETURN_ADDRESS,
} from './explain.ts'
import {
  authenticatedCard,
  canAuthenticate,
  channelOf,
  IN_BROWSER,
  isDisabled,
} from './left-out.ts'
import {
  type AuthenticationParts,
  type BrowserParts,
  browserToken,
  type RunningParts,
  resultToken,
} from './parts.ts'
import {
  needsBrowser,
  newAuthentication,
  type Planning,
  plannedRepetition,
  plannedWait,
} from './planned-wait.ts'
import { decideBeforeWait } from './request.ts'
import { askDirectoryAndCharge } from './run.ts'
import {
  type AuthenticationData,
  CANCELLED,
  dataOf,
  endByFailure,
  endByResult,
  endOf,
  hasEnded,
  latestOf,
  NOT_ENROLLED,
  OUT_OF_TIME,
  stepAuthentication,
  UNREACHABLE,
} from './state.ts'
import { deadlineOf, longestWaitMs } from './time-limits.ts'

/** The authentications of payments, as browsers and directories use them. */
export interface AuthenticationService extends BrowserAuthentication {
  /** Runs when an `authentication` timer is due. */
  readonly onTimer: TimerHandler
}

/** The authenticate step of payments. */
export function createAuthenticateStage(parts: AuthenticationParts): AuthenticateStage {
  return {
    decide: (prepared, first) => decideAuthentication(prepared, first, parts),

    canAuthenticate: (values, connectorName) =>
      canAuthenticate(values, connectorName, parts.server),

    async begin(payment, requestParticipants, end) {
      try {
        const authentication = await latestOf(payment, parts)
        // A later version means that a browser has opened the page, and its process asks. Must not
        // ask too: the directory accepts each transaction once.
        if (authentication?.row.state !== 'requested' || authentication.row.version > 1)
          return payment
        const running = { ...parts, end }
        return (
          (await askDirectoryAndCharge(authentication, running, requestParticipants)) ?? payment
        )
      } catch (err) {
        const { log } = parts
        log.error({ err, paymentId: payment.id }, 'an authentication does not go on by itself')
        return payment
      }
    },
  }
}

export function createAuthentications(parts: BrowserParts): AuthenticationService {
  const { store } = parts

  /** The payment of that id, if the token is the one of its authentication page. */
  async function paymentOf(id: string, token: string): Promise<PaymentRow | Refusal> {
    const isRight = areEqual(token, browserToken({ id }, parts.vault))
    const payment = isRight ? await store.read.payment(id) : undefined
    if (payment === undefined) return unknown
    return payment.authenticationId !== null || isByConnector(payment) ? payment : unknown
  }

  return {
    async describe(paymentId, token): Promise<AuthenticationPage | Refusal> {
      const payment = await paymentOf(paymentId, token)
      return 'refused' in payment ? payment : describePage(payment, parts)
    },

    async next(paymentId, token, seen) {
      const payment = await paymentOf(paymentId, token)
      if ('refused' in payment) return payment
      return isByConnector(payment)
        ? nextByConnector(payment, seen, parts.askConnector)
        : nextOf(payment, seen, parts)
    },

    async cancel(paymentId, token): Promise<BrowserStep | Refusal> {
      const payment = await paymentOf(paymentId, token)
      if ('refused' in payment) return payment
      if (isByConnector(payment)) return cancelByConnector(payment, parts.askConnector)
      const authentication = await latestOf(payment, parts)
      if (authentication === undefined) return doneStep(payment)
      const failed = endOf(authentication.row, endByFailure(CANCELLED), parts)
      return doneStep((await parts.end(payment, failed)).payment)
    },

    async methodDone(transactionId) {
      const row = await store.read.authentication(transactionId)
      if (row?.state !== 'browser' || dataOf(row).methodDone === true) return
      const nowMs = parts.clock.of(row.entityId)
      // A conflict is ignored: the directory is already being asked.
      await store.commit([stepAuthentication(row, 'browser', { methodDone: true }, nowMs).change])
    },

    receiveResult: (transactionId, token, body) =>
      receiveResult({ transactionId, token, body }, parts),

    onTimer: (timer) => onTimer(timer, parts),
  }
}

/** The same refusal for a wrong token and an id without an authentication. */
const unknown: Refusal = refuse('200.300.404', {
  status: 404,
  description: 'No such authentication: the address is incomplete, or of another payment',
})

/** Ends an expired authentication. */
async function onTimer(timer: TimerRow, parts: RunningParts): Promise<TimerResult> {
  const payment = await parts.store.read.payment(timer.subjectId)
  if (payment?.state !== 'authenticating') return 'done'
  const authentication = await latestOf(payment, parts)
  const nowMs = parts.clock.of(payment.entityId)
  // Between the two reads it was ended, or replaced by a new one.
  if (authentication === undefined) return { dueAtMs: nowMs }
  const dueAtMs = deadlineOf(authentication.row)
  if (nowMs < dueAtMs) return { dueAtMs }
  const outOfTime = endOf(authentication.row, endByFailure(OUT_OF_TIME), parts)
  const ended = await parts.end(payment, outOfTime)
  return ended.payment.state === 'authenticating' ? { dueAtMs: nowMs } : 'ended'
}

/** The name of this step in `Tillgate-Explain`. */
const STEP = 'authentication'

/** "3-D Secure settings of the channel missing or broken". */
const UNAVAILABLE = '000.400.104'

/**
 * Decides whether a first payment is authenticated before its charge (decisions §8). For a payment that
 * is not authenticated, the only work is one search in the card ranges.
 */
function decideAuthentication(
  prepared: PreparedPayment,
  first: FirstPayment,
  parts: AuthenticationParts,
): AuthenticationDecision | Promise<AuthenticationDecision> {
  const { server } = parts
  const { trace } = first
  const { operation, connector } = prepared
  const isStandAlone = operation.paymentType === '3D'
  const card = authenticatedCard(prepared, first.values)
  const {
    policy = 'whenEnrolled',
    repeatSoftDeclines = true,
    onUnavailable = 'fail',
  } = first.channel.settings.threeDSecure ?? {}
  if ('leftOut' in card) {
    trace?.note(STEP, `no 3-D Secure: ${card.leftOut}`)
    return isStandAlone ? { faultCode: UNAVAILABLE } : undefined
  }
  if (server?.serves(connector.name) !== true) {
    trace?.note(STEP, `no 3-D Secure: ${noDirectory(connector.name)}; the policy is ${policy}`)
    // A card of a wallet is no exception: PAN_ONLY of Google Pay says that nobody has authenticated.
    const isWanted = isStandAlone || (policy === 'always' && !isDisabled(first.values))
    return isWanted ? { faultCode: UNAVAILABLE } : undefined
  }
  const range = server.rangeOf(card.number, operation.customParameters)
  trace?.note(STEP, `the policy is ${policy}; ${describeRange(range)}`)
  const isSkipped = !isStandAlone && (policy === 'never' || isDisabled(first.values))
  if (range === 'unknown') {
    const mayCharge = isSkipped || (!isStandAlone && onUnavailable === 'charge')
    return mayCharge ? undefined : { faultCode: UNREACHABLE }
  }
  if (range === undefined) {
    if (isStandAlone) return authenticationOfNotEnrolled(prepared, first, parts)
    return policy === 'always' && !isSkipped ? { faultCode: NOT_ENROLLED } : undefined
  }
  const isInBrowser = channelOf(first.values) === IN_BROWSER
  const known = {
    version: range.version,
    ...brandInWallet(prepared.payment, card, first.channel),
    // The method call needs a browser, which an app and 3RI do not have.
    ...(range.methodUrl === undefined || !isInBrowser ? {} : { methodUrl: range.methodUrl }),
  }
  if (isSkipped) {
    if (!repeatSoftDeclines || !isInBrowser || !first.values.has('shopperResultUrl'))
      return undefined
    trace?.note(STEP, AFTER_SOFT_DECLINE)
    const { payment } = prepared
    return {
      afterSoftDecline: () => plannedRepetition(payment, known, operation.request, parts),
    }
  }
  if (isInBrowser && !first.values.has('shopperResultUrl')) {
    if (isStandAlone || policy === 'always' || !mayGoUnauthenticated(first))
      return needsReturnAddress
    trace?.note(STEP, WITHOUT_RETURN_ADDRESS)
    return { resultDetails: LIABLE_MERCHANT }
  }
  const waits = isInBrowser && needsBrowser(known, operation.request)
  const row = newAuthentication(prepared.payment, known, waits, prepared.payment.updatedAtMs)
  return begun(prepared, first, { row, data: known }, parts)
}

const needsReturnAddress: Refusal = refuseParameters([
  {
    name: 'shopperResultUrl',
    value: '',
    message:
      'is required for a card that is enrolled in 3-D Secure: its shopper may have to confirm on a page of the issuer and comes back there',
  },
])

/**
 * Whether an enrolled card may be charged without an authentication because the request has no address
 * for its shopper. Not in a checkout: a page could then skip the authentication by leaving it out.
 */
function mayGoUnauthenticated({ channel, checkoutId }: FirstPayment): boolean {
  return channel.settings.profile === 'legacy' && checkoutId === undefined
}

/**
 * An authentication alone of a card that no range holds. Plugins for older gateways send the shopper to the
 * redirect of every answer and read the result afterwards, so `legacy` gives them one.
 */
function authenticationOfNotEnrolled(
  prepared: PreparedPayment,
  first: FirstPayment,
  parts: AuthenticationParts,
): AuthenticationDecision | Promise<AuthenticationDecision> {
  const { channel, values } = first
  const isRedirected =
    channel.settings.profile === 'legacy' &&
    channelOf(values) === IN_BROWSER &&
    values.has('shopperResultUrl')
  if (!isRedirected) return { faultCode: NOT_ENROLLED }
  const data = { version: '2.2.0', isNotEnrolled: true } as const
  const row = newAuthentication(prepared.payment, data, true, prepared.payment.updatedAtMs)
  return begun(prepared, first, { row, data }, parts)
}

/** The brand of the card itself, where the payment has the brand of a wallet. */
function brandInWallet(
  { paymentBrand }: PaymentRow,
  { number }: CardInstrument,
  { settings }: FirstPayment['channel'],
): Pick<AuthenticationData, 'brand'> {
  if (walletOfBrand(paymentBrand) === undefined) return {}
  const brand = brandOfNumber(number, settings.brands)
  return brand === undefined ? {} : { brand }
}

/** Authenticates at once where that is possible; else seals the secrets that the charge needs later. */
async function begun(
  prepared: PreparedPayment,
  { channel, trace }: FirstPayment,
  planning: Planning,
  parts: AuthenticationParts,
): Promise<BegunAuthentication> {
  const { payment, operation } = prepared
  const { threeDSecure = {} } = channel.settings
  // An authentication alone has no charge that could share its commit.
  const mayDecide = planning.row.state === 'requested' && payment.paymentType !== '3D'
  const begin = mayDecide
    ? await decideBeforeWait(prepared, planning, threeDSecure, parts)
    : { waits: planning.row }
  trace?.note(STEP, describeBegin(begin))
  if ('authenticated' in begin) return begin
  const planned = plannedWait(payment, { ...planning, row: begin.waits }, parts)
  const lifeMs = longestWaitMs(operation.request, threeDSecure)
  const confidential = await sealSecrets(payment, operation, { lifeMs, vault: parts.vault })
  return { planned: confidential === undefined ? planned : { ...planned, confidential } }
}

/** What the authentication page shows of a payment, even after its outcome. */
async function describePage(
  payment: PaymentRow,
  { access }: AuthenticationParts,
): Promise<AuthenticationPage> {
  const details = detailsOf(payment)
  const { request, shopperResultUrl } = details
  const settings = await access.settingsOf(payment.entityId)
  const language = request['customer.browser.language'] ?? request.locale
  const pageOrigins = framingOrigins(details.pageOrigins, settings)
  return {
    merchantName:
      settings.threeDSecure?.merchantName ?? (await access.merchantNameOf(payment.entityId)),
    ...(payment.amountMinor === 0
      ? {}
      : { amount: { minor: payment.amountMinor, currency: payment.currency } }),
    ...(language === undefined ? {} : { language }),
    ...(pageOrigins === undefined ? {} : { pageOrigins }),
    ...(shopperResultUrl === undefined
      ? {}
      : { returnUrl: shopperReturnUrl(shopperResultUrl, payment, onlyStores(payment)) }),
  }
}

/** A received result request. Its address names the transaction and proves that the directory sent it. */
interface ReceivedResult {
  readonly transactionId: string
  readonly token: string
  readonly body: unknown
}

/**
 * Takes the result of a challenge (RReq); nothing else decides the outcome (R-3DS-1). It is durable
 * before the answer is sent; the charge runs after that. A repeated result gets the same answer and
 * changes nothing.
 */
async function receiveResult(
  { transactionId, token, body }: ReceivedResult,
  parts: RunningParts,
): Promise<MessageOf<'RRes'> | MessageOf<'Erro'>> {
  const { store, vault, access } = parts
  const rreq = readMessage('RReq', body)
  if (isMessageFault(rreq)) return rreq.erro
  const refused = (detail: string) => erroOf({ code: '301', component: 'S', detail, message: rreq })
  const isRight = areEqual(token, resultToken(transactionId, vault))
  if (!isRight || rreq.threeDSServerTransID !== transactionId)
    return refused('threeDSServerTransID')
  const row = await store.read.authentication(transactionId)
  if (row === undefined) return refused('threeDSServerTransID')
  const { acsTransId, dsTransId } = dataOf(row)
  if (acsTransId !== rreq.acsTransID) return refused('acsTransID')
  if (dsTransId !== rreq.dsTransID) return refused('dsTransID')
  const payment = await store.read.payment(row.paymentId)
  if (payment === undefined || hasEnded(row)) return received(rreq)
  if (row.state !== 'challenge' && row.state !== 'decoupled') return refused('threeDSServerTransID')
  const { threeDSecure = {} } = await access.settingsOf(row.entityId)
  const ended = endByResult({ payment, row }, resultOfRReq(rreq), threeDSecure)
  await parts.end(payment, endOf(row, ended, parts))
  return received(rreq)
}

function received(rreq: MessageOf<'RReq'>): MessageOf<'RRes'> {
  const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq
  const ids = { threeDSServerTransID, acsTransID, dsTransID }
  return { messageType: 'RRes', messageVersion, ...ids, resultsStatus: '01' }
}
