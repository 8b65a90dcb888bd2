import { type Answer, bodyOf } from '../../http/answer.ts'
import { toTree } from '../../parameters/tree.ts'
import { detailsOf } from '../../payments/index.ts'
import { httpStatusOf } from '../../results/catalogue.ts'
import type { PaymentRow, RegistrationRow } from '../../store/port.ts'
import {
  detailsOfRow,
  linkFields,
  type RegistrationDetails,
  readRegistrationDetails,
} from './details.ts'

/** Stored, deleted, extended (query parameters of the interface document, paymentTypes). */
type RegistrationType = 'RG' | 'DR' | 'TE'

interface AnswerMembers {
  readonly ndc: string
  readonly paymentType: RegistrationType
  readonly after: Readonly<Record<string, unknown>>
}

/**
 * The registration response, made from stored data only. Its `id` is the token, and there is
 * no `registrationId` (reference behaviour §1.6).
 */
export function registrationAnswer(
  registration: RegistrationRow,
  ndc: string,
  paymentType: RegistrationType = 'RG',
): Answer {
  const after = shownDetails(readRegistrationDetails(registration.details))
  return answerWith(registration, { ndc, paymentType, after })
}

/**
 * The answer of a payment that authenticates the card before it is stored. While it waits and after
 * it has failed there is no registration, only its id, which is the payment's.
 */
export function authenticatedAnswer(payment: PaymentRow, ndc: string): Answer {
  const { redirect, registrationId: id = payment.id } = detailsOf(payment)
  const shown = shownDetails(detailsOfRow(payment))
  const after = redirect === undefined ? shown : { ...shown, redirect }
  return answerWith({ ...payment, id }, { ndc, paymentType: 'RG', after })
}

function answerWith(
  subject: Pick<RegistrationRow, 'id' | 'paymentBrand' | 'resultCode' | 'updatedAtMs'>,
  { ndc, paymentType, after }: AnswerMembers,
): Answer {
  const { id, paymentBrand, resultCode, updatedAtMs } = subject
  return {
    status: httpStatusOf(resultCode),
    body: bodyOf(
      resultCode,
      { ndc, atMs: updatedAtMs },
      { before: { id, paymentType, paymentBrand }, after },
    ),
  }
}

function shownDetails(details: RegistrationDetails) {
  const { card, request, shown, brandResult, link, authentication } = details
  const tree = toTree({ ...request, ...shown, ...authentication, ...linkFields(link) })
  const { card: shownOfCard, ...others } = tree
  return {
    ...(card === undefined ? {} : { card: Object.assign({}, card, shownOfCard) }),
    ...others,
    ...(brandResult === undefined ? {} : { brandResult }),
  }
}
