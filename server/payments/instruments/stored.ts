import type { WayToPay } from './instrument.ts'
import { brandFault, namedBrand } from './named-brand.ts'
import { BRAND_NOT_TAKEN } from './read.ts'

/** Stored payment details, which have a brand: a request may repeat it, not change it. */
export const stored: WayToPay = {
  within: [],
  marks: ['registrationId'],

  judge({ values, channelBrands }) {
    const named = namedBrand(values)
    if (named !== undefined && 'refused' in named) return named
    return async (asked) => {
      const read = await asked.stored(values.sent('registrationId') ?? '')
      if ('refused' in read) return read
      if (named !== undefined && named.name !== read.brand) {
        const message = `is not the brand of the registration: leave it out, or send ${read.brand}`
        return brandFault(named.name, message)
      }
      return channelBrands.includes(read.brand) ? read : { ...read, faultCode: BRAND_NOT_TAKEN }
    }
  },
}
