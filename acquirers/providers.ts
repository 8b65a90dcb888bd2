import type { Provider } from '../server/payments/accounts/provider.ts'
import { adyen } from './adyen/provider.ts'
import { gateway } from './gateway/provider.ts'
import { simulator } from './simulator.ts'
import { stripe } from './stripe/provider.ts'

/** The providers that accounts can be made of. */
export const PROVIDERS = [simulator, gateway, stripe, adyen] as const satisfies readonly Provider[]
