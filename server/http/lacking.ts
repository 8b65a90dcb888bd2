import type { Person } from '../entities/rights.ts'
import { type Refusal, refuse } from '../results/refusal.ts'

/** Why somebody may do nothing yet but mend what is missing; `undefined`: nothing is. */
export function refusedAsLacking(person: Person | undefined): Refusal | undefined {
  const lacks = person?.lacks
  return lacks && lacking[lacks]
}

const lacking: Readonly<Record<NonNullable<Person['lacks']>, Refusal>> = {
  ownPassword: refuse('800.900.301', {
    status: 403,
    description:
      'Choose a password of your own first (POST /admin/v1/profile/password): an operator knows this one',
  }),
  secondFactor: refuse('800.900.301', {
    status: 403,
    description:
      'Set up a second factor first (POST /admin/v1/profile/totp): this installation demands one (TILLGATE_SECOND_FACTOR)',
  }),
}
