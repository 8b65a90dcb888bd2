import type { PaymentBrand } from '../../../common/payment-brands.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import type { ReadInstrument, VirtualAccountInstrument } from './instrument.ts'
import { brandPaidBy, type InstrumentWords } from './named-brand.ts'
import { asRead, errorsOf } from './read.ts'

const words: InstrumentWords = {
  kinds: ['virtualAccount'],
  parameters: 'virtualAccount.*',
  examples: 'the brand of its provider, such as PAYPAL',
}

/** Reads an account at a provider. */
export function readVirtualAccount(
  values: ParameterValues,
  channelBrands: readonly string[],
): ReadInstrument<VirtualAccountInstrument> | Refusal {
  const brand = brandPaidBy(values, words)
  if (isRefusal(brand)) return brand
  const accountId = values.sent('virtualAccount.accountId')
  return asRead({
    instrument: { kind: 'virtualAccount', ...(accountId === undefined ? {} : { accountId }) },
    brand: brand.name,
    channelBrands,
    number: accountId,
  })
}

/** Everything that is wrong with a virtual account that the tables do not tell. */
export function virtualAccountErrors(values: ParameterValues): readonly ParameterError[] {
  const brand = brandPaidBy(values, words)
  return isRefusal(brand) ? errorsOf(brand) : []
}

/**
 * Whether a brand cannot be paid without an account. On a provider's page the shopper says who pays,
 * and a purchase on account goes by the customer's name and address.
 */
export function needsVirtualAccount(brand: PaymentBrand): boolean {
  return brand.kind === 'virtualAccount' && brand.flow === 'synchronous' && brand.method === 'VA'
}

export function virtualAccountIsRequired(brand: PaymentBrand): Refusal {
  const message = `is required with paymentBrand=${brand.name}, which has no page where the shopper could give it`
  return refuseParameters([{ name: 'virtualAccount.accountId', value: '', message }])
}
