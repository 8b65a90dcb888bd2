import type { Feature } from '../../payments/index.ts'
import type { Store } from '../../store/port.ts'
import { createLivePayments } from './live-payments.ts'
import { administrationRoutes } from './routes.ts'

/** What people of the back office, and scripts of administrators, read of payments and do with them. */
export const administration = {
  name: 'administration',
  needs: ['query'],
  routes: administrationRoutes,

  start(parts: { readonly store: Store }) {
    const livePayments = createLivePayments(parts)
    return {
      services: { livePayments },
      afterCommit: livePayments.afterCommit,
      close: () => livePayments.close(),
    }
  },
} as const satisfies Feature
