import { formatAmount } from '../../../common/money.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import { addToTree, toTree } from '../../wire/parameters/tree.ts'
import { httpStatusOf } from '../../wire/results/catalogue.ts'
import { detailsOf, type PaymentDetails } from './details.ts'

/** The payment response (interface document, Payment response), rendered from what is stored alone. */
export function paymentAnswer(payment: PaymentRow, ndc: string): Answer {
  return answerWith(payment, ndc, {})
}

/** The same with further members at its end. */
export function answerWith(
  payment: PaymentRow,
  ndc: string,
  further: Readonly<Record<string, unknown>>,
): Answer {
  const details = detailsOf(payment)
  const code = payment.resultCode
  const addedResult = addedToResult(details.shown)
  const registrationId = registrationShown(payment, details)
  return {
    status: httpStatusOf(code),
    body: bodyOf(
      code,
      { ndc, atMs: payment.updatedAtMs },
      {
        before: membersBefore(payment, registrationId),
        ...(addedResult === undefined ? {} : { result: addedResult }),
        after: Object.assign(shownDetails(details, registrationId), further),
      },
    ),
  }
}

/** What an answer begins with, in the order of the interface document. */
function membersBefore(
  { id, referencedId, paymentType, paymentBrand, amountMinor, currency }: PaymentRow,
  registrationId: string | undefined,
): Readonly<Record<string, string>> {
  const members: Record<string, string> = { id }
  if (referencedId !== null) members.referencedId = referencedId
  if (registrationId !== undefined) members.registrationId = registrationId
  members.paymentType = paymentType
  // A risk check may have none.
  if (paymentBrand !== '') members.paymentBrand = paymentBrand
  members.amount = formatAmount({ minor: amountMinor, currency })
  members.currency = currency
  return members
}

/** Stored by the payment's success alone, or paid with: then always. */
function registrationShown(
  { state }: PaymentRow,
  { registrationId, createsRegistration }: PaymentDetails,
): string | undefined {
  return createsRegistration === true && state !== 'succeeded' ? undefined : registrationId
}

const IN_RESULT = 'result.'

/** What the gateway or a connector adds to `result`: the answers of the issuer's checks. */
function addedToResult(
  shown: PaymentDetails['shown'],
): Readonly<Record<string, string>> | undefined {
  let result: Record<string, string> | undefined
  for (const name in shown) {
    if (!name.startsWith(IN_RESULT)) continue
    result ??= {}
    result[name.slice(IN_RESULT.length)] = shown[name] ?? ''
  }
  return result
}

function shownDetails(
  {
    resultDetails,
    card,
    request,
    shown,
    brandResult,
    redirect,
    createsRegistration,
  }: PaymentDetails,
  registrationId: string | undefined,
) {
  const tree = toTree(request)
  for (const name in shown) {
    if (!name.startsWith(IN_RESULT)) addToTree(tree, name, shown[name] ?? '')
  }
  const members: Record<string, unknown> = tree
  if (card !== undefined) {
    members.card = tree.card === undefined ? card : Object.assign({}, card, tree.card)
  }
  if (resultDetails !== undefined) members.resultDetails = resultDetails
  if (brandResult !== undefined) members.brandResult = brandResult
  if (createsRegistration === true && registrationId !== undefined) {
    members.registration = { id: registrationId }
  }
  if (redirect !== undefined) members.redirect = redirect
  return members
}
