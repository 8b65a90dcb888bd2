import type { ProviderParts } from '../../server/payments/connectors/provider-parts.ts'
import { type JsonObject, memberOf } from '../shared/json.ts'
import type { StripeClient } from './client.ts'

export interface StripeParts extends Omit<ProviderParts, 'held'> {
  /** Of its webhook endpoint, two while one is replaced; none: the account hears nothing. */
  readonly webhookSecrets: readonly string[]
  /** The secret key, and the one that replaces it. */
  readonly keys: readonly string[]
}

/** What the steps of an operation need. */
export interface StripeSteps extends Omit<ProviderParts, 'emulator' | 'held' | 'log'> {
  readonly client: StripeClient
}

/** An object of test in live is no payment, and one of live in test is none of ours. */
export function environmentFault(
  object: JsonObject,
  { environment }: Pick<StripeSteps, 'environment'>,
): string | undefined {
  if (memberOf(object, 'livemode') === (environment === 'live')) return undefined
  return `the key is of another environment than ${environment}: take the other one from the pages of Stripe`
}
