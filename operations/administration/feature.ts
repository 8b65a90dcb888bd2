import { createLongReads, type LongReads } from '../../server/features/query/index.ts'
import type { Feature, Started } from '../../server/payments/index.ts'
import type { Store } from '../../server/store/port.ts'
import { entityRoutes } from './entity-routes.ts'
import { createLivePayments, type LivePayments } from './live-payments.ts'
import { relatedRoutes } from './related-routes.ts'
import { administrationRoutes } from './routes.ts'
import { systemRoutes } from './system-routes.ts'
import { tokenRoutes } from './token-routes.ts'

interface MadeAtStart {
  readonly livePayments: LivePayments
  readonly officeReads: LongReads
}

/** What people of the back office, and scripts of administrators, read of payments and do with them. */
export const administration = {
  name: 'administration',
  needs: ['query', 'registrations', 'payment-sums', 'customer-links'],
  routes: [
    ...administrationRoutes,
    ...relatedRoutes,
    ...entityRoutes,
    ...tokenRoutes,
    ...systemRoutes,
  ],

  start(parts: { readonly store: Store }): Started & MadeAtStart {
    const livePayments = createLivePayments(parts)
    return {
      livePayments,
      officeReads: createLongReads(),
      afterCommit: livePayments.afterCommit,
      close: () => livePayments.close(),
    }
  },
} as const satisfies Feature
