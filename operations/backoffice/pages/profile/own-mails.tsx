import { useState } from 'preact/hooks'
import type { OwnMailsAnswer } from '../../../mail/own-routes.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { Select } from '../../parts/field.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { languageName } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { Save } from './save.tsx'

/** Which mails a person gets, and in which language. */
export function OwnMails() {
  const reading = useRead<OwnMailsAnswer>('/profile/mails')
  if (reading.body !== undefined) return <Choice mails={reading.body} />
  if (reading.failure !== undefined)
    return <FailureNotice failure={reading.failure} retry={reading.reload} />
  return <Skeleton rows={3} />
}

function Choice({ mails }: { readonly mails: OwnMailsAnswer }) {
  const [language, setLanguage] = useState(mails.language)
  const [unwanted, setUnwanted] = useState<readonly string[]>(
    mails.kinds.filter(({ isWanted }) => !isWanted).map(({ name }) => name),
  )
  const [isDone, setDone] = useState(false)
  const sending = useSend()
  const save = async () => {
    const form = { mailLanguage: language, unwantedMails: unwanted.join(',') }
    const answer = await sending.run({ method: 'POST', path: '/profile/mails', form })
    setDone(answer.ok)
  }
  const choose = (name: string, isWanted: boolean) => {
    setDone(false)
    setUnwanted(isWanted ? unwanted.filter((one) => one !== name) : [...unwanted, name])
  }
  return (
    <form
      class="flex flex-col gap-4 px-4 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p class="text-muted">{mails.isSetUp ? t('profile.mailsText') : t('mails.notSetUp')}</p>
      <ul class="flex flex-col">
        {mails.kinds.map(({ name }) => (
          <li key={name}>
            <label class="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={!unwanted.includes(name)}
                onChange={(event) => choose(name, event.currentTarget.checked)}
              />
              {word('mailKind', name)}
            </label>
          </li>
        ))}
      </ul>
      <Select
        label={t('profile.mailLanguage')}
        value={language}
        onValue={(value) => {
          setDone(false)
          setLanguage(value)
        }}
        choices={mails.languages.map((value) => ({ value, text: languageName(value) }))}
      />
      <Save
        text={t('profile.saveMails')}
        done={t('profile.mailsSaved')}
        isDone={isDone}
        sending={sending}
      />
    </form>
  )
}
