import type { KeptDatabase } from '../kernel/settings/config.ts'
import { createNumberKeyFolder, numberKeyFolder } from '../store/number-key-folder.ts'
import type { KeptNumberKey, NumberKeys } from '../store/port.ts'
import type { Scan } from '../store/scan.ts'
import { ownNumberKeys } from './vault-keys.ts'

/** Where a process of this data directory keeps the keys of a database's card numbers. */
export function ownPlaceOf(database: KeptDatabase, dataDir: string): NumberKeys {
  const own = ownNumberKeys({ database, dataDir })
  if (own !== undefined) return own
  return createNumberKeyFolder(database.engine === 'sqlite' ? numberKeyFolder(database.path) : '')
}

/** The keys that a process of this data directory finds; of PostgreSQL also those in the database. */
export async function foundNumberKeys(
  database: KeptDatabase,
  scan: Scan,
  dataDir: string,
): Promise<readonly KeptNumberKey[]> {
  const own = await ownPlaceOf(database, dataDir).all()
  if (database.engine === 'sqlite') return own
  const rows = await scan.select('SELECT id, period_from_ms, wrapped FROM kept_number_key')
  const shared = rows.map((row) => ({
    id: String(row.id),
    periodFromMs: Number(row.period_from_ms),
    wrapped: String(row.wrapped),
  }))
  return [...shared, ...own]
}
