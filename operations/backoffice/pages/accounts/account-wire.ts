import type { SettingField } from '../../../../common/setting-field.ts'
import type { AdminConnectorAccountList, AdminProviderList } from '../../../../dist/types/wire.ts'

/** An account as `GET /admin/v1/connector-accounts` answers it (docs/accounts.md). */
export type Account = AdminConnectorAccountList['accounts'][number]

/** What accounts can be made of, with their forms. */
export type Provider = Omit<AdminProviderList['providers'][number], 'settings'> & {
  readonly settings: SettingField
}
