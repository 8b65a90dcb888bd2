import { hasExpired } from '../../parameters/calendar.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { AnyInstrument, Instrument, KeptDetails } from './instrument.ts'
import { instrumentModules, moduleOf } from './instruments.ts'
import { BRAND_NOT_TAKEN } from './read.ts'

const keptModules = instrumentModules.filter(({ kept }) => kept !== undefined)

/** Kinds of instruments that the vault keeps, for rebills and registrations. */
export const keptKinds: readonly Instrument['kind'][] = keptModules.map(({ kind }) => kind)

const keptBeginnings = keptModules.flatMap(({ within }) => within)

/** Whether a parameter belongs to an instrument that the vault keeps. */
export function isOfKept(name: string): boolean {
  return keptBeginnings.some((within) => name.startsWith(within))
}

/** The kind of what is stored with a number in the vault. */
export function keptKind(details: KeptDetails): Instrument['kind'] | undefined {
  return keptModules.find(({ kept }) => kept?.isKept(details))?.kind
}

/** What is stored, as instruments of its kind are kept. */
export interface StoredInstrument {
  readonly kind: Instrument['kind']
  readonly number: string
  readonly details: KeptDetails
}

/**
 * A stored instrument, to be charged once more: without security code or cryptogram, which must not
 * be stored. `given`: a request that may bring a security code, and a holder where none is stored.
 */
export function restoredInstrument(
  { kind, number, details }: StoredInstrument,
  given?: ParameterValues,
): Instrument {
  const kept = moduleOf({ kind })?.kept
  if (kept === undefined) throw new Error(`Instruments of the kind ${kind} are not stored`)
  return kept.restore(number, details, given)
}

/** How a checkout shows a stored instrument to its shopper, beside the summary of a card. */
export function shownToShopper({ kind, details }: Omit<StoredInstrument, 'number'>) {
  return moduleOf({ kind })?.kept?.shownToShopper(details) ?? {}
}

interface Expiry {
  readonly expiryMonth: string
  readonly expiryYear: string
}

/** The month after which an instrument is no longer good; nothing for one that does not expire. */
export function expiryOf(instrument: Instrument): Expiry | undefined {
  const { expiryMonth, expiryYear }: AnyInstrument & Partial<Expiry> = instrument
  if (expiryMonth === undefined || expiryYear === undefined) return undefined
  return { expiryMonth, expiryYear }
}

/** A stored instrument that was charged before, and the channel that would charge it again. */
export interface KeptCharge {
  readonly instrument: Instrument
  readonly brand: string
  readonly channelBrands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
}

/**
 * Why a stored instrument cannot be charged any more, judged as if it were sent again: the channel
 * has stopped taking the brand, or a card or token has expired.
 */
export function keptFault({
  instrument,
  brand,
  channelBrands,
  nowMs,
}: KeptCharge): string | undefined {
  if (!channelBrands.includes(brand)) return BRAND_NOT_TAKEN
  const expiry = expiryOf(instrument)
  return expiry !== undefined && hasExpired(expiry, nowMs) ? '100.100.303' : undefined
}
