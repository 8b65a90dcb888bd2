import { listedEntities } from './list-limit.ts'
import type { KeptSumQuery, PaymentSumQuery } from './port.ts'
import { currency, natural, text } from './tables/column.ts'
import { type Columns, columnName } from './tables/table.ts'

const MOST_ROWS = 1_000_000
const MOST_PARTS = 2_000

/** Throws a RangeError for channels, spans or rows out of range. */
export function checkedSumQuery(query: PaymentSumQuery): PaymentSumQuery {
  const { entityIds, stepMs, maxRows } = query
  listedEntities(entityIds)
  if (!(stepMs >= 1)) throw new RangeError(`A span of ${stepMs} ms cannot be summed`)
  if (!(maxRows >= 1 && maxRows <= MOST_ROWS)) {
    throw new RangeError(`Sums may look at 1 to ${MOST_ROWS} payments, not at ${maxRows}`)
  }
  return query
}

/** The same of sums that are kept. */
export function checkedKeptQuery(query: KeptSumQuery): KeptSumQuery {
  listedEntities(query.entityIds)
  const { length } = query.parts
  if (!(length >= 1 && length <= MOST_PARTS)) {
    throw new RangeError(`Sums of 1 to ${MOST_PARTS} parts are read, not of ${length}`)
  }
  return query
}

/** What a sum is made of, in this order. */
export const SUM_COLUMNS: Columns = {
  spanMs: natural,
  paymentType: text,
  operation: text,
  state: text,
  resultCode: text,
  paymentBrand: text,
  currency,
  authentication: text,
  count: natural,
  amountMinor: natural,
}

/** The same of what is known of cards. */
export const CARD_SUM_COLUMNS: Columns = {
  spanMs: natural,
  country: text,
  issuer: text,
  currency,
  state: text,
  resultCode: text,
  count: natural,
}

/** The same of what is kept of that. */
export const KEPT_CARD_SUM_COLUMNS: Columns = {
  spanMs: natural,
  kind: text,
  value: text,
  currency,
  state: text,
  resultCode: text,
  count: natural,
}

const GROUPS = [
  'paymentType',
  'operation',
  'state',
  'resultCode',
  'paymentBrand',
  'currency',
] as const

const CARD_GROUPS = ['currency', 'state', 'resultCode'] as const

/** How an engine writes what the statements have. */
interface SumDialect {
  /** The payments, read by time. */
  readonly payments: string
  /** Channels and parts as a table `part` with `entity_id`, `span`, `from_ms`, `to_ms` and `at_ms`, before a JOIN. */
  readonly parts: string
  readonly values: Readonly<Record<'entities' | 'from' | 'to' | 'step' | 'most', string>>
  readonly number: (expression: string) => string
  /** A text in the JSON object that begins the details, `null` where it is not there. */
  readonly member: (...path: readonly string[]) => string
}

/** The statements for one engine. */
export function sumStatements({ payments: table, parts, values, number, member }: SumDialect) {
  const { entities, from, to, step, most } = values
  const within = `FROM ${table}
    WHERE entity_id ${entities} AND created_at_ms >= ${from} AND created_at_ms < ${to}`
  const columns = GROUPS.map((name) => `${columnName(name)} AS "${name}"`).join(', ')
  const groups = GROUPS.map(columnName).join(', ')
  const sumsOf = (authentication: string) => `
      SELECT created_at_ms - created_at_ms % ${step} AS "spanMs", ${columns},
        ${authentication} AS "authentication",
        ${number('count(*)')} AS "count", ${number('sum(amount_minor)')} AS "amountMinor"
      ${within} GROUP BY "spanMs", ${groups}, "authentication"`
  const keptOf = (kept: string) => `${parts} JOIN ${kept} AS kept ON kept.entity_id = part.entity_id
      AND kept.span = part.span AND kept.span_ms >= part.from_ms AND kept.span_ms < part.to_ms`
  const ofCards = CARD_GROUPS.map(columnName).join(', ')
  const cardColumns = CARD_GROUPS.map((name) => `${columnName(name)} AS "${name}"`).join(', ')
  return {
    /** When the first payment was made that is beyond what may be looked at. */
    cut: `SELECT created_at_ms AS at ${within} ORDER BY created_at_ms DESC LIMIT 1 OFFSET ${most}`,
    sums: sumsOf("''"),
    sumsByAuthentication: sumsOf(`coalesce(
          (SELECT a.state FROM authentication AS a WHERE a.id = authentication_id), '')`),
    kept: `SELECT at_ms AS "spanMs", ${columns}, authentication AS "authentication",
        ${number('sum(payment_count)')} AS "count", ${number('sum(amount_minor)')} AS "amountMinor"
      FROM ${keptOf('payment_sum')}
      GROUP BY at_ms, ${groups}, authentication HAVING sum(payment_count) > 0`,
    cards: `SELECT created_at_ms - created_at_ms % ${step} AS "spanMs",
        coalesce(${member('card', 'country')}, '') AS "country",
        coalesce(nullif(${member('card', 'issuer', 'bank')}, ''), ${member('card', 'bin')}, '') AS "issuer",
        ${cardColumns}, ${number('count(*)')} AS "count"
      ${within} AND payment_type IN ('PA', 'DB', 'RB') AND operation IN ('first', 'rebill')
      GROUP BY "spanMs", "country", "issuer", ${ofCards}`,
    keptCards: `SELECT at_ms AS "spanMs", kind AS "kind", value AS "value", ${cardColumns},
        ${number('sum(payment_count)')} AS "count"
      FROM ${keptOf('payment_card_sum')}
      GROUP BY at_ms, kind, value, ${ofCards} HAVING sum(payment_count) > 0`,
  }
}
