import type { CardParams, DebitParams, MethodType, PaymentParams } from '../requests/payments.ts'
import { forbidden, invalid, misbuilt, notConfigured } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { outcomeAnswer } from './answers.ts'
import { authorise } from './authorise.ts'
import { bankAccountOf, cardOf, checkPayment, checkStoredUse, isProven } from './checks.ts'
import { redirect } from './redirects.ts'
import { storedMethodOf } from './stored-methods.ts'
import type { Instrument, Payment } from './types.ts'

/** What `paymentMethod` of a request may hold, after its description has been followed. */
export type MethodParams = {
  readonly type?: string
  readonly storedPaymentMethodId?: string
} & Partial<Omit<CardParams & DebitParams, 'type' | 'storedPaymentMethodId'>>

interface Chosen {
  readonly method: MethodType
  readonly brand: string
  readonly instrument: Instrument
}

export function checkMerchantAccount({ account }: World, merchantAccount: string): void {
  if (merchantAccount !== account.merchantAccount)
    throw forbidden('901', 'Invalid Merchant Account')
}

/** `POST /payments` */
export function pay(
  world: World,
  params: PaymentParams,
  method: MethodParams,
  type: MethodType,
): object {
  checkMerchantAccount(world, params.merchantAccount)
  checkPayment(params)
  const chosen = chosenOf(world, params, method, type)
  checkConfigured(world, params, chosen.method)
  const isStrong =
    chosen.method === 'scheme' && isProven(params, chosen.brand, method.type ?? 'scheme')
  const payment = newPayment(world, params, chosen)
  switch (chosen.method) {
    case 'scheme':
      if (needsShopper(chosen, params)) return redirect(world, payment, params, 'threeDS')
      authorise(world, payment, params, isStrong)
      return outcomeAnswer(payment)
    case 'sepadirectdebit':
      return debit(world, payment, params)
    case 'ideal':
    case 'eps':
      return redirect(world, payment, params, 'bank')
  }
}

function chosenOf(
  world: World,
  params: PaymentParams,
  method: MethodParams,
  type: MethodType,
): Chosen {
  const { storedPaymentMethodId: id } = method
  if (id !== undefined) {
    if (method.number !== undefined || method.iban !== undefined) {
      throw misbuilt('Unexpected input: paymentMethod.storedPaymentMethodId')
    }
    const stored = storedMethodOf(world, id, params.shopperReference)
    if (method.type !== undefined && type !== stored.method) {
      throw invalid('800', 'Contract not found')
    }
    checkStoredUse(params)
    return stored
  }
  switch (type) {
    case 'scheme': {
      const card = cardOf(world, method as CardParams)
      return { method: type, brand: card.brand, instrument: { card } }
    }
    case 'sepadirectdebit':
      return {
        method: type,
        brand: type,
        instrument: { account: bankAccountOf(method as DebitParams) },
      }
    case 'ideal':
    case 'eps':
      return { method: type, brand: type, instrument: {} }
  }
}

function checkConfigured({ account }: World, { amount }: PaymentParams, method: MethodType): void {
  const isCard = method === 'scheme'
  if (!account.methods.includes(method) || (!isCard && amount.currency !== 'EUR')) {
    throw notConfigured(
      '905_1',
      `Could not find an acquirer account for the provided txvariant (${method}), currency (${amount.currency}), and action (AUTH).`,
    )
  }
  if (amount.value === 0 && !isCard) throw invalid('137', 'Invalid amount specified')
}

function newPayment(world: World, params: PaymentParams, chosen: Chosen): Payment {
  const payment: Payment = {
    ...chosen,
    pspReference: world.newReference(),
    reference: params.reference,
    currency: params.amount.currency,
    createdAtMs: world.nowMs(),
    isAdjustable:
      world.account.preAuthorisation || params.additionalData?.authorisationType === 'PreAuth',
    amount: params.amount.value,
    state: 'waits',
    resultCode: 'Pending',
    refusal: undefined,
    waiting: undefined,
    isCompleted: false,
    expiresAtMs: undefined,
    held: 0,
    captured: 0,
    refunded: 0,
    disputed: 0,
    additionalData: {},
  }
  world.payments.set(payment.pspReference, payment)
  return payment
}

/** The issuer wants to see the cardholder, who is there and was not authenticated by the merchant. */
function needsShopper({ instrument: { card } }: Chosen, params: PaymentParams): boolean {
  const isShopperThere = (params.shopperInteraction ?? 'Ecommerce') === 'Ecommerce'
  const attempt = params.authenticationData?.attemptAuthentication
  const isAsked = card?.isEnrolled === true && attempt !== 'never'
  if (!isAsked || !isShopperThere || params.mpiData !== undefined) return false
  if (params.browserInfo === undefined) {
    throw misbuilt("Required object 'browserInfo' is not provided.")
  }
  return true
}

/** Banks say later what became of a debit. */
function debit(world: World, payment: Payment, params: PaymentParams): object {
  payment.resultCode = 'Received'
  const answer = outcomeAnswer(payment)
  world.due.at(world.nowMs() + world.account.modificationsTakeMs, () => {
    if (payment.state === 'waits') authorise(world, payment, params, false)
  })
  return answer
}
