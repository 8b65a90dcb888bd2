import { CHALLENGE_NOTIFICATION_PATH } from '../../../common/authentication-wire.ts'
import type { AuthenticationRow } from '../../engine/store/port.ts'
import type { AuthenticationInput } from '../../methods/three-ds/server/contract.ts'
import type { ThreeDSecureSettings } from '../../wire/entities/settings.ts'
import { isRefusal } from '../../wire/results/refusal.ts'
import type { AuthenticationEnd } from '../payments/authenticate-step.ts'
import { openCharge } from '../payments/confidential.ts'
import { endByFailure, endByNoAnswer, endByResult } from './end.ts'
import { type AuthenticationParts, resultToken } from './parts.ts'
import { type Authentication, dataOf, stepAuthentication } from './state.ts'

/** Where the directory sends the results of challenges. */
export const RESULTS_PATH = '/v1/threeDSecure/results'

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
  const { row } = authentication
  const { server, store, clock } = parts
  if (server === undefined) return { end: endByNoAnswer(authentication, settings, parts) }
  const input = await inputOf(authentication, settings, parts)
  if (typeof input === 'string') return { end: endByFailure(authentication, input, parts) }
  const answered = await server.authenticate(input)
  const nowMs = clock.of(row.entityId)
  switch (answered.kind) {
    case 'result':
      return { end: endByResult(authentication, answered.result, settings, parts) }
    case 'failed':
      return { end: endByNoAnswer(authentication, settings, parts) }
    case 'challenge':
    case 'decoupled': {
      const { kind, acsTransId, dsTransId } = answered
      const added =
        kind === 'challenge'
          ? { acsUrl: answered.acsUrl, challengeMandated: answered.challengeMandated ?? '' }
          : { decoupledUntilMs: nowMs + answered.waitMs }
      const data = { acsTransId, dsTransId, ...added }
      const { change, after } = stepAuthentication(row, kind, data, nowMs)
      const committed = await store.commit([change])
      return { waits: committed.applied ? after : undefined }
    }
  }
}

/** What the directory is asked with; or the code of a payment whose card is gone. */
async function inputOf(
  { payment, row }: Authentication,
  settings: ThreeDSecureSettings,
  parts: AuthenticationParts,
): Promise<AuthenticationInput | string> {
  const { vault, baseUrl, clock } = parts
  const opened = await openCharge(payment, parts)
  if (isRefusal(opened)) return opened.code
  const { operation, fields } = opened
  const { instrument } = operation
  if (instrument?.kind !== 'card') throw new Error(`Payment ${payment.id} has no card`)
  const { number, expiryMonth, expiryYear, holder } = instrument
  const { version, methodUrl, methodDone, browser, challengeIndicator } = dataOf(row)
  return {
    transactionId: row.id,
    version,
    card: { number, expiryMonth, expiryYear, ...(holder === undefined ? {} : { holder }) },
    brand: payment.paymentBrand,
    paymentType: payment.paymentType,
    amount: operation.amount,
    values: { ...browser, ...operation.request, ...fields },
    settings,
    merchantName: await merchantNameOf(payment.entityId, parts),
    nowMs: clock.of(row.entityId),
    serverUrl: `${baseUrl}${RESULTS_PATH}/${row.id}.${resultToken(row.id, vault)}`,
    notificationUrl: baseUrl + CHALLENGE_NOTIFICATION_PATH,
    methodCompletion: methodUrl === undefined ? 'U' : methodDone === true ? 'Y' : 'N',
    ...(challengeIndicator === undefined ? {} : { challengeIndicator }),
  }
}

/** The name of the merchant that a channel belongs to. */
export async function merchantNameOf(
  entityId: string,
  { store, access }: AuthenticationParts,
): Promise<string> {
  const { threeDSecure } = await access.settingsOf(entityId)
  if (threeDSecure?.merchantName !== undefined) return threeDSecure.merchantName
  const channel = await store.read.entity(entityId)
  const parentId = channel?.parentId
  const merchant = parentId == null ? undefined : await store.read.entity(parentId)
  return (merchant ?? channel)?.name ?? ''
}
