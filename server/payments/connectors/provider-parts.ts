import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { AccountSettings, ConnectorAccount } from '../accounts/account.ts'
import type { NamesAtProvider, StoredAtProvider } from './names.ts'
import type { HeldCharges } from './replay.ts'
import type { ReturnUrlOf } from './return-url.ts'

/** What the connector of any provider is made of; its credentials come beside these. */
export interface ProviderParts<Settings extends AccountSettings = AccountSettings> {
  readonly account: ConnectorAccount<Settings>
  readonly environment: 'test' | 'live'
  /** In test: the origin of an emulator in place of the provider. */
  readonly emulator?: string
  readonly returnUrl: ReturnUrlOf
  readonly names: NamesAtProvider
  readonly stored: StoredAtProvider
  /** Of the process: the charges of all its accounts. */
  readonly held: HeldCharges
  readonly clock: Pick<EntityClock, 'now'>
  readonly log: { warn(fields: object, message: string): void }
}
