import { formatAmount } from '../../common/money.ts'
import { type Answer, bodyOf } from '../http/answer.ts'
import { toTree } from '../parameters/tree.ts'
import { httpStatusOf } from '../results/catalogue.ts'
import type { PaymentRow } from '../store/port.ts'
import { type PaymentDetails, readDetails } from './details.ts'

/** The payment response (interface document, Payment response), rendered from what is stored alone. */
export function paymentAnswer(payment: PaymentRow, ndc: string): Answer {
  const details = readDetails(payment.details)
  const code = payment.resultCode
  return {
    status: httpStatusOf(code),
    body: bodyOf(
      code,
      { ndc, atMs: payment.updatedAtMs },
      {
        before: {
          id: payment.id,
          paymentType: payment.paymentType,
          paymentBrand: payment.paymentBrand,
          amount: formatAmount({ minor: payment.amountMinor, currency: payment.currency }),
          currency: payment.currency,
        },
        after: shownDetails(details),
      },
    ),
  }
}

function shownDetails({ resultDetails, card, request, brandResult }: PaymentDetails) {
  const shown: Record<string, unknown> = {}
  if (resultDetails !== undefined) shown.resultDetails = resultDetails
  if (card !== undefined) shown.card = card
  Object.assign(shown, toTree(request))
  if (brandResult !== undefined) shown.brandResult = brandResult
  return shown
}
