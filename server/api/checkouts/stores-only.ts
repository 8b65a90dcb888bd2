import type { ParameterValues } from '../../wire/parameters/values.ts'

/** Whether a checkout only stores payment details: no type of payment is named (reference behaviour §1.3). */
export function storesOnly(request: ParameterValues): boolean {
  return request.sent('createRegistration') === 'true' && request.sent('paymentType') === undefined
}
