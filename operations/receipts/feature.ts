import type { Feature } from '../../server/payments/index.ts'
import { receiptRoutes } from './routes.ts'

/** What shoppers have paid, as they may read it. */
export const receipts = {
  name: 'receipts',
  needs: ['checkouts', 'settlement'],
  routes: receiptRoutes,
} as const satisfies Feature
