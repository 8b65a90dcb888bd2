import {
  CHALLENGE_NOTIFICATION_PATH,
  RESULTS_PATH,
} from '../../../../common/authentication-wire.ts'
import type { ThreeDSecureSettings } from '../../../entities/settings.ts'
import { accountSettingsOf } from '../../../payments/accounts/index.ts'
import {
  type AuthenticationEnd,
  type FrictionlessAuthentication,
  type OpenedCharge,
  openCharge,
  type StoredCard,
} from '../../../payments/authenticate/index.ts'
import { detailsOf, type PaymentDetails, type PreparedPayment } from '../../../payments/index.ts'
import { schemeOf } from '../../../payments/read/index.ts'
import { isRefusal } from '../../../results/refusal.ts'
import type { AuthenticationRow } from '../../../store/port.ts'
import { deviceChannelOf } from '../server/asked.ts'
import type { Authenticated, AuthenticationInput } from '../server/contract.ts'
import { MANDATED, wantedChallenge } from '../server/indicators.ts'
import { present } from '../server/result.ts'
import { IN_BROWSER } from './left-out.ts'
import { type AuthenticationParts, resultToken } from './parts.ts'
import { type Planning, plannedRepetition } from './planned-wait.ts'
import {
  type Authentication,
  type AuthenticationData,
  cardBrandOf,
  dataOf,
  type Ended,
  endByFailure,
  endByNoAnswer,
  endByResult,
  endOf,
  NOT_ENROLLED,
  stateAfter,
  stepAuthentication,
} from './state.ts'

/** The consequence of the directory's answer: the end, or a wait for the cardholder. */
export type Requested =
  | { readonly end: AuthenticationEnd }
  /** Its row as it is stored now; absent: another process has changed it. */
  | { readonly waits: AuthenticationRow | undefined }

/** Asks the directory about a payment whose authentication is stored as `requested`. */
export async function requestAuthentication(
  authentication: Authentication,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<Requested> {
  const { payment, row } = authentication
  if (dataOf(row).isNotEnrolled) return { end: endOf(row, endByFailure(NOT_ENROLLED), parts) }
  const opened = await openCharge(payment, parts)
  const answered = isRefusal(opened)
    ? endByFailure(opened.code)
    : await askDirectory(authentication, opened, settings, parts)
  if ('outcome' in answered) return { end: endOf(row, answered, parts) }
  const nowMs = parts.clock.of(row.entityId)
  const { change, after } = stepAuthentication(row, answered.waits, answered.added, nowMs)
  const committed = await parts.store.commit([change])
  return { waits: committed.applied ? after : undefined }
}

/**
 * Authenticates before the first commit, where the directory is in this process: the end then shares the
 * commit of the charge, and no security code is stored. With a commit before, such a payment takes 2.5
 * times the main-thread time of a payment without authentication (docs/performance.md).
 */
export async function decideBeforeWait(
  { payment, operation, details }: PreparedPayment,
  { row, data }: Planning,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<Decided> {
  const authentication = { payment, row, data }
  const charge = { operation, fields: operation.confidential ?? {} }
  const input = await inputOf(authentication, charge, { settings, details }, parts)
  const answered = parts.server?.decide(input)
  if (answered === undefined) return { waits: row }
  const end = meaningOf(answered, { authentication, input, data, settings }, parts)
  const after = JSON.stringify(Object.assign({}, data, end.added))
  if ('waits' in end) return { waits: rowIn(end.waits, after, row) }
  return { authenticated: { row: rowIn(stateAfter(end), after, row), end } }
}

/** Column by column, because that takes 0.1 µs and a spread 1 µs. */
function rowIn(
  state: AuthenticationRow['state'],
  data: string,
  { id, paymentId, entityId, createdAtMs, updatedAtMs, version }: AuthenticationRow,
): AuthenticationRow {
  return { id, paymentId, entityId, state, data, createdAtMs, updatedAtMs, version }
}

/** The state of an authentication before the first commit. */
type Decided =
  | { readonly authenticated: FrictionlessAuthentication }
  /** Its row, as the first commit writes it. */
  | { readonly waits: AuthenticationRow }

/** An answer of the directory after which the cardholder has to decide. */
interface WaitForCardholder {
  readonly waits: 'challenge' | 'decoupled'
  readonly added: Partial<AuthenticationData>
}

async function askDirectory(
  authentication: Authentication,
  charge: OpenedCharge,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<Ended | WaitForCardholder> {
  if (parts.server === undefined) return endByNoAnswer(authentication.payment, settings)
  const asked = { ...authentication, data: dataOf(authentication.row) }
  const details = detailsOf(authentication.payment)
  const input = await inputOf(asked, charge, { settings, details }, parts)
  const { data } = asked
  const answered = await parts.server.authenticate(input)
  return meaningOf(answered, { authentication, input, data, settings }, parts)
}

/** What was sent to the directory, and for which payment. */
interface Sent {
  readonly authentication: Authentication
  readonly data: AuthenticationData
  readonly input: AuthenticationInput
  readonly settings: ThreeDSecureSettings
}

function meaningOf(
  answered: Authenticated,
  sent: Sent,
  parts: AuthenticationParts,
): Ended | WaitForCardholder {
  const { authentication, settings } = sent
  const { payment, row } = authentication
  switch (answered.kind) {
    case 'result':
      return repeatable(endByResult(authentication, answered.result, settings), sent, parts)
    case 'failed':
      return repeatable(endByNoAnswer(payment, settings, answered), sent, parts)
    case 'challenge': {
      const { acsTransId, dsTransId, acsUrl, challengeMandated = '', cardholderInfo } = answered
      const told = present({ cardholderInfo })
      return {
        waits: 'challenge',
        added: { acsTransId, dsTransId, acsUrl, challengeMandated, ...told },
      }
    }
    case 'decoupled': {
      const { acsTransId, dsTransId, waitMs, cardholderInfo } = answered
      const decoupledUntilMs = parts.clock.of(row.entityId) + waitMs
      return {
        waits: 'decoupled',
        added: { acsTransId, dsTransId, decoupledUntilMs, ...present({ cardholderInfo }) },
      }
    }
  }
}

/**
 * The end together with the authentication that follows a soft decline of the charge: once, with a
 * challenge, in the shopper's browser. Not where a challenge was asked for already.
 */
function repeatable(
  ended: Ended,
  { authentication: { payment }, data, input, settings }: Sent,
  parts: AuthenticationParts,
): Ended {
  const { repeatSoftDeclines = true } = settings
  const { values } = input
  const wasMandated = wantedChallenge(input) === MANDATED
  const isInBrowser = deviceChannelOf(values) === IN_BROWSER
  const mayRepeat = repeatSoftDeclines && !wasMandated && isInBrowser
  if (!mayRepeat || ended.outcome.kind !== 'passed') return ended
  const afterSoftDecline = () => {
    const { methodDone, ...known } = data
    return plannedRepetition(payment, known, values, parts)
  }
  // Not literals that begin with a spread: most payments pass here, and few are declined.
  const outcome = Object.assign({}, ended.outcome, { afterSoftDecline })
  return Object.assign({}, ended, { outcome })
}

/** The input from which the request to the directory is made. */
async function inputOf(
  { payment, row, data }: Authentication & Planning,
  { operation, fields }: OpenedCharge,
  {
    settings,
    details,
  }: { readonly settings: ThreeDSecureSettings; readonly details: PaymentDetails },
  parts: AuthenticationParts,
): Promise<AuthenticationInput> {
  const { vault, baseUrl, clock, access } = parts
  const { instrument, request } = operation
  if (instrument?.kind !== 'card') throw new Error(`Payment ${payment.id} has no card`)
  const { number, expiryMonth, expiryYear, holder } = instrument
  const { version, methodUrl, methodDone, browser, challengeIndicator } = data
  const registration = await storedCardOf(details, parts)
  const brand = cardBrandOf({ payment, row })
  return {
    transactionId: row.id,
    version,
    card:
      holder === undefined
        ? { number, expiryMonth, expiryYear }
        : { number, expiryMonth, expiryYear, holder },
    brand,
    paymentType: payment.paymentType,
    amount: operation.amount,
    values: { ...browser, ...request, ...fields },
    settings: await withAcquirer(settings, { connector: payment.connector, brand }, parts),
    merchantName: settings.merchantName ?? (await access.merchantNameOf(payment.entityId)),
    nowMs: clock.of(row.entityId),
    serverUrl: `${baseUrl}${RESULTS_PATH}/${row.id}.${resultToken(row.id, vault)}`,
    notificationUrl: baseUrl + CHALLENGE_NOTIFICATION_PATH,
    methodCompletion: methodUrl === undefined ? 'U' : methodDone === true ? 'Y' : 'N',
    ...(registration === undefined ? {} : { registration }),
    ...(challengeIndicator === undefined ? {} : { challengeIndicator }),
  }
}

/** With what the connector account of the payment says of the merchant at the acquirer of this card network. */
async function withAcquirer(
  settings: ThreeDSecureSettings,
  { connector, brand }: { readonly connector: string; readonly brand: string },
  { store }: Pick<AuthenticationParts, 'store'>,
): Promise<ThreeDSecureSettings> {
  const scheme = schemeOf(brand)
  // Without a colon it is the simulator of the process, which is no account of the store.
  if (scheme === undefined || !connector.includes(':')) return settings
  const row = await store.read.connectorAccount(connector)
  return { ...settings, ...(row && accountSettingsOf(row).schemes?.[scheme]) }
}

/** The stored card of a payment; not the one that it will store. */
async function storedCardOf(
  { registrationId, createsRegistration }: PaymentDetails,
  { storedCardOf: find }: Pick<AuthenticationParts, 'storedCardOf'>,
): Promise<StoredCard | undefined> {
  if (registrationId === undefined || createsRegistration === true) return undefined
  return find?.(registrationId)
}
