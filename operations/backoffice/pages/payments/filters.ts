import { holdsCardNumber } from '../../../../common/card-number-in-text.ts'
import { DAY_MS } from '../../../../common/durations.ts'
import { dayAt } from '../../../../common/zoned-days.ts'
import type { AdminPayment } from '../../../administration/answer.ts'
import type { Form } from '../../api/request.ts'
import { BASE } from '../../shell/menu.ts'
import { dateOf, nowMs } from '../../texts/times.ts'

/** The filters of the list, as they stand in the address and go to the gateway. */
export const FILTERS = [
  'query',
  'state',
  'code',
  'type',
  'brand',
  'country',
  'issuer',
  'entity',
  'from',
  'to',
  'min',
  'max',
  'currency',
] as const

export type FilterName = (typeof FILTERS)[number]
/** The first and the last day. */
export type Days = Readonly<Record<'from' | 'to', string>>
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** The filters of an address; what it has beside them does not count. */
export function filtersOf(query: Readonly<Record<string, string>>): Filters {
  const found: Partial<Record<FilterName, string>> = {}
  for (const name of FILTERS) {
    const value = query[name]?.trim()
    if (value !== undefined && value !== '') found[name] = value
  }
  return found
}

/** Filters with one changed; an empty value takes it out. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  return filtersOf({ ...(filters as Record<string, string>), [name]: value })
}

/** The text after `?` of an address, always in the same order. */
export function addressQuery(filters: Filters): string {
  const pairs = FILTERS.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [[name, value]]
  })
  return new URLSearchParams(pairs).toString()
}

/** The address of the list with these filters. */
export function listOf(filters: Filters): string {
  const text = addressQuery(filters)
  return `${BASE}/payments${text === '' ? '' : `?${text}`}`
}

/** Of filters those with these names. */
export function only(filters: Filters, names: readonly FilterName[]): Filters {
  return Object.fromEntries(
    names.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  )
}

/** The filters as parameters of the gateway. Days are those of the entity's time zone. */
export function wireFilters(filters: Filters): Form {
  const { query, state, code, type, brand, country, issuer, currency } = filters
  const { entity, from, to, min, max } = filters
  return {
    lookFor: query,
    state,
    resultCode: code,
    paymentType: type,
    paymentBrand: brand,
    cardCountry: country,
    cardIssuer: issuer,
    currency,
    entityId: entity,
    firstDay: from,
    lastDay: to,
    amountFrom: wireAmount(min),
    amountTo: wireAmount(max),
  }
}

/** What is wrong with a range of filters. */
export type RangeFault = 'reversed' | 'malformed'

export interface FilterFaults {
  /** A card number is in the search: it must get into no address and no log. */
  readonly query?: 'cardNumber'
  readonly days?: RangeFault
  readonly amounts?: RangeFault
}

/** Ranges that the gateway would refuse; `undefined`: none. */
export function faultsOf({ query, from, to, min, max }: Filters): FilterFaults | undefined {
  const [least, most] = [min, max].map((typed) => (typed ? Number(wireAmount(typed)) : undefined))
  const isReversed = least !== undefined && most !== undefined && least > most
  const isMalformed = Number.isNaN(least) || Number.isNaN(most)
  const areDaysReversed = from !== undefined && to !== undefined && from > to
  const isCard = query !== undefined && holdsCardNumber(query)
  if (!isReversed && !isMalformed && !areDaysReversed && !isCard) return undefined
  return {
    ...(isCard ? { query: 'cardNumber' } : {}),
    ...(areDaysReversed ? { days: 'reversed' } : {}),
    ...(isMalformed ? { amounts: 'malformed' } : isReversed ? { amounts: 'reversed' } : {}),
  }
}

/** Types that refer to what a shopper has paid: a list that asks for no type has none of them. */
const REFERENCES = ['CP', 'RF', 'RV', 'CB', 'CR']

/**
 * Whether a payment of the stream, which is that of the filters' entity, belongs into a list with these filters, whose
 * days are those of a time zone. What the search field means, and which card it was, only the gateway knows: nothing
 * is said of such a list.
 */
export function fits(filters: Filters, payment: AdminPayment, timeZone = 'UTC'): boolean {
  const { query, state, code, type, brand, currency, from, to, min, max } = filters
  const { createdAt, paymentType } = payment
  const day = dayAt(dateOf(createdAt).getTime(), timeZone)
  const amount = Number(payment.amount)
  return (
    (query ?? filters.country ?? filters.issuer) === undefined &&
    (state === undefined || isInState(state, payment.state)) &&
    (code === undefined || code === payment.code) &&
    (type === undefined ? !REFERENCES.includes(paymentType) : type === paymentType) &&
    (brand === undefined || brand === payment.paymentBrand) &&
    (currency === undefined || currency === payment.currency) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (min === undefined || amount >= Number(wireAmount(min))) &&
    (max === undefined || amount <= Number(wireAmount(max)))
  )
}

function isInState(wanted: string, state: AdminPayment['state']): boolean {
  if (wanted === 'succeeded') return state !== 'failed' && state !== 'pending'
  if (wanted === 'refunded') return state === 'refunded' || state === 'partlyRefunded'
  return wanted === state
}

/** With a point before two decimals, as amounts of the wire have it. */
function wireAmount(text: string | undefined): string | undefined {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text ?? '') ?? []
  return whole === undefined ? text : `${whole}.${decimals.padEnd(2, '0')}`
}

/** A span of days of a time zone that ends today. */
export function lastDays(days: number, untilMs = nowMs(), timeZone = 'UTC'): Days {
  const to = dayAt(untilMs, timeZone)
  const from = new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return { from, to }
}
