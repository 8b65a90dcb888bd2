import { httpStatusOf, isResultCode } from '../../../wire/results/catalogue.ts'
import type { ConnectorOperation } from '../connector.ts'
import type { Payer } from './shopper-account.ts'

/** What becomes of an operation, before it is put into words for one payment. */
export type Verdict =
  | { readonly kind: 'approved'; readonly payer?: Payer }
  | { readonly kind: 'declined'; readonly code: string }
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
  /** No answer ever came, and none is to be had by asking. */
  | { readonly kind: 'timeout' }
  /** No answer came in time; the acquirer had approved, says so when asked, and later unasked. */
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
 * `customParameters[SIMULATOR_outcome]` = one of the words above, `decline:CODE`, `delay:MS`. A delay
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
  if (asked.startsWith('decline:')) return answerWith(asked.slice('decline:'.length))
  const [, milliseconds, after] = /^delay:(\d{1,5})(?:,(.+))?$/.exec(asked) ?? []
  if (milliseconds === undefined || Number(milliseconds) > MAX_DELAY_MS) return notAnOutcome
  const later = after === undefined ? unasked : requestedBehaviour(after, unasked)
  if (later.kind !== 'atOnce') return notAnOutcome
  return { kind: 'delayed', milliseconds: Number(milliseconds), outcome: later.outcome }
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
 * What answers with the code. One that says "pending" must not stand on a payment that has failed:
 * its client would wait for ever.
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
