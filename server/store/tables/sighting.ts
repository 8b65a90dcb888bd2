import { currency, natural, sorted, text, time } from './column.ts'
import { type RowOf, table } from './table.ts'

/** A larger number would delay the payments that wait behind the deletion. */
export const MAX_SIGHTINGS_DELETED = 10_000

/** That a payment of a card, e-mail or IP address was seen: what velocity rules count. */
export const sightings = table({
  name: 'sighting',
  key: [],
  columns: {
    entityId: sorted(text),
    /** Kind and keyed hash of what was seen: `card:…`, `email:…`, `ip:…`, `all` for the channel itself. */
    subject: sorted(text),
    paymentId: sorted(text),
    amountMinor: natural,
    currency: sorted(currency),
    atMs: time,
  },
  insert: 'appendSighting',
  writes: {
    /** Deletes sightings before a time, at most 10,000. No conflict when there are none. */
    deleteSightings: {
      parameters: { beforeMs: time },
      sqlite: `
        DELETE FROM sighting WHERE number IN (
          SELECT number FROM sighting WHERE at_ms < :beforeMs ORDER BY at_ms, number
          LIMIT ${MAX_SIGHTINGS_DELETED}
        )`,
      // Takes one row: no two sets that delete are written together. The array makes every process
      // delete in the order of the numbers.
      postgres: (given) => `
        DELETE FROM sighting WHERE number = ANY (ARRAY(
          SELECT number FROM sighting WHERE at_ms < (SELECT before_ms FROM ${given})
          ORDER BY at_ms LIMIT ${MAX_SIGHTINGS_DELETED}
        ))`,
    },
  },
})

export type SightingRow = RowOf<typeof sightings>
