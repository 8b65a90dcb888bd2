import { useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { readSetting } from '../entities/read-draft.ts'
import { draftOf } from '../entities/setting-draft.ts'
import { AccountFields } from './account-fields.tsx'
import type { Provider } from './account-wire.ts'

interface CreateProps {
  readonly entityId: string
  readonly providers: readonly Provider[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Adds an account: the form of its settings is the one that its provider describes. */
export function CreateDialog(props: CreateProps) {
  const { providers, entityId } = props
  const [provider, setProvider] = useState(providers.at(-1) as Provider)
  const [name, setName] = useState('')
  const [merchantId, setMerchantId] = useState('')
  const [draft, setDraft] = useState(() => draftOf(provider.settings, {}))
  const [isTried, setTried] = useState(false)
  const sending = useSend()
  const read = readSetting(provider.settings, draft, 'settings')
  const faults = new Map(
    read.faults
      .filter(({ isMissing }) => isTried || !isMissing)
      .map(({ place, text }) => [place, text] as const),
  )
  const choose = (word: string) => {
    const chosen = providers.find((one) => one.name === word) ?? provider
    setProvider(chosen)
    setDraft(draftOf(chosen.settings, {}))
  }
  const create = async () => {
    setTried(true)
    if (read.faults.length > 0) return
    const settings = JSON.stringify(read.value ?? {})
    const ids = { entityId, provider: provider.name, merchantId: merchantId.trim() }
    const form = { ...ids, accountName: name.trim(), settings }
    const path = '/connector-accounts'
    const answer = await sending.run({ method: 'POST', path, form }, name.trim())
    if (answer.ok) props.onDone()
  }
  return (
    <ConfirmDialog
      title={t('accounts.create')}
      sentence={t('accounts.createPlan')}
      confirm={t('accounts.create')}
      isWide
      isBusy={sending.isBusy}
      isReady={name.trim() !== '' && merchantId.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void create()}
      onClose={props.onClose}
    >
      <Select
        label={t('accounts.provider')}
        value={provider.name}
        onValue={choose}
        choices={providers.map((one) => ({ value: one.name, text: one.title }))}
      />
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
