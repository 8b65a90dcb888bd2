import { formatAmount } from '../../common/money.ts'
import type { Answer } from '../http/answer.ts'
import { buildNumber } from '../http/build-number.ts'
import { wireTimestamp } from '../kernel/timers/clock.ts'
import { httpStatusOf } from '../results/catalogue.ts'
import type { PaymentRow } from '../store/port.ts'
import { shownOf } from './details.ts'

/**
 * The payment response (interface document, Payment response). The members after `currency` are
 * stored as the text that is sent, so no JSON is parsed for an answer.
 */
export function paymentAnswer(payment: PaymentRow, ndc: string): Answer {
  return answerWith(payment, ndc, '')
}

/** The same with more members at its end. `further`: JSON text that begins with a comma, or ''. */
export function answerWith(payment: PaymentRow, ndc: string, further: string): Answer {
  const { members, registrationId } = shownOf(payment)
  const { id, referencedId, paymentType, paymentBrand, amountMinor, currency } = payment
  let body = `{"id":"${id}"`
  if (referencedId !== null) body += `,"referencedId":"${referencedId}"`
  if (registrationId !== undefined) body += `,"registrationId":"${registrationId}"`
  body += `,"paymentType":"${paymentType}"`
  // A risk check may have no brand.
  if (paymentBrand !== '') body += `,"paymentBrand":"${paymentBrand}"`
  body += `,"amount":"${formatAmount({ minor: amountMinor, currency })}","currency":"${currency}"`
  body += `,${members}${expiryOf(payment)}${further},"buildNumber":${buildNumberText}`
  body += `,"timestamp":"${wireTimestamp(payment.updatedAtMs)}","ndc":${JSON.stringify(ndc)}}`
  return { status: httpStatusOf(payment.resultCode), body }
}

/** JSON text of the member `expiresAt` of a hold. It never changes: repeated webhooks have the same bytes. */
function expiryOf({ state, expiresAtMs }: PaymentRow): string {
  if (expiresAtMs === null || state !== 'succeeded') return ''
  return `,"expiresAt":"${wireTimestamp(expiresAtMs)}"`
}

const buildNumberText = JSON.stringify(buildNumber)
