import { useRef, useState } from 'preact/hooks'
import { MAX_LINES, readCsv, saveCsv } from '../api/download.ts'
import type { Failure, Form } from '../api/request.ts'
import { whole } from '../texts/numbers.ts'
import { t } from '../texts/texts.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { FailureNotice } from './notice.tsx'

/** Saves all that a route exports as a file, and says how far it is. */
export function CsvButton(props: {
  readonly path: string
  readonly query: Form
  /** Of the file. */
  readonly name: string
  /** See `Download.isUnmarked`. */
  readonly isUnmarked?: boolean
}) {
  const [rows, setRows] = useState<number>()
  const [failure, setFailure] = useState<Failure>()
  const [isCut, setCut] = useState(false)
  const [leftOut, setLeftOut] = useState(0)
  const ending = useRef<AbortController | undefined>(undefined)

  const start = async () => {
    const control = new AbortController()
    ending.current = control
    setFailure(undefined)
    setRows(0)
    const { path, query, name, isUnmarked } = props
    const asked = { path, query, isUnmarked, signal: control.signal, onRows: setRows }
    const answer = await readCsv(asked)
    setRows(undefined)
    if (answer.ok) {
      saveCsv(answer.body.text, name)
      setCut(answer.body.isCut)
      setLeftOut(answer.body.leftOut)
    } else if (!control.signal.aborted) setFailure(answer.failure)
  }

  return (
    <>
      {rows === undefined ? (
        <button type="button" class="button" onClick={() => void start()}>
          <Icon name="download" />
          {t('payments.export')}
        </button>
      ) : (
        <button type="button" class="button figures" onClick={() => ending.current?.abort()}>
          <span role="status">{t('payments.exported', { rows: whole(rows) })}</span>
          <Icon name="cross" />
          <span class="sr-only">{t('action.cancel')}</span>
        </button>
      )}
      {isCut && (
        <Dialog title={t('payments.export')} onClose={() => setCut(false)}>
          <p class="text-pretty">{t('payments.exportCut', { rows: whole(MAX_LINES) })}</p>
        </Dialog>
      )}
      {leftOut > 0 && (
        <Dialog title={t('payments.export')} onClose={() => setLeftOut(0)}>
          <p class="text-pretty">
            {t('bookings.leftOut', { count: leftOut, rows: whole(leftOut) })}
          </p>
        </Dialog>
      )}
      {failure !== undefined && (
        <Dialog title={t('payments.export')} onClose={() => setFailure(undefined)}>
          <FailureNotice failure={failure} />
        </Dialog>
      )}
    </>
  )
}
