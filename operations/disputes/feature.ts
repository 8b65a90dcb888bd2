import { forPeople } from '../../server/http/for-people.ts'
import type { TimerHandler } from '../../server/kernel/timers/timers.ts'
import type { Core, Feature, Joined, Started } from '../../server/payments/index.ts'
import type { ConnectorChoice } from '../../server/payments/read/index.ts'
import { byHandRoutes } from './by-hand-routes.ts'
import { disputeEventRules, disputeRules } from './check-rules.ts'
import type { DisputeParts } from './commit-step.ts'
import { ratioRoutes } from './ratio-routes.ts'
import { disputeRoutes } from './routes.ts'
import { createEvidenceSender } from './send-evidence.ts'
import { createDisputeService, type DisputeService } from './service.ts'

interface StartParts extends Pick<Core, 'log' | 'clock'>, Pick<ConnectorChoice, 'connectorOf'> {
  readonly disputes: DisputeService
}

/** Keeps what acquirers report of disputed payments, and the merchant's answers. */
export const disputes = {
  name: 'disputes',
  needs: ['query', 'payment-sums'],
  routes: [
    ...disputeRoutes,
    ...byHandRoutes,
    ...ratioRoutes,
    ...forPeople(disputeRoutes, { read: 'disputes.read', write: 'disputes.answer' }),
  ],
  commands: async () => (await import('./commands/commands.ts')).disputeCommands,
  // Two megabytes each.
  seals: [
    { table: 'dispute_document', id: 'id', column: 'sealed', placeOf: (id) => id, rowsAtOnce: 5 },
  ],
  checks: [disputeRules, disputeEventRules],

  join: (parts: DisputeParts): Joined & { readonly service: DisputeService } => ({
    service: createDisputeService(parts),
  }),

  start: (parts: StartParts): Started & { readonly onEvidenceTimer: TimerHandler } => ({
    onEvidenceTimer: createEvidenceSender(parts),
  }),
} as const satisfies Feature
