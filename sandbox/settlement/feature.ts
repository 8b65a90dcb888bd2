import type { Feature } from '../../server/payments/index.ts'

/** Plays the acquirer who settles what the simulator has taken. */
export const simulatedSettlement = {
  name: 'simulated-settlement',
  testOnly: true,
  needs: ['settlement'],
  commands: async () => [(await import('./command.ts')).simulateSettlementCommand],
} as const satisfies Feature
