import type { PaymentRow } from '../../engine/store/port.ts'
import type { CardFacts, Inquiry, Redirect } from '../../methods/connectors/connector.ts'
import type { Instrument } from '../../methods/instruments/instrument.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'

/** What an answer shows of a card: never more than the first six and the last four digits (PCI DSS 3.4.1). */
export interface CardSummary {
  readonly bin: string
  readonly last4Digits: string
  readonly holder?: string
  readonly expiryMonth: string
  readonly expiryYear: string
}

/** What a stored payment shows beside its columns: the JSON text in `PaymentRow.details`. */
export interface PaymentDetails {
  /** Echoed request parameters: wire names and values. */
  readonly request: Readonly<Record<string, string>>
  readonly card?: CardSummary & Partial<CardFacts>
  /** The brand that the card number told, when the request named none or that of a wallet. */
  readonly brandResult?: string
  /** True when the card's number is one of a device (DPAN), as wallets give it. Not shown. */
  readonly isDeviceNumber?: boolean
  readonly resultDetails?: Readonly<Record<string, string>>
  /** What the gateway or the connector adds to the answer: wire names and values, nothing secret. */
  readonly shown?: Readonly<Record<string, string>>
  /** Where the shopper has to go, while the payment is pending. */
  readonly redirect?: Redirect
  /** Where the shopper comes back to from another page. Not shown. */
  readonly shopperResultUrl?: string
  /** The stored payment details that it is paid with, or that its success stores. */
  readonly registrationId?: string
  /** True when its success stores them. */
  readonly createsRegistration?: boolean
  /** The code of its success where a risk check asks for a review. */
  readonly reviewCode?: string
}

export function cardSummary(card: {
  readonly number: string
  readonly holder?: string
  readonly expiryMonth: string
  readonly expiryYear: string
}): CardSummary {
  return {
    bin: card.number.slice(0, 6),
    last4Digits: card.number.slice(-4),
    ...(card.holder === undefined ? {} : { holder: card.holder }),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
  }
}

/** Whether a card is a device's, as wallets and `card.numberType` say. */
export function isDeviceNumber(instrument: Instrument): boolean {
  return instrument.kind === 'card' && instrument.numberType === 'DPAN'
}

/** Reads back what `JSON.stringify` of `PaymentDetails` wrote. */
export function readDetails(text: string): PaymentDetails {
  return JSON.parse(text) as PaymentDetails
}

const known = new WeakMap<PaymentRow, PaymentDetails>()

/** The details of a payment, without reading their text where this process has just written it. */
export function detailsOf(payment: PaymentRow): PaymentDetails {
  return known.get(payment) ?? readDetails(payment.details)
}

/** Notes the details that the text of a payment was made of. */
export function rememberDetails(payment: PaymentRow, details: PaymentDetails): void {
  known.set(payment, details)
}

/** What a connector was told to do, as far as it is stored: without instrument and secrets. */
export function storedOperation(
  payment: PaymentRow,
  { request }: PaymentDetails,
): Inquiry['operation'] {
  return {
    paymentId: payment.id,
    paymentType: payment.paymentType,
    paymentBrand: payment.paymentBrand,
    amount: { minor: payment.amountMinor, currency: payment.currency },
    ...(payment.referencedId === null ? {} : { referencedId: payment.referencedId }),
    request,
    customParameters: ParameterValues.of(Object.entries(request)).map('customParameters'),
  }
}
