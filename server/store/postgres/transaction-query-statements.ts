import { listedEntities } from '../list-limit.ts'
import type { Search, SearchIndex } from '../list-window.ts'
import type { ListPlace } from '../port.ts'
import { registrationsAs, type WantedTransactions } from '../wanted-transactions.ts'
import type { Query } from './connection.ts'

/**
 * Values for $1 to $27; what is not asked for is null. Every statement of a look takes them all, so
 * that one prepared statement serves every combination of conditions.
 */
export function searchValues(
  { query, part }: Search,
  end: ListPlace | undefined,
  ofStream: number,
) {
  const { after } = part
  return [
    listedEntities(query.entityIds),
    query.merchantTransactionId ?? null,
    query.createdFromMs ?? null,
    query.createdToMs ?? null,
    query.idFrom ?? null,
    query.idBefore ?? null,
    query.paymentTypes ?? null,
    query.paymentBrands ?? null,
    query.typesOfAnyBrand ?? null,
    part.offset,
    part.limit,
    after?.atMs ?? null,
    after?.id ?? null,
    after?.rank ?? null,
    end?.atMs ?? null,
    end?.id ?? null,
    end?.rank ?? null,
    ofStream,
    query.operations ?? null,
    query.states ?? null,
    query.resultCodes ?? null,
    query.moved ?? null,
    query.amountFromMinor ?? null,
    query.amountToMinor ?? null,
    query.currency ?? null,
    query.texts?.map(({ text }) => text) ?? null,
    query.texts?.map(({ orAmountMinor }) => String(orAmountMinor ?? '')) ?? null,
  ] as const
}

/** Names every parameter, so that each statement accepts all of them. It is never evaluated. */
const TAKES_ALL = `
  WITH taken AS (
    SELECT $1::text[], $2::text, $3::bigint, $4::bigint, $5::text, $6::text, $7::text[],
      $8::text[], $9::text[], $10::bigint, $11::bigint, $12::bigint, $13::text, $14::bigint,
      $15::bigint, $16::text, $17::bigint, $18::bigint, $19::text[], $20::text[], $21::text[],
      $22::text, $23::bigint, $24::bigint, $25::text, $26::text[],
      $27::text[]
  )`

/** A table, or one in the shape of payments, in which something can fit. */
interface Source {
  /** Tells the statements of different sources apart. */
  readonly name: string
  readonly table: string
  readonly rank: ListPlace['rank']
  /** Where types are asked for, each is a stream of its own. */
  readonly isTyped: boolean
}

function sourcesOf({ payments, registrationTypes }: WantedTransactions): readonly Source[] {
  const sources: Source[] = registrationTypes.map((type) => ({
    name: type,
    table: registrationsAs(type),
    rank: type === 'RG' ? 1 : 0,
    isTyped: false,
  }))
  if (payments === undefined) return sources
  const isTyped = payments.paymentTypes !== undefined
  const name = isTyped ? 'payments_by_type' : 'payments'
  return [...sources, { name, table: 'payment', rank: 0, isTyped }]
}

const NEWEST_FIRST = 'ORDER BY created_at_ms DESC, id DESC'

const FARTHEST_MS = Number.MAX_SAFE_INTEGER

/** Time and place, in which the rows of a stream are in order; the ends are looked for in its index. */
function placedAfter({ rank }: Source): string {
  return `
    created_at_ms >= coalesce($3::bigint, 0)
    AND created_at_ms <= least($4::bigint, $12::bigint, ${FARTHEST_MS})
    AND ($12::bigint IS NULL OR (created_at_ms, id) < ($12::bigint, $13::text)
      OR (created_at_ms = $12::bigint AND id = $13::text AND ${rank} > $14::bigint))`
}

function placedBeforeEnd({ rank }: Source): string {
  return `
    created_at_ms >= coalesce($15::bigint, 0)
    AND ($15::bigint IS NULL OR (created_at_ms, id) > ($15::bigint, $16::text)
      OR (created_at_ms = $15::bigint AND id = $16::text AND ${rank} <= $17::bigint))`
}

/** Conditions that do not follow from the order of a stream. */
const FITS = `
  ($2::text IS NULL OR merchant_transaction_id = $2::text)
  AND ($5::text IS NULL OR id >= $5::text)
  AND ($6::text IS NULL OR id < $6::text)
  AND ($8::text[] IS NULL OR payment_brand = ANY ($8::text[]) OR payment_type = ANY ($9::text[]))`

/** Conditions on what only payments have. */
const PAYMENT_FITS = `
  ($19::text[] IS NULL OR operation = ANY ($19::text[]))
  AND ($20::text[] IS NULL OR state = ANY ($20::text[]))
  AND ($21::text[] IS NULL OR result_code = ANY ($21::text[]))
  AND ($22::text IS NULL
    OR CASE $22::text WHEN 'refunded' THEN refunded_minor ELSE charged_back_minor END > 0)
  AND ($23::bigint IS NULL OR amount_minor >= $23::bigint)
  AND ($24::bigint IS NULL OR amount_minor <= $24::bigint)
  AND ($25::text IS NULL OR currency = $25::text)
  AND ($26::text[] IS NULL OR octet_length(details) > char_length(details) OR NOT EXISTS (
    SELECT FROM (SELECT lower(details COLLATE "C") AS text OFFSET 0) AS own,
      unnest($26::text[], $27::text[]) AS sought (sought_text, sought_minor)
    WHERE strpos(own.text, lower(sought_text COLLATE "C")) = 0
      AND amount_minor::text <> sought_minor))`

/** Of registrations the table is the type. */
function isOfType({ table }: Source): string {
  return table === 'payment' ? `($7::text[] IS NULL OR payment_type = ANY ($7::text[]))` : 'true'
}

const CHANNELS = '(SELECT DISTINCT unnest($1::text[]) AS channel_id) AS channel'
const TYPES = '(SELECT DISTINCT unnest($7::text[]) AS type_id) AS type'

/** The streams of a source, as a FROM and the condition for one of them. */
function streamsOf({ isTyped }: Source): { readonly from: string; readonly condition: string } {
  return isTyped
    ? {
        from: `${CHANNELS} CROSS JOIN ${TYPES}`,
        condition: 'entity_id = channel_id AND payment_type = type_id',
      }
    : { from: CHANNELS, condition: 'entity_id = channel_id' }
}

/**
 * What fits of a source. `walk`: how far each stream is looked through, and in which order. By time
 * every stream is walked by itself: an index has several of them together in no order. By id the
 * channel is an expression, which keeps the planner from its index: a range of ids is shorter than the
 * history of a channel.
 */
function candidates(source: Source, way: SearchIndex, columns: string, walk: string): string {
  const fits = source.table === 'payment' ? `${FITS} AND ${PAYMENT_FITS}` : FITS
  const placed = `${placedAfter(source)} AND ${placedBeforeEnd(source)} AND ${fits}`
  const channels = 'ANY ($1::text[])'
  const { table } = source
  switch (way) {
    case 'reference':
      return `
        SELECT ${columns} FROM ${table}
        WHERE entity_id = ${channels} AND merchant_transaction_id = $2::text
          AND ${isOfType(source)} AND ${placed}`
    case 'id':
      return `
        SELECT ${columns} FROM ${table}
        WHERE id >= $5::text AND id < $6::text AND entity_id || '' = ${channels}
          AND ${isOfType(source)} AND ${placed}`
    case 'time': {
      const { from, condition } = streamsOf(source)
      return `
        SELECT walked.* FROM ${from}
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${table} WHERE ${condition} AND ${placed} ${walk}
        ) AS walked`
    }
  }
}

/** The statements of one look; nothing when no table can hold what is wanted. */
export interface LookStatements {
  /** Rows of `PassRow`, one for each source. */
  readonly window: Query
  /** One row with `count`: transactions of all merchants under the reference, up to one past $18. */
  readonly ofReference: Query
  /** The same of all streams. */
  readonly ofAll: Query
  readonly page: (way: SearchIndex) => Query
  readonly count: (way: SearchIndex) => Query
}

/** What was read of a source, and where the newest end of its streams is. */
export interface PassRow {
  readonly rowsRead: number
  /** How many of its streams go on. */
  readonly openStreams: number
  readonly atMs: number | null
  readonly id: string | null
  readonly rank: ListPlace['rank']
}

export function searchStatements(wanted: WantedTransactions): LookStatements | undefined {
  const sources = sourcesOf(wanted)
  if (sources.length === 0) return undefined
  const names = sources.map(({ name }) => name).join('_')
  return {
    window: {
      name: `window_${names}`,
      text: `${TAKES_ALL} ${sources.map(windowSql).join(' UNION ALL ')}`,
    },
    ofReference: {
      name: `of_reference_${names}`,
      text: `${TAKES_ALL} SELECT ${sources.map(referenceSql).join(' + ')} AS count`,
    },
    ofAll: {
      name: `of_all_${names}`,
      text: `${TAKES_ALL} SELECT ${sources.map(streamsSql).join(' + ')} AS count`,
    },
    page: (way: SearchIndex) => ({ name: `page_by_${way}_${names}`, text: pageSql(sources, way) }),
    count: (way: SearchIndex) => ({
      name: `count_by_${way}_${names}`,
      text: countSql(sources, way),
    }),
  }
}

/** $18: how many of each stream are looked at. */
function windowSql(source: Source): string {
  const { from, condition } = streamsOf(source)
  const stream = `FROM ${source.table} WHERE ${condition} AND ${placedAfter(source)}`
  const newest = (column: string) =>
    `(array_agg(${column} ORDER BY created_at_ms DESC, id DESC) FILTER (WHERE looked > $18::bigint))[1]`
  return `
    SELECT coalesce(sum(least(looked, $18::bigint)), 0)::bigint AS "rowsRead",
      count(*) FILTER (WHERE looked > $18::bigint) AS "openStreams",
      ${newest('created_at_ms')} AS "atMs", ${newest('id')} AS id, ${source.rank}::bigint AS rank
    FROM ${from}
    CROSS JOIN LATERAL (
      SELECT count(*) AS looked FROM (SELECT 1 ${stream} LIMIT $18::bigint + 1) AS one
    ) AS counted
    LEFT JOIN LATERAL (
      SELECT created_at_ms, id ${stream} ${NEWEST_FIRST} OFFSET $18::bigint - 1 LIMIT 1
    ) AS ended ON true`
}

function streamsSql(source: Source): string {
  const { from, condition } = streamsOf(source)
  return `(SELECT count(*) FROM (
    SELECT 1 FROM ${from}
    CROSS JOIN LATERAL (
      SELECT 1 FROM ${source.table} WHERE ${condition} AND ${placedAfter(source)}
    ) AS one
    LIMIT $18::bigint + 1
  ) AS counted)`
}

function referenceSql({ table }: Source): string {
  return `(SELECT count(*) FROM (
    SELECT 1 FROM ${table} WHERE merchant_transaction_id = $2::text LIMIT $18::bigint + 1
  ) AS one)`
}

/**
 * The types and ids of one page. $10: how many are left out at the beginning, $11: how many are
 * answered.
 */
function pageSql(sources: readonly Source[], way: SearchIndex): string {
  const walk = `${NEWEST_FIRST} LIMIT $10::bigint + $11::bigint`
  const found = sources.map((source) => {
    // The type of a payment is not needed to know it from the others.
    const type = source.table === 'payment' ? "''" : 'payment_type'
    return `(${candidates(source, way, `${type} AS payment_type, id, created_at_ms`, walk)})`
  })
  // At equal times a deletion comes before its storing.
  return `${TAKES_ALL}
    SELECT payment_type AS "paymentType", id FROM (${found.join(' UNION ALL ')}) AS found
    ${NEWEST_FIRST}, payment_type OFFSET $10::bigint LIMIT $11::bigint`
}

function countSql(sources: readonly Source[], way: SearchIndex): string {
  const counts = sources.map(
    (source) => `(SELECT count(*) FROM (${candidates(source, way, '1', '')}) AS found)`,
  )
  return `${TAKES_ALL} SELECT ${counts.join(' + ')} AS count`
}
