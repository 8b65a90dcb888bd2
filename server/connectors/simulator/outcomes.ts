import { isResultCode, resultGroupOf } from '../../results/catalogue.ts'
import type { ConnectorOperation, ConnectorOutcome } from '../connector.ts'

/** What the simulator was told to do with an operation, and how. */
export type SimulatedCourse =
  | SimulatedAtOnce
  | {
      readonly kind: 'delayed'
      readonly milliseconds: number
      readonly outcome: ConnectorOutcome
    }
  /** No answer ever came, and none is to be had by asking. */
  | { readonly kind: 'timeout' }
  /** No answer came in time; the acquirer had approved, says so when asked, and later unasked. */
  | { readonly kind: 'approvedUnheard' }
  /** Approved, and said twice. */
  | { readonly kind: 'approvedTwice' }

interface SimulatedAtOnce {
  readonly kind: 'atOnce'
  readonly outcome: ConnectorOutcome
}

/** The longest delay that may be asked for. */
export const LONGEST_DELAY_MS = 30_000

/** The parameter that chooses an outcome. Names of the widget begin with SHOPPER_, so no shopper can set it. */
export const OUTCOME_PARAMETER = 'SIMULATOR_outcome'

const RESULT_CODE = /^\d{3}\.\d{3}\.\d{3}$/

/**
 * Chooses the course of an operation (decisions §7): a result code as card holder, or
 * `customParameters[SIMULATOR_outcome]` = `approve`, `decline:CODE`, `timeout`,
 * `timeout-then-approved`, `duplicate`, `delay:MS`. A delay may be followed by a comma and what comes
 * after it; else the holder decides.
 */
export function simulatedCourse(
  customParameters: ConnectorOperation['customParameters'],
  holder: string | undefined,
): SimulatedCourse {
  const asked = customParameters[OUTCOME_PARAMETER]
  const unasked = holder !== undefined && RESULT_CODE.test(holder) ? declineWith(holder) : approve()
  return asked === undefined ? unasked : courseAskedFor(asked, unasked)
}

function courseAskedFor(asked: string, unasked: SimulatedAtOnce): SimulatedCourse {
  if (asked === 'approve') return approve()
  if (asked === 'timeout') return { kind: 'timeout' }
  if (asked === 'timeout-then-approved') return { kind: 'approvedUnheard' }
  if (asked === 'duplicate') return { kind: 'approvedTwice' }
  if (asked.startsWith('decline:')) return declineWith(asked.slice('decline:'.length))
  const [, milliseconds, after] = /^delay:(\d{1,5})(?:,(.+))?$/.exec(asked) ?? []
  if (milliseconds === undefined || Number(milliseconds) > LONGEST_DELAY_MS) return notAnOutcome()
  const later = after === undefined ? unasked : courseAskedFor(after, unasked)
  if (later.kind !== 'atOnce') return notAnOutcome()
  return { kind: 'delayed', milliseconds: Number(milliseconds), outcome: later.outcome }
}

export const approved: ConnectorOutcome = {
  kind: 'approved',
  resultDetails: acquirerResponse('00'),
}

function approve(): SimulatedAtOnce {
  return { kind: 'atOnce', outcome: approved }
}

/** Codes that begin with 000 cannot be forced; a code outside the catalogue is told as what it is. */
function declineWith(code: string): SimulatedAtOnce {
  if (!isResultCode(code) || code.startsWith('000.')) return notAnOutcome()
  const issuerSaidNo = resultGroupOf(code) === 'reject_bank'
  return {
    kind: 'atOnce',
    outcome: {
      kind: 'declined',
      code,
      resultDetails: acquirerResponse(issuerSaidNo ? '05' : '96'),
    },
  }
}

/** 600.200.810: the given return code is not valid. */
function notAnOutcome(): SimulatedAtOnce {
  return { kind: 'atOnce', outcome: { kind: 'declined', code: '600.200.810' } }
}

function acquirerResponse(code: string): Readonly<Record<string, string>> {
  return { AcquirerResponse: code, clearingInstituteName: 'Tillgate simulator' }
}
