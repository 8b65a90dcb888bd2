import { refuseParameters } from '../../wire/results/refusal.ts'
import { CARD_ROWS } from './card.ts'
import type { BrandInstrument, Reading, SentRequest } from './instrument.ts'
import { modules } from './instruments.ts'
import { namedBrand } from './named-brand.ts'
import { asRead, missing } from './read.ts'

/**
 * Reads a request without any instrument: right for a brand whose shopper gives the rest on another
 * page, pays a slip, or buys on account; for any other brand it says what is missing.
 */
export function readBrandOnly({ values, channelBrands }: SentRequest): Reading<BrandInstrument> {
  const brand = namedBrand(values)
  if (brand === undefined) {
    const message = 'is required, unless paymentBrand names what is paid with instead'
    return refuseParameters(missing(CARD_ROWS, message))
  }
  if ('refused' in brand) return brand
  const errors = modules.flatMap((module) => module.missing?.(brand) ?? [])
  if (errors.length > 0) return refuseParameters(errors)
  return asRead({ instrument: { kind: 'brand' }, brand: brand.name, channelBrands })
}
