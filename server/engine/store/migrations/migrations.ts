import firstTables from './0001-first-tables.sql?raw'
import dueWorkAndIdempotency from './0002-due-work-and-idempotency.sql?raw'
import registrationsAndQuotas from './0003-registrations-and-quotas.sql?raw'
import registrationQueries from './0004-registration-queries.sql?raw'
import soleNumbers from './0005-sole-numbers.sql?raw'
import closedHolds from './0006-closed-holds.sql?raw'
import paymentsByType from './0007-payments-by-type.sql?raw'
import paymentOperations from './0008-payment-operations.sql?raw'

/** One forward step of the schema. Never edited after a release: databases remember its checksum. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** Every migration, numbered 1, 2, 3, … */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'first tables', sql: firstTables },
  { number: 2, name: 'due work and idempotency', sql: dueWorkAndIdempotency },
  { number: 3, name: 'registrations and quotas', sql: registrationsAndQuotas },
  { number: 4, name: 'registration queries', sql: registrationQueries },
  { number: 5, name: 'sole numbers', sql: soleNumbers },
  { number: 6, name: 'closed holds', sql: closedHolds },
  { number: 7, name: 'payments by type', sql: paymentsByType },
  { number: 8, name: 'payment operations', sql: paymentOperations },
]
