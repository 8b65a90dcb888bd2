import { useState } from 'preact/hooks'
import { saveCsv } from '../../api/download.ts'
import { type Answer, type Failure, read } from '../../api/request.ts'
import { may } from '../../api/session.ts'
import { useChosenEntity } from '../../parts/entity-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FailureNotice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'
import { nowMs } from '../../texts/times.ts'

interface Part {
  readonly header: string
  readonly lines: readonly string[]
  readonly afterLine?: string
}

/** Saves the reconciliation file of a day, as it is delivered daily. */
export function Reconciliation() {
  const entityId = useChosenEntity()
  const [day, setDay] = useState(() => new Date(nowMs()).toISOString().slice(0, 10))
  const [lines, setLines] = useState<number>()
  const [isEmpty, setEmpty] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  const save = async () => {
    setFailure(undefined)
    setEmpty(false)
    setLines(0)
    const answer = await readFile({ entityId, day }, setLines)
    setLines(undefined)
    if (!answer.ok) return setFailure(answer.failure)
    const [header = '', ...rest] = answer.body
    if (rest.length === 0) return setEmpty(true)
    const name = `reconciliation_${entityId}_${day}.csv`
    saveCsv(`${[header, ...rest].join('\r\n')}\r\n`, name)
  }

  if (!may('payments.export')) return null
  return (
    <Section title={t('reconciliation.title')} hint={t('reconciliation.hint')}>
      <form
        class="flex flex-wrap items-center gap-2 px-4 pt-1 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <input
          type="date"
          class="field-small"
          aria-label={t('reconciliation.day')}
          required
          value={day}
          onInput={(event) => setDay(event.currentTarget.value)}
        />
        <button type="submit" class="button min-h-8" disabled={lines !== undefined}>
          <Icon name="download" />
          {lines === undefined
            ? t('reconciliation.save')
            : t('payments.exported', { rows: whole(lines) })}
        </button>
        {isEmpty && (
          <span role="status" class="text-muted">
            {t('reconciliation.none')}
          </span>
        )}
      </form>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </Section>
  )
}

/** All lines of the file, the header first. */
async function readFile(
  of: { readonly entityId: string; readonly day: string },
  onLines: (count: number) => void,
): Promise<Answer<readonly string[]>> {
  const lines: string[] = []
  let header = ''
  let afterLine: string | undefined
  do {
    const part = await read<Part>('/settlement/reconciliation', { ...of, afterLine })
    if (!part.ok) return part
    header = part.body.header
    for (const line of part.body.lines) lines.push(line)
    afterLine = part.body.afterLine
    onLines(lines.length)
  } while (afterLine !== undefined)
  return { ok: true, body: [header, ...lines] }
}
