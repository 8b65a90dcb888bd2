import type { BrowserStep, ChallengeWindowSize } from '../../../../common/authentication-wire.ts'
import { shopperReturnUrl } from '../../../payments/connectors/index.ts'
import { detailsOf, onlyStores } from '../../../payments/index.ts'
import { eventOf } from '../../../payments/record/index.ts'
import { type AuthenticationRow, type PaymentRow, paymentAfterStep } from '../../../store/port.ts'
import { encodeForBrowser } from '../messages/browser-text.ts'
import { present } from '../server/result.ts'
import type { SeenByBrowser } from './browser-authentication.ts'
import type { RunningParts } from './parts.ts'
import { methodDataOf, newAuthentication } from './planned-wait.ts'
import { askDirectoryAndCharge } from './run.ts'
import { type Authentication, CANCELLED, dataOf, latestOf, stepAuthentication } from './state.ts'
import { isRequestLost } from './time-limits.ts'

/** Time after which a browser asks again, in milliseconds. */
const BUSY_AGAIN_MS = 1_000
const DECOUPLED_AGAIN_MS = 5_000

/** The next step of a browser. Continues the authentication if that waited for the browser. */
export async function nextOf(
  payment: PaymentRow,
  seen: SeenByBrowser,
  parts: RunningParts,
): Promise<BrowserStep> {
  const authentication = await latestOf(payment, parts)
  if (authentication === undefined) return afterWait(payment)
  const { row } = authentication
  switch (row.state) {
    case 'browser':
      return withBrowser(authentication, seen, parts)
    case 'challenge':
      return challengeStep(authentication, seen)
    case 'decoupled':
      return {
        step: 'wait',
        reason: 'decoupled',
        askAgainMs: DECOUPLED_AGAIN_MS,
        ...present({ cardholderInfo: dataOf(row).cardholderInfo }),
      }
    default:
      return isRequestLost(row, parts.clock.of(row.entityId))
        ? askAnew(authentication, parts)
        : busy
  }
}

const busy: BrowserStep = { step: 'wait', reason: 'busy', askAgainMs: BUSY_AGAIN_MS }

/** The step after the wait has ended; `busy` if another process is ending it at this moment. */
function afterWait(payment: PaymentRow): BrowserStep {
  return payment.state === 'authenticating' ? busy : doneStep(payment)
}

/** The last step: the browser goes to the shop. */
export function doneStep(payment: PaymentRow): BrowserStep {
  const { shopperResultUrl = '', authenticationDetails } = detailsOf(payment)
  const returnUrl = shopperReturnUrl(shopperResultUrl, payment, onlyStores(payment))
  const told = present({ cardholderInfo: authenticationDetails?.cardholderInfo })
  return { step: 'done', returnUrl, outcome: outcomeFor(payment), ...told }
}

function outcomeFor({ state, resultCode }: PaymentRow) {
  if (state === 'succeeded') return 'accepted'
  if (state !== 'failed') return 'pending'
  return resultCode === CANCELLED ? 'cancelled' : 'declined'
}

async function withBrowser(
  authentication: Authentication,
  { methodTimedOut = false, browser = {} }: SeenByBrowser,
  parts: RunningParts,
): Promise<BrowserStep> {
  const { payment, row } = authentication
  const { methodUrl, methodDone = false } = dataOf(row)
  if (methodUrl !== undefined && !methodDone && !methodTimedOut) {
    return { step: 'method', url: methodUrl, data: methodDataOf(row.id, parts.baseUrl) }
  }
  const nowMs = parts.clock.of(row.entityId)
  const { change, after } = stepAuthentication(row, 'requested', { browser }, nowMs)
  const claimed = await parts.store.commit([change])
  // Another tab has asked the directory, or the method notification arrived at the same time.
  if (!claimed.applied) return busy
  return askNow({ payment, row: after }, parts)
}

/** Asks the directory and returns the next step of the browser. */
async function askNow(authentication: Authentication, parts: RunningParts): Promise<BrowserStep> {
  const charged = await askDirectoryAndCharge(authentication, parts)
  if (charged !== undefined) return afterWait(charged)
  const { id } = authentication.payment
  const payment = await parts.store.read.payment(id)
  if (payment === undefined) throw new Error(`Payment ${id} vanished`)
  return nextOf(payment, {}, parts)
}

/**
 * Asks again after the process that had asked the directory has died and its answer is lost. The
 * directory accepts each transaction once, so the payment gets a new transaction; results of the old one
 * are refused.
 */
async function askAnew(
  { payment, row }: Authentication,
  parts: RunningParts,
): Promise<BrowserStep> {
  const nowMs = parts.clock.of(row.entityId)
  const lost = stepAuthentication(row, 'failed', {}, nowMs)
  const { acsUrl, acsTransId, dsTransId, ...data } = dataOf(row)
  const anew: AuthenticationRow = {
    ...newAuthentication(payment, data, false, nowMs),
    createdAtMs: row.createdAtMs,
  }
  const set = { authenticationId: anew.id, updatedAtMs: nowMs }
  const after = paymentAfterStep(payment, set, payment.version + 1)
  const committed = await parts.store.commit([
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set },
    eventOf(after),
    lost.change,
    { kind: 'insertAuthentication', row: anew },
  ])
  return committed.applied ? askNow({ payment: after, row: anew }, parts) : busy
}

function challengeStep(
  { payment, row }: Authentication,
  { challengeEnded = false }: SeenByBrowser,
): BrowserStep {
  if (challengeEnded) return { step: 'wait', reason: 'result', askAgainMs: BUSY_AGAIN_MS }
  const { version, acsUrl = '', acsTransId = '' } = dataOf(row)
  const windowSize = windowSizeOf(payment)
  const creq = encodeForBrowser({
    messageType: 'CReq',
    messageVersion: version,
    threeDSServerTransID: row.id,
    acsTransID: acsTransId,
    challengeWindowSize: windowSize,
  })
  return { step: 'challenge', url: acsUrl, creq, windowSize }
}

const WINDOW_SIZES: readonly ChallengeWindowSize[] = ['01', '02', '03', '04', '05']

/** The window size that the request names; the full screen if it names none. */
export function windowSizeOf(payment: PaymentRow): ChallengeWindowSize {
  const asked = Number(detailsOf(payment).request['customer.browser.challengeWindow'])
  return WINDOW_SIZES[asked - 1] ?? '05'
}
