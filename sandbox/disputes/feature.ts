import type { DisputeService } from '../../operations/disputes/index.ts'
import type { Core, Feature, Joined } from '../../server/payments/index.ts'
import { disputesBegunByPayments } from './begun-by-payment.ts'
import { simulatedDisputeRoutes } from './routes.ts'

interface JoinParts extends Pick<Core, 'clock'> {
  readonly disputes: Pick<DisputeService, 'report'>
}

/** Plays the shoppers who dispute payments, and the acquirer who reports it. */
export const simulatedDisputes = {
  name: 'simulated-disputes',
  testOnly: true,
  needs: ['disputes'],
  routes: simulatedDisputeRoutes,

  join: ({ disputes, clock }: JoinParts): Joined => ({
    extensions: { tell: [disputesBegunByPayments(disputes, clock)] },
  }),
} as const satisfies Feature
