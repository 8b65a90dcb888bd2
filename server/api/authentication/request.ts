import { CHALLENGE_NOTIFICATION_PATH, RESULTS_PATH } from '../../../common/authentication-wire.ts'
import type { AuthenticationRow } from '../../engine/store/port.ts'
import type { Authenticated, AuthenticationInput } from '../../methods/three-ds/server/contract.ts'
import type { ThreeDSecureSettings } from '../../wire/entities/settings.ts'
import { isRefusal } from '../../wire/results/refusal.ts'
import type {
  AuthenticationEnd,
  FrictionlessAuthentication,
} from '../payments/authenticate-step.ts'
import { type OpenedCharge, openCharge } from '../payments/confidential.ts'
import type { PreparedPayment } from '../payments/prepared-payment.ts'
import { type Ended, endByFailure, endByNoAnswer, endByResult, endOf, stateAfter } from './end.ts'
import { type AuthenticationParts, resultToken } from './parts.ts'
import {
  type Authentication,
  type AuthenticationData,
  dataOf,
  stepAuthentication,
} from './state.ts'

/** What the directory's answer leads to: the end, or a wait for the cardholder. */
export type Requested =
  | { readonly end: AuthenticationEnd }
  /** Its row as it is stored now; absent: somebody else has stepped it. */
  | { readonly waits: AuthenticationRow | undefined }

/** Asks the directory about a payment whose authentication is `requested`, durably. */
export async function requestAuthentication(
  authentication: Authentication,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<Requested> {
  const { payment, row } = authentication
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
 * Authenticates before anything is written down, where the directory decides in this process: the end
 * then shares the commit of the charge, and no security code is kept. (With a commit before, such a
 * payment costs 2.5 times the main thread of one without authentication: docs/performance.md.)
 */
export async function decideBeforeWait(
  { payment, operation }: PreparedPayment,
  { row, data }: Planning,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<Decided> {
  const authentication = { payment, row }
  const charge = { operation, fields: operation.confidential ?? {} }
  const input = await inputOf({ ...authentication, data }, charge, settings, parts)
  const answered = parts.server?.decide(input)
  if (answered === undefined) return { waits: row }
  const end = meaningOf(answered, authentication, settings, parts)
  const after = JSON.stringify(Object.assign({}, data, end.added))
  if ('waits' in end) return { waits: { ...row, state: end.waits, data: after } }
  const ended = Object.assign({}, row, { state: stateAfter(end), data: after })
  return { authenticated: { row: ended, end } }
}

/** A new authentication; its row has the data as text. */
export interface Planning {
  readonly row: AuthenticationRow
  readonly data: AuthenticationData
}

/** What is known of an authentication before anything is written down. */
type Decided =
  | { readonly authenticated: FrictionlessAuthentication }
  /** Its row, as the first commit writes it. */
  | { readonly waits: AuthenticationRow }

/** An answer of the directory that leaves the cardholder to decide. */
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
  const input = await inputOf(asked, charge, settings, parts)
  return meaningOf(await parts.server.authenticate(input), authentication, settings, parts)
}

function meaningOf(
  answered: Authenticated,
  authentication: Authentication,
  settings: ThreeDSecureSettings,
  { clock }: AuthenticationParts,
): Ended | WaitForCardholder {
  const { payment, row } = authentication
  switch (answered.kind) {
    case 'result':
      return endByResult(authentication, answered.result, settings)
    case 'failed':
      return endByNoAnswer(payment, settings)
    case 'challenge': {
      const { acsTransId, dsTransId, acsUrl, challengeMandated = '' } = answered
      return { waits: 'challenge', added: { acsTransId, dsTransId, acsUrl, challengeMandated } }
    }
    case 'decoupled': {
      const { acsTransId, dsTransId, waitMs } = answered
      const decoupledUntilMs = clock.of(row.entityId) + waitMs
      return { waits: 'decoupled', added: { acsTransId, dsTransId, decoupledUntilMs } }
    }
  }
}

/** What the directory is asked with. */
async function inputOf(
  { payment, row, data }: Authentication & Planning,
  { operation, fields }: OpenedCharge,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<AuthenticationInput> {
  const { vault, baseUrl, clock, access } = parts
  const { instrument, request } = operation
  if (instrument?.kind !== 'card') throw new Error(`Payment ${payment.id} has no card`)
  const { number, expiryMonth, expiryYear, holder } = instrument
  const { version, methodUrl, methodDone, browser, challengeIndicator } = data
  return {
    transactionId: row.id,
    version,
    card: { number, expiryMonth, expiryYear, ...(holder === undefined ? {} : { holder }) },
    brand: payment.paymentBrand,
    paymentType: payment.paymentType,
    amount: operation.amount,
    values:
      browser === undefined && isEmpty(fields) ? request : { ...browser, ...request, ...fields },
    settings,
    merchantName: settings.merchantName ?? (await access.merchantNameOf(payment.entityId)),
    nowMs: clock.of(row.entityId),
    serverUrl: `${baseUrl}${RESULTS_PATH}/${row.id}.${resultToken(row.id, vault)}`,
    notificationUrl: baseUrl + CHALLENGE_NOTIFICATION_PATH,
    methodCompletion: methodUrl === undefined ? 'U' : methodDone === true ? 'Y' : 'N',
    ...(challengeIndicator === undefined ? {} : { challengeIndicator }),
  }
}

function isEmpty(members: object): boolean {
  for (const _ in members) return false
  return true
}
