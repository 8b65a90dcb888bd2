import { formatAmount, type Money, parseAmount } from '../../../common/money.ts'
import { paymentBrand } from '../../../common/payment-brands.ts'
import { addErrors } from '../../parameters/add-errors.ts'
import { isReferenceType } from '../../parameters/operation-hints.ts'
import type { ParameterValues, PartlyAccepted } from '../../parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../results/refusal.ts'
import type { PaymentRow } from '../../store/port.ts'
import { readDetails } from '../details.ts'
import { checkDigitErrors, expiryErrors } from '../instruments/card.ts'
import type { ReadInstrument } from '../instruments/instrument.ts'
import { brandByNumber, instrumentErrors } from '../instruments/instruments.ts'
import { sepaCurrencyErrors } from '../instruments/sepa.ts'
import type { FirstType } from '../life-cycle.ts'
import { moneyOf } from '../money.ts'
import { knownEcisOf } from './card-schemes.ts'
import {
  type InstructedPayment,
  type IssuerCountryOf,
  namesFirstPayment,
  recurringTypeFaults,
  standingInstructionFaults,
} from './standing-instruction.ts'

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
  if (paymentBrand(brand)?.flow !== 'redirect' || values.has('shopperResultUrl')) return []
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

/** Parameters of the items, without their index. */
const PRICE = 'cart.items[n].price'
const TOTAL = 'cart.items[n].totalAmount'
const QUANTITY = 'cart.items[n].quantity'
const SHIPPING = 'cart.items[n].shipping'
const CURRENCY = 'cart.items[n].currency'
const PAID = 'cart.payments[n].amount'

/**
 * What answers of the test environment say of a cart whose sum is not the amount; `undefined` where both
 * agree, or the items do not say what they cost. `totalAmount` includes the quantity and `price` the tax
 * (interface document, Cart items); delivery may be part of the items, come on top, or both, and a part may
 * have been paid before (`cart.payments`).
 */
export function cartSumWarning(values: ParameterValues, amount: Money): string | undefined {
  // Most payments have no cart, and all their values would be read for nothing.
  if (!values.structures.has('cart')) return undefined
  const [total, price] = [TOTAL, PRICE].map((name) => values.sent(name.replace('[n]', '[0]')))
  if (total === undefined && price === undefined) return undefined
  const { currency } = amount
  const items = itemsOf(values)
  const inCurrency = (text: string | undefined) => minorOf(text, currency)
  const totals = items.map((item) => totalOf(item, currency))
  const isForeign = items.some((item) => (item.get(CURRENCY) ?? currency) !== currency)
  if (isForeign || totals.includes(undefined)) return undefined
  const sum = sumOf(totals)
  const ofItems = sumOf(items.map((item) => inCurrency(item.get(SHIPPING))))
  const delivery = inCurrency(values.get('shipping.cost')) ?? 0
  const paid = sumOf(paidBefore(values).map(inCurrency))
  const possible = [0, ofItems, delivery, ofItems + delivery].flatMap((added) => [
    sum + added,
    sum + added - paid,
  ])
  if (possible.includes(amount.minor)) return undefined
  const words = `${sum < 0 ? '-' : ''}${formatAmount({ minor: Math.abs(sum), currency })} ${currency}`
  return `The items of the cart cost ${words}, also with shipping and without cart.payments not the amount of ${formatAmount(amount)}: check totalAmount, price and quantity of cart.items`
}

type Item = ReadonlyMap<string, string>

/** The items in any order: their parameters by name without the index. */
function itemsOf(values: ParameterValues): readonly Item[] {
  const items = new Map<string, Map<string, string>>()
  for (const [name, value] of values.entries()) {
    const [, index, member] = /^cart\.items\[(\d+)\]\.(\w+)$/.exec(name) ?? []
    if (index === undefined) continue
    const item = items.get(index) ?? new Map<string, string>()
    items.set(index, item.set(`cart.items[n].${member}`, value))
  }
  return [...items.values()]
}

function totalOf(item: Item, currency: string): number | undefined {
  const total = item.get(TOTAL)
  if (total !== undefined) return minorOf(total, currency)
  const price = minorOf(item.get(PRICE), currency)
  return price === undefined ? undefined : Math.round(price * Number(item.get(QUANTITY) ?? '1'))
}

function paidBefore(values: ParameterValues): readonly string[] {
  const isPaid = (name: string) => name.replace(/\[\d+\]/, '[n]') === PAID
  return values.entries().flatMap(([name, value]) => (isPaid(name) ? [value] : []))
}

function minorOf(text: string | undefined, currency: string): number | undefined {
  if (text === undefined) return undefined
  // A coupon is an item that costs less than nothing, in the profile legacy.
  const [sign, amount] = text.startsWith('-') ? [-1, text.slice(1)] : [1, text]
  const money = parseAmount(amount, currency)
  return typeof money === 'string' ? undefined : sign * money.minor
}

function sumOf(parts: readonly (number | undefined)[]): number {
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

const STATUS = 'threeDSecure.authenticationStatus'
const ECI = 'threeDSecure.eci'

/**
 * What is wrong with the proof of another 3-D Secure server, which goes to the acquirer unchanged: it says
 * that the cardholder was not authenticated, or has a value that its card network does not know. Such a
 * payment would look authenticated, with the merchant being liable.
 */
export function externalProofErrors(
  { brand, network = brand }: Pick<InstructedPayment, 'brand' | 'network'>,
  values: ParameterValues,
): readonly ParameterError[] {
  if (!values.structures.has('threeDSecure')) return []
  return [...statusErrors(values), ...eciErrors(network, values)]
}

function statusErrors(values: ParameterValues): ParameterError[] {
  const value = values.get(STATUS)
  if (value !== 'N') return []
  const message =
    'says that the cardholder was not authenticated: do not charge this payment, or leave out threeDSecure.* and let the cardholder be authenticated here'
  return [{ name: STATUS, value, message }]
}

function eciErrors(network: string, values: ParameterValues): ParameterError[] {
  const value = values.get(ECI)
  const known = value === undefined ? undefined : knownEcisOf(network)
  if (value === undefined || known === undefined || known.includes(value)) return []
  // 00 is no value of the parameter.
  const others = known.filter((eci) => eci !== '00').join(', ')
  const message = `is no ECI of ${network}, which has ${others}: send the one that the 3-D Secure server has answered for this card`
  return [{ name: ECI, value, message }]
}

/**
 * Why the number of a device may not be charged. A payment that the shopper makes proves with the
 * cryptogram of his wallet that he has confirmed this payment. Without one, as the number is stored, only
 * the merchant may charge it, in a series whose first payment the shopper has confirmed. A credit takes
 * nothing from the cardholder.
 */
export function deviceNumberFault(
  paymentType: FirstType,
  values: ParameterValues,
  read: ReadInstrument,
): Refusal | undefined {
  const { instrument, registrationId, isOfPayment = false } = read
  if (instrument.kind !== 'card' || instrument.numberType !== 'DPAN') return undefined
  if (instrument.cryptogram !== undefined || paymentType === 'CD') return undefined
  if (values.get('standingInstruction.source') !== 'MIT') {
    return registrationId === undefined ? withoutCryptogram : ofShopper
  }
  return isOfPayment || namesFirstPayment(values, read) ? undefined : withoutFirstPayment
}

const withoutCryptogram: Refusal = refuseParameters([
  {
    name: 'threeDSecure.verificationId',
    value: '',
    message:
      'is required with the number of a device: the cryptogram that the wallet gave with it. For the number of a card itself send card.numberType=PAN, for a payment of your own standingInstruction.source=MIT',
  },
])

const ofShopper: Refusal = refuseParameters([
  {
    name: 'registrationId',
    value: '***',
    message:
      'names the number of a device, which a wallet gave: a shopper confirms each payment with it in the wallet, so send a new token; for a payment of your own send standingInstruction.source=MIT',
  },
])

const withoutFirstPayment: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required: the number of a device was stored without a payment, and a wallet allows payments of the merchant only after one that the shopper has confirmed. Send the reference of that payment, or store with it (createRegistration=true)',
  },
])
