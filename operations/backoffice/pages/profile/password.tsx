import { useState } from 'preact/hooks'
import { loadSession } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { Save } from './save.tsx'

/** Changes the own password. */
export function Password() {
  const [present, setPresent] = useState('')
  const [wanted, setWanted] = useState('')
  const [isDone, setDone] = useState(false)
  const sending = useSend()
  const change = async () => {
    const form = { password: present, newPassword: wanted }
    const answer = await sending.run({ method: 'POST', path: '/profile/password', form })
    setDone(answer.ok)
    if (!answer.ok) return
    setPresent('')
    setWanted('')
    await loadSession()
  }
  return (
    <form
      class="flex flex-col gap-4 px-4 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        void change()
      }}
    >
      <Field
        label={t('password.present')}
        type="password"
        value={present}
        onValue={setPresent}
        autocomplete="current-password"
        required
      />
      <Field
        label={t('password.new')}
        hint={t('password.rule', { count: 12 })}
        type="password"
        value={wanted}
        onValue={setWanted}
        autocomplete="new-password"
        minLength={12}
        required
      />
      <Save
        text={t('password.change')}
        done={t('password.changed')}
        isDone={isDone}
        sending={sending}
      />
    </form>
  )
}
