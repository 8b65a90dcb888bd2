import { SIGHTINGS_FORGOTTEN_AT_ONCE } from '../../list-limit.ts'
import type { SightingRow } from '../../port.ts'
import { type Columns, insertInto, type Parameters, writeStatement } from './write-statement.ts'

const columns: Columns<SightingRow> = {
  entityId: 'text',
  subject: 'text',
  paymentId: 'text',
  amountMinor: 'integer',
  currency: 'text',
  atMs: 'integer',
}

export const insertSighting = insertInto('sighting', columns)

const deleteParameters: Parameters = { beforeMs: 'integer' }

/**
 * Takes one row: no two sets that delete are written together. The array makes every process delete
 * in the order of the numbers.
 */
export const deleteSightings = writeStatement('delete_sightings', {
  parameters: deleteParameters,
  orderedBy: 0,
  text: `
    DELETE FROM sighting
    WHERE number = ANY (ARRAY(
      SELECT number FROM sighting WHERE at_ms < ($1::bigint[])[1]
      ORDER BY at_ms LIMIT ${SIGHTINGS_FORGOTTEN_AT_ONCE}
    ))`,
})

export const sightingReads = {
  sightings: {
    name: 'sightings',
    text: `
      SELECT count(*) AS count,
        coalesce(sum(amount_minor) FILTER (WHERE currency = $4::text), 0)::bigint AS "amountMinor"
      FROM sighting WHERE entity_id = $1::text AND subject = $2::text AND at_ms >= $3::bigint`,
  },
} as const
