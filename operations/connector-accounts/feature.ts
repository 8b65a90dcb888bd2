import { type Feature, sealedForAccount } from '../../server/payments/index.ts'

/** Accounts at providers, which people set up. */
export const connectorAccounts = {
  name: 'connector-accounts',
  commands: async () => (await import('./commands/commands.ts')).accountCommands,
  seals: [
    {
      table: 'connector_account',
      id: 'id',
      column: 'sealed_credentials',
      placeOf: sealedForAccount,
    },
  ],
} as const satisfies Feature
