import { useEffect, useState } from 'preact/hooks'
import { endedBy, loadSession } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { Card } from './card.tsx'
import { Submit } from './submit.tsx'

/** E-mail and password, then the code of the second factor where there is one. */
export default function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const sending = useSend()
  useEffect(() => {
    document.title = `${t('session.begin')} · Tillgate`
  }, [])

  const signIn = async () => {
    const form = { email: email.trim(), password, code: code.replaceAll(' ', '') }
    const answer = await sending.run({ method: 'POST', path: '/session', form })
    if (answer.ok) {
      await loadSession()
    } else if (answer.failure.body.needs === 'code' && code === '') {
      sending.forget()
      setNeedsCode(true)
    }
  }

  return (
    <Card title={needsCode ? t('session.codeTitle') : t('session.title')}>
      {endedBy.value !== undefined && !needsCode && (
        <p role="status" class="flex gap-2 rounded-field bg-sunken px-3 py-2.5 text-pretty">
          <Icon name="clock" class="mt-0.5 text-muted" />
          {word('ended', endedBy.value)}
        </p>
      )}
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void signIn()
        }}
      >
        {needsCode ? (
          <Field
            key="code"
            label={t('session.code')}
            hint={t('session.codeHint')}
            value={code}
            onValue={setCode}
            autocomplete="one-time-code"
            inputMode="text"
            autoFocus
            required
          />
        ) : (
          <>
            <Field
              label={t('session.email')}
              type="email"
              value={email}
              onValue={setEmail}
              autocomplete="username"
              autoFocus
              required
            />
            <Field
              label={t('session.password')}
              type="password"
              value={password}
              onValue={setPassword}
              autocomplete="current-password"
              required
            />
          </>
        )}
        <Submit text={t('session.begin')} sending={sending} />
        {!needsCode && (
          <a class="link self-center" href={`${BASE}/forgotten`}>
            {t('forgotten.link')}
          </a>
        )}
      </form>
    </Card>
  )
}
