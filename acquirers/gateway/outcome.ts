import { parseAmount } from '../../common/money.ts'
import type { Exchange } from '../../server/http/outgoing/client.ts'
import type {
  ConnectorOperation,
  ConnectorOutcome,
} from '../../server/payments/connectors/connector.ts'
import { isResultCode, resultGroupOf } from '../../server/results/catalogue.ts'
import { textAt } from '../shared/json.ts'
import { isAuthentication, type ReceiverAnswer, readAnswer, redirectOf } from './answer.ts'
import { answerDetails, faultsOf } from './answer-details.ts'
import { PENDING_ASKED_AFTER_MS, REDIRECT_ASKED_AFTER_MS } from './limits.ts'

/** The data of an operation with which answers are compared. */
export type AskedOperation = Pick<ConnectorOperation, 'paymentId' | 'amount' | 'request'>

/** An outcome, and what is logged about its cause: fixed texts and codes only. */
export interface Judged<Outcome = ConnectorOutcome> {
  readonly outcome: Outcome
  readonly trouble?: string
  /** The receiver's messages about wrong parameters: names and reasons, never a value. */
  readonly faults?: string
}

/**
 * Rejections whose code says that the outcome is unknown: partly failed, timed out, still running, or
 * our key was used before, which can only have been by this same request.
 */
const UNCERTAIN: ReadonlySet<string> = new Set([
  '000.400.030',
  '200.200.106',
  '800.600.100',
  '900.100.300',
  '900.100.400',
  '900.100.500',
  '999.999.999',
])

/** Too many requests: refused before anything was done (interface document, Errors). */
const THROTTLED = '800.120.100'
/** The shopper is needed; without a redirect: the receiver does not know either. */
const TRANSACTION_PENDING = '000.200.000'
/** "Declined, no reason given", for a code that the catalogue does not have. */
export const DECLINED = '800.100.100'

const unknown = (trouble: string): Judged => ({ outcome: { kind: 'unknown' }, trouble })
const notSent = (trouble: string): Judged => ({ outcome: { kind: 'notSent' }, trouble })

/**
 * The outcome of an operation that was sent. Only an answer in the shape of the interface decides it.
 * With any other answer the outcome stays unknown, unless the request was certainly not sent.
 */
export function outcomeOfSend(exchange: Exchange, operation: AskedOperation): Judged {
  if (exchange.kind === 'notSent') return notSent(`not reached: ${exchange.reason}`)
  if (exchange.kind === 'lost') return unknown(exchange.reason)
  const { status } = exchange
  if (status === 429) return notSent('answers 429: too many requests')
  const answer = readAnswer(exchange.body)
  if (answer === undefined) return unknown(`answers ${status} without a result code`)
  const said = `answers ${status}, ${answer.code}`
  if (status === 401 || status === 403) return notSent(`${said}: ${WRONG_ACCESS}`)
  if (status === 503 || answer.code === THROTTLED) return notSent(said)
  if (status >= 500 || status === 409 || (status >= 300 && status < 400)) return unknown(said)
  return outcomeOfPayment(answer, operation, status < 300)
}

/** What an operator should check if a receiver refuses our token or entity. */
export const WRONG_ACCESS =
  'it does not take the access token of this account (TILLGATE_EXTERNAL_TOKEN) for its entity there'

/**
 * The outcome of a payment that was read by its id at the receiver. An answer that is not about this
 * payment decides nothing: a refusal to show it is no decline.
 */
export function outcomeOfRead(
  exchange: Exchange,
  receiverId: string,
  operation: AskedOperation,
): Judged {
  if (exchange.kind !== 'answered') return unknown(exchange.reason)
  const { status } = exchange
  const answer = readAnswer(exchange.body)
  if (answer === undefined) return unknown(`answers ${status} without a result code`)
  const said = `answers ${status}, ${answer.code}`
  if (status === 401 || status === 403) return unknown(`${said}: ${WRONG_ACCESS}`)
  const isOfPayment = answer.id === receiverId && answer.code !== THROTTLED
  if (!isOfPayment || (status !== 200 && status !== 400)) return unknown(said)
  return outcomeOfPayment(answer, operation, status === 200)
}

/**
 * The outcome of a payment by the group of its code. `isAccepted`: the HTTP status agrees;
 * `undefined` for an item of a list, which has no status.
 */
export function outcomeOfPayment(
  answer: ReceiverAnswer,
  operation: AskedOperation,
  isAccepted: boolean | undefined,
): Judged {
  const { code } = answer
  if (UNCERTAIN.has(code)) return unknown(`answers ${code}`)
  if (!isResultCode(code)) return unknownCode(answer, operation, isAccepted)
  const group = resultGroupOf(code)
  switch (group) {
    case 'success':
    case 'success_review':
    case 'pending':
    case 'pending_long':
      return isAccepted === false
        ? unknown(`answers ${code} as an error`)
        : pendingPayment(answer, operation, group)
    case 'chargeback':
      return unknown(`answers ${code}`)
    default:
      return {
        outcome: { kind: 'declined', code, ...answerDetails(answer, operation.request) },
        ...faultsOf(answer),
      }
  }
}

/** An unknown code must not be shown; the status says whether it is a rejection. */
function unknownCode(
  answer: ReceiverAnswer,
  { request }: AskedOperation,
  isAccepted: boolean | undefined,
): Judged {
  const { code } = answer
  if (isAccepted !== false) return unknown(`answers the unknownCode code ${code}`)
  const told = answerDetails(answer, request)
  const resultDetails = { ...told.resultDetails, AcquirerResponse: code }
  return {
    outcome: { kind: 'declined', code: DECLINED, ...told, resultDetails },
    ...faultsOf(answer),
  }
}

/** A pending payment: it must be the one that was asked for, and have an id. */
function pendingPayment(
  answer: ReceiverAnswer,
  operation: AskedOperation,
  group: 'success' | 'success_review' | 'pending' | 'pending_long',
): Judged {
  const { code, id } = answer
  if (id === undefined) return unknown(`answers ${code} without an id`)
  if (!isOfAmount(answer, operation)) return unknown(`answers ${code} for another amount`)
  const told = answerDetails(answer, operation.request)
  if (group === 'success') return { outcome: { kind: 'approved', saidCode: code, ...told } }
  if (group === 'success_review')
    return { outcome: { kind: 'approved', reviewCode: code, ...told } }
  const redirect = redirectOf(answer.members)
  if (redirect === 'malformed') return unknown(`answers ${code} with an unusable redirect`)
  if (redirect !== undefined) {
    const expiresAfterMs = REDIRECT_ASKED_AFTER_MS
    const where = isAuthentication(redirect) ? { authenticationRedirect: redirect } : { redirect }
    return { outcome: { kind: 'pending', code, ...where, expiresAfterMs, ...told } }
  }
  if (code === TRANSACTION_PENDING) return { outcome: { kind: 'unknown' } }
  return { outcome: { kind: 'pending', code, expiresAfterMs: PENDING_ASKED_AFTER_MS, ...told } }
}

/** A missing value in the answer is no contradiction. */
function isOfAmount({ members }: ReceiverAnswer, { amount }: AskedOperation): boolean {
  const currency = textAt(members, 'currency') ?? amount.currency
  const text = textAt(members, 'amount')
  if (currency !== amount.currency) return false
  if (text === undefined) return true
  const money = parseAmount(text, currency)
  return typeof money !== 'string' && money.minor === amount.minor
}
