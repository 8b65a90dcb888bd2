import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { AccountSettings, ConnectorAccount } from '../accounts/account.ts'
import type { FindForwarded } from './forwarded.ts'
import type { HeldCharges } from './held-charges.ts'
import type { NamesAtProvider, StoredAtProvider } from './names.ts'
import type { ReturnUrlOf } from './return-url.ts'

/** The values of a slot that count: the current one, then the next one if there is one. */
export type ValuesOfSlot = (slot: string) => readonly string[]

/** What any connector to a provider works with. */
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

/** What a provider makes the connector of an account of. */
export interface ConnectParts<Settings extends AccountSettings = AccountSettings>
  extends ProviderParts<Settings> {
  readonly credentials: ValuesOfSlot
  /** What it may reach besides the internet: see `TargetParts.allowedSubnets`. */
  readonly outgoingSubnets: readonly string[]
  readonly find: FindForwarded
}
