import { oneOf, optional, text, time, version } from './column.ts'
import { type RowOf, table } from './table.ts'

/** What processes know of the database as a whole: one row, whose id is `INSTALLATION_ID`. */
export const installations = table({
  name: 'installation',
  key: ['id'],
  columns: {
    id: text,
    /** `live`: a live gateway has served it, and no test environment ever may. */
    environment: optional(oneOf('live')),
    /** The latest time that a process has taken for right. */
    clockSeenAtMs: time,
    /** The time from which due work is held back, by the clock that is doubted; `null`: it is done. */
    clockHeldAtMs: optional(time),
    /**
     * Since when no text of a settlement file has a card number, which versions before kept; `null`: they may.
     */
    textsMaskedAtMs: optional(time),
    version,
  },
  read: 'installation',
  insert: 'insertInstallation',
  step: {
    kind: 'stepInstallation',
    sets: ['environment', 'clockSeenAtMs', 'clockHeldAtMs', 'textsMaskedAtMs'],
  },
})

export const INSTALLATION_ID = '1'

export type InstallationRow = RowOf<typeof installations>
