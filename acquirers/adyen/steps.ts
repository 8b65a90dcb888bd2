import type { ProviderParts } from '../../server/payments/connectors/provider-parts.ts'
import type { AdyenSettings } from './account-settings.ts'
import type { AdyenClient } from './client.ts'

/** Of its webhook: what events there are signed with, and the login that they bring. Two while one is replaced. */
export interface WebhookSecrets {
  readonly hmacKeys: readonly string[]
  /** `user:password`. */
  readonly logins: readonly string[]
}

export interface AdyenParts extends ProviderParts<AdyenSettings> {
  readonly webhook: WebhookSecrets
  /** The API key, and the one that replaces it. */
  readonly keys: readonly string[]
  /** `user:password` of the report user, and the one that replaces it; none: people fetch reports. */
  readonly reportLogins: readonly string[]
}

/** What the steps of an operation need. */
export interface AdyenSteps extends Omit<ProviderParts<AdyenSettings>, 'emulator' | 'log'> {
  readonly client: AdyenClient
  /** Of the API for disputes, which is elsewhere. */
  readonly disputes: AdyenClient
}
