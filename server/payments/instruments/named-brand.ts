import { nearBrands, type PaymentBrand, paymentBrand } from '../../../common/payment-brands.ts'
import { shownText } from '../../parameters/masking.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuseParameters } from '../../results/refusal.ts'

/** The instrument for brands of one kind, in wire names. */
export interface InstrumentWords {
  readonly kinds: readonly PaymentBrand['kind'][]
  /** Its parameters, such as `bankAccount.*`. */
  readonly parameters: string
  /** Brands that it pays, for the merchant to choose from. */
  readonly examples: string
}

/** What a brand of each kind is paid with. */
const PAID_WITH: Readonly<Record<PaymentBrand['kind'], string>> = {
  card: 'card.*, tokenAccount.* or pos.*',
  bankAccount: 'bankAccount.*',
  virtualAccount: 'virtualAccount.* or no account at all',
  prepayment: 'no account at all',
  wallet: 'applePay.*, googlePay.* or samsungPay.*',
  giftCard: 'giftCard.*',
}

/** The brand that the request names; `undefined` when it names none; a refusal for an unknown one. */
export function namedBrand(values: ParameterValues): PaymentBrand | Refusal | undefined {
  const named = values.sent('paymentBrand')
  if (named === undefined) return undefined
  return paymentBrand(named) ?? unknownBrand(named)
}

/** The brand that the request names, when the instrument pays it; else what is wrong with it. */
export function brandPaidBy(
  values: ParameterValues,
  words: InstrumentWords,
): PaymentBrand | Refusal {
  const brand = namedBrand(values)
  if (brand === undefined) {
    return brandFault('', `is required with ${words.parameters}: send ${words.examples}`)
  }
  if ('refused' in brand || words.kinds.includes(brand.kind)) return brand
  return unfitBrand(brand, words)
}

/** The refusal of a brand that is known and paid with something else. */
export function unfitBrand({ name, kind }: PaymentBrand, words: InstrumentWords): Refusal {
  const { parameters, examples } = words
  const message = `does not go with ${parameters}: it is paid with ${PAID_WITH[kind]}; for ${parameters} send ${examples}`
  return brandFault(name, message)
}

export function unknownBrand(named: string): Refusal {
  const near = nearBrands(named)
  const hint =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'send its name in capitals, such as VISA or MASTER'
  return brandFault(named, `is no brand that is known here: ${hint}`)
}

export function brandFault(named: string, message: string): Refusal {
  return refuseParameters([{ name: 'paymentBrand', value: shownText(named), message }])
}
