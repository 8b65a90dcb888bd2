import type { Migration } from '../../migrations/migrations.ts'
import firstTables from './0001-first-tables.sql?raw'
import registrationsAndQuotas from './0002-registrations-and-quotas.sql?raw'
import registrationQueries from './0003-registration-queries.sql?raw'
import soleNumbers from './0004-sole-numbers.sql?raw'
import closedHolds from './0005-closed-holds.sql?raw'
import paymentsByType from './0006-payments-by-type.sql?raw'
import paymentOperations from './0007-payment-operations.sql?raw'

/** Every migration of PostgreSQL, numbered 1, 2, 3, … */
export const postgresMigrations: readonly Migration[] = [
  { number: 1, name: 'first tables', sql: firstTables },
  { number: 2, name: 'registrations and quotas', sql: registrationsAndQuotas },
  { number: 3, name: 'registration queries', sql: registrationQueries },
  { number: 4, name: 'sole numbers', sql: soleNumbers },
  { number: 5, name: 'closed holds', sql: closedHolds },
  { number: 6, name: 'payments by type', sql: paymentsByType },
  { number: 7, name: 'payment operations', sql: paymentOperations },
]
