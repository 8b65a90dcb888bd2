import type { PaymentRow } from '../../store/port.ts'
import { readDetails } from '../details.ts'
import { notedStep } from '../record/noted-step.ts'
import type { OutcomeParts } from '../record/outcomes.ts'

/**
 * Writes down that the request of an intent may be sent once more, before its connector is asked: who sent it first
 * may find that its own sending did nothing, and must not take that for the outcome then. Answers the payment as it is
 * stored then. `undefined`: it may not be sent again now, because this process is sending it or another one has changed
 * it. Rejects with the store.
 */
export async function markAsReplayed(
  payment: PaymentRow,
  { store, clock, intents }: Pick<OutcomeParts, 'store' | 'clock' | 'intents'>,
): Promise<PaymentRow | undefined> {
  if (payment.state !== 'intent') return payment
  if (intents.isUnderWay(payment.id)) return undefined
  const details = readDetails(payment)
  if (details.replayedAtMs !== undefined) return payment
  const atMs = clock.of(payment.entityId)
  const marked = { ...details, replayedAtMs: atMs }
  const { after, changes } = notedStep(payment, marked, { kind: 'replayed', atMs })
  const { applied } = await store.commit(changes)
  return applied ? after : undefined
}
