import type { Feature, Started } from '../../server/payments/index.ts'
import { customerRules } from './check-rules.ts'
import { linksOf } from './links.ts'

/** Who has paid: finds the payments and stored details of a customer. */
export const customers = {
  name: 'customers',
  needs: ['registrations'],
  checks: [customerRules],

  start: (): Started => ({ withCommit: linksOf }),
} as const satisfies Feature
