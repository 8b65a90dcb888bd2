import type { PaymentParams } from '../requests/payments.ts'
import { invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { networkReference } from './answers.ts'
import type { Payment, StoredMethod } from './types.ts'

type Texts = Readonly<Record<string, string>>

/** Keeps the method of a payment, where its request asks for it, and says under which id. */
export function keepMethod(world: World, payment: Payment, params: PaymentParams): Texts {
  const { shopperReference, storePaymentMethod, recurringProcessingModel: model } = params
  if (!storePaymentMethod || shopperReference === undefined || model === undefined) return {}
  const stored: StoredMethod = {
    id: world.newReference(),
    shopperReference,
    // What iDEAL leaves behind is the shopper's account, which is debited later.
    method: payment.method === 'ideal' ? 'sepadirectdebit' : payment.method,
    brand: payment.method === 'ideal' ? 'sepadirectdebit' : payment.brand,
    instrument: payment.instrument,
    networkTxReference: networkReference(payment),
    models: [model],
  }
  world.storedMethods.set(stored.id, stored)
  if (world.account.tellsStoredMethods) tellOfStoredMethod(world, payment, stored)
  return {
    'recurring.recurringDetailReference': stored.id,
    'recurring.shopperReference': shopperReference,
    'tokenization.shopperReference': shopperReference,
    'tokenization.store.operationType': 'created',
    'tokenization.storedPaymentMethodId': stored.id,
    recurringProcessingModel: model,
  }
}

function tellOfStoredMethod(
  { notifications }: World,
  payment: Payment,
  stored: StoredMethod,
): void {
  notifications.tell({
    eventCode: 'RECURRING_CONTRACT',
    isSuccess: true,
    pspReference: stored.id,
    originalReference: payment.pspReference,
    originalPsp: payment.pspReference,
    additionalData: {
      'recurring.recurringDetailReference': stored.id,
      shopperReference: stored.shopperReference,
    },
    merchantReference: payment.reference,
    amount: { value: 0, currency: payment.currency },
    paymentMethod: stored.brand,
  })
}

/** The mandate of a direct debit. */
export function mandateData({ method, pspReference, createdAtMs }: Payment): Texts {
  if (method !== 'sepadirectdebit') return {}
  return {
    'sepadirectdebit.mandateId': pspReference,
    'sepadirectdebit.dateOfSignature': new Date(createdAtMs).toISOString().slice(0, 10),
    'sepadirectdebit.sequenceType': 'OneOff',
  }
}

/** The stored method of a request; Adyen knows it by the shopper as well. */
export function storedMethodOf(
  { storedMethods }: World,
  id: string,
  shopperReference: string | undefined,
): StoredMethod {
  if (shopperReference === undefined) {
    throw invalid('000', 'Recurring payments require a shopperReference')
  }
  const stored = storedMethods.get(id)
  if (stored?.shopperReference !== shopperReference) throw invalid('800', 'Contract not found')
  return stored
}

const shown = ({
  id,
  shopperReference,
  method,
  brand,
  instrument,
  models,
  networkTxReference,
}: StoredMethod) => {
  const { card, account } = instrument
  return {
    id,
    shopperReference,
    type: method,
    supportedRecurringProcessingModels: models,
    ...(card === undefined
      ? {}
      : {
          brand,
          expiryMonth: card.expiryMonth,
          expiryYear: card.expiryYear,
          lastFour: card.number.slice(-4),
          networkTxReference,
        }),
    ...(account === undefined ? {} : { iban: account.iban, ownerName: account.ownerName }),
  }
}

/** `GET /storedPaymentMethods` of a shopper. */
export const listStoredMethods = ({ storedMethods, account }: World, shopperReference: string) => ({
  merchantAccount: account.merchantAccount,
  shopperReference,
  storedPaymentMethods: [...storedMethods.values()]
    .filter((stored) => stored.shopperReference === shopperReference)
    .map(shown),
})

/** `DELETE /storedPaymentMethods/{id}` */
export function forgetMethod(world: World, id: string, shopperReference: string): void {
  world.storedMethods.delete(storedMethodOf(world, id, shopperReference).id)
}
