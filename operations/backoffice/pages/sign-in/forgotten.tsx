import { useEffect, useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { Card } from './card.tsx'
import { Submit } from './submit.tsx'

/** Somebody has forgotten the password: asks for a mail with a link. */
export default function Forgotten() {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const sending = useSend()
  useEffect(() => {
    document.title = `${t('forgotten.title')} · Tillgate`
  }, [])
  const ask = async () => {
    const form = { email: email.trim() }
    const answer = await sending.run({ method: 'POST', path: '/passwords/forgotten', form })
    if (answer.ok) setSent(true)
  }
  if (isSent) {
    return (
      <Card title={t('forgotten.sentTitle')} lead={t('forgotten.sentText', { email })}>
        <BackToSignIn />
      </Card>
    )
  }
  return (
    <Card title={t('forgotten.title')} lead={t('forgotten.lead')}>
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <Field
          label={t('session.email')}
          type="email"
          value={email}
          onValue={setEmail}
          autocomplete="username"
          autoFocus
          required
        />
        <Submit text={t('forgotten.send')} sending={sending} />
        <BackToSignIn />
      </form>
    </Card>
  )
}

export function BackToSignIn() {
  return (
    <a class="link self-center" href={BASE}>
      {t('forgotten.back')}
    </a>
  )
}
