import type { Migration } from './migrations.ts'

/** Says how far a long migration is. */
export interface MigrationProgress {
  /**
   * A migration of a database with rows begins. This is reported at once, because building an index
   * may take long.
   */
  begin(migration: Migration): void
  /** The current work. Reported when the last report was some seconds ago. */
  note(what: () => string): void
}

/** An operator who waits should read something every few seconds; most databases need less. */
const PACE_MS = 2_000

export function createMigrationProgress(say: (message: string) => void): MigrationProgress {
  let migration = ''
  let saidAtMs = performance.now()
  return {
    begin({ number, name }) {
      migration = `schema ${number} (${name})`
      saidAtMs = performance.now()
      say(`${migration} begins`)
    },
    note(what) {
      if (performance.now() - saidAtMs < PACE_MS) return
      saidAtMs = performance.now()
      say(`${migration}: ${what()}`)
    },
  }
}
