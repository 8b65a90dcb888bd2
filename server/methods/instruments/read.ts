import { holdsLongNumber } from '../../wire/parameters/masking.ts'
import { type ParameterError, type Refusal, refuseParameters } from '../../wire/results/refusal.ts'
import type { Instrument, ReadInstrument } from './instrument.ts'

/** The channel is not set up for the brand. */
export const BRAND_NOT_TAKEN = '600.200.500'

/** What one instrument's reader found; what is `undefined` is left out. */
interface Found<Kind extends Instrument> {
  readonly instrument: Kind
  readonly brand: string
  readonly channelBrands: readonly string[]
  readonly detectedBrand?: string | undefined
  readonly faultCode?: string | undefined
  /** Sealed only where the instrument can be charged. */
  readonly number?: string | undefined
  readonly shown?: Readonly<Record<string, string>> | undefined
}

type Writable<Row> = { -readonly [Name in keyof Row]: Row[Name] }

/** Puts together what was read; a brand that the channel does not take is its first fault. */
export function asRead<Kind extends Instrument>(found: Found<Kind>): ReadInstrument<Kind> {
  const { instrument, brand, detectedBrand, number, shown } = found
  const faultCode = found.channelBrands.includes(brand) ? found.faultCode : BRAND_NOT_TAKEN
  const read: Writable<ReadInstrument<Kind>> = { instrument, brand }
  if (detectedBrand !== undefined) read.detectedBrand = detectedBrand
  if (faultCode !== undefined) read.faultCode = faultCode
  else if (number !== undefined) read.numberToSeal = number
  if (shown !== undefined) read.shown = shown
  return read
}

/** Browsers sometimes fill the number into the wrong field; as a holder it would be stored readable. */
export function holderRefusal(
  name: 'card.holder' | 'bankAccount.holder',
  holder: string | undefined,
): Refusal | undefined {
  if (holder === undefined || !holdsLongNumber(holder)) return undefined
  const message = 'looks like a card or account number: send a name'
  return refuseParameters([{ name, value: '***', message }])
}

/** What a refusal, if there is one, says of parameters. */
export function errorsOf(refusal: Refusal | undefined): readonly ParameterError[] {
  return refusal?.parameterErrors ?? []
}
