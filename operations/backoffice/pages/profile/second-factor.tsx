import { useState } from 'preact/hooks'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { FailureNotice } from '../../parts/notice.tsx'
import { Pill } from '../../parts/state.tsx'
import { Copyable } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'

/** What an authenticator app is set up with. */
interface Begun {
  readonly secret: string
  /** A picture that the app reads, as SVG. */
  readonly qrCode: string
}

/** The second factor: a code of an authenticator app, and recovery codes for a lost telephone. */
export function SecondFactor(props: { readonly isOn: boolean; readonly onChange: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const sending = useSend()

  const begin = async () => {
    const form = { password }
    const answer = await sending.run<Begun>({ method: 'POST', path: '/profile/totp', form })
    if (answer.ok) setBegun(answer.body)
  }
  const remove = async () => {
    const form = { password, code: code.replaceAll(' ', '') }
    const answer = await sending.run({ method: 'POST', path: '/profile/totp/removal', form })
    if (answer.ok) props.onChange()
  }

  if (recoveryCodes !== undefined) {
    return (
      <RecoveryCodes
        codes={recoveryCodes}
        onRead={() => {
          setRecoveryCodes(undefined)
          setBegun(undefined)
          props.onChange()
        }}
      />
    )
  }
  if (begun !== undefined) return <Confirmation begun={begun} onCodes={setRecoveryCodes} />
  return (
    <form
      class="flex flex-col gap-4 px-4 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        void (props.isOn ? remove() : begin())
      }}
    >
      <p class="flex items-center gap-2 text-pretty text-muted">
        {props.isOn ? (
          <Pill icon="lock" tone="good" text={t('totp.on')} />
        ) : (
          <Pill icon="warn" tone="warn" text={t('totp.off')} />
        )}
        {t('totp.lead')}
      </p>
      <Field
        label={t('password.present')}
        type="password"
        value={password}
        onValue={setPassword}
        autocomplete="current-password"
        required
      />
      {props.isOn && (
        <Field
          label={t('session.code')}
          hint={t('totp.removeHint')}
          value={code}
          onValue={setCode}
          autocomplete="one-time-code"
          required
        />
      )}
      {sending.failure !== undefined && (
        <div class="-mx-4">
          <FailureNotice failure={sending.failure} />
        </div>
      )}
      <button
        type="submit"
        class={`button self-start ${props.isOn ? 'button-bad' : 'button-primary'}`}
        disabled={sending.isBusy}
      >
        {props.isOn ? t('totp.remove') : t('totp.begin')}
      </button>
    </form>
  )
}

function Confirmation(props: {
  readonly begun: Begun
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const { secret, qrCode } = props.begun
  const [code, setCode] = useState('')
  const sending = useSend()
  const confirm = async () => {
    const path = '/profile/totp/confirmation'
    const form = { code: code.replaceAll(' ', '') }
    const answer = await sending.run<{ readonly recoveryCodes: readonly string[] }>({
      method: 'POST',
      path,
      form,
    })
    if (answer.ok) props.onCodes(answer.body.recoveryCodes)
  }
  return (
    <form
      class="flex flex-col gap-4 px-4 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <p class="text-pretty text-muted">{t('totp.scan')}</p>
      <img
        class="size-44 rounded-field border border-line bg-[#ffffff] p-2"
        alt={t('totp.qrCode')}
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
      />
      <p class="text-muted">
        {t('totp.secret')} <Copyable text={secret} />
      </p>
      <Field
        label={t('session.code')}
        value={code}
        onValue={setCode}
        autocomplete="one-time-code"
        inputMode="numeric"
        required
      />
      {sending.failure !== undefined && (
        <div class="-mx-4">
          <FailureNotice failure={sending.failure} />
        </div>
      )}
      <button type="submit" class="button button-primary self-start" disabled={sending.isBusy}>
        {t('totp.confirm')}
      </button>
    </form>
  )
}

function RecoveryCodes(props: { readonly codes: readonly string[]; readonly onRead: () => void }) {
  return (
    <div class="flex flex-col gap-4 px-4 pt-2 pb-4">
      <p class="text-pretty">{t('totp.recovery')}</p>
      <ul class="grid grid-cols-2 gap-x-6 gap-y-1 rounded-field bg-sunken p-3 font-mono">
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="flex gap-2">
        <button
          type="button"
          class="button"
          onClick={() => void navigator.clipboard.writeText(props.codes.join('\n'))}
        >
          {t('action.copy')}
        </button>
        <button type="button" class="button button-primary" onClick={props.onRead}>
          {t('totp.kept')}
        </button>
      </div>
    </div>
  )
}
