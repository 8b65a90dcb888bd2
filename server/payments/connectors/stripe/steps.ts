import type { Clock } from '../../../kernel/timers/clock.ts'
import type { ConnectorAccount } from '../../accounts/account.ts'
import { type JsonObject, memberOf } from '../json.ts'
import type { NamesAtProvider, StoredAtProvider } from '../names.ts'
import type { ReturnUrlOf } from '../return-url.ts'
import type { StripeClient } from './client.ts'

export interface StripeParts {
  readonly account: ConnectorAccount
  readonly environment: 'test' | 'live'
  /** Of its webhook endpoint, two while one is replaced; none: the account hears nothing. */
  readonly webhookSecrets: readonly string[]
  /** In test: the origin of an emulator in place of Stripe. */
  readonly emulator?: string
  /** The secret key, and the one that replaces it. */
  readonly keys: readonly string[]
  readonly returnUrl: ReturnUrlOf
  readonly names: NamesAtProvider
  readonly stored: StoredAtProvider
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
}

/** What the steps of an operation need. */
export interface StripeSteps
  extends Omit<StripeParts, 'keys' | 'webhookSecrets' | 'emulator' | 'log'> {
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
