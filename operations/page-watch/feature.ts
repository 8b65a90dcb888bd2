import type { Feature } from '../../server/payments/index.ts'

/** Watches a merchant's payment page from outside, as PCI DSS 6.4.3 and 11.6.1 ask: a command, nothing that runs. */
export const pageWatch = {
  name: 'page-watch',
  commands: async () => (await import('./commands/commands.ts')).pageCommands,
} as const satisfies Feature
