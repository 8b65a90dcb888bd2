import type { CardInstrument } from '../../server/payments/index.ts'
import { avsResponse, cvvResponse } from './card-checks.ts'
import type { AnsweredOperation } from './result-details.ts'
import { digitsOf } from './seed.ts'

/** The numbers of the generated values: `use` of `digitsOf`. */
const INITIAL_TRANSACTION = 4
const AGREEMENT = 5
const LINK = 6
const LIFE_CYCLE = 7

/** Adds the issuer's results of address and code checks, by the names of answers. */
export function addCardChecks(
  shown: Record<string, string>,
  card: CardInstrument,
  { paymentType, request }: AnsweredOperation,
): void {
  // A credit takes no money from the holder, so there are no checks.
  if (paymentType === 'CD') return
  const avs = avsResponse(request)
  if (avs !== undefined) shown['result.avsResponse'] = avs
  const cvv = cvvResponse(card.cvv)
  if (cvv !== undefined) shown['result.cvvResponse'] = cvv
}

/**
 * Adds the references that a card network gives an approved payment, for later ones to name
 * (interface document, Basic payment and Card on file); what the merchant sent stands.
 */
export function addNetworkReferences(
  shown: Record<string, string>,
  resultDetails: Record<string, string>,
  seed: number,
  { paymentBrand, request }: AnsweredOperation,
): void {
  // No card number begins with 0: a merchant may send them back, and they must not look like one.
  if (request.transactionLinkId === undefined) {
    shown.transactionLinkId = `0${digitsOf(seed, LINK, 17)}`
  }
  if (request.lifecycleId === undefined) shown.lifecycleId = `0${digitsOf(seed, LIFE_CYCLE, 14)}`
  if (!isCardholderInitiated(request)) return
  const initialId = digitsOf(seed, INITIAL_TRANSACTION, 15)
  resultDetails.CardholderInitiatedTransactionID = initialId
  if (request['standingInstruction.initialTransactionId'] === undefined) {
    shown['standingInstruction.initialTransactionId'] = initialId
  }
  if (paymentBrand === 'MASTER' && request['standingInstruction.agreementId'] === undefined) {
    shown['standingInstruction.agreementId'] = digitsOf(seed, AGREEMENT, 18)
  }
}

function isCardholderInitiated(request: AnsweredOperation['request']): boolean {
  return (
    request['standingInstruction.source'] === 'CIT' ||
    request['standingInstruction.mode'] === 'INITIAL'
  )
}
