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
  const more = addedTo(details)
  const registrationId = registrationShown(payment, details)
  return {
    status: httpStatusOf(code),
    body: bodyOf(
      code,
      { ndc, atMs: payment.updatedAtMs },
      {
        before: {
          id: payment.id,
          ...(registrationId === undefined ? {} : { registrationId }),
          paymentType: payment.paymentType,
          paymentBrand: payment.paymentBrand,
          amount: formatAmount({ minor: payment.amountMinor, currency: payment.currency }),
          currency: payment.currency,
        },
        result: more.result,
        after: shownDetails(details, more, registrationId),
      },
    ),
  }
}

/** Stored by the payment's success alone, or paid with: then always. */
function registrationShown(
  { state }: PaymentRow,
  { registrationId, createsRegistration }: PaymentDetails,
): string | undefined {
  return createsRegistration === true && state !== 'succeeded' ? undefined : registrationId
}

interface Added {
  /** Members of `result`. */
  readonly result: Readonly<Record<string, string>>
  /** All others, as wire names. */
  readonly others: Readonly<Record<string, string>>
}

const nothingAdded: Added = { result: {}, others: {} }

const IN_RESULT = 'result.'

function addedTo({ shown }: PaymentDetails): Added {
  if (shown === undefined) return nothingAdded
  const result: Record<string, string> = {}
  const others: Record<string, string> = {}
  for (const [name, value] of Object.entries(shown)) {
    if (name.startsWith(IN_RESULT)) result[name.slice(IN_RESULT.length)] = value
    else others[name] = value
  }
  return { result, others }
}

function shownDetails(
  { resultDetails, card, request, brandResult, redirect, createsRegistration }: PaymentDetails,
  { others }: Added,
  registrationId: string | undefined,
) {
  const shown: Record<string, unknown> = {}
  if (resultDetails !== undefined) shown.resultDetails = resultDetails
  const tree: Record<string, unknown> = toTree(Object.assign({}, request, others))
  Object.assign(shown, tree)
  if (card !== undefined) shown.card = Object.assign({}, card, tree.card)
  if (brandResult !== undefined) shown.brandResult = brandResult
  if (createsRegistration === true && registrationId !== undefined) {
    shown.registration = { id: registrationId }
  }
  if (redirect !== undefined) shown.redirect = redirect
  return shown
}

/** What became of a request that makes a payment, as it goes over the wire. */
export function paymentOrRefusal<Other extends object>(
  result: PaymentRow | Other,
  ndc: string,
): Answer | Other {
  return 'familyId' in result ? paymentAnswer(result, ndc) : result
}
