import { listedEntities } from '../list-limit.ts'
import type { SearchIndex } from '../list-window.ts'
import type { ListPart, ListPlace, TransactionQuery } from '../port.ts'
import { registrationsAs, type WantedTransactions } from '../wanted-transactions.ts'

/** A table, or one in the shape of payments, in which something can fit. */
export interface Source {
  /** A type of registrations; empty for payments. */
  readonly type: string
  readonly table: string
  /**
   * The table by time. Of payments the index is named: without statistics the planner takes that of all
   * types for some of them.
   */
  readonly tableByTime: string
  readonly rank: ListPlace['rank']
  /** Only these types are in it; absent: not asked for. */
  readonly paymentTypes?: readonly string[]
}

export function sourcesOf({ payments, registrationTypes }: WantedTransactions): readonly Source[] {
  const sources: Source[] = registrationTypes.map((type) => {
    const table = registrationsAs(type)
    return { type, table, tableByTime: table, rank: type === 'RG' ? 1 : 0 }
  })
  if (payments === undefined) return sources
  const { paymentTypes } = payments
  const ofPayments = { type: '', table: 'payment', rank: 0 } as const
  const byTime = (index: string) => ({ ...ofPayments, tableByTime: `payment INDEXED BY ${index}` })
  return paymentTypes === undefined
    ? [...sources, byTime('payment_by_time')]
    : [...sources, { ...byTime('payment_by_type'), paymentTypes }]
}

export type Bound = Readonly<Record<string, string | number | undefined>>

/** What is bound, by its name in the conditions. */
export function boundTo(
  query: TransactionQuery,
  { after, offset, limit }: ListPart,
  end: ListPlace | undefined,
): Bound {
  const { entityIds, paymentTypes, paymentBrands, typesOfAnyBrand = [], ...further } = query
  const { operations, states, resultCodes, texts = [], onlyPayments, moved, ...others } = further
  return {
    ...others,
    operations: JSON.stringify(operations),
    states: JSON.stringify(states),
    resultCodes: JSON.stringify(resultCodes),
    ...Object.fromEntries(
      texts.flatMap(({ text, orAmountMinor }, at) => [
        [`text${at}`, text],
        [`amountOfText${at}`, orAmountMinor],
      ]),
    ),
    entityIds: JSON.stringify(listedEntities(entityIds)),
    paymentTypes: JSON.stringify(paymentTypes),
    paymentBrands: JSON.stringify(paymentBrands),
    typesOfAnyBrand: JSON.stringify(typesOfAnyBrand),
    offset,
    limit,
    afterMs: after?.atMs,
    afterId: after?.id,
    endMs: end?.atMs,
    endId: end?.id,
  }
}

/** The conditions on time and place, in which every stream of a source is in order. */
export function placeConditions(
  source: Source,
  { createdFromMs, createdToMs }: TransactionQuery,
  { after }: ListPart,
  end: ListPlace | undefined,
): readonly string[] {
  const place = '(created_at_ms, id)'
  const conditions: string[] = []
  if (createdFromMs !== undefined) conditions.push('created_at_ms >= @createdFromMs')
  if (createdToMs !== undefined) conditions.push('created_at_ms <= @createdToMs')
  if (after !== undefined) {
    const older = source.rank > after.rank ? '<=' : '<'
    conditions.push('created_at_ms <= @afterMs', `${place} ${older} (@afterMs, @afterId)`)
  }
  if (end !== undefined) {
    const within = source.rank > end.rank ? '>' : '>='
    conditions.push('created_at_ms >= @endMs', `${place} ${within} (@endMs, @endId)`)
  }
  return conditions
}

/**
 * The conditions of all streams of a source together. A plus keeps an index out: each way has its own,
 * and without it the planner, which knows nothing of the rows, may take another one.
 */
export function rowConditions(
  source: Source,
  query: TransactionQuery,
  way: SearchIndex,
): readonly string[] {
  const conditions = [
    `${way === 'time' ? '' : '+'}entity_id IN (SELECT value FROM json_each(@entityIds))`,
  ]
  if (query.merchantTransactionId !== undefined) {
    const plus = way === 'reference' ? '' : '+'
    conditions.push(`${plus}merchant_transaction_id = @merchantTransactionId`)
  }
  const isIdWay = way === 'id' ? '' : '+'
  if (query.idFrom !== undefined) conditions.push(`${isIdWay}id >= @idFrom`)
  if (query.idBefore !== undefined) conditions.push(`${isIdWay}id < @idBefore`)
  if (source.paymentTypes !== undefined) {
    const plus = way === 'time' ? '' : '+'
    conditions.push(`${plus}payment_type IN (SELECT value FROM json_each(@paymentTypes))`)
  }
  if (query.paymentBrands !== undefined) {
    conditions.push(`(payment_brand IN (SELECT value FROM json_each(@paymentBrands))
      OR payment_type IN (SELECT value FROM json_each(@typesOfAnyBrand)))`)
  }
  return source.table === 'payment' ? [...conditions, ...paymentConditions(query)] : conditions
}

/** The conditions on what only payments have. */
function paymentConditions(query: TransactionQuery): readonly string[] {
  const { moved, texts = [] } = query
  const among = (column: string, name: 'operations' | 'states' | 'resultCodes') =>
    query[name] === undefined ? [] : [`${column} IN (SELECT value FROM json_each(@${name}))`]
  const when = (name: keyof TransactionQuery, condition: string) =>
    query[name] === undefined ? [] : [condition]
  return [
    ...among('operation', 'operations'),
    ...among('state', 'states'),
    ...among('result_code', 'resultCodes'),
    ...(moved === undefined ? [] : [`${MOVED[moved]} > 0`]),
    ...when('amountFromMinor', 'amount_minor >= @amountFromMinor'),
    ...when('amountToMinor', 'amount_minor <= @amountToMinor'),
    ...when('currency', 'currency = @currency'),
    ...texts.map(
      (_, at) =>
        `(instr(lower(details), lower(@text${at})) > 0 OR amount_minor = @amountOfText${at}
          OR octet_length(details) > length(details))`,
    ),
  ]
}

const MOVED = { refunded: 'refunded_minor', chargedBack: 'charged_back_minor' } as const

export const NEWEST_FIRST = 'ORDER BY created_at_ms DESC, id DESC'
