import { directory } from './directory/feature.ts'
import { simulator } from './simulator/feature.ts'
import { testClock } from './test-clock/feature.ts'
import { simulatedWallets } from './wallets/feature.ts'

/** What only the test environment has. A live process does not load it. */
export const sandboxFeatures = [simulator, directory, simulatedWallets, testClock] as const
