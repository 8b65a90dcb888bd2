import { useState } from 'preact/hooks'
import { holdsCardNumber } from '../../../common/card-number-in-text.ts'
import type { AdminNote, AdminNoteList } from '../../customers/answer.ts'
import { mayDo } from '../api/session.ts'
import { useRead } from '../api/use-read.ts'
import { useSend } from '../api/use-send.ts'
import { actorText } from '../texts/actors.ts'
import { t } from '../texts/texts.ts'
import { TextArea } from './field.tsx'
import { FailureNotice } from './notice.tsx'
import { Section } from './page.tsx'
import { Pages } from './pages.tsx'
import { Time } from './values.tsx'

/** What notes are about, as the gateway names it. */
export interface NotesAbout {
  readonly about: 'payment' | 'email' | 'merchantCustomerId'
  readonly value: string
  /** Of a customer: the merchant, or a channel of it. */
  readonly entityId?: string | undefined
}

/** Notes about a payment or a customer, and a field for another one. */
export function Notes({
  of,
  whyNone,
}: {
  readonly of: NotesAbout
  /** Why none can be written here. */
  readonly whyNone?: string | undefined
}) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<AdminNoteList>('/notes', { ...of, cursor: cursors.at(-1) })
  const list = reading.body
  return (
    <Section title={t('notes.title')}>
      {reading.failure !== undefined && (
        <FailureNotice failure={reading.failure} retry={reading.reload} />
      )}
      {list !== undefined && list.notes.length === 0 && cursors.length === 0 && (
        <p class="px-4 pt-1 pb-2 text-muted">{t('notes.none')}</p>
      )}
      <ul class="px-4">
        {list?.notes.map((note) => (
          <OneNote key={note.id} note={note} />
        ))}
      </ul>
      <Pages cursors={cursors} next={list?.cursor} onCursors={setCursors} />
      {mayDo('note.write') &&
        (whyNone === undefined ? (
          <NoteForm of={of} onDone={reading.reload} />
        ) : (
          <p class="px-4 pb-4 text-muted">{whyNone}</p>
        ))}
    </Section>
  )
}

function OneNote({ note }: { readonly note: AdminNote }) {
  return (
    <li class="border-b border-line py-2 last:border-0">
      <p class="[overflow-wrap:anywhere] whitespace-pre-line">{note.text}</p>
      <p class="text-hint text-muted">
        {actorText(note.writtenBy)} · <Time at={note.writtenAt} />
      </p>
    </li>
  )
}

function NoteForm({ of, onDone }: { readonly of: NotesAbout; readonly onDone: () => void }) {
  const [text, setText] = useState('')
  const sending = useSend()
  const holdsNumber = holdsCardNumber(text)
  const send = async () => {
    const form = { ...of, text: text.trim() }
    const answer = await sending.run({ method: 'POST', path: '/notes', form }, t('notes.write'))
    if (!answer.ok) return
    setText('')
    onDone()
  }
  return (
    <form
      class="no-print flex flex-col gap-2 px-4 pt-1 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !holdsNumber && !sending.isBusy) void send()
      }}
    >
      <TextArea
        label={t('notes.label')}
        hint={t('notes.hint')}
        error={holdsNumber ? t('notes.number') : undefined}
        value={text}
        rows={2}
        maxLength={1000}
        onValue={setText}
      />
      {sending.failure !== undefined && <FailureNotice failure={sending.failure} />}
      <button
        type="submit"
        class="button self-start"
        disabled={text.trim() === '' || holdsNumber || sending.isBusy}
      >
        {t('notes.write')}
      </button>
    </form>
  )
}
