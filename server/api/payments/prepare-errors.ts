import { paymentBrand } from '../../../common/payment-brands.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import type { ReadInstrument } from '../../methods/instruments/instrument.ts'
import { brandByNumber, instrumentErrors } from '../../methods/instruments/judge.ts'
import { sepaCurrencyErrors } from '../../methods/instruments/sepa.ts'
import { addErrors } from '../../wire/parameters/add-errors.ts'
import { isReferenceType } from '../../wire/parameters/operation-hints.ts'
import {
  type InstructedPayment,
  type IssuerCountryOf,
  recurringTypeFaults,
  standingInstructionFaults,
} from '../../wire/parameters/standing-instruction-faults.ts'
import type { ParameterValues, PartlyAccepted } from '../../wire/parameters/values.ts'
import { isRefusal, type ParameterError, type Refusal } from '../../wire/results/refusal.ts'
import { readDetails } from './details.ts'
import { moneyOf } from './money.ts'

/** What a request is checked against that is not in its parameters. */
export interface Judging {
  readonly brands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
  readonly issuerCountryOf: IssuerCountryOf
}

/**
 * All faults of a first payment's instrument, brand and money that its parameters show: no store, no
 * decryption, nothing written. While the brand itself is wrong, what it requires is not checked.
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

/** What a request lacks for the brand and the network that it is paid with. */
export function brandErrors(
  paidWith: InstructedPayment,
  values: ParameterValues,
): readonly ParameterError[] {
  return [
    ...standingInstructionFaults(paidWith, values),
    ...sepaCurrencyErrors(paidWith.brand, values),
  ]
}

/** The same of payment details that are stored: there is no payment yet, so no proof is required. */
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

/** The same of the stored payment that a hold began with. */
export function instructedByStored(
  payment: PaymentRow,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const { paymentBrand: brand } = payment
  const { card, brandResult: network = brand } = readDetails(payment)
  return { brand, network, issuerCountry: () => card && issuerCountryOf(card.bin, network) }
}

/** The same as far as parameters alone show it. */
function instructedByParameters(
  brand: string,
  values: ParameterValues,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const number = values.sent('card.number')
  return { brand, issuerCountry: () => number && issuerCountryOf(number, brand) }
}

/** All faults of payment details to be stored that their parameters show. */
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

/** The same of a request that the tables have refused: nothing when it was meant for another address. */
export function errorsBesides(
  accepted: PartlyAccepted,
  judging: Judging,
): readonly ParameterError[] {
  const isReference = accepted.has('referenceUuid')
  const isElsewhere = isReferenceType(accepted.rejected('paymentType'))
  return isReference || isElsewhere ? [] : firstPaymentErrors(accepted, judging)
}

/** A refusal for parameters, with all the others that are wrong as well. */
export function withEveryError(
  refusal: Refusal,
  values: ParameterValues,
  judging: Judging,
): Refusal {
  const { parameterErrors } = refusal
  if (parameterErrors === undefined) return refusal
  const more = firstPaymentErrors(values, judging)
  return { ...refusal, parameterErrors: addErrors(parameterErrors, more, values) }
}

/**
 * Interface document, shopperResultUrl: it receives the shopper after an asynchronous payment. No
 * shopper leaves whom the merchant charges by himself, or whose card is known.
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

/** A brand of cards that asks the shopper on its own page may have been given the card all the same. */
function isPaidByCard(brand: string, values: ParameterValues): boolean {
  const isCardKnown = values.has('card.number') || values.has('registrationId')
  return isCardKnown && paymentBrand(brand)?.kind === 'card'
}

/** Which brand is charged may decide the type, and PA alone takes an amount of 0.00. */
function moneyErrors(values: ParameterValues): readonly ParameterError[] {
  if (values.sent('amount') === undefined || values.sent('currency') === undefined) return []
  const isOverridden = Object.keys(values.map('overridePaymentType')).length > 0
  const type = isOverridden ? undefined : values.sent('paymentType')
  const money = moneyOf(values, type === 'DB' || type === 'CD' ? type : 'PA')
  return isRefusal(money) ? (money.parameterErrors ?? []) : []
}
