import { useState } from 'preact/hooks'
import type {
  AdminFileFault,
  AdminSettlementFile,
  AdminSettlementImport,
} from '../../../settlement/answer.ts'
import type { Failure } from '../../api/request.ts'
import { sendFile } from '../../api/send-file.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { FileButton } from '../../parts/file-button.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty, FailureNotice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'

import { Reconciliation } from './reconciliation.tsx'

const FORMATS = ['tillgate', 'adyen-settlement-details', 'stripe-payout-reconciliation'] as const

/** The settlement files of an account, and the import of one more. */
export function Files({ account }: { readonly account: string }) {
  const reading = useRead<{ readonly files: readonly AdminSettlementFile[] }>('/settlement/files', {
    account,
  })
  return (
    <>
      {mayDo('settlement.import') && <Import account={account} onImported={reading.reload} />}
      <Reconciliation />
      <Loaded reading={reading} rows={5}>
        {({ files }) =>
          files.length === 0 ? (
            <Empty
              icon="upload"
              title={t('settlements.noFiles')}
              text={t('settlements.noFilesText')}
            />
          ) : (
            <FileTable files={files} />
          )
        }
      </Loaded>
    </>
  )
}

function FileTable({ files }: { readonly files: readonly AdminSettlementFile[] }) {
  return (
    <Table
      columns={[
        { text: t('settlements.file') },
        { text: t('column.state') },
        { text: t('settlements.period'), isWide: true },
        { text: t('settlements.lines'), isEnd: true, isWide: true },
        { text: t('settlements.notMatched'), isEnd: true },
        { text: t('settlements.imported'), isWide: true },
      ]}
    >
      {files.map(({ id, name, state, settledFrom, settledTo, counts, importedAt }) => {
        const href = `${BASE}/settlements/files/${id}`
        return (
          <LinkRow key={id} href={href}>
            <td class="max-w-72 truncate" title={name}>
              <RowLink href={href}>{name}</RowLink>
            </td>
            <td>{word('fileState', state)}</td>
            <td class="hidden text-muted md:table-cell">
              {[...new Set([settledFrom, settledTo])].filter(Boolean).join(' – ')}
            </td>
            <td class="end hidden md:table-cell">{whole(counts.lines)}</td>
            <td class="end">{whole(counts.notMatched + counts.severalMatches)}</td>
            <td class="hidden text-muted md:table-cell">
              <Time at={importedAt} />
            </td>
          </LinkRow>
        )
      })}
    </Table>
  )
}

function Import(props: { readonly account: string; readonly onImported: () => void }) {
  const [format, setFormat] = useState<string>(FORMATS[0])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [done, setDone] = useState<AdminSettlementImport>()

  const send = async (file: File) => {
    setBusy(true)
    setFailure(undefined)
    setDone(undefined)
    const query = { account: props.account, fileFormat: format, fileName: file.name }
    const answer = await sendFile<AdminSettlementImport>('/settlement/files', query, file)
    setBusy(false)
    if (!answer.ok) return setFailure(answer.failure)
    setDone(answer.body)
    props.onImported()
  }

  return (
    <Section title={t('settlements.import')} hint={t('settlements.importHint')}>
      <div class="flex flex-wrap items-center gap-2 px-4 pt-1 pb-4">
        <select
          aria-label={t('settlements.format')}
          class="field-small max-w-72"
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value)}
        >
          {FORMATS.map((one) => (
            <option key={one} value={one}>
              {word('fileFormat', one)}
            </option>
          ))}
        </select>
        <FileButton
          text={t('settlements.chooseFile')}
          accept=".csv,text/csv"
          isBusy={isBusy}
          isLow
          onFile={(file) => void send(file)}
        />
        {done !== undefined && (
          <span role="status" class="text-good">
            {done.repeated
              ? t('settlements.wasThere')
              : t('settlements.done', {
                  count: done.counts.lines,
                  matched: whole(done.counts.matched),
                })}
          </span>
        )}
        {done?.otherMerchants !== undefined && (
          <span class="basis-full text-warn">
            {t('settlements.otherMerchants', {
              names: done.otherMerchants.map(({ merchantId }) => merchantId).join(', '),
            })}
          </span>
        )}
      </div>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {failure !== undefined && <Faults of={failure} />}
    </Section>
  )
}

/** What is wrong in a file, line by line. */
function Faults({ of: { body } }: { readonly of: Failure }) {
  const faults = Array.isArray(body.faults) ? (body.faults as readonly AdminFileFault[]) : []
  return (
    <ul class="px-4 pb-4">
      {faults.map(({ line, column, message }) => (
        <li key={`${line} ${column} ${message}`} class="[overflow-wrap:anywhere]">
          <span class="text-muted">
            {t('settlements.line', { line })} {column}
          </span>{' '}
          {message}
        </li>
      ))}
    </ul>
  )
}
