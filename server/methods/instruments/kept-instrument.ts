import { hasExpired } from '../../wire/parameters/calendar.ts'
import type { Instrument } from './instrument.ts'
import { BRAND_NOT_TAKEN } from './read.ts'

/** What is known of something that was charged before, and of the channel that would do so again. */
export interface KeptInstrument {
  readonly instrument: Instrument
  readonly brand: string
  readonly channelBrands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
}

/**
 * Why what is kept cannot be charged any more, judged as if it were sent anew: the channel has
 * stopped taking the brand, or a card or token has expired.
 */
export function keptFault(kept: KeptInstrument): string | undefined {
  const { instrument, brand, channelBrands, nowMs } = kept
  if (!channelBrands.includes(brand)) return BRAND_NOT_TAKEN
  if (instrument.kind !== 'card' && instrument.kind !== 'tokenAccount') return undefined
  const { expiryMonth, expiryYear } = instrument
  if (expiryMonth === undefined || expiryYear === undefined) return undefined
  return hasExpired({ expiryMonth, expiryYear }, nowMs) ? '100.100.303' : undefined
}
