import type { RegistrationRow } from '../../engine/store/port.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import { toTree } from '../../wire/parameters/tree.ts'
import { httpStatusOf } from '../../wire/results/catalogue.ts'
import { linkFields, type RegistrationDetails, readRegistrationDetails } from './details.ts'

/** Stored, deleted, extended (query parameters of the interface document, paymentTypes). */
type RegistrationType = 'RG' | 'DR' | 'TE'

/**
 * The registration response, made from stored data only. Its `id` is the token, and there is
 * no `registrationId` (reference behaviour §1.6).
 */
export function registrationAnswer(
  registration: RegistrationRow,
  ndc: string,
  paymentType: RegistrationType = 'RG',
): Answer {
  const { id, paymentBrand, resultCode, updatedAtMs } = registration
  return {
    status: httpStatusOf(resultCode),
    body: bodyOf(
      resultCode,
      { ndc, atMs: updatedAtMs },
      {
        before: { id, paymentType, paymentBrand },
        after: shownDetails(readRegistrationDetails(registration.details)),
      },
    ),
  }
}

function shownDetails({ card, request, shown, brandResult, link }: RegistrationDetails) {
  const tree = toTree({ ...request, ...shown, ...linkFields(link) })
  const { card: shownOfCard, ...others } = tree
  return {
    ...(card === undefined ? {} : { card: Object.assign({}, card, shownOfCard) }),
    ...others,
    ...(brandResult === undefined ? {} : { brandResult }),
  }
}
