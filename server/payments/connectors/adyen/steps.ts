import type { EntityClock } from '../../../kernel/timers/clock.ts'
import type { ConnectorAccount } from '../../accounts/account.ts'
import type { NamesAtProvider, StoredAtProvider } from '../names.ts'
import type { HeldCharges } from '../replay.ts'
import type { ReturnUrlOf } from '../return-url.ts'
import type { AdyenSettings } from './account-settings.ts'
import type { AdyenClient } from './client.ts'

/** Of its webhook: what events there are signed with, and the login that they bring. Two while one is replaced. */
export interface WebhookSecrets {
  readonly hmacKeys: readonly string[]
  /** `user:password`. */
  readonly logins: readonly string[]
}

export interface AdyenParts {
  readonly account: ConnectorAccount<AdyenSettings>
  readonly environment: 'test' | 'live'
  readonly webhook: WebhookSecrets
  /** In test: the origin of an emulator in place of Adyen. */
  readonly emulator?: string
  /** The API key, and the one that replaces it. */
  readonly keys: readonly string[]
  /** `user:password` of the report user, and the one that replaces it; none: people fetch reports. */
  readonly reportLogins: readonly string[]
  /** Of the process: the charges of all its accounts. */
  readonly held: HeldCharges
  readonly returnUrl: ReturnUrlOf
  readonly names: NamesAtProvider
  readonly stored: StoredAtProvider
  readonly clock: Pick<EntityClock, 'now'>
  readonly log: { warn(fields: object, message: string): void }
}

/** What the steps of an operation need. */
export interface AdyenSteps
  extends Omit<AdyenParts, 'keys' | 'webhook' | 'emulator' | 'reportLogins' | 'log'> {
  readonly client: AdyenClient
  /** Of the API for disputes, which is elsewhere. */
  readonly disputes: AdyenClient
}
