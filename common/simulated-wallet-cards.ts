import { shownNumber } from './shown-number.ts'

/** Cards that a shopper of the test environment has in the simulated wallets, by name, with what a sheet shows. */
export const simulatedWalletCards = {
  visa: `Visa ${shownNumber('0000')}`,
  mastercard: `Mastercard ${shownNumber('5454')}`,
  expired: `Visa ${shownNumber('0000')}, 05/20`,
} as const

export type SimulatedWalletCard = keyof typeof simulatedWalletCards
