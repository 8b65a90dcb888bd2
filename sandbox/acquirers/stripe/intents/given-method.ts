import { createPaymentMethod } from '../objects/payment-methods.ts'
import type { PaymentMethod } from '../objects/types.ts'
import type { paymentMethodData } from '../parameters/payment-methods.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'

interface Given {
  readonly payment_method?: string
  readonly payment_method_data?: ValuesOf<(typeof paymentMethodData)['fields']>
}

/** The method that a request names or describes. */
export function givenMethod(
  world: World,
  { payment_method: id, payment_method_data: data }: Given,
): PaymentMethod | undefined {
  if (id !== undefined && data !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: payment_method, payment_method_data.',
      { param: 'payment_method_data' },
    )
  }
  if (data !== undefined) return createPaymentMethod(world, data)
  return id === undefined ? undefined : world.store.need('payment_method', id, 'payment_method')
}
