import { brandLabels } from '../../../common/brand-labels.ts'
import { narrowBrands, traitsOf } from '../../../common/brand-traits.ts'
import { digitsOf } from '../../../common/card-number.ts'
import type { NumberState } from '../../../common/widget-wire.ts'
import { expiryOf, expiryParts } from '../../fields/expiry.ts'
import type { MessageKey, MessageValues } from '../../i18n/translator.ts'

/** Fields of the card form that can be wrong, in their order on the form. */
/** In the order of the form. */
export const cardFields = ['cardNumber', 'expiry', 'cvv', 'cardHolder'] as const
export type CardField = (typeof cardFields)[number]

/** Error keys that merchants know: they end the hint's class name and are keys of `errorMessages`. */
export type HintKey =
  | 'cardNumberError'
  | 'cardBinError'
  | 'expiryMonthError'
  | 'expiryYearError'
  | 'cardHolderError'
  | 'cvvError'

/** What is wrong with a field: the key that merchants know, and the exact text of our catalogue. */
export interface Fault {
  readonly hint: HintKey
  readonly text: MessageKey
  readonly values?: MessageValues
}

export type CardFaults = Readonly<Partial<Record<CardField, Fault>>>

/** Digits from which on it is certain that no accepted brand fits. */
const DECIDED = 6

export interface NumberSituation {
  /** To pay as; empty while none is known. */
  readonly brand: string
  /** Accepted brands that the digits fit. */
  readonly detected: readonly string[]
  /** Whether the channel takes `brand`: the frame reports no other. */
  readonly isTaken: boolean
}

export function numberFault(
  number: NumberState,
  { brand, detected, isTaken }: NumberSituation,
): Fault | undefined {
  if (number.empty) return { hint: 'cardNumberError', text: 'cardNumberEmpty' }
  const lengths = traitsOf(brand)?.lengths ?? []
  if (isTaken ? number.complete.includes(brand) : lengths.includes(number.length)) return undefined
  const [name] = detected
  if (name === undefined && number.length >= DECIDED) {
    const other = brandLabels[narrowBrands(number.fitting ?? [], undefined)[0] ?? '']
    if (other === undefined) return { hint: 'cardBinError', text: 'cardBinError' }
    return { hint: 'cardBinError', text: 'brandNotAccepted', values: { brand: other } }
  }
  const shortest = Math.min(...(traitsOf(name ?? '')?.lengths ?? [12]))
  const isShort = number.length < shortest
  return { hint: 'cardNumberError', text: isShort ? 'cardNumberIncomplete' : 'cardNumberError' }
}

export interface ExpiryRules {
  /** Month (1–12) and year now. Nothing: option `disableCardExpiryDateValidation`. */
  readonly now: { readonly month: number; readonly year: number } | undefined
  /** Shows how a date is written, for the text of an incomplete one. */
  readonly example: string
}

/** No card is good for longer: such a year is a mistake of the shopper. */
const MAX_YEARS = 25

/** A card is good to the end of the month that it names. */
export function expiryFault(text: string, { now, example }: ExpiryRules): Fault | undefined {
  if (text.trim() === '') return { hint: 'expiryMonthError', text: 'expiryEmpty' }
  const { month } = expiryParts(text)
  if (month.length === 2 && (Number(month) < 1 || Number(month) > 12)) {
    return { hint: 'expiryMonthError', text: 'expiryMonthError' }
  }
  const expiry = expiryOf(text)
  if (expiry === undefined) {
    const hint = month.length === 2 ? 'expiryYearError' : 'expiryMonthError'
    return { hint, text: 'expiryIncomplete', values: { example } }
  }
  if (now === undefined) return undefined
  const isPast = expiry.year * 12 + expiry.month < now.year * 12 + now.month
  if (isPast) return { hint: 'expiryYearError', text: 'expiryPast' }
  return expiry.year > now.year + MAX_YEARS
    ? { hint: 'expiryYearError', text: 'expiryYearError' }
    : undefined
}

/**
 * The month it still is anywhere on earth (UTC−12): a card's last day must not end early.
 *
 * @param atMs by the gateway; that of a device is perhaps wrong
 */
export function thisMonth(atMs = Date.now()): { month: number; year: number } {
  const latest = new Date(atMs - 12 * 3_600_000)
  return { month: latest.getUTCMonth() + 1, year: latest.getUTCFullYear() }
}

/** Interface document, Card: 3 to 128 characters. A card number that is typed here must not be sent as a name. */
export function holderFault(holder: string, required: boolean): Fault | undefined {
  const text = holder.trim()
  if (digitsOf(text).length >= 12) return { hint: 'cardHolderError', text: 'cardHolderDigits' }
  if (text === '' && !required) return undefined
  if (text.length >= 3 && text.length <= 128) return undefined
  // Who is called Xu has entered a name.
  const isShort = text.length === 1 || text.length === 2
  return { hint: 'cardHolderError', text: isShort ? 'cardHolderShort' : 'cardHolderError' }
}

/** What the code frame reports of its field. */
export interface CodeState {
  readonly valid: boolean
  readonly empty: boolean
  readonly length: number
}

export function codeFault(
  code: CodeState,
  lengths: readonly number[],
  required: boolean,
): Fault | undefined {
  if (code.empty) return required ? { hint: 'cvvError', text: 'cvvEmpty' } : undefined
  if (code.valid) return undefined
  const [count] = lengths
  if (lengths.length !== 1 || count === undefined) return { hint: 'cvvError', text: 'cvvError' }
  return { hint: 'cvvError', text: 'cvvLength', values: { count } }
}
