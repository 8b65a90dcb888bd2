import { useEffect, useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { Card } from './card.tsx'
import { BackToSignIn } from './forgotten.tsx'
import { Submit } from './submit.tsx'

/** Somebody comes by the link of a mail: the secret stands behind `#`, which browsers send to no server. */
export default function NewPassword() {
  const token = location.hash.slice(1)
  const [newPassword, setNewPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const sending = useSend()
  useEffect(() => {
    document.title = `${t('forgotten.title')} · Tillgate`
  }, [])
  const choose = async () => {
    const form = { token, newPassword }
    const answer = await sending.run({ method: 'POST', path: '/passwords/reset', form })
    if (answer.ok) setDone(true)
  }
  if (token === '') {
    return (
      <Card title={t('forgotten.title')} lead={t('forgotten.noToken')}>
        <BackToSignIn />
      </Card>
    )
  }
  if (isDone) {
    return (
      <Card title={t('forgotten.doneTitle')} lead={t('forgotten.doneText')}>
        <a class="button button-primary min-h-10" href={BASE}>
          {t('session.begin')}
        </a>
      </Card>
    )
  }
  return (
    <Card title={t('forgotten.title')}>
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void choose()
        }}
      >
        <Field
          label={t('password.new')}
          hint={t('password.rule', { count: 12 })}
          type="password"
          value={newPassword}
          onValue={setNewPassword}
          autocomplete="new-password"
          minLength={12}
          autoFocus
          required
        />
        <Submit text={t('forgotten.choose')} sending={sending} />
        <a class="link self-center" href={`${BASE}/forgotten`}>
          {t('forgotten.link')}
        </a>
      </form>
    </Card>
  )
}
