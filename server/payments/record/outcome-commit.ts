import type { ChangePart, CommitParticipant } from '../../store/commit-parts.ts'
import { type PaymentRow, type PaymentStep, paymentAfterStep } from '../../store/port.ts'
import { closePayment, type Recorded } from '../outcome-rules.ts'
import { changeByOutcome } from '../references/target-change.ts'
import type { TargetOfReference } from './booking.ts'

interface OutcomeOf {
  readonly current: PaymentRow
  readonly recorded: Recorded
  readonly participants: readonly CommitParticipant[]
  readonly reference?: TargetOfReference | undefined
}

/** The changes of the commit that writes the outcome of a stored payment, and the payment after it. */
export function outcomeCommit({ current, recorded, participants, reference }: OutcomeOf): {
  readonly after: PaymentRow
  readonly parts: readonly ChangePart[]
} {
  const outcome = { ...recorded, step: amendedStep(recorded.step, current, participants) }
  const after = paymentAfterStep(current, outcome.step, current.version + 1)
  const releasedMinor = reference && changeByOutcome(after, reference, true).releasedMinor
  const theirs = participants.map((participant) => ({
    owner: participant.owner,
    changes: participant.recorded(after, true, releasedMinor),
  }))
  // Must come first: a concurrent writer then fails on the version of the payment, before it fails on
  // the limit of a balance that has already been restored.
  const own = { owner: 'payment', changes: closePayment(current, outcome, reference) }
  return { after, parts: [own, ...theirs] }
}

function amendedStep(
  step: PaymentStep,
  current: PaymentRow,
  participants: readonly CommitParticipant[],
): PaymentStep {
  let amended = step
  for (const participant of participants) {
    const now = paymentAfterStep(current, amended)
    if (step.state === 'succeeded') amended = { ...amended, ...participant.amend?.(now) }
    if (step.state === 'failed') amended = { ...amended, ...participant.amendFailure?.(now) }
  }
  return amended
}
