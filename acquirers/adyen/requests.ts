import { findBrands } from '../../common/brands.ts'
import type {
  ConnectorOperation,
  NamedByProvider,
} from '../../server/payments/connectors/connector.ts'
import { nameOf } from '../../server/payments/connectors/names.ts'
import { fullNameOf } from '../shared/full-name.ts'
import { proofSent } from '../shared/proof.ts'
import { beginsSeries, isByMerchant, type Wire } from '../shared/series.ts'
import type { AdyenSettings } from './account-settings.ts'
import { amountAtAdyen } from './currencies.ts'
import { type Method, methodOf } from './methods.ts'

/** A JSON object of a request. What is `undefined` is not sent. */
export type Body = Readonly<Record<string, unknown>>

/** What a charge is made of beside the operation. */
export interface ChargeParts {
  readonly merchantAccount: string
  readonly settings: AdyenSettings
  readonly returnUrl: string
  /** What the account has stored of the payment details. */
  readonly stored: readonly NamedByProvider[]
}

/** The body of `POST /payments`; `undefined`: there is nothing that could be charged. */
export function paymentBody(
  operation: ConnectorOperation,
  { merchantAccount, settings, returnUrl, stored }: ChargeParts,
): Body | undefined {
  const { paymentId, paymentBrand, paymentType, amount, request } = operation
  const method = methodOf(paymentBrand)
  if (method === undefined) return undefined
  const paymentMethod = methodBody(operation, method, stored)
  if (paymentMethod === undefined) return undefined
  const isHold = paymentType === 'PA'
  return {
    merchantAccount,
    reference: paymentId,
    amount: { currency: amount.currency, value: amountAtAdyen(amount) },
    paymentMethod,
    returnUrl,
    channel: 'Web',
    merchantOrderReference: request.merchantTransactionId,
    shopperStatement: statementOf(request.descriptor),
    shopperInteraction: interactionOf(request),
    ...captureOf(isHold, settings),
    ...seriesOf(operation, stored),
    ...(method.holds ? authenticationOf(operation) : {}),
    ...personOf(request),
  }
}

/** How and when it is captured. */
function captureOf(isHold: boolean, { preAuthorisation }: AdyenSettings): Body {
  if (!isHold) return { captureDelayHours: 0 }
  const raisable = preAuthorisation === true ? { authorisationType: 'PreAuth' } : {}
  return { additionalData: { manualCapture: 'true', ...raisable } }
}

function methodBody(
  { instrument, paymentBrand, request }: ConnectorOperation,
  { type }: Method,
  stored: readonly NamedByProvider[],
): Body | undefined {
  const token = isByMerchant(request) ? nameOf(stored, 'token') : undefined
  if (token !== undefined) {
    return { type: type === 'networkToken' ? 'scheme' : type, storedPaymentMethodId: token }
  }
  if (instrument === undefined) return undefined
  switch (type) {
    case 'scheme':
    case 'networkToken':
      return instrument.kind === 'card'
        ? cardBody(instrument, paymentBrand, networkReference(request, stored))
        : undefined
    case 'sepadirectdebit':
      return instrument.kind === 'bankAccount' && instrument.iban !== undefined
        ? {
            type,
            iban: instrument.iban,
            ownerName: instrument.holder ?? fullNameOf(request, 'customer'),
          }
        : undefined
    case 'ideal':
      return { type }
    case 'eps':
      return { type, issuer: request['bankAccount.bic'] }
  }
}

type Card = Extract<NonNullable<ConnectorOperation['instrument']>, { readonly kind: 'card' }>

function cardBody(
  { number, expiryMonth, expiryYear, holder, cvv, cryptogram }: Card,
  paymentBrand: string,
  networkPaymentReference: string | undefined,
): Body {
  const common = { number, expiryMonth, expiryYear, holderName: holder }
  if (cryptogram !== undefined)
    return { type: 'networkToken', brand: BRANDS[networkOf(number)], ...common }
  return {
    type: 'scheme',
    brand: CHOSEN[paymentBrand],
    ...common,
    cvc: cvv,
    networkPaymentReference,
  }
}

/** What the card network calls the first payment of a series, for a later one that no token is charged with. */
function networkReference(request: Wire, stored: readonly NamedByProvider[]): string | undefined {
  if (!isByMerchant(request)) return undefined
  return request['standingInstruction.initialTransactionId'] ?? nameOf(stored, 'network')
}

function networkOf(number: string): string {
  return findBrands(number)[0] ?? ''
}

/** Names of card brands there (docs.adyen.com/development-resources/paymentmethodvariant). */
const BRANDS: Readonly<Record<string, string>> = {
  VISA: 'visa',
  MASTER: 'mc',
  MAESTRO: 'maestro',
  AMEX: 'amex',
  DISCOVER: 'discover',
  DINERS: 'diners',
  JCB: 'jcb',
  UNIONPAY: 'cup',
  CARTEBANCAIRE: 'cartebancaire',
}

/** The brand that the shopper has chosen of a card with two. */
const CHOSEN: Readonly<Record<string, string>> = {
  CARTEBANCAIRE: 'cartebancaire',
  CARTEBLEUE: 'cartebancaire',
}

/** Of what a statement shows, only these characters arrive (docs.adyen.com/get-started/glossary, shopper statement). */
function statementOf(descriptor: string | undefined): string | undefined {
  const text = descriptor
    ?.replace(/[^A-Za-z0-9.,'_?+* /-]/g, ' ')
    .trim()
    .slice(0, 22)
  return text === '' ? undefined : text
}

const BY_PHONE_OR_MAIL: readonly (string | undefined)[] = ['MO', 'TO', 'MOTO']

function interactionOf(request: Wire): 'Ecommerce' | 'ContAuth' | 'Moto' {
  if (isByMerchant(request)) return 'ContAuth'
  return BY_PHONE_OR_MAIL.includes(request.transactionCategory) ? 'Moto' : 'Ecommerce'
}

/** By which agreement details are stored, or charged again. */
function seriesOf(operation: ConnectorOperation, stored: readonly NamedByProvider[]): Body {
  const { request, registrationId, paymentId } = operation
  const byMerchant = isByMerchant(request)
  const begins = beginsSeries(operation)
  if (!byMerchant && !begins) return {}
  const type = request['standingInstruction.type'] ?? request.recurringType
  const isUnscheduled = type === 'UNSCHEDULED'
  // Without dates: of a shopper who is there, and stores the card or pays with it again.
  const ofShopper = isUnscheduled ? 'CardOnFile' : 'Subscription'
  const isShopperThere = !byMerchant || request['standingInstruction.source'] === 'CIT'
  return {
    recurringProcessingModel:
      isUnscheduled && !isShopperThere ? 'UnscheduledCardOnFile' : ofShopper,
    shopperReference: nameOf(stored, 'customer') ?? registrationId ?? paymentId,
    ...(begins && !byMerchant ? { storePaymentMethod: true } : {}),
  }
}

/** The proof of an authentication, or how Adyen is to make one. */
function authenticationOf(operation: ConnectorOperation): Body {
  const { request, instrument, authentication } = operation
  if (interactionOf(request) !== 'Ecommerce') return {}
  const cryptogram = instrument?.kind === 'card' ? instrument.cryptogram : undefined
  if (cryptogram !== undefined) {
    const eci = twoDigits(instrument?.kind === 'card' ? instrument.eci : undefined)
    return { mpiData: { tokenAuthenticationVerificationValue: cryptogram, eci } }
  }
  const mpiData = proofOf(operation)
  const never = { authenticationData: { attemptAuthentication: 'never' } }
  if (mpiData !== undefined) return { mpiData, ...never }
  // The gateway has asked, and may charge without a proof: nobody asks the cardholder a second time.
  if (authentication !== undefined) return never
  return {
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    browserInfo: browserOf(request),
  }
}

function twoDigits(eci: string | undefined): string | undefined {
  return eci?.padStart(2, '0')
}

/** Indicators of an attempt, of Visa and the others, and of Mastercard. */
const ATTEMPTS: readonly number[] = [6, 1]

const PROVED: readonly (string | undefined)[] = ['Y', 'A', undefined]

/**
 * A proof as Adyen takes it (docs.adyen.com/online-payments/3d-secure/standalone-mpi): the status of the directory, and
 * that of the challenge where there was one; only a challenge tells how the cardholder was asked. `undefined`: there
 * is none, or it proves nothing.
 */
export function proofOf(operation: ConnectorOperation): Body | undefined {
  const { status, eci, verificationId, dsTransactionId, version, ...rest } = proofSent(operation)
  if (verificationId === undefined || !PROVED.includes(status)) return undefined
  const said = status ?? (ATTEMPTS.includes(Number(eci)) ? 'A' : 'Y')
  return {
    cavv: verificationId,
    eci: twoDigits(eci),
    dsTransID: dsTransactionId,
    threeDSVersion: version,
    ...(rest.authenticationType === undefined
      ? { directoryResponse: said }
      : { directoryResponse: 'C', authenticationResponse: said }),
  }
}

/** Why a proof cannot be handed on as it is: charged without it the liability would shift. */
export function proofFault(operation: ConnectorOperation): string | undefined {
  const { verificationId, dsTransactionId, version = '', eci } = proofSent(operation)
  if (verificationId === undefined || interactionOf(operation.request) !== 'Ecommerce') {
    return undefined
  }
  const isCryptogram = operation.instrument?.kind === 'card' && operation.instrument.cryptogram
  if (isCryptogram) return undefined
  const isWhole = dsTransactionId !== undefined && eci !== undefined && version.startsWith('2.')
  return isWhole
    ? undefined
    : 'Adyen takes a proof of 3-D Secure with threeDSecure.verificationId, .dsTransactionId, .version (2.1.0 and later) and .eci only'
}

/** What Adyen's 3-D Secure needs of a browser; it takes all of it or nothing. */
function browserOf(request: Wire): Body | undefined {
  const of = (name: string) => request[`customer.browser.${name}`]
  const texts = {
    acceptHeader: of('acceptHeader'),
    language: of('language'),
    userAgent: of('userAgent'),
  }
  const numbers = {
    colorDepth: numberOf(of('screenColorDepth') ?? '24'),
    screenHeight: numberOf(of('screenHeight')),
    screenWidth: numberOf(of('screenWidth')),
    timeZoneOffset: numberOf(of('timezone')),
  }
  const all = { ...texts, ...numbers }
  if (Object.values(all).some((value) => value === undefined)) return undefined
  return { ...all, javaEnabled: of('javaEnabled') === 'true' }
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** Who pays. */
function personOf(request: Wire): Body {
  const billing = addressOf(request, 'billing')
  return {
    shopperEmail: request['customer.email'],
    shopperIP: request['customer.ip']?.split(',')[0]?.trim(),
    shopperName: shopperNameOf(request),
    telephoneNumber: request['customer.phone'] ?? request['customer.mobile'],
    dateOfBirth: request['customer.birthDate'],
    countryCode: request['billing.country'],
    billingAddress: billing,
    deliveryAddress: addressOf(request, 'shipping'),
  }
}

function shopperNameOf(request: Wire): Body | undefined {
  const { 'customer.givenName': firstName, 'customer.surname': lastName } = request
  return firstName === undefined || lastName === undefined ? undefined : { firstName, lastName }
}

/** A number of the house that does not stand alone; Adyen wants one in any case. */
const NO_HOUSE_NUMBER = 'N/A'
/** Of an address without a code; Adyen wants one in any case. */
const NO_POSTCODE = '0'

/** An address without street, city or country is not sent: Adyen refuses a payment with a part of one. */
function addressOf(request: Wire, of: 'billing' | 'shipping'): Body | undefined {
  const { [`${of}.street1`]: street, [`${of}.city`]: city, [`${of}.country`]: country } = request
  if (street === undefined || city === undefined || country === undefined) return undefined
  const state = request[`${of}.state`]
  return {
    street,
    houseNumberOrName: request[`${of}.houseNumber1`] ?? request[`${of}.street2`] ?? NO_HOUSE_NUMBER,
    city,
    postalCode: request[`${of}.postcode`] ?? NO_POSTCODE,
    country,
    stateOrProvince: state !== undefined && state.length <= 3 ? state : undefined,
  }
}
