import {
  type Notifications,
  type NotifiedEntity,
  type PaymentExtension,
  paymentChanges,
} from '../../payments/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'

/** Reports every outcome of a payment, and its wait for the shopper, to webhooks, in the same commit. */
export function webhookExtension(notifications: Notifications): PaymentExtension {
  return {
    withFirst({ channel }) {
      const entity = notifications.of(channel.entity.id)
      return entity instanceof Promise ? entity.then(answerOf) : answerOf(entity)
    },
    participantsOf({ entityId }) {
      const entity = notifications.of(entityId)
      return entity instanceof Promise ? entity.then(participantsIn) : participantsIn(entity)
    },
  }
}

function answerOf(entity: NotifiedEntity) {
  return entity.takes('PAYMENT') ? { participants: [participantOf(entity)] } : undefined
}

function participantsIn(entity: NotifiedEntity): readonly CommitParticipant[] {
  return entity.takes('PAYMENT') ? [participantOf(entity)] : []
}

function participantOf(entity: NotifiedEntity): CommitParticipant {
  return {
    owner: 'webhooks',
    // An intent is no event: nearly all of them have their outcome before their request is answered.
    opened: (payment) =>
      payment.state === 'authenticating' ? paymentChanges(payment, entity) : [],
    settled: (payment) => paymentChanges(payment, entity),
    // Answered as pending: its outcome is not known. An authentication was told when it began.
    requestEnded: (payment) => (payment.state === 'intent' ? paymentChanges(payment, entity) : []),
  }
}
