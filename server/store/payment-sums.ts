import { listedEntities } from './list-limit.ts'
import type { KeptSumQuery, PaymentSumQuery } from './port.ts'
import { currency, natural, text } from './tables/column.ts'
import { type Columns, columnName } from './tables/table.ts'

const MOST_ROWS = 1_000_000

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

const GROUPS = [
  'paymentType',
  'operation',
  'state',
  'resultCode',
  'paymentBrand',
  'currency',
] as const

/** The statements for one engine: how it writes the table by time, its values, and a number. */
export function sumStatements(
  table: string,
  values: Readonly<Record<'entities' | 'from' | 'to' | 'step' | 'most' | 'span', string>>,
  number: (expression: string) => string,
) {
  const { entities, from, to, step, most, span } = values
  const within = `FROM ${table}
    WHERE entity_id ${entities} AND created_at_ms >= ${from} AND created_at_ms < ${to}`
  const columns = GROUPS.map((name) => `${columnName(name)} AS "${name}"`).join(', ')
  const groups = GROUPS.map(columnName).join(', ')
  const sumsOf = (authentication: string) => `
      SELECT created_at_ms - created_at_ms % ${step} AS "spanMs", ${columns},
        ${authentication} AS "authentication",
        ${number('count(*)')} AS "count", ${number('sum(amount_minor)')} AS "amountMinor"
      ${within} GROUP BY "spanMs", ${groups}, "authentication"`
  const keptWithin = `entity_id ${entities} AND span = ${span}
    AND span_ms >= ${from} AND span_ms < ${to}`
  return {
    /** When the first payment was made that is beyond what may be looked at. */
    cut: `SELECT created_at_ms AS at ${within} ORDER BY created_at_ms DESC LIMIT 1 OFFSET ${most}`,
    sums: sumsOf("''"),
    sumsByAuthentication: sumsOf(`coalesce(
          (SELECT a.state FROM authentication AS a WHERE a.id = authentication_id), '')`),
    kept: `SELECT span_ms AS "spanMs", ${columns}, authentication AS "authentication",
        ${number('sum(payment_count)')} AS "count", ${number('sum(amount_minor)')} AS "amountMinor"
      FROM payment_sum WHERE ${keptWithin}
      GROUP BY span_ms, ${groups}, authentication HAVING sum(payment_count) > 0`,
  }
}
