import type { BrowserStep } from '../../../common/authentication-wire.ts'
import type { PaymentRow, TimerRow } from '../../engine/store/port.ts'
import type { TimerHandler, TimerResult } from '../../engine/timers/timers.ts'
import { areEqual } from '../../methods/connectors/equal-secrets.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'
import type { AuthenticateStep, EndAuthentication } from '../payments/authenticate-step.ts'
import type { AuthenticationPage, BrowserAuthentication } from './browser-authentication.ts'
import { doneStep, nextOf } from './browser-next.ts'
import { endByConnector, isByConnector, nextByConnector } from './by-connector.ts'
import { CANCELLED, endByFailure, endOf, OUT_OF_TIME } from './end.ts'
import { describePage } from './page-of-payment.ts'
import { type AuthenticationParts, browserToken, type RunningParts } from './parts.ts'
import { canAuthenticate, decideAuthentication } from './plan.ts'
import { receiveResult } from './receive-result.ts'
import { goOn } from './run.ts'
import { dataOf, latestOf, stepAuthentication } from './state.ts'
import { deadlineOf } from './time-limits.ts'

/** The authentications of payments, for the payments themselves, for browsers and directories. */
export interface AuthenticationService extends BrowserAuthentication {
  /** The step of the payments. */
  readonly step: AuthenticateStep
  /** Carries out an `authentication` timer. */
  readonly onTimer: TimerHandler
}

export function createAuthentication(parts: AuthenticationParts): AuthenticationService {
  let end: EndAuthentication = async () => {
    throw new Error('Nothing ends authentications yet')
  }
  const running: RunningParts = { ...parts, end: (...given) => end(...given) }
  const { store, log } = parts

  /** The payment whose token a browser has. */
  async function paymentOf(id: string, token: string): Promise<PaymentRow | Refusal> {
    const isRight = areEqual(token, browserToken({ id }, parts.vault))
    const payment = isRight ? await store.read.payment(id) : undefined
    if (payment === undefined) return unknown
    return payment.authenticationId !== null || isByConnector(payment) ? payment : unknown
  }

  return {
    step: {
      decide: (prepared, first) => decideAuthentication(prepared, first, parts),

      canAuthenticate: (values, connectorName) =>
        canAuthenticate(values, connectorName, parts.server),

      async begin(payment, keyParticipants) {
        try {
          const authentication = await latestOf(payment, parts)
          // A later version: a browser has come meanwhile, and its process asks. The directory takes
          // each transaction once.
          if (authentication?.row.state !== 'requested' || authentication.row.version > 1)
            return payment
          return (await goOn(authentication, running, keyParticipants)) ?? payment
        } catch (err) {
          log.error({ err, paymentId: payment.id }, 'an authentication does not go on by itself')
          return payment
        }
      },

      onEnd(listener) {
        end = listener
      },
    },

    async describe(paymentId, token): Promise<AuthenticationPage | Refusal> {
      const payment = await paymentOf(paymentId, token)
      return 'refused' in payment ? payment : describePage(payment, parts)
    },

    async next(paymentId, token, seen) {
      const payment = await paymentOf(paymentId, token)
      if ('refused' in payment) return payment
      return isByConnector(payment)
        ? nextByConnector(payment, seen, parts.askConnector)
        : nextOf(payment, seen, running)
    },

    async cancel(paymentId, token): Promise<BrowserStep | Refusal> {
      const payment = await paymentOf(paymentId, token)
      if ('refused' in payment) return payment
      if (isByConnector(payment)) return endByConnector(payment, parts.askConnector)
      const authentication = await latestOf(payment, parts)
      if (authentication === undefined) return doneStep(payment)
      const failed = endOf(authentication.row, endByFailure(CANCELLED), parts)
      return doneStep((await running.end(payment, failed)).payment)
    },

    async methodDone(transactionId) {
      const row = await store.read.authentication(transactionId)
      if (row?.state !== 'browser' || dataOf(row).methodDone === true) return
      const nowMs = parts.clock.of(row.entityId)
      // A conflict is ignored: the directory is being asked already.
      await store.commit([stepAuthentication(row, 'browser', { methodDone: true }, nowMs).change])
    },

    receiveResult: (transactionId, token, body) =>
      receiveResult({ transactionId, token, body }, running),

    onTimer: (timer) => onTimer(timer, running),
  }
}

/** The same for a wrong token and an id without an authentication. */
const unknown: Refusal = refuse('200.300.404', {
  status: 404,
  description: 'No such authentication: the address is incomplete, or of another payment',
})

/** Ends an authentication whose time is over. */
async function onTimer(timer: TimerRow, parts: RunningParts): Promise<TimerResult> {
  const payment = await parts.store.read.payment(timer.subjectId)
  if (payment?.state !== 'authenticating') return 'done'
  const authentication = await latestOf(payment, parts)
  const nowMs = parts.clock.of(payment.entityId)
  // Between two reads it was ended, or begun anew.
  if (authentication === undefined) return { dueAtMs: nowMs }
  const dueAtMs = deadlineOf(authentication.row)
  if (nowMs < dueAtMs) return { dueAtMs }
  const outOfTime = endOf(authentication.row, endByFailure(OUT_OF_TIME), parts)
  const ended = await parts.end(payment, outOfTime)
  return ended.payment.state === 'authenticating' ? { dueAtMs: nowMs } : 'ended'
}
