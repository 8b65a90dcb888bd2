import { createHash } from 'node:crypto'
import { StoreError } from '../errors.ts'
import type { Migration } from './migrations.ts'

/** What a database stores about a migration that was applied to it. */
export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/**
 * The migrations that a database still has to get, in their order. Throws `incompatible` when it has
 * some that are unknown here or that read differently here: only the version that made it, or a
 * newer one, may open it.
 */
export function missingMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  for (const [index, row] of applied.entries()) {
    assertKnown(row, migrations[index], migrations.length)
  }
  return migrations.slice(applied.length)
}

/** Line ends are made equal first: a checkout under Windows must open the same database. */
export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}

function assertKnown(
  applied: AppliedMigration,
  known: Migration | undefined,
  knownCount: number,
): void {
  if (known === undefined) {
    throw new StoreError(
      'incompatible',
      `The database is newer than this program: it has migration ${applied.number} ` +
        `(${applied.name}), this program knows ${knownCount}. Start the newer version.`,
    )
  }
  if (known.number !== applied.number || checksumOf(known) !== applied.checksum) {
    throw new StoreError(
      'incompatible',
      `Migration ${applied.number} (${applied.name}) of the database is not the one that this ` +
        'program knows: its checksum differs. Start the version that made the database.',
    )
  }
}
