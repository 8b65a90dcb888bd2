import { useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { readSetting } from '../entities/read-draft.ts'
import { draftOf } from '../entities/setting-draft.ts'
import { AccountFields } from './account-fields.tsx'
import type { Account, Provider } from './account-wire.ts'

interface ChangeProps {
  readonly account: Account
  readonly provider: Provider
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Changes how an account is set up; its credentials have a dialog of their own. */
export function ChangeDialog({ account, provider, onDone, onClose }: ChangeProps) {
  const [name, setName] = useState(account.name)
  const [merchantId, setMerchantId] = useState(account.merchantId)
  const [draft, setDraft] = useState(() => draftOf(provider.settings, account.settings))
  const sending = useSend()
  const read = readSetting(provider.settings, draft, 'settings')
  const faults = new Map(read.faults.map(({ place, text }) => [place, text] as const))
  const change = async () => {
    if (read.faults.length > 0) return
    const settings = JSON.stringify(read.value ?? {})
    const form = { accountName: name.trim(), merchantId: merchantId.trim(), settings }
    const path = `/connector-accounts/${account.id}`
    const answer = await sending.run({ method: 'POST', path, form }, t('accounts.change'))
    if (answer.ok) onDone()
  }
  return (
    <ConfirmDialog
      title={t('accounts.change')}
      sentence={t('accounts.changePlan', { name: account.name })}
      confirm={t('action.save')}
      isWide
      isBusy={sending.isBusy}
      isReady={name.trim() !== '' && merchantId.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void change()}
      onClose={onClose}
    >
      <AccountFields
        provider={provider}
        name={name}
        onName={setName}
        merchantId={merchantId}
        onMerchantId={setMerchantId}
        draft={draft}
        faults={faults}
        onDraft={(next) => {
          setDraft(next)
          sending.forget()
        }}
      />
    </ConfirmDialog>
  )
}
