import type { ConnectorOperation } from '../../server/payments/index.ts'
import { httpStatusOf, isResultCode } from '../../server/results/catalogue.ts'
import type { Payer } from './shopper-account.ts'

/** The result of an operation, before it is written as an answer about one payment. */
export type Verdict =
  | { readonly kind: 'approved'; readonly payer?: Payer }
  | {
      readonly kind: 'declined'
      readonly code: string
      /** Of the merchant; absent: the one that belongs to the code. */
      readonly adviceCode?: string
    }
  /** The shopper, or a bank, decides later. */
  | {
      readonly kind: 'pending'
      /** Of the group "pending"; absent: the one of the method. */
      readonly code?: string
    }
  /** The acquirer says that it does not do this kind of operation. */
  | { readonly kind: 'unsupported' }

/** How the simulator handles an operation. */
export type SimulatedBehaviour =
  | SimulatedAtOnce
  | {
      readonly kind: 'delayed'
      readonly milliseconds: number
      readonly outcome: Verdict
    }
  /** No answer ever arrives, also not to inquiries. */
  | { readonly kind: 'timeout' }
  /**
   * No answer arrived in time; the acquirer has approved, says so when asked, and later without
   * being asked.
   */
  | { readonly kind: 'approvedUnheard' }
  /** Approved, and said twice. */
  | { readonly kind: 'approvedTwice' }

interface SimulatedAtOnce {
  readonly kind: 'atOnce'
  readonly outcome: Verdict
}

/** The longest delay that may be asked for. */
export const MAX_DELAY_MS = 30_000

/** The parameter that chooses an outcome. Names of the widget begin with SHOPPER_, so no shopper can set it. */
export const OUTCOME_PARAMETER = 'SIMULATOR_outcome'

/** 600.200.810: the given return code is not valid. */
const NOT_AN_OUTCOME = '600.200.810'

const RESULT_CODE = /^\d{3}\.\d{3}\.\d{3}$/

const APPROVED_AT_ONCE: SimulatedBehaviour = { kind: 'atOnce', outcome: { kind: 'approved' } }
const PENDING_AT_ONCE: SimulatedBehaviour = { kind: 'atOnce', outcome: { kind: 'pending' } }

/** What may be asked for by one word. */
const courseByWord: Readonly<Record<string, SimulatedBehaviour>> = {
  approve: APPROVED_AT_ONCE,
  pending: PENDING_AT_ONCE,
  unsupported: { kind: 'atOnce', outcome: { kind: 'unsupported' } },
  timeout: { kind: 'timeout' },
  'timeout-then-approved': { kind: 'approvedUnheard' },
  duplicate: { kind: 'approvedTwice' },
}

/**
 * Chooses the course of an operation (decisions §7): a result code as holder, or
 * `customParameters[SIMULATOR_outcome]` = one of the words above, `decline:CODE`, `decline:CODE,advice:NN`, `delay:MS`. A delay
 * may be followed by a comma and what comes after it.
 *
 * @param awaitsShopper whether it is pending when nothing is asked for
 */
export function simulatedBehaviour(
  customParameters: ConnectorOperation['customParameters'],
  holder: string | undefined,
  awaitsShopper = false,
): SimulatedBehaviour {
  const asked = customParameters[OUTCOME_PARAMETER]
  const unasked = behaviourByHolder(holder) ?? (awaitsShopper ? PENDING_AT_ONCE : APPROVED_AT_ONCE)
  return asked === undefined ? unasked : requestedBehaviour(asked, unasked)
}

function behaviourByHolder(holder: string | undefined): SimulatedAtOnce | undefined {
  return holder !== undefined && RESULT_CODE.test(holder) ? answerWith(holder) : undefined
}

function requestedBehaviour(asked: string, unasked: SimulatedBehaviour): SimulatedBehaviour {
  if (Object.hasOwn(courseByWord, asked)) return courseByWord[asked] ?? notAnOutcome
  if (asked.startsWith('decline:')) return declinedWith(asked.slice('decline:'.length))
  const [, milliseconds, after] = /^delay:(\d{1,5})(?:,(.+))?$/.exec(asked) ?? []
  if (milliseconds === undefined || Number(milliseconds) > MAX_DELAY_MS) return notAnOutcome
  const later = after === undefined ? unasked : requestedBehaviour(after, unasked)
  if (later.kind !== 'atOnce') return notAnOutcome
  return { kind: 'delayed', milliseconds: Number(milliseconds), outcome: later.outcome }
}

/** A code, and perhaps the merchant advice code that comes with it. */
function declinedWith(asked: string): SimulatedAtOnce {
  const [, code = asked, adviceCode] = /^([^,]*),advice:([0-9]{2})$/.exec(asked) ?? []
  const answer = answerWith(code)
  if (adviceCode === undefined) return answer
  if (answer.outcome.kind !== 'declined') return notAnOutcome
  return { kind: 'atOnce', outcome: { ...answer.outcome, adviceCode } }
}

/** Whether a payment may be declined with this code: one of the catalogue that says that it failed. */
export function mayDecline(code: string): boolean {
  return mayBeForced(code) && httpStatusOf(code) === 400
}

/** Codes that begin with 000 cannot be forced; a code outside the catalogue gets a refusal of its own. */
function mayBeForced(code: string): boolean {
  return isResultCode(code) && !code.startsWith('000.')
}

/**
 * The verdict for a code. A pending code must not be stored in a failed payment: its client would
 * wait for ever.
 */
function answerWith(code: string): SimulatedAtOnce {
  if (!mayBeForced(code)) return notAnOutcome
  const kind = mayDecline(code) ? 'declined' : 'pending'
  return { kind: 'atOnce', outcome: { kind, code } }
}

const notAnOutcome: SimulatedAtOnce = {
  kind: 'atOnce',
  outcome: { kind: 'declined', code: NOT_AN_OUTCOME },
}
