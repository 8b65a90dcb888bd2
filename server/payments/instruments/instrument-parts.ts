import { holdsLongNumber } from '../../../common/card-number-in-text.ts'
import { nearBrands, type PaymentBrand, paymentBrand } from '../../../common/payment-brands.ts'
import type { Writable } from '../../kernel/writable.ts'
import { hasExpired } from '../../parameters/calendar.ts'
import { shownText } from '../../parameters/masking.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type ParameterError, type Refusal, refuseParameters } from '../../results/refusal.ts'
import type { AnyInstrument, KeptDetails, ReadInstrument } from './instrument.ts'
import type { Instrument } from './instrument-kinds.ts'

/** The channel is not set up for the brand. */
export const BRAND_NOT_TAKEN = '600.200.500'

/** What one instrument's module found; what is `undefined` is left out. */
interface Found<One extends AnyInstrument> {
  readonly instrument: One
  readonly brand: string
  readonly channelBrands: readonly string[]
  readonly detectedBrand?: string | undefined
  readonly faultCode?: string | undefined
  /** Sealed only where the instrument can be charged. */
  readonly number?: string | undefined
  readonly shown?: Readonly<Record<string, string>> | undefined
}

/** Combines what was read; a brand that the channel does not take is its first fault. */
export function asRead<One extends AnyInstrument>(found: Found<One>): ReadInstrument<One> {
  const { instrument, brand, detectedBrand, number, shown } = found
  const faultCode = found.channelBrands.includes(brand) ? found.faultCode : BRAND_NOT_TAKEN
  const read: Writable<ReadInstrument<One>> = { instrument, brand }
  if (detectedBrand !== undefined) read.detectedBrand = detectedBrand
  if (faultCode !== undefined) read.faultCode = faultCode
  else if (number !== undefined) read.numberToSeal = number
  if (shown !== undefined) read.shown = shown
  return read
}

/** Nothing to add: what the instrument would be read from has been refused by the tables. */
export const refusedByTables: Refusal = refuseParameters([])

/** Browsers sometimes fill the number into the wrong field; as a holder it would be stored readable. */
export function holderErrors(
  name: 'card.holder' | 'bankAccount.holder',
  holder: string | undefined,
): readonly ParameterError[] {
  if (holder === undefined || !holdsLongNumber(holder)) return NONE
  const message = 'looks like a card or account number: send a name'
  return [{ name, value: '***', message }]
}

export const NONE: readonly ParameterError[] = []

/** Errors for missing names. */
export function missing(names: readonly string[], message: string): readonly ParameterError[] {
  return names.map((name) => ({ name, value: '', message }))
}

/** The parameter errors of a refusal, if there is one. */
export function errorsOf(refusal: Refusal | undefined): readonly ParameterError[] {
  return refusal?.parameterErrors ?? NONE
}

/** A holder for stored details that have none, where the request allows that. */
export function overridingHolder(
  given: ParameterValues | undefined,
  name: 'card.holder' | 'bankAccount.holder',
): string | undefined {
  return given?.get('overrideHolder') === 'true' ? given.get(name) : undefined
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

/** Why an instrument of an expired card or token cannot be charged. */
export function expiredFault(instrument: Instrument, nowMs: number): string | undefined {
  const expiry = expiryOf(instrument)
  return expiry !== undefined && hasExpired(expiry, nowMs) ? '100.100.303' : undefined
}

/** Stored parameters and what answers show beside them: the masked number of an account is among these. */
export function fieldsOf({ request, shown }: KeptDetails): Readonly<Record<string, string>> {
  return { ...request, ...shown }
}

type Members<Names> = { readonly [Member in keyof Names]?: string }

/** Members of an instrument, each read by its wire name; what is absent is left out. */
export function membersBy<const Names extends Readonly<Record<string, string>>>(
  names: Names,
  read: (name: string) => string | undefined,
): Members<Names> {
  const members: Record<string, string> = {}
  for (const [member, name] of Object.entries(names)) {
    const value = read(name)
    if (value !== undefined) members[member] = value
  }
  return members as Members<Names>
}

/** The same the other way: members of an instrument by their wire names. */
export function formBy<const Names extends Readonly<Record<string, string>>>(
  names: Names,
  instrument: { readonly [Member in keyof Names]?: string },
): Record<string, string | undefined> {
  const form: Record<string, string | undefined> = {}
  for (const [member, name] of Object.entries(names)) form[name] = instrument[member]
  return form
}

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
