/** One forward step of the schema. Never edited after a release: databases remember its checksum. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** Every migration of SQLite, numbered 1, 2, 3, … */
export const migrations: readonly Migration[] = migrationsIn(
  import.meta.glob<string>('./////*.sql', { query: '?raw', import: 'default', eager: true }),
)

/**
 * The migrations in files by their paths: `0007-payments-by-type.sql` is number 7, `payments by type`.
 * Throws when a number is there twice or is left out.
 */
export function migrationsIn(files: Readonly<Record<string, string>>): readonly Migration[] {
  return Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, sql], at) => {
      const [, number, words = ''] = /(\d+)-([\w-]+)\.sql$/.exec(path) ?? []
      if (Number(number) === at + 1)
        return { number: at + 1, name: words.replaceAll('-', ' '), sql }
      throw new Error(`${path} is not migration ${at + 1}`)
    })
}
