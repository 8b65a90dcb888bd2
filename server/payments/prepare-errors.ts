import { paymentBrand } from '../../common/payment-brands.ts'
import { addErrors } from '../parameters/add-errors.ts'
import { isReferenceType } from '../parameters/operation-hints.ts'
import {
  type InstructedPayment,
  type IssuerCountryOf,
  recurringTypeFaults,
  standingInstructionFaults,
} from '../parameters/standing-instruction-faults.ts'
import type { ParameterValues, PartlyAccepted } from '../parameters/values.ts'
import { isRefusal, type ParameterError, type Refusal } from '../results/refusal.ts'
import type { PaymentRow } from '../store/port.ts'
import { readDetails } from './details.ts'
import { checkDigitErrors, expiryErrors } from './instruments/card.ts'
import type { ReadInstrument } from './instruments/instrument.ts'
import { brandByNumber, instrumentErrors } from './instruments/judge.ts'
import { sepaCurrencyErrors } from './instruments/sepa.ts'
import { moneyOf } from './money.ts'

/** What a request is checked against besides its own parameters. */
export interface Judging {
  readonly brands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
  readonly issuerCountryOf: IssuerCountryOf
  /** The merchant's server has sent the card: what a page hears of it is decided by checkouts. */
  readonly isOfServer?: boolean
}

/**
 * All faults of a first payment's instrument, brand and amount that its parameters alone show, without
 * store or decryption. If the brand is wrong, the requirements of the brand are not checked.
 */
export function firstPaymentErrors(
  values: ParameterValues,
  { brands, nowMs, issuerCountryOf }: Judging,
): readonly ParameterError[] {
  const ofInstrument = instrumentErrors({ values, channelBrands: brands, nowMs })
  const isBrandWrong = ofInstrument.some(({ name }) => name === 'paymentBrand')
  const brand = isBrandWrong ? undefined : brandByNumber(values, brands)
  const ofBrand =
    brand === undefined
      ? []
      : [
          ...brandErrors(instructedByParameters(brand, values, issuerCountryOf), values),
          ...returnAddressErrors(brand, values),
        ]
  return [...ofInstrument, ...ofBrand, ...moneyErrors(values)]
}

/**
 * What is wrong with a card that is whole. By itself it is no error of the request: the payment is recorded as
 * failed, with the code of the first fault. Beside other errors each is named.
 */
function wholeCardErrors(
  values: ParameterValues,
  { brands, nowMs }: Judging,
): readonly ParameterError[] {
  const brand = brandByNumber(values, brands)
  const ofNumber = brand === undefined ? [] : checkDigitErrors(values, brand)
  return [...ofNumber, ...expiryErrors(values, nowMs)]
}

/** The parameters that the brand and the network require and the request lacks. */
export function brandErrors(
  paidWith: InstructedPayment,
  values: ParameterValues,
): readonly ParameterError[] {
  return [
    ...standingInstructionFaults(paidWith, values),
    ...sepaCurrencyErrors(paidWith.brand, values),
  ]
}

/** The same for payment details to be stored: there is no payment yet, so no proof is required. */
export function storedBrandErrors(
  paidWith: InstructedPayment,
  values: ParameterValues,
): readonly ParameterError[] {
  return [...recurringTypeFaults(paidWith, values), ...sepaCurrencyErrors(paidWith.brand, values)]
}

/** Brand and network of an instrument that was read. */
export function instructedByInstrument(
  { brand, detectedBrand: network = brand, instrument }: ReadInstrument,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const number = instrument.kind === 'card' ? instrument.number : undefined
  return { brand, network, issuerCountry: () => number && issuerCountryOf(number, network) }
}

/** The same for the stored payment that began a hold. */
export function instructedByStored(
  payment: PaymentRow,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const { paymentBrand: brand } = payment
  const { card, brandResult: network = brand } = readDetails(payment)
  return { brand, network, issuerCountry: () => card && issuerCountryOf(card.bin, network) }
}

/** The same from the parameters alone. */
function instructedByParameters(
  brand: string,
  values: ParameterValues,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const number = values.sent('card.number')
  return { brand, issuerCountry: () => number && issuerCountryOf(number, brand) }
}

/** All faults of payment details to be stored that their parameters alone show. */
export function storingErrors(
  values: ParameterValues,
  { brands, nowMs, issuerCountryOf }: Judging,
): readonly ParameterError[] {
  const brand = brandByNumber(values, brands)
  const ofBrand =
    brand === undefined
      ? []
      : storedBrandErrors(instructedByParameters(brand, values, issuerCountryOf), values)
  return [...instrumentErrors({ values, channelBrands: brands, nowMs }), ...ofBrand]
}

/**
 * The same faults for a request that the parameter tables have refused; none for a request that was
 * meant for another path.
 */
export function errorsBesides(
  accepted: PartlyAccepted,
  judging: Judging,
): readonly ParameterError[] {
  const isReference = accepted.has('referenceUuid')
  const isElsewhere = isReferenceType(accepted.rejected('paymentType'))
  if (isReference || isElsewhere) return []
  return [...firstPaymentErrors(accepted, judging), ...wholeCardErrors(accepted, judging)]
}

/** Adds all other faulty parameters to a refusal that names some. */
export function withEveryError(
  refusal: Refusal,
  values: ParameterValues,
  judging: Judging,
): Refusal {
  const { parameterErrors } = refusal
  if (parameterErrors === undefined) return refusal
  const ofCard = judging.isOfServer ? wholeCardErrors(values, judging) : []
  const more = [...firstPaymentErrors(values, judging), ...ofCard]
  return { ...refusal, parameterErrors: addErrors(parameterErrors, more, values) }
}

/**
 * Interface document, shopperResultUrl: the shopper returns there after an asynchronous payment. It is
 * not required where the shopper is not redirected: the merchant charges without the shopper (MIT), or
 * the card is known.
 */
export function returnAddressErrors(
  brand: string,
  values: ParameterValues,
): readonly ParameterError[] {
  if (values.has('shopperResultUrl') || paymentBrand(brand)?.flow !== 'redirect') return []
  if (values.get('standingInstruction.source') === 'MIT' || isPaidByCard(brand, values)) return []
  const message = `is required for ${brand}: the shopper pays on another page and comes back there`
  return [{ name: 'shopperResultUrl', value: '', message }]
}

/** Whether a card brand with a page of its own was sent with a card, so that the page is not needed. */
function isPaidByCard(brand: string, values: ParameterValues): boolean {
  const isCardKnown = values.has('card.number') || values.has('registrationId')
  return isCardKnown && paymentBrand(brand)?.kind === 'card'
}

/**
 * The faults of the amount. Only a PA may have 0.00; where `overridePaymentType` can still change the
 * type, the amount is checked as for a PA.
 */
function moneyErrors(values: ParameterValues): readonly ParameterError[] {
  if (values.sent('amount') === undefined || values.sent('currency') === undefined) return []
  const isOverridden = Object.keys(values.map('overridePaymentType')).length > 0
  const type = isOverridden ? undefined : values.sent('paymentType')
  const money = moneyOf(values, type === 'DB' || type === 'CD' ? type : 'PA')
  return isRefusal(money) ? (money.parameterErrors ?? []) : []
}
