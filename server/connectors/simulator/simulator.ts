import { setTimeout as wait } from 'node:timers/promises'
import type {
  Connector,
  ConnectorOperation,
  ConnectorOutcome,
  InquiryOutcome,
  UnaskedAnswer,
} from '../connector.ts'
import { approved, LONGEST_DELAY_MS, type SimulatedCourse, simulatedCourse } from './outcomes.ts'

/** Time in which a booked debit or credit may be taken back as if it had not been. */
const REVERSAL_WINDOW_MS = 24 * 60 * 60 * 1000

/** When an approval comes that was not heard in time, or is said again; in milliseconds. */
const UNASKED_AFTER_MS = 2_000

/**
 * The acquirer of testMode INTERNAL. Deterministic; it decides at once, unless the request asks for
 * a delay, a lost or a repeated answer: then it behaves as a remote acquirer and is sent to. What it
 * answers to an inquiry follows from the operation alone, so it needs no memory of its own.
 */
export function createSimulator(): Connector {
  let answerUnasked: UnaskedAnswer = () => undefined

  function approveLater(paymentId: string): void {
    setTimeout(() => answerUnasked(paymentId, approved), UNASKED_AFTER_MS).unref()
  }

  return {
    name: 'simulator',
    approvalCode: '000.100.110',
    reversalWindowMs: REVERSAL_WINDOW_MS,
    longestTransitMs: LONGEST_DELAY_MS,

    decide(operation) {
      const course = courseOf(operation)
      return course.kind === 'atOnce' ? course.outcome : undefined
    },

    async send(operation) {
      const course = courseOf(operation)
      if (course.kind === 'delayed') await wait(course.milliseconds)
      if (course.kind === 'approvedUnheard' || course.kind === 'approvedTwice') {
        approveLater(operation.paymentId)
      }
      return course.kind === 'approvedUnheard' ? { kind: 'unknown' } : outcomeOf(course)
    },

    async inquire({ operation, cardHolder }): Promise<InquiryOutcome> {
      return outcomeOf(simulatedCourse(operation.customParameters, cardHolder))
    },

    onUnaskedAnswer(listener) {
      answerUnasked = listener
    },
  }
}

function courseOf(operation: ConnectorOperation): SimulatedCourse {
  return simulatedCourse(operation.customParameters, operation.card?.holder)
}

/** What the simulated acquirer did with an operation, whether that was heard or not. */
function outcomeOf(course: SimulatedCourse): ConnectorOutcome {
  switch (course.kind) {
    case 'atOnce':
    case 'delayed':
      return course.outcome
    case 'timeout':
      return { kind: 'unknown' }
    case 'approvedUnheard':
    case 'approvedTwice':
      return approved
  }
}
