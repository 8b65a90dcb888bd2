import { useRef, useState } from 'preact/hooks'
import { MAX_LINES, readCsv, saveCsv } from '../../api/download.ts'
import type { Failure } from '../../api/request.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FailureNotice } from '../../parts/notice.tsx'
import { whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'
import { type Filters, wireFilters } from './filters.ts'

/** Saves the payments that fit the filters as a file, and says how far it is. */
export function ExportButton({ filters }: { readonly filters: Filters }) {
  const [rows, setRows] = useState<number>()
  const [failure, setFailure] = useState<Failure>()
  const [isCut, setCut] = useState(false)
  const ending = useRef<AbortController | undefined>(undefined)

  const start = async () => {
    const control = new AbortController()
    ending.current = control
    setFailure(undefined)
    setRows(0)
    const name = `payments-${new Date().toISOString().slice(0, 10)}.csv`
    const query = wireFilters(filters)
    const { signal } = control
    const answer = await readCsv({ path: '/payments/export', query, signal, onRows: setRows })
    setRows(undefined)
    if (answer.ok) {
      saveCsv(answer.body.text, name)
      setCut(answer.body.isCut)
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
      {failure !== undefined && (
        <Dialog title={t('payments.export')} onClose={() => setFailure(undefined)}>
          <FailureNotice failure={failure} />
        </Dialog>
      )}
    </>
  )
}
