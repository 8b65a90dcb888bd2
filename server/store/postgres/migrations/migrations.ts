import type { Migration } from '../../migrations/migrations.ts'
import firstTables from './0001-first-tables.sql?raw'
import registrationsAndQuotas from './0002-registrations-and-quotas.sql?raw'

/** Every migration of PostgreSQL, numbered 1, 2, 3, … */
export const postgresMigrations: readonly Migration[] = [
  { number: 1, name: 'first tables', sql: firstTables },
  { number: 2, name: 'registrations and quotas', sql: registrationsAndQuotas },
]
