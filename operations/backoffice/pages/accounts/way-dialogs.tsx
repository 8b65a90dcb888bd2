import { useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { t, word } from '../../texts/texts.ts'
import type { Account } from './account-wire.ts'

interface WayProps {
  readonly account: Account
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Writes a credential, which is never shown again. */
export function CredentialDialog({ account, onDone, onClose }: WayProps) {
  const [slot, setSlot] = useState(account.credentials[0]?.slot ?? '')
  const [step, setStep] = useState('begin')
  const [credential, setCredential] = useState('')
  const sending = useSend()
  const hasNext = account.credentials.some((one) => one.slot === slot && one.state === 'replaced')
  const isFinish = step === 'finish'
  const write = async () => {
    const form = { slot, step, ...(isFinish ? {} : { credential: credential.trim() }) }
    const path = `/connector-accounts/${account.id}/credentials`
    const answer = await sending.run({ method: 'POST', path, form }, t('accounts.credential'))
    if (answer.ok) onDone()
  }
  const steps = hasNext ? ['begin', 'finish', 'replace'] : ['begin', 'replace']
  return (
    <ConfirmDialog
      title={t('accounts.credential')}
      sentence={t('accounts.credentialPlan', { name: account.name })}
      confirm={t('action.save')}
      isBusy={sending.isBusy}
      isReady={isFinish || credential.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void write()}
      onClose={onClose}
    >
      {account.credentials.length > 1 && (
        <Select
          label={t('accounts.slot')}
          value={slot}
          onValue={setSlot}
          choices={account.credentials.map((one) => ({ value: one.slot, text: one.slot }))}
        />
      )}
      <Select
        label={t('accounts.step')}
        value={step}
        onValue={setStep}
        choices={steps.map((value) => ({ value, text: word('credentialStep', value) }))}
      />
      {!isFinish && (
        <Field
          label={t('accounts.value')}
          type="password"
          value={credential}
          onValue={setCredential}
          maxLength={4096}
          autocomplete="off"
          required
        />
      )}
    </ConfirmDialog>
  )
}

/** Switches an account off or on. */
export function StateDialog({ account, onDone, onClose }: WayProps) {
  const sending = useSend()
  const isActive = account.state === 'active'
  const title = t(isActive ? 'accounts.disable' : 'accounts.enable')
  const change = async () => {
    const form = { state: isActive ? 'disabled' : 'active' }
    const path = `/connector-accounts/${account.id}`
    const answer = await sending.run({ method: 'POST', path, form }, title)
    if (answer.ok) onDone()
  }
  return (
    <ConfirmDialog
      title={title}
      sentence={t(isActive ? 'accounts.disablePlan' : 'accounts.enablePlan', {
        name: account.name,
      })}
      confirm={title}
      isBad={isActive}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void change()}
      onClose={onClose}
    />
  )
}
