import { inOneLine } from '../../../server/cli/one-line.ts'
import { wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import type { DisputeRow } from '../../../server/store/port.ts'
import { disputeMembers } from '../answer.ts'

/** A line about a dispute: id, how far it is, its amount, its case, and until when it must be answered. */
export function lineOf(row: DisputeRow): string {
  const { id, stage, outcome, amount, currency, acquirerReference } = disputeMembers(row)
  const { respondByMs, flags } = row
  const further = [
    acquirerReference && `case ${acquirerReference}`,
    respondByMs !== null && `answer by ${wireTimestamp(respondByMs)}`,
    flags,
  ]
  return inOneLine([id, stage, outcome, amount, currency, ...further].filter(Boolean).join(' '))
}
