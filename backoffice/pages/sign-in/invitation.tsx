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
 * Somebody who was invited chooses a name and a password, or confirms a further role with the password that
 * is there. The secret of the link stands behind `#`, which browsers send to no server.
 */
export default function Invitation() {
  const [isDone, setDone] = useState(false)
  const token = location.hash.slice(1)
  useEffect(() => {
    document.title = `${t('invitation.title')} · Tillgate`
  }, [])
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
  return <Acceptance token={token} onDone={() => setDone(true)} />
}

function Acceptance(props: { readonly token: string; readonly onDone: () => void }) {
  const [isKnown, setKnown] = useState(false)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const sending = useSend()

  const accept = async () => {
    const { token } = props
    const form = { token, password, ...(isKnown ? { code } : { name: name.trim() }) }
    const answer = await sending.run({ method: 'POST', path: '/invitations/acceptance', form })
    if (answer.ok) props.onDone()
    else if (answer.failure.body.needs === 'code' && code === '') {
      sending.forget()
      setNeedsCode(true)
    }
  }

  return (
    <Card
      title={t('invitation.title')}
      lead={isKnown ? t('invitation.knownLead') : t('invitation.lead')}
    >
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void accept()
        }}
      >
        {!isKnown && (
          <Field
            label={t('invitation.name')}
            value={name}
            onValue={setName}
            autocomplete="name"
            maxLength={100}
            autoFocus
            required
          />
        )}
        <Field
          key={isKnown ? 'present' : 'new'}
          label={t('session.password')}
          hint={isKnown ? undefined : t('password.rule', { count: MIN_PASSWORD })}
          type="password"
          value={password}
          onValue={setPassword}
          autocomplete={isKnown ? 'current-password' : 'new-password'}
          minLength={isKnown ? 1 : MIN_PASSWORD}
          required
        />
        {isKnown && needsCode && (
          <Field
            label={t('session.code')}
            hint={t('session.codeHint')}
            value={code}
            onValue={setCode}
            autocomplete="one-time-code"
            autoFocus
            required
          />
        )}
        {sending.failure !== undefined && (
          <div class="-mx-4 -my-2">
            <FailureNotice failure={sending.failure} />
          </div>
        )}
        <button type="submit" class="button button-primary min-h-10" disabled={sending.isBusy}>
          {sending.isBusy ? t('state.busy') : t('invitation.accept')}
        </button>
        <button type="button" class="button button-quiet" onClick={() => setKnown(!isKnown)}>
          {isKnown ? t('invitation.new') : t('invitation.known')}
        </button>
      </form>
    </Card>
  )
}
