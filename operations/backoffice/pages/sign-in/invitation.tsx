import { useEffect, useState } from 'preact/hooks'
import type { AdminInvitation } from '../../../people/answer.ts'
import { newKey } from '../../api/new-key.ts'
import { send } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { labelled, t, word } from '../../texts/texts.ts'
import { Card } from './card.tsx'
import { Submit } from './submit.tsx'

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
  return <Offer token={token} onDone={() => setDone(true)} />
}

interface OfferProps {
  readonly token: string
  readonly onDone: () => void
}

/** Asks what the link offers: nobody gives a password to an invitation of which they know nothing. */
function Offer({ token, onDone }: OfferProps) {
  const [offer, setOffer] = useState<AdminInvitation>()
  const reading = useSend()
  const read = async () => {
    const path = '/invitations/offer'
    const answer = await reading.run<AdminInvitation>({ method: 'POST', path, form: { token } })
    if (answer.ok) setOffer(answer.body)
  }
  useEffect(() => {
    void read()
  }, [token])
  if (offer !== undefined) return <Acceptance token={token} offer={offer} onDone={onDone} />
  return (
    <Card title={t('invitation.title')}>
      {reading.failure === undefined ? (
        <Skeleton rows={3} />
      ) : (
        <div class="-mx-4 -my-2">
          <FailureNotice failure={reading.failure} retry={() => void read()} />
        </div>
      )}
      {reading.failure?.body.needs === 'link' && <MailAgain token={token} />}
    </Card>
  )
}

/** Signs a new colleague in and opens the back office; `false`: they have to do it themselves. */
async function signsIn(email: string, password: string): Promise<boolean> {
  const { ok } = await send({
    method: 'POST',
    path: '/session',
    form: { email, password },
    key: newKey(),
  })
  if (ok) location.replace(BASE)
  return ok
}

function Acceptance(props: OfferProps & { readonly offer: AdminInvitation }) {
  const { offer } = props
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
    if (answer.ok) {
      if (isKnown || !(await signsIn(offer.email, password))) props.onDone()
    } else if (answer.failure.body.needs === 'code' && code === '') {
      sending.forget()
      setNeedsCode(true)
    }
  }

  return (
    <Card
      title={t('invitation.title')}
      lead={t('invitation.offer', { by: offer.invitedBy, entity: offer.entity.name })}
    >
      <Facts
        of={[
          [t('session.email'), <span class="[overflow-wrap:anywhere]">{offer.email}</span>],
          [t('users.role'), labelled(word('role', offer.role), word('roleText', offer.role))],
          [t('users.expires'), <Time key="t" at={offer.expiresAt} />],
        ]}
      />
      <p class="text-muted">{isKnown ? t('invitation.knownLead') : t('invitation.lead')}</p>
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
        <Submit text={t('invitation.accept')} sending={sending} />
        <button type="button" class="button button-quiet" onClick={() => setKnown(!isKnown)}>
          {isKnown ? t('invitation.new') : t('invitation.known')}
        </button>
      </form>
    </Card>
  )
}

/** The hour of a mail's link is over, and the invitation goes on. */
function MailAgain({ token }: Pick<OfferProps, 'token'>) {
  const [isSent, setSent] = useState(false)
  const sending = useSend()
  const send = async () => {
    const answer = await sending.run({ method: 'POST', path: '/invitations/mail', form: { token } })
    if (answer.ok) setSent(true)
  }
  if (isSent) return <p role="status">{t('invitation.mailedAgain')}</p>
  return (
    <>
      {sending.failure !== undefined && <FailureNotice failure={sending.failure} />}
      <button
        type="button"
        class="button button-primary min-h-10"
        disabled={sending.isBusy}
        onClick={() => void send()}
      >
        {t('invitation.mailAgain')}
      </button>
    </>
  )
}
