import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AdminAuditEntry } from '../../../common/admin-wire.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { spelled, t, word } from '../../texts/texts.ts'

interface AuditAnswer {
  readonly entries: readonly AdminAuditEntry[]
  /** Sent as `beforeSequence` for older ones. */
  readonly next?: string
}

/** Who has done what, newest first. Nothing can be changed here, not even by owners. */
export default function Audit() {
  const { query, route } = useLocation()
  const { actor = '', action = '', before = '' } = query
  const reading = useRead<AuditAnswer>('/audit', { actor, action, beforeSequence: before })
  const open = (wanted: Readonly<Record<string, string>>) => {
    const filled = Object.entries(wanted).filter(([, value]) => value !== '')
    route(`${BASE}/audit?${new URLSearchParams(filled)}`)
  }
  return (
    <Page title={t('menu.audit')}>
      <Search
        key={`${actor} ${action}`}
        actor={actor}
        action={action}
        onSearch={(wanted) => open(wanted)}
      />
      <Loaded reading={reading} rows={10}>
        {({ entries, next }) => (
          <>
            {entries.length === 0 ? (
              <Empty icon="audit" title={t('audit.none')} text={t('audit.noneText')} />
            ) : (
              <Entries entries={entries} />
            )}
            {next !== undefined && (
              <footer class="border-t border-line p-2 text-center">
                <button
                  type="button"
                  class="button"
                  onClick={() => open({ actor, action, before: next })}
                >
                  {t('audit.older')}
                </button>
              </footer>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Search(props: {
  readonly actor: string
  readonly action: string
  readonly onSearch: (wanted: { readonly actor: string; readonly action: string }) => void
}) {
  const [actor, setActor] = useState(props.actor)
  const [action, setAction] = useState(props.action)
  return (
    <form
      class="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSearch({ actor: actor.trim(), action: action.trim() })
      }}
    >
      <input
        data-search
        class="field-small w-56 max-w-full"
        aria-label={t('audit.actor')}
        placeholder={t('audit.actor')}
        value={actor}
        onInput={(event) => setActor(event.currentTarget.value)}
      />
      <input
        class="field-small w-56 max-w-full"
        aria-label={t('audit.action')}
        placeholder={t('audit.actionHint')}
        value={action}
        onInput={(event) => setAction(event.currentTarget.value)}
      />
      <button type="submit" class="button min-h-8">
        {t('audit.search')}
      </button>
    </form>
  )
}

function Entries({ entries }: { readonly entries: readonly AdminAuditEntry[] }) {
  return (
    <Table
      columns={[
        { text: t('audit.number'), isEnd: true, isWide: true },
        { text: t('column.time') },
        { text: t('audit.actor'), isWide: true },
        { text: t('audit.action') },
        { text: t('audit.result'), isWide: true },
        { text: t('audit.from'), isWide: true },
        { text: t('audit.details'), isWide: true },
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.sequence} class="align-top [&>td]:py-2">
          <td class="end hidden text-muted md:table-cell">{entry.sequence}</td>
          <td>
            <Time at={entry.at} />
            <span class="block text-hint text-muted [overflow-wrap:anywhere] md:hidden">
              {entry.actor}
            </span>
          </td>
          <td class="hidden max-w-48 [overflow-wrap:anywhere] md:table-cell">{entry.actor}</td>
          <td>
            <span class="font-medium">{entry.action}</span>
            <code class="hidden font-mono text-hint text-muted [overflow-wrap:anywhere] md:block">
              {entry.request}
            </code>
          </td>
          <td class="hidden md:table-cell">
            <code class="font-mono text-hint">{word('auditResult', entry.result)}</code>
          </td>
          <td class="hidden text-muted md:table-cell">{entry.from}</td>
          <td class="hidden max-w-72 md:table-cell">
            <Details entry={entry} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Details({ entry: { subject, facts = [] } }: { readonly entry: AdminAuditEntry }) {
  const all = [...(subject === undefined ? [] : [[t('audit.subject'), subject] as const]), ...facts]
  if (all.length === 0) return null
  return (
    <details>
      <summary class="text-muted hover:text-ink">
        {t('audit.values', { count: all.length })}
      </summary>
      <Facts class="pt-1" of={all.map(([name, value]) => [spelled(name), value])} />
    </details>
  )
}
