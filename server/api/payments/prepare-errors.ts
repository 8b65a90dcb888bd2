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

/** What a request is judged by that its parameters do not tell. */
export interface Judging {
  readonly brands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
  readonly issuerCountryOf: IssuerCountryOf
}

/**
 * Everything that is wrong with a first payment's instrument, brand and money, as far as parameters
 * tell it: no store, no decryption, nothing written. What a brand asks for is left out while the
 * brand itself is wrong.
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
          ...brandErrors(toldBy(brand, values, issuerCountryOf), values),
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

/** The same of payment details that are stored: nobody pays yet, so nothing has to be proven. */
export function storedBrandErrors(
  paidWith: InstructedPayment,
  values: ParameterValues,
): readonly ParameterError[] {
  return [...recurringTypeFaults(paidWith, values), ...sepaCurrencyErrors(paidWith.brand, values)]
}

/** What an instrument tells of brand and network, once it has been read. */
export function readBy(
  { brand, detectedBrand: network = brand, instrument }: ReadInstrument,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const number = instrument.kind === 'card' ? instrument.number : undefined
  return { brand, network, issuerCountry: () => number && issuerCountryOf(number, network) }
}

/** What is kept of the payment that a hold began with tells of it. */
export function keptBy(payment: PaymentRow, issuerCountryOf: IssuerCountryOf): InstructedPayment {
  const { paymentBrand: brand } = payment
  const { card, brandResult: network = brand } = readDetails(payment)
  return { brand, network, issuerCountry: () => card && issuerCountryOf(card.bin, network) }
}

/** What parameters alone tell of it. */
function toldBy(
  brand: string,
  values: ParameterValues,
  issuerCountryOf: IssuerCountryOf,
): InstructedPayment {
  const number = values.sent('card.number')
  return { brand, issuerCountry: () => number && issuerCountryOf(number, brand) }
}

/** What is wrong with payment details that are to be stored, as far as parameters tell it. */
export function storingErrors(
  values: ParameterValues,
  { brands, nowMs, issuerCountryOf }: Judging,
): readonly ParameterError[] {
  const brand = brandByNumber(values, brands)
  const ofBrand =
    brand === undefined ? [] : storedBrandErrors(toldBy(brand, values, issuerCountryOf), values)
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
