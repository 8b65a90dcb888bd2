import { hash } from 'node:crypto'
import { passesLuhn } from '../../../../common/brands.ts'
import { ibanFault } from '../../../../common/iban.ts'
import { type CardFacts, cardFacts } from '../facts/cards.ts'
import { type DeclineCode, declineError } from '../facts/declines.ts'
import { debitBehaviour } from '../facts/ibans.ts'
import {
  METHOD_TYPES,
  type MethodType,
  type paymentMethodAttach,
  type paymentMethodCreate,
  REDIRECTS,
} from '../parameters/payment-methods.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { ApiError, invalid, missingParameter } from '../wire/errors.ts'
import type { World } from '../world.ts'
import type { PaymentMethod } from './types.ts'

type CreateParams = Omit<ValuesOf<typeof paymentMethodCreate>, 'expand'>
type CardParams = NonNullable<CreateParams['card']>

const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

/** `POST /v1/payment_methods`, and `payment_method_data` of other requests. */
export function createPaymentMethod(world: World, params: CreateParams): PaymentMethod {
  const { type } = params
  const others = METHOD_TYPES.filter((other) => other !== type && params[other] !== undefined)
  if (others[0] !== undefined) {
    throw invalid(`You may only specify one of these parameters: ${type}, ${others[0]}.`, {
      param: others[0],
    })
  }
  const { details, instrument } = readDetails(world, type, params)
  const billing = params.billing_details
  const method = world.store.add<PaymentMethod>({
    id: world.newId('pm'),
    object: 'payment_method',
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: { ...NO_ADDRESS, ...billing?.address },
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: billing?.tax_id ?? null,
    },
    created: world.seconds(),
    customer: null,
    customer_account: null,
    livemode: world.livemode,
    metadata: params.metadata ?? {},
    type,
    [type]: details,
  })
  world.instruments.set(method.id, { ...instrument, isUsed: false, isSetUp: false })
  return method
}

function readDetails(world: World, type: MethodType, params: CreateParams) {
  switch (type) {
    case 'card': {
      if (params.card === undefined) throw missingParameter('card')
      const card = readCard(world, params.card)
      return { details: cardDetails(params.card, card), instrument: { card } }
    }
    case 'sepa_debit': {
      const iban = params.sepa_debit?.iban.replaceAll(/\s/g, '').toUpperCase()
      if (iban === undefined) throw missingParameter('sepa_debit[iban]')
      if (ibanFault(iban) !== undefined) {
        throw invalid('The IBAN you have provided is invalid.', {
          code: 'invalid_bank_account_iban',
          param: 'sepa_debit[iban]',
        })
      }
      return { details: debitDetails(iban), instrument: { debit: debitBehaviour(iban) } }
    }
    case 'ideal':
      return { details: { bank: params.ideal?.bank ?? null, bic: null }, instrument: {} }
    case 'eps':
      return { details: { bank: params.eps?.bank ?? null }, instrument: {} }
    case 'bancontact':
      return { details: {}, instrument: {} }
  }
}

/** A card that the issuer refuses when it is looked at: 402, as of a charge. */
export const cardError = (decline: DeclineCode, param?: string) =>
  new ApiError(402, { ...declineError(decline), ...(param === undefined ? {} : { param }) })

function readCard(world: World, { number, exp_month, exp_year, cvc }: CardParams): CardFacts {
  if (!world.account.rawCards) {
    throw invalid(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. Raw card data APIs are not enabled for this account.',
      {},
      402,
    )
  }
  const digits = number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits))
    throw cardError('incorrect_number', 'number')
  if (exp_month < 1 || exp_month > 12) throw cardError('invalid_expiry_month', 'exp_month')
  const now = new Date(world.nowMs())
  const years = exp_year - now.getUTCFullYear()
  if (years < 0 || years > 50) throw cardError('invalid_expiry_year', 'exp_year')
  if (years === 0 && exp_month < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', 'exp_month')
  }
  const facts = cardFacts(digits, world.account.otherCards)
  const codeLength = facts.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== undefined && !codeLength.test(cvc)) throw cardError('invalid_cvc', 'cvc')
  return facts
}

function cardDetails(params: CardParams, { brand, country, funding, behaviour }: CardFacts) {
  const digits = params.number.replaceAll(/[ -]/g, '')
  const { failedCheck } = behaviour
  const cvcCheck = params.cvc === undefined ? null : failedCheck === 'cvc_check' ? 'fail' : 'pass'
  return {
    brand,
    checks: {
      address_line1_check: failedCheck === 'address_line1_check' ? 'fail' : null,
      address_postal_code_check: failedCheck === 'address_postal_code_check' ? 'fail' : null,
      cvc_check: cvcCheck,
    },
    country,
    display_brand: brand === 'amex' ? 'american_express' : brand,
    exp_month: params.exp_month,
    exp_year: params.exp_year,
    fingerprint: hash('sha256', `emulated fingerprint ${digits}`).slice(0, 16),
    funding,
    generated_from: null,
    last4: digits.slice(-4),
    networks: { available: [brand], preferred: params.networks?.preferred ?? null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: behaviour.authentication !== 'none' },
    wallet: null,
  }
}

const debitDetails = (iban: string) => ({
  bank_code: iban.slice(4, 12),
  branch_code: '',
  country: iban.slice(0, 2),
  fingerprint: hash('sha256', `emulated fingerprint ${iban}`).slice(0, 16),
  generated_from: { charge: null, setup_attempt: null },
  last4: iban.slice(-4),
})

const usedUp =
  'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.'

/** A method that was paid with and belongs to no customer cannot be used a second time. */
export function checkUnused(world: World, method: PaymentMethod): void {
  const isUsed = world.instruments.get(method.id)?.isUsed === true
  if (isUsed && method.customer === null) throw invalid(usedUp, { param: 'payment_method' })
}

/** `POST /v1/payment_methods/{id}/attach`. */
export function attachPaymentMethod(
  world: World,
  id: string,
  { customer }: ValuesOf<typeof paymentMethodAttach>,
): PaymentMethod {
  const method = world.store.need('payment_method', id)
  world.store.need('customer', customer, 'customer')
  if (REDIRECTS.has(method.type)) {
    throw invalid(`PaymentMethods of type ${method.type} cannot be attached to a Customer.`)
  }
  if (method.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.')
  }
  checkUnused(world, method)
  const behaviour = world.instruments.get(id)?.card?.behaviour
  if (behaviour?.decline !== undefined && behaviour.attaches !== true) {
    throw cardError(behaviour.decline)
  }
  method.customer = customer
  world.events.emit('payment_method.attached', method)
  return method
}

/** `POST /v1/payment_methods/{id}/detach`. */
export function detachPaymentMethod(world: World, id: string): PaymentMethod {
  const method = world.store.need('payment_method', id)
  if (method.customer === null) {
    throw invalid('The payment method you provided is not attached to a customer.')
  }
  const { customer } = method
  method.customer = null
  const instrument = world.instruments.get(id)
  if (instrument !== undefined) instrument.isUsed = true
  world.events.emit('payment_method.detached', method, { customer })
  return method
}
