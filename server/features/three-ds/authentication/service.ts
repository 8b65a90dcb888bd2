import type { BrowserStep } from '../../../../common/authentication-wire.ts'
import { areEqual } from '../../../kernel/equal-secrets.ts'
import type { TimerHandler, TimerResult } from '../../../kernel/timers/timers.ts'
import type { AuthenticateStep } from '../../../payments/index.ts'
import { type Refusal, refuse } from '../../../results/refusal.ts'
import type { PaymentRow, TimerRow } from '../../../store/port.ts'
import type { AuthenticationPage, BrowserAuthentication } from './browser-authentication.ts'
import { doneStep, nextOf } from './browser-next.ts'
import { cancelByConnector, isByConnector, nextByConnector } from './by-connector.ts'
import { CANCELLED, endByFailure, endOf, OUT_OF_TIME } from './end.ts'
import { canAuthenticate } from './left-out.ts'
import { describePage } from './page-of-payment.ts'
import {
  type AuthenticationParts,
  type BrowserParts,
  browserToken,
  type RunningParts,
} from './parts.ts'
import { decideAuthentication } from './plan.ts'
import { receiveResult } from './receive-result.ts'
import { askDirectoryAndCharge } from './run.ts'
import { dataOf, latestOf, stepAuthentication } from './state.ts'
import { deadlineOf } from './time-limits.ts'

/** The authentications of payments, as browsers and directories use them. */
export interface AuthenticationService extends BrowserAuthentication {
  /** Runs when an `authentication` timer is due. */
  readonly onTimer: TimerHandler
}

/** The authenticate step of payments. */
export function createAuthenticateStep(parts: AuthenticationParts): AuthenticateStep {
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
