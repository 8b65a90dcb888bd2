import { formatAmount } from '../../../common/money.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import { wireTimestamp } from '../../engine/timers/clock.ts'
import type { Answer } from '../../wire/http/answer.ts'
import { buildNumber } from '../../wire/http/build-number.ts'
import { httpStatusOf } from '../../wire/results/catalogue.ts'
import { shownOf } from './details.ts'

/**
 * The payment response (interface document, Payment response). What stands after `currency` is
 * stored as the text that is sent, so an answer costs no reading of JSON.
 */
export function paymentAnswer(payment: PaymentRow, ndc: string): Answer {
  return answerWith(payment, ndc, '')
}

/** The same with further members at its end: JSON text that begins with a comma, or nothing. */
export function answerWith(payment: PaymentRow, ndc: string, further: string): Answer {
  const { members, registrationId } = shownOf(payment)
  const { id, referencedId, paymentType, paymentBrand, amountMinor, currency } = payment
  let body = `{"id":"${id}"`
  if (referencedId !== null) body += `,"referencedId":"${referencedId}"`
  if (registrationId !== undefined) body += `,"registrationId":"${registrationId}"`
  body += `,"paymentType":"${paymentType}"`
  // A risk check may have none.
  if (paymentBrand !== '') body += `,"paymentBrand":"${paymentBrand}"`
  body += `,"amount":"${formatAmount({ minor: amountMinor, currency })}","currency":"${currency}"`
  body += `,${members}${further},"buildNumber":${buildNumberText}`
  body += `,"timestamp":"${wireTimestamp(payment.updatedAtMs)}","ndc":${JSON.stringify(ndc)}}`
  return { status: httpStatusOf(payment.resultCode), body }
}

const buildNumberText = JSON.stringify(buildNumber)
