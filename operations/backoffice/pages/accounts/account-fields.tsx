import { Field } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { SettingForm } from '../entities/setting-form.tsx'
import type { Provider } from './account-wire.ts'

type SettingProps = Parameters<typeof SettingForm>[0]

interface AccountFieldsProps extends Pick<SettingProps, 'draft' | 'faults' | 'onDraft'> {
  readonly provider: Provider
  readonly name: string
  readonly onName: (name: string) => void
  readonly merchantId: string
  readonly onMerchantId: (id: string) => void
}

/** What a new account is made of, and what can be changed of it: all but its provider and its credentials. */
export function AccountFields(props: AccountFieldsProps) {
  const { provider, name, onName, merchantId, onMerchantId, draft, faults, onDraft } = props
  return (
    <>
      <Field label={t('accounts.name')} value={name} onValue={onName} maxLength={100} required />
      <Field
        label={t('accounts.merchantId')}
        hint={provider.merchantId}
        value={merchantId}
        onValue={onMerchantId}
        maxLength={64}
        autocomplete="off"
        required
      />
      <SettingForm
        field={provider.settings}
        draft={draft}
        place="settings"
        faults={faults}
        onDraft={onDraft}
      />
    </>
  )
}
