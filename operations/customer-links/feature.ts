import type { Feature, Started } from '../../server/payments/index.ts'
import { linkRules } from './check-rules.ts'
import { linksOf } from './links.ts'

/** Leads from a customer, stored details and a plan to their payments. */
export const customerLinks = {
  name: 'customer-links',
  needs: ['registrations'],
  checks: [linkRules],

  start: (): Started => ({ withCommit: linksOf }),
} as const satisfies Feature
