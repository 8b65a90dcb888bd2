import { passesLuhn } from '../../../../common/brands.ts'
import { ibanFault } from '../../../../common/iban.ts'
import { brandOf, isIndicatorOf, PROVEN_INDICATORS, TEST_CARDS } from '../facts/cards.ts'
import { checkCurrency } from '../facts/currencies.ts'
import type { CardParams, DebitParams, PaymentParams, ProofParams } from '../requests/payments.ts'
import { forbidden, invalid, misbuilt } from '../wire/errors.ts'
import type { World } from '../world.ts'
import type { Account, Card } from './types.ts'

/** What a description cannot say: which members go together. */
export function checkPayment(params: PaymentParams): void {
  checkCurrency(params.amount.currency)
  if (!/^https?:\/\/[^\s]+$/.test(params.returnUrl) || !URL.canParse(params.returnUrl)) {
    throw misbuilt('Unexpected input: returnUrl')
  }
  checkAgreement(params)
}

/** Who started the payment, by which agreement, and of which shopper. */
function checkAgreement(params: PaymentParams): void {
  const { shopperInteraction, recurringProcessingModel: model, shopperReference } = params
  const isSeries = shopperInteraction === 'ContAuth'
  if (isSeries && model === undefined) {
    throw invalid('000', 'ContAuth requires a recurringProcessingModel')
  }
  if (isSeries && params.authenticationData?.attemptAuthentication === 'always') {
    throw invalid('000', 'A payment without the shopper cannot be authenticated')
  }
  const needsShopper = isSeries || model !== undefined || params.storePaymentMethod
  if (needsShopper && shopperReference === undefined) {
    throw invalid('000', 'Recurring payments require a shopperReference')
  }
  if (params.storePaymentMethod && model === undefined) {
    throw invalid('000', 'storePaymentMethod requires a recurringProcessingModel')
  }
}

/** A stored method is used by the shopper, or without him under its agreement. */
export function checkStoredUse({
  shopperInteraction = 'Ecommerce',
  recurringProcessingModel: model,
}: PaymentParams): void {
  if (model === undefined) {
    throw invalid('000', 'A stored payment method requires a recurringProcessingModel')
  }
  if (model === 'UnscheduledCardOnFile' && shopperInteraction === 'Ecommerce') {
    throw invalid('000', 'UnscheduledCardOnFile is made without the shopper: ContAuth')
  }
}

/** The card of a request that brings its number. */
export function cardOf({ account }: World, params: CardParams): Card {
  const { number, expiryMonth, expiryYear, cvc, holderName } = params
  if (number === undefined) throw invalid('101', 'Invalid card number')
  if (params.type !== 'networkToken' && !account.rawCards) throw forbidden('010', 'Not allowed')
  if (!passesLuhn(number) || number.length < 12) throw invalid('101', 'Invalid card number')
  const brand = brandOf(number)
  if (brand === undefined) throw invalid('102', 'Unable to determine variant')
  const month = Number(expiryMonth)
  if (expiryMonth === undefined || expiryYear === undefined || month < 1 || month > 12) {
    throw invalid('129', 'Expiry Date Invalid')
  }
  if (cvc !== undefined && cvc.length !== (brand === 'amex' ? 4 : 3)) {
    throw invalid('103', 'CVC is not the right length')
  }
  const facts = TEST_CARDS[number]
  return {
    number,
    brand,
    country: facts?.country ?? 'NL',
    isEnrolled: facts?.isEnrolled === true,
    expiryMonth,
    expiryYear,
    holderName,
  }
}

export function bankAccountOf({ iban, ownerName }: DebitParams): Account {
  if (iban === undefined || ibanFault(iban) !== undefined) throw invalid('161', 'Invalid iban')
  if (ownerName === undefined) throw misbuilt("Required field 'ownerName' is not provided.")
  return { iban, ownerName }
}

const proofFault = (name: string) => invalid('152', `Invalid additional data: mpiData.${name}`)

/**
 * Whether the cardholder was authenticated: by the merchant's own 3-D Secure, or by the cryptogram
 * of a network token.
 */
export function isProven(params: PaymentParams, brand: string, type: string): boolean {
  const { mpiData: proof, shopperInteraction = 'Ecommerce' } = params
  const cryptogram = proof?.tokenAuthenticationVerificationValue
  if (type === 'networkToken' && shopperInteraction === 'Ecommerce' && cryptogram === undefined) {
    throw proofFault('tokenAuthenticationVerificationValue')
  }
  if (proof === undefined) return false
  // Nobody is there who could have been authenticated.
  if (shopperInteraction !== 'Ecommerce') throw proofFault('eci')
  const { eci } = proof
  if (eci !== undefined && !isIndicatorOf(brand, eci)) throw proofFault('eci')
  if (cryptogram !== undefined) return true
  return isAuthenticated(proof)
}

const DIRECTORY_OF: Readonly<Record<string, readonly string[]>> = {
  Y: ['Y', 'C', 'D'],
  A: ['A'],
  N: ['N', 'R', 'C', 'D'],
  U: ['U', 'C', 'D'],
}

const isDirectoryOf = (authentication: string, directory: string): boolean =>
  DIRECTORY_OF[authentication]?.includes(directory) === true

function isAuthenticated(proof: ProofParams): boolean {
  const { authenticationResponse, directoryResponse, cavv, eci, dsTransID, threeDSVersion } = proof
  if (directoryResponse === undefined) throw proofFault('directoryResponse')
  if (threeDSVersion === undefined) throw proofFault('threeDSVersion')
  if (
    authenticationResponse !== undefined &&
    !isDirectoryOf(authenticationResponse, directoryResponse)
  ) {
    throw proofFault('authenticationResponse')
  }
  // Without a challenge the directory alone has answered.
  const status = authenticationResponse ?? directoryResponse
  if (status !== 'Y' && status !== 'A') return false
  if (cavv === undefined || cavv.length !== 28) throw proofFault('cavv')
  if (eci === undefined) throw proofFault('eci')
  if (dsTransID === undefined) throw proofFault('dsTransID')
  return PROVEN_INDICATORS.has(eci)
}
