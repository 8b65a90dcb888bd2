import { type Migration, migrationsIn } from '../../migrations/migrations.ts'

/** Every migration of PostgreSQL, numbered 1, 2, 3, … */
export const postgresMigrations: readonly Migration[] = migrationsIn(
  import.meta.glob<string>('./////*.sql', { query: '?raw', import: 'default', eager: true }),
)
