import { REFUSALS, type RefusalCode, type RefusalFact } from '../facts/refusals.ts'
import type { World } from '../world.ts'
import type { Payment } from './types.ts'

type Texts = Readonly<Record<string, string>>

/** What an authorisation by card shows of itself. */
export function cardData(payment: Payment): Texts {
  const { card } = payment.instrument
  if (card === undefined) return {}
  return {
    cardBin: card.number.slice(0, 6),
    cardSummary: card.number.slice(-4),
    cardIssuingCountry: card.country,
    cardPaymentMethod: card.brand,
    paymentMethod: card.brand,
    expiryDate: `${Number(card.expiryMonth)}/${card.expiryYear}`,
    fundingSource: 'CREDIT',
    issuerBin: card.number.slice(0, 8),
  }
}

export function approvalData(world: World, payment: Payment): Texts {
  if (payment.method !== 'scheme') return {}
  return {
    ...cardData(payment),
    authCode: authorisationCode(payment),
    acquirerReference: payment.pspReference.slice(0, 11),
    authorisedAmountCurrency: payment.currency,
    authorisedAmountValue: String(payment.amount),
    avsResult: '4 AVS not supported for this card type',
    cvcResult: '1 Matches',
    networkTxReference: networkReference(payment),
    ...(world.account.rawResponses ? { refusalReasonRaw: 'AUTHORISED' } : {}),
  }
}

/** Six digits, the same of a payment each time. */
const authorisationCode = ({ pspReference }: Payment) =>
  String(
    [...pspReference].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1_000_000, 7),
  ).padStart(6, '0')

/** By which a later payment refers to this one in the network. */
export const networkReference = ({ pspReference, createdAtMs }: Payment): string =>
  `MCC${pspReference.slice(0, 6)}${new Date(createdAtMs).toISOString().slice(5, 10).replace('-', '')}`

export function refusalData(world: World, payment: Payment, code: RefusalCode): Texts {
  const { raw, advice }: RefusalFact = REFUSALS[code]
  if (!world.account.rawResponses || payment.method !== 'scheme') return cardData(payment)
  return {
    ...cardData(payment),
    ...(raw === undefined ? {} : { refusalReasonRaw: raw }),
    ...(advice !== undefined && payment.brand === 'mc' ? { merchantAdviceCode: advice } : {}),
  }
}

/** The answer about a payment whose outcome is known. */
export function outcomeAnswer(payment: Payment): object {
  const { pspReference, reference, refusal, resultCode, additionalData } = payment
  const common = {
    pspReference,
    merchantReference: reference,
    ...(Object.keys(additionalData).length > 0 ? { additionalData } : {}),
    paymentMethod: {
      type: payment.method,
      ...(payment.method === 'scheme' ? { brand: payment.brand } : {}),
    },
  }
  if (refusal !== undefined) {
    const { reason } = REFUSALS[refusal]
    return { ...common, resultCode, refusalReason: reason, refusalReasonCode: refusal }
  }
  return { ...common, amount: { currency: payment.currency, value: payment.amount }, resultCode }
}
