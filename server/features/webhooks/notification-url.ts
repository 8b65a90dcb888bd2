import { formatAmount } from '../../../common/money.ts'
import { type EntityClock, wireTimestamp } from '../../kernel/timers/clock.ts'
import {
  type CallKind,
  hasOutcome,
  newDelivery,
  type PaymentExtension,
} from '../../payments/index.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { PaymentRow } from '../../store/port.ts'
import { WEBHOOK_RETRIES_MS } from './retry-plan.ts'

/**
 * The deprecated `notificationUrl` of a request (interface document, Events): it gets the outcome of a
 * payment whose request was answered as pending. The call is stored in the commit of the outcome.
 */
export function notificationUrlExtension(clock: EntityClock): PaymentExtension {
  return {
    withFirst({ values }) {
      const notificationUrl = values.get('notificationUrl')
      return notificationUrl === undefined ? undefined : { details: { notificationUrl } }
    },
    participantsOf(payment, { notificationUrl }, wasAnswered) {
      const { state, authenticationId } = payment
      const isAwaited = wasAnswered || state === 'pending' || authenticationId !== null
      if (notificationUrl === undefined || !isAwaited) return []
      return [participantOf(notificationUrl, clock)]
    },
  }
}

function participantOf(url: string, clock: EntityClock): CommitParticipant {
  return {
    owner: 'notificationUrl',
    opened: () => [],
    settled(payment) {
      if (!hasOutcome(payment.state)) return []
      const { id, entityId, familyId, version } = payment
      const row = newDelivery({
        url,
        kind: 'notificationUrl',
        type: 'PAYMENT',
        entityId,
        orderKey: familyId,
        subjectId: id,
        sequence: version,
        body: bodyOf(payment),
        nowMs: clock.now(),
        dueAtMs: clock.of(entityId),
      })
      return [{ kind: 'insertDelivery', row }]
    },
  }
}

/** It is not signed, so a receiver must read the payment by `resourcePath` and not trust the rest. */
function bodyOf(payment: PaymentRow): string {
  const { id, paymentType, paymentBrand, amountMinor, currency, resultCode } = payment
  const { merchantTransactionId, updatedAtMs } = payment
  return new URLSearchParams({
    id,
    resourcePath: `/v1/payments/${id}`,
    paymentType,
    paymentBrand,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    ...(merchantTransactionId === null ? {} : { merchantTransactionId }),
    'result.code': resultCode,
    'result.description': descriptionOf(resultCode),
    timestamp: wireTimestamp(updatedAtMs),
  }).toString()
}

/** A POST like those of webhooks, form-encoded as requests to the gateway are. */
export const notificationUrlCalls: CallKind = {
  retryDelaysMs: WEBHOOK_RETRIES_MS,
  async call({ url, body }) {
    if (url === null || body === null) return undefined
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    return { url, method: 'POST', headers, body, plainBody: body }
  },
}
