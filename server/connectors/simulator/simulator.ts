import { setTimeout as wait } from 'node:timers/promises'
import type { Connector, ConnectorOperation, ConnectorOutcome } from '../connector.ts'
import { simulatedCourse } from './outcomes.ts'

/** Time in which a booked debit or credit may be taken back as if it had not been. */
const REVERSAL_WINDOW_MS = 24 * 60 * 60 * 1000

/**
 * The acquirer of testMode INTERNAL. Deterministic; it decides at once, unless the request asks for
 * a delay or a time-out: then it behaves as a remote acquirer and is sent to.
 */
export const simulator: Connector = {
  name: 'simulator',
  approvalCode: '000.100.110',
  reversalWindowMs: REVERSAL_WINDOW_MS,

  decide(operation: ConnectorOperation): ConnectorOutcome | undefined {
    const course = simulatedCourse(operation)
    return course.kind === 'atOnce' ? course.outcome : undefined
  },

  async send(operation: ConnectorOperation): Promise<ConnectorOutcome> {
    const course = simulatedCourse(operation)
    if (course.kind === 'timeout') return { kind: 'unknown' }
    if (course.kind === 'atOnce') return course.outcome
    await wait(course.milliseconds)
    return course.outcome
  },
}
