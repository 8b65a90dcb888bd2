import { useEffect, useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { FailureNotice } from '../../parts/notice.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { Card } from './card.tsx'

/** The shortest password that is taken (PCI DSS 8.3.6). */
const MIN_PASSWORD = 12

/**
 * Somebody who was invited chooses a name and a password. The secret of the link stands behind `#`, which
 * browsers send to no server.
 */
export default function Invitation() {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const sending = useSend()
  const token = location.hash.slice(1)
  useEffect(() => {
    document.title = `${t('invitation.title')} · Tillgate`
  }, [])

  const accept = async () => {
    const form = { token, name: name.trim(), password }
    const answer = await sending.run({ method: 'POST', path: '/invitations/acceptance', form })
    if (answer.ok) setDone(true)
  }

  if (token === '') {
    return (
      <Card title={t('invitation.title')} lead={t('invitation.noToken')}>
        {null}
      </Card>
    )
  }
  if (isDone) {
    return (
      <Card title={t('invitation.done')} lead={t('invitation.doneText')}>
        <a class="button button-primary min-h-10" href={BASE}>
          {t('session.begin')}
        </a>
      </Card>
    )
  }
  return (
    <Card title={t('invitation.title')} lead={t('invitation.lead')}>
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void accept()
        }}
      >
        <Field
          label={t('invitation.name')}
          value={name}
          onValue={setName}
          autocomplete="name"
          maxLength={100}
          autoFocus
          required
        />
        <Field
          label={t('session.password')}
          hint={t('password.rule', { count: MIN_PASSWORD })}
          type="password"
          value={password}
          onValue={setPassword}
          autocomplete="new-password"
          minLength={MIN_PASSWORD}
          required
        />
        {sending.failure !== undefined && (
          <div class="-mx-4 -my-2">
            <FailureNotice failure={sending.failure} />
          </div>
        )}
        <button type="submit" class="button button-primary min-h-10" disabled={sending.isBusy}>
          {sending.isBusy ? t('state.busy') : t('invitation.accept')}
        </button>
      </form>
    </Card>
  )
}
