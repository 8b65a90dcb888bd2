import type { PaymentBrand } from '../../../common/payment-brands.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { type ParameterError, type Refusal, refuseParameters } from '../../wire/results/refusal.ts'
import { accountIsRequired } from './bank-account.ts'
import type { BrandInstrument, ReadInstrument } from './instrument.ts'
import { namedBrand } from './named-brand.ts'
import { asRead, errorsOf } from './read.ts'
import { needsVirtualAccount, virtualAccountIsRequired } from './virtual-account.ts'
import { walletOfBrand } from './wallet-brands.ts'

const CARD_ROWS = ['card.number', 'card.expiryMonth', 'card.expiryYear'] as const

/**
 * Reads a request without any instrument: right for a brand whose shopper gives the rest on another
 * page, pays a slip, or buys on account; for any other brand it says what is missing.
 */
export function readBrandOnly(
  values: ParameterValues,
  channelBrands: readonly string[],
): ReadInstrument<BrandInstrument> | Refusal {
  const brand = namedBrand(values)
  if (brand === undefined) {
    return missing(CARD_ROWS, 'is required, unless paymentBrand names what is paid with instead')
  }
  if ('refused' in brand) return brand
  return (
    missingOf(brand) ?? asRead({ instrument: { kind: 'brand' }, brand: brand.name, channelBrands })
  )
}

/** Everything that a request without an instrument lacks for its brand. */
export function brandOnlyErrors(values: ParameterValues): readonly ParameterError[] {
  const brand = namedBrand(values)
  // The tables have asked for a card where none is named, and have refused what is no name.
  if (brand === undefined) return []
  return errorsOf('refused' in brand ? brand : missingOf(brand))
}

function missingOf(brand: PaymentBrand): Refusal | undefined {
  const { name, kind, flow } = brand
  switch (kind) {
    case 'card':
      return flow === 'redirect'
        ? undefined
        : missing(CARD_ROWS, `is required with paymentBrand=${name}`)
    case 'bankAccount':
      return flow === 'redirect' ? undefined : accountIsRequired(brand)
    case 'virtualAccount':
      return needsVirtualAccount(brand) ? virtualAccountIsRequired(brand) : undefined
    case 'wallet': {
      const parameter = `${walletOfBrand(name)}.paymentToken`
      return missing([parameter], `is required with paymentBrand=${name}`)
    }
    case 'giftCard':
      return missing(['giftCard.number'], `is required with paymentBrand=${name}`)
    case 'prepayment':
      return undefined
  }
}

function missing(names: readonly string[], message: string): Refusal {
  return refuseParameters(names.map((name) => ({ name, value: '', message })))
}
