import { Type } from 'typebox'
import { DAY_MS } from '../../common/durations.ts'
import { folded } from '../../common/fold.ts'
import { minorDigitsOf, parseAmount } from '../../common/money.ts'
import { beginOfDay, dayAfter } from '../../common/zoned-days.ts'
import { type IdRange, idsOfShortId } from '../../server/kernel/ids.ts'
import {
  amount,
  currency,
  cursor,
  day,
  elsewhere,
  fromNotAfterTo,
  limit,
  resultCode,
  shaped,
  time,
} from '../../server/parameters/described-parts.ts'
import { request } from '../../server/parameters/described-request.ts'
import { readTimestamp } from '../../server/parameters/read-timestamp.ts'
import { dayFault } from '../../server/parameters/zoned-time.ts'
import { personIn, readDetails } from '../../server/payments/index.ts'
import { openDecisions } from '../../server/payments/record/index.ts'
import { allResultCodes } from '../../server/results/catalogue.ts'
import { type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type {
  PaymentRow,
  PaymentType,
  SoughtText,
  TransactionQuery,
} from '../../server/store/port.ts'

/** The types that payments are found by. */
export const PAYMENT_TYPES = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', 'CB', 'CR'] as const

const filters = {
  lookFor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'An id, a short id, an ARN (23 digits), the merchant’s reference, or words that all have to fit: the last four digits of a card, an amount (also in whole units), a currency, a day, a holder or an e-mail address, whose case and accents do not matter.',
      guarded: 'search',
      personal: true,
    }),
  ),
  resultCode: Type.Optional(
    resultCode('Only payments with this result code, such as the reason of a decline.'),
  ),
  amountFrom: Type.Optional(amount('The smallest amount.')),
  amountTo: Type.Optional(amount('The largest amount.')),
  state: Type.Optional(
    Type.Enum(['succeeded', 'failed', 'pending', 'review', 'refunded', 'chargedBack'], {
      description: 'How it stands. Absent: however it does.',
    }),
  ),
  paymentType: Type.Optional(
    Type.Enum([...PAYMENT_TYPES], {
      description: 'Absent: what shoppers have paid, not what refers to it.',
    }),
  ),
  paymentBrand: Type.Optional(
    shaped(/^[A-Za-z0-9_]{1,32}$/, undefined, {
      example: 'VISA',
      description: 'What was paid with, such as VISA.',
    }),
  ),
  currency: Type.Optional(currency),
  cardCountry: Type.Optional(
    shaped(/^[A-Z]{2}$/, 'a country, ISO 3166-1 alpha-2', {
      example: 'DE',
      description: 'Where the issuer of the card is, as the acquirer has told.',
    }),
  ),
  cardIssuer: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The bank of the card, as the acquirer has told; else the first six digits of its number.',
      guarded: 'text',
    }),
  ),
  'date.from': Type.Optional(time),
  'date.to': Type.Optional(time),
  firstDay: Type.Optional(day("In place of date.from: a day of the entity's time zone.")),
  lastDay: Type.Optional(day('In place of date.to; it counts as well.')),
}

const rules = [
  fromNotAfterTo,
  { kind: 'notAbove', name: 'amountFrom', limit: 'amountTo', isRange: true },
] as const

export const paymentSearch = request(
  'admin.payments',
  Type.Object({ ...filters, limit: limit(200, 100), cursor: Type.Optional(cursor) }),
  { rules, elsewhere },
)

/** The same in larger parts. */
export const exportSearch = request(
  'admin.export',
  Type.Object({ ...filters, limit: limit(1000, 100), cursor: Type.Optional(cursor) }),
  { rules, elsewhere },
)

/** What a request looks for. */
export type PaymentSearch = ReturnType<typeof paymentSearch.read>

type Conditions = Omit<TransactionQuery, 'entityIds'>

/** What the one search field means. */
export interface Sought {
  /** Of one payment. */
  readonly id?: string
  /** In which the ids lie that a short id stands for. */
  readonly idRanges?: readonly IdRange[]
  readonly shortId?: string
  /** Of the lines of settlement files that are about it. */
  readonly arn?: string
  readonly conditions: Conditions
  /** Looked for first as the merchant's own reference, which has an index. */
  readonly reference?: string
  /** Words that a payment has to have; `conditions` finds all of these, and others. */
  readonly words: readonly SearchWord[]
  /** Only payments with such a card; `conditions` finds all of these, and others. */
  readonly card?: SoughtCard
  /** Only payments about which a person may still decide; `conditions` finds all that were ever in review. */
  readonly isInReview?: boolean
}

/** What is known of the issuer of a card. */
export interface SoughtCard {
  readonly country?: string
  /** The bank, else the first six digits. */
  readonly issuer?: string
}

/** A word that stands in one of a payment's own values, or is a number that it has. */
interface SearchWord {
  /** As it was typed. */
  readonly typed: string
  /** Without accents and case. */
  readonly text: string
  /** Of a whole number: the amount that it is in whole units. */
  readonly amountMinor?: number
}

/** What of a search the store does not decide alone. */
type Narrowing = Pick<Sought, 'words' | 'isInReview' | 'card'>

const ID = /^[0-9a-f]{32}$/
const SHORT_ID = /^[0-9]{4}\.?[0-9]{4}\.?[0-9]{4}$/
const ARN = /^[0-9]{23}$/
/** Numbers so short that they stand in many longer ones. */
const SHORT_NUMBER = /^[0-9]{1,3}$/

/** Words that are looked for at once; further ones are left out. */
const MAX_WORDS = 5

/**
 * Reads what somebody has typed into the search field. An id, a short id (`8372.1190.0042`) and an ARN (23 digits) name
 * a payment. Else each word narrows: `92.00` or `92,00` is an amount, `EUR` or € a currency, `2026-11-26`,
 * `26.11.2026` or `26.11.` a day (UTC), and anything else stands in the name of the holder or customer, the e-mail address or
 * a reference, whatever its case and accents are. A whole number may be the amount as well, and one of four digits
 * the end of a card number. `filtered`: the currency of the filter beside the field.
 */
export function readSearch(typed: string, nowMs: number, filtered?: string): Sought {
  const text = typed.trim()
  if (ID.test(text)) return { id: text, conditions: {}, words: [] }
  if (SHORT_ID.test(text)) return byShortId(text, nowMs)
  if (ARN.test(text)) return { arn: text, conditions: {}, words: [] }
  const typedWords = searchWords(text)
  const currency = typedWords.find(isCurrency) ?? filtered
  const start: Conditions = currency === undefined ? {} : { currency }
  const conditions = typedWords.reduce((before, word) => narrowed(before, word, nowMs), start)
  const words = typedWords
    .filter((word) => isText(word, nowMs))
    .slice(0, MAX_WORDS)
    .map((typed) => searchWord(typed, currency))
  return {
    words,
    conditions: words.length === 0 ? conditions : { ...conditions, texts: words.map(soughtText) },
    ...(/^\S+$/.test(text) ? { reference: text } : {}),
  }
}

function byShortId(typed: string, nowMs: number): Sought {
  const digits = typed.replaceAll('.', '')
  const shortId = `${digits.slice(0, 4)}.${digits.slice(4, 8)}.${digits.slice(8)}`
  return { shortId, idRanges: idsOfShortId(shortId, nowMs), conditions: {}, words: [] }
}

function narrowed(conditions: Conditions, word: string, nowMs: number): Conditions {
  if (isAmount(word)) return withAmount(conditions, word.replace(',', '.'))
  const dayMs = dayOf(word, nowMs)
  if (dayMs === undefined) return conditions
  return { ...conditions, createdFromMs: dayMs, createdToMs: dayMs + DAY_MS - 1 }
}

/** Whether a word is looked for in texts: a whole number is, because it may be part of a reference. */
function isText(word: string, nowMs: number): boolean {
  return !isAmount(word) && !isCurrency(word) && dayOf(word, nowMs) === undefined
}

function searchWord(typed: string, currency: string | undefined): SearchWord {
  // A word of accents alone would be in every text.
  const word = { typed, text: folded(typed) || typed }
  if (!isWhole(typed)) return word
  const { amountFromMinor: amountMinor } = minorOf('amountFromMinor', `${typed}.00`, currency)
  return amountMinor === undefined ? word : { ...word, amountMinor }
}

/** As a word stands in the JSON text of the details. */
function soughtText({ text, amountMinor }: SearchWord): SoughtText {
  const inJson = { text: JSON.stringify(text).slice(1, -1) }
  return amountMinor === undefined ? inJson : { ...inJson, orAmountMinor: amountMinor }
}

/**
 * Whether a payment is one that was looked for. The store compares words with the whole text of the details,
 * which also has names of members and what nobody looks for, such as birth dates, and it does not know accents;
 * and amounts in minor units, which mean something else in a currency without decimals.
 */
export function fitsSearch(
  payment: PaymentRow,
  { words, isInReview = false, card }: Narrowing,
  { amountFromMinor, amountToMinor, currency }: Conditions,
): boolean {
  if (isInReview && openDecisions(payment).length === 0) return false
  if (card !== undefined && !isSuchCard(payment, card)) return false
  const hasAmount = amountFromMinor !== undefined || amountToMinor !== undefined
  const isComparable = currency !== undefined || minorDigitsOf(payment.currency) === 2
  if (hasAmount && !isComparable) return false
  if (words.length === 0) return true
  const { last4, values } = searchedOf(payment)
  return words.every(
    ({ typed, text, amountMinor }) =>
      typed === last4 ||
      (isComparable && amountMinor === payment.amountMinor) ||
      values.some((value) => holds(value, text)),
  )
}

/** A short number stands between other characters than digits: 27 is in order-27, not in order-4271. */
function holds(value: string, text: string): boolean {
  if (!SHORT_NUMBER.test(text)) return value.includes(text)
  return value.split(/[^0-9]+/).includes(text)
}

/** Whether `fitsSearch` has anything to ask. */
export function isNarrow(
  { words, isInReview = false, card }: Narrowing,
  { amountFromMinor, amountToMinor, currency }: Conditions,
): boolean {
  const hasAmount = amountFromMinor !== undefined || amountToMinor !== undefined
  return (
    isInReview || card !== undefined || words.length > 0 || (hasAmount && currency === undefined)
  )
}

/** Parameters in which words are looked for. */
const SEARCHED = [
  'merchantInvoiceId',
  'customer.merchantCustomerId',
  'customer.givenName',
  'customer.surname',
] as const

function searchedOf(payment: PaymentRow) {
  const details = readDetails(payment)
  const { holder, email, last4 } = personIn(details)
  const found = [
    payment.merchantTransactionId,
    holder,
    email,
    ...SEARCHED.map((name) => details.request[name]),
  ]
  return { last4, values: found.map((value) => folded(value ?? '')) }
}

/** Without a currency beside it, in any that has two decimals. */
function withAmount(conditions: Conditions, amount: string): Conditions {
  return {
    ...conditions,
    ...minorOf('amountFromMinor', amount, conditions.currency),
    ...minorOf('amountToMinor', amount, conditions.currency),
  }
}

function isSuchCard(payment: PaymentRow, { country, issuer }: SoughtCard): boolean {
  const { card } = readDetails(payment)
  const isThere = country === undefined || card?.country === country
  return isThere && (issuer === undefined || (card?.issuer?.bank || card?.bin) === issuer)
}

/** The card that the filters name, and texts that the details of each such payment have; absent: they name none. */
export function soughtCard({
  cardCountry: country,
  cardIssuer: issuer,
}: PaymentSearch):
  | { readonly card: SoughtCard; readonly texts: readonly SoughtText[] }
  | undefined {
  if (country === undefined && issuer === undefined) return undefined
  const quoted = (value: string) => JSON.stringify(value.toLowerCase())
  return {
    card: { ...(country && { country }), ...(issuer && { issuer }) },
    texts: [
      ...(country === undefined ? [] : [{ text: `"country":${quoted(country)}` }]),
      ...(issuer === undefined ? [] : [{ text: quoted(issuer) }]),
    ],
  }
}

/** The conditions of the filters beside the search field; days are those of a time zone. */
export function filtersOf(search: PaymentSearch, timeZone: string): Conditions {
  const { currency, 'date.from': from, 'date.to': to, paymentBrand: brand } = search
  return {
    ...ofType(search.paymentType),
    ...ofState(search.state, search.resultCode),
    ...(brand === undefined ? {} : { paymentBrands: [brand] }),
    ...(currency === undefined ? {} : { currency }),
    ...(from === undefined ? {} : { createdFromMs: readTimestamp(from) }),
    ...(to === undefined ? {} : { createdToMs: readTimestamp(to) + 999 }),
    ...daysOf(search, timeZone),
    ...minorOf('amountFromMinor', search.amountFrom, currency),
    ...minorOf('amountToMinor', search.amountTo, currency),
  }
}

/** When payments of these days of a time zone were made. */
export function daysOf(
  { firstDay, lastDay }: Pick<PaymentSearch, 'firstDay' | 'lastDay'>,
  timeZone: string,
): Conditions {
  return {
    ...(firstDay === undefined ? {} : { createdFromMs: beginOfDay(firstDay, timeZone) }),
    ...(lastDay === undefined ? {} : { createdToMs: beginOfDay(dayAfter(lastDay), timeZone) - 1 }),
  }
}

/** What is wrong with the days of a search; absent: nothing. */
export function searchFault(search: PaymentSearch): Refusal | undefined {
  const { 'date.from': from, 'date.to': to, firstDay, lastDay } = search
  const fault = dayFault({ firstDay, lastDay })
  if (fault !== undefined) return fault
  const both = [
    ['firstDay', firstDay, from, 'cannot stand beside date.from: send one of them'],
    ['lastDay', lastDay, to, 'cannot stand beside date.to: send one of them'],
    ['lastDay', lastDay, isBefore(lastDay, firstDay), 'is before firstDay'],
  ] as const
  const [found] = both.filter(([, value, other]) => value !== undefined && other !== undefined)
  if (found === undefined) return undefined
  const [name, value = '', , message] = found
  return refuseParameters([{ name, value, message }])
}

function isBefore(last: string | undefined, first: string | undefined): true | undefined {
  return last !== undefined && first !== undefined && last < first ? true : undefined
}

/** Without a type: what shoppers have paid, not what refers to it. */
function ofType(paymentType: PaymentType | undefined): Conditions {
  if (paymentType !== undefined) return { paymentTypes: [paymentType] }
  return { operations: ['first', 'rebill'] }
}

const REVIEW_CODES = allResultCodes()
  .filter(({ group }) => group === 'success_review')
  .map(({ code }) => code)

function ofState(state: string | undefined, resultCode: string | undefined): Conditions {
  const conditions = conditionsOfState(state)
  if (resultCode === undefined) return conditions
  const { resultCodes = [resultCode] } = conditions
  return { ...conditions, resultCodes: resultCodes.filter((code) => code === resultCode) }
}

function conditionsOfState(state: string | undefined): Conditions {
  switch (state) {
    case undefined:
      return {}
    case 'pending':
      return { states: ['intent', 'pending', 'taken', 'authenticating'] }
    case 'review':
      return { states: ['succeeded'], resultCodes: REVIEW_CODES }
    case 'refunded':
    case 'chargedBack':
      return { moved: state }
    default:
      return { states: [state as 'succeeded' | 'failed'] }
  }
}

function minorOf(
  name: 'amountFromMinor' | 'amountToMinor',
  amount: string | undefined,
  currency = 'EUR',
): Conditions {
  if (amount === undefined) return {}
  const money = parseAmount(amount, currency)
  return typeof money === 'string' ? {} : { [name]: money.minor }
}

const AMOUNT = /^[0-9]{1,9}[.,][0-9]{2}$/
const WHOLE = /^[0-9]{1,9}$/
const DATE = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})?)$/

/** Symbols of one currency. Others, such as $, are those of several. */
const SYMBOLS: Readonly<Record<string, string>> = { '€': ' EUR ', '£': ' GBP ' }

/**
 * The words of a search without what people type around them: `müller, ~90€` is müller, 90 and EUR, and `**** 1111`
 * is 1111. What has neither a letter nor a digit is left out where there is something else to look for.
 */
function searchWords(text: string): readonly string[] {
  const words = text
    .replaceAll(/\p{Sc}/gu, (symbol) => SYMBOLS[symbol] ?? ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[~≈*•]+/, '').replace(/[,;]+$/, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return text.split(/\s+/).filter((word) => word !== '')
  // Without a number beside it, it may be part of a name.
  if (!words.some((word) => isAmount(word) || isWhole(word))) return words
  return words.map((word) => (/^euros?$/i.test(word) ? 'EUR' : word))
}

/** Whether a word is an amount with decimals, `92.00` or `92,00`. */
function isAmount(word: string): boolean {
  return AMOUNT.test(word)
}

function isWhole(word: string): boolean {
  return WHOLE.test(word)
}

function isCurrency(word: string): boolean {
  return /^[A-Z]{3}$/.test(word) && minorDigitsOf(word) !== undefined
}

/**
 * The begin of a day, UTC; `undefined`: the word is no date. Without a year it is the one of this year, or of the
 * last one where it would be in the future.
 */
function dayOf(word: string, nowMs: number): number | undefined {
  const parts = DATE.exec(word)
  if (parts === null) return undefined
  const [, wholeYear, isoMonth, isoDay, day = isoDay, month = isoMonth, shortYear] = parts
  const year = wholeYear ?? shortYear
  if (year !== undefined) return beginOf(year.padStart(4, '20'), month, day)
  const thisYear = new Date(nowMs).getUTCFullYear()
  const [latest] = [thisYear, thisYear - 1]
    .map((one) => beginOf(String(one), month, day))
    .filter((atMs) => atMs !== undefined && atMs <= nowMs)
  return latest
}

/** `undefined`: there is no such day. */
function beginOf(year: string, month = '', day = ''): number | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return new Date(atMs || 0).toISOString().startsWith(text) ? atMs : undefined
}
