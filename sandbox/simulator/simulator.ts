import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '../../common/durations.ts'
import { areEqual } from '../../server/kernel/equal-secrets.ts'
import type {
  Connector,
  ConnectorOperation,
  ConnectorOutcome,
  InquiryOutcome,
  UnsolicitedAnswer,
} from '../../server/payments/connectors/index.ts'
import type { Instrument } from '../../server/payments/instruments/index.ts'
import {
  MAX_DELAY_MS,
  type SimulatedBehaviour,
  simulatedBehaviour,
  unsupportedOperation,
  type Verdict,
  verdictOutcome,
} from './outcomes.ts'
import { flowOf, type SimulatorParts } from './pending.ts'

/** Time in which a booked debit or credit may be taken back as if it had not been. */
const REVERSAL_WINDOW_MS = DAY_MS

/** When an approval arrives that was lost before, or is repeated; in milliseconds. */
const UNASKED_AFTER_MS = 2_000

/** Why an operation fails after all: "transaction declined for unknown reason". */
const FAILED_LATER = '800.100.100'

/** Evidence with a document whose name begins so is not taken. */
const UNREADABLE = 'unreadable'

/** What a shopper or a bank decides on a page of the simulator. */
export type PageDecision = Extract<Verdict, { kind: 'approved' | 'declined' }>

/** The data of an operation that are known later. */
type SentOperation = Omit<ConnectorOperation, 'instrument'>

/** The connector, and the side of it that its pages speak to. */
export interface Simulator extends Connector {
  /** Whether a token belongs to the payment: anyone who has it may decide. */
  mayDecide(paymentId: string, token: string): boolean
  /** Sends a decision as an acquirer does. When this resolves it has been processed, or its failure logged. */
  conclude(operation: SentOperation, decision: PageDecision): Promise<void>
}

/**
 * The acquirer of testMode INTERNAL. Deterministic; it decides at once, unless the request asks for
 * a delay, a lost or a repeated answer: then it behaves as a remote acquirer and is sent to. What it
 * answers to an inquiry follows from the operation alone, so it needs no memory of its own. What is
 * decided on its pages is told at once and lives in the payment from then on.
 */
export function createSimulator(parts: SimulatorParts): Simulator {
  let sendUnsolicitedAnswer: UnsolicitedAnswer = async () => undefined

  /** Makes the answer now: what it is made of must not be kept until then. */
  function approveLater(operation: ConnectorOperation): void {
    const { paymentId } = operation
    const outcome = outcomeOf({ kind: 'approved' }, operation, operation.instrument)
    setTimeout(() => void sendUnsolicitedAnswer(paymentId, outcome), UNASKED_AFTER_MS).unref()
  }

  function failLater(paymentId: string): void {
    const told = { kind: 'failedLater', code: FAILED_LATER } as const
    setTimeout(() => void sendUnsolicitedAnswer(paymentId, told), UNASKED_AFTER_MS).unref()
  }

  function outcomeOf(
    verdict: Verdict,
    operation: SentOperation,
    instrument?: Instrument,
  ): ConnectorOutcome {
    return verdictOutcome(verdict, { operation, instrument }, parts)
  }

  return {
    name: 'simulator',
    approvalCode: '000.100.110',
    reversalWindowMs: REVERSAL_WINDOW_MS,
    maxTransitMs: MAX_DELAY_MS,
    unsupported: unsupportedOperation,
    needsSeriesReference: 'known',

    decide(operation) {
      const course = courseOf(operation, operation.instrument)
      if (course.kind !== 'atOnce') return undefined
      return outcomeOf(course.outcome, operation, operation.instrument)
    },

    async send(operation) {
      const course = courseOf(operation, operation.instrument)
      if (course.kind === 'delayed') await wait(course.milliseconds)
      if (course.kind === 'approvedUnheard' || course.kind === 'approvedTwice') {
        approveLater(operation)
      }
      if (course.kind === 'approvedThenFailed') failLater(operation.paymentId)
      const verdict = course.kind === 'approvedUnheard' ? undefined : verdictOf(course)
      if (verdict === undefined) return { kind: 'unknown' }
      return outcomeOf(verdict, operation, operation.instrument)
    },

    async inquire({ operation, cardHolder, isPending }): Promise<InquiryOutcome> {
      if (isPending) return outcomeOf({ kind: 'pending' }, operation)
      const verdict = verdictOf(courseOf(operation, undefined, cardHolder))
      return verdict === undefined ? { kind: 'unknown' } : outcomeOf(verdict, operation)
    },

    async sendEvidence({ submissionId, documents }) {
      const unreadable = documents.find(({ name }) => name.startsWith(UNREADABLE))
      if (unreadable === undefined) return { kind: 'taken', reference: `SIM-${submissionId}` }
      return { kind: 'refused', reason: `${unreadable.name} cannot be read: send it again` }
    },

    onUnsolicitedAnswer(listener) {
      sendUnsolicitedAnswer = listener
    },

    mayDecide: (paymentId, token) => areEqual(token, parts.sign(paymentId)),

    conclude(operation, decision) {
      return sendUnsolicitedAnswer(operation.paymentId, outcomeOf(decision, operation))
    },
  }
}

function courseOf(
  operation: SentOperation,
  instrument: Instrument | undefined,
  cardHolder = instrument?.kind === 'card' ? instrument.holder : undefined,
): SimulatedBehaviour {
  // An account's holder is read from the request, so that an inquiry finds the same one.
  const holder = cardHolder ?? operation.request['bankAccount.holder']
  const awaitsShopper = flowOf(operation, instrument) !== 'synchronous'
  const course = simulatedBehaviour(operation.customParameters, holder, awaitsShopper)
  return isAuthenticated(operation) ? withoutSoftDecline(course) : course
}

/** The cardholder was authenticated, or that was attempted, here or by an external server. */
function isAuthenticated({ authentication, request }: SentOperation): boolean {
  if (authentication === undefined) return request['threeDSecure.verificationId'] !== undefined
  return authentication.status === 'Y' || authentication.status === 'A'
}

/** "Issuer wants strong customer authentication": approved once it has got it. */
function withoutSoftDecline(course: SimulatedBehaviour): SimulatedBehaviour {
  if (course.kind !== 'atOnce' && course.kind !== 'delayed') return course
  const { outcome } = course
  if (outcome.kind !== 'declined' || outcome.code !== '300.100.100') return course
  return { ...course, outcome: { kind: 'approved' } }
}

/** What the simulated acquirer did with an operation, also if its answer was lost. */
function verdictOf(course: SimulatedBehaviour): Verdict | undefined {
  switch (course.kind) {
    case 'atOnce':
    case 'delayed':
      return course.outcome
    case 'timeout':
      return undefined
    case 'approvedUnheard':
    case 'approvedTwice':
    case 'approvedThenFailed':
      return { kind: 'approved' }
  }
}
