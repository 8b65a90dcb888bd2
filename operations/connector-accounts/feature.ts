import { PROVIDERS } from '../../acquirers/index.ts'
import {
  type AccountManagement,
  createAccountManagement,
  sealedForAccount,
} from '../../server/payments/accounts/index.ts'
import type { Core, Feature, Started } from '../../server/payments/index.ts'
import { eventRules, referenceRules } from './check-rules.ts'
import { accountDoctorChecks } from './doctor-checks.ts'
import { accountRoutes } from './routes.ts'
import { toldRoutes } from './told-routes.ts'

type StartParts = Pick<Core, 'acquirerEnvironment' | 'store' | 'vault' | 'clock'>

/** Accounts at providers, which people set up. */
export const connectorAccounts = {
  name: 'connector-accounts',
  routes: [...accountRoutes, ...toldRoutes],
  commands: async () => (await import('./commands/commands.ts')).accountCommands,
  seals: [
    {
      table: 'connector_account',
      id: 'id',
      column: 'sealed_credentials',
      placeOf: sealedForAccount,
    },
  ],

  checks: [referenceRules, eventRules],
  doctor: accountDoctorChecks,

  start: (parts: StartParts): Started & { readonly accounts: AccountManagement } => ({
    accounts: createAccountManagement({
      ...parts,
      environment: parts.acquirerEnvironment,
      providers: PROVIDERS,
    }),
  }),
} as const satisfies Feature
