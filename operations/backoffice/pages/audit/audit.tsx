import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AuditList } from '../../../audit/routes.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { actorText } from '../../texts/actors.ts'
import { labelled, t, word } from '../../texts/texts.ts'
import { ownZone } from '../../texts/times.ts'
import { type Act, actsOf, factOf, withOverlap } from './acts.ts'

/** What entries are looked for by, as it stands in the address. */
const FILTERS = ['actor', 'action', 'from', 'to'] as const

type AuditFilters = Readonly<Record<(typeof FILTERS)[number], string>>

/** What acts are about: the first words of their names in the log. */
const AREAS = [
  'payments',
  'customers',
  'disputes',
  'finance',
  'webhooks',
  'entities',
  'tokens',
  'people',
  'sessions',
  'profile',
] as const

/** Who has done what, newest first. Nothing can be changed here, not even by owners. */
export default function Audit() {
  const { query, route } = useLocation()
  const { actor = '', action = '', from = '', to = '', before = '' } = query
  const filters = { actor, action, from, to }
  const reading = useRead<AuditList>('/audit', {
    actor,
    action,
    'date.from': from && `${from} 00:00:00`,
    'date.to': to && `${to} 23:59:59`,
    beforeSequence: withOverlap(before),
  })
  const open = (wanted: Readonly<Record<string, string>>) => {
    const filled = Object.entries(wanted).filter(([, value]) => value !== '')
    route(`${BASE}/audit?${new URLSearchParams(filled)}`)
  }
  return (
    <Page title={t('menu.audit')}>
      <Search key={Object.values(filters).join(' ')} filters={filters} onSearch={open} />
      <Loaded reading={reading} rows={10}>
        {({ entries, next }) => (
          <>
            <Found acts={actsOf(entries).filter((act) => isBefore(act, before))} />
            {next !== undefined && (
              <footer class="border-t border-line p-2 text-center">
                <button
                  type="button"
                  class="button"
                  onClick={() => open({ ...filters, before: next })}
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

function isBefore({ sequence }: Act, before: string): boolean {
  return before === '' || sequence < Number(before)
}

function Found({ acts }: { readonly acts: readonly Act[] }) {
  if (acts.length > 0) return <Acts acts={acts} />
  return <Empty icon="audit" title={t('audit.none')} text={t('audit.noneText')} />
}

function Search(props: {
  readonly filters: AuditFilters
  readonly onSearch: (wanted: AuditFilters) => void
}) {
  const [typed, setTyped] = useState(props.filters)
  const { actor, action } = typed
  const set = (name: keyof AuditFilters) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value })
  const areas = action === '' || isArea(action) ? AREAS : [...AREAS, action]
  return (
    <form
      class="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSearch({ ...typed, actor: actor.trim() })
      }}
    >
      <input
        data-search
        class="field-small w-56 max-w-full"
        aria-label={t('audit.actor')}
        placeholder={t('audit.actor')}
        value={actor}
        onInput={set('actor')}
      />
      <select
        class="field-small"
        aria-label={t('audit.area')}
        value={action}
        onChange={set('action')}
      >
        <option value="">{t('audit.area')}</option>
        {areas.map((area) => (
          <option key={area} value={area}>
            {word('auditArea', area)}
          </option>
        ))}
      </select>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="flex items-center gap-1.5 text-muted">
          {t(`filter.${name}`)}
          <input type="date" class="field-small" value={typed[name]} onInput={set(name)} />
        </label>
      ))}
      <button type="submit" class="button min-h-8">
        {t('audit.search')}
      </button>
      <span class="text-hint text-muted">
        {t('filter.utc')} · {t('times.zone', { zone: ownZone() })}
      </span>
    </form>
  )
}

function isArea(action: string): boolean {
  return AREAS.some((area) => area === action)
}

function Acts({ acts }: { readonly acts: readonly Act[] }) {
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
      {acts.map((act) => (
        <tr key={act.sequence} class="align-top [&>td]:py-2">
          <td class="end hidden text-muted md:table-cell">{act.sequence}</td>
          <td>
            <Time at={act.at} />
            <span class="block text-hint text-muted [overflow-wrap:anywhere] md:hidden">
              {actorText(act.actor)}
            </span>
          </td>
          <td class="hidden max-w-48 min-w-44 [overflow-wrap:anywhere] md:table-cell">
            {actorText(act.actor)}
          </td>
          <td>
            <span class="font-medium">{actText(act)}</span>
            <Changed act={act} />
            <code class="hidden font-mono text-hint text-muted [overflow-wrap:anywhere] md:block">
              {act.action} · {act.request}
            </code>
          </td>
          <td class="hidden md:table-cell">
            <span class={act.ending === 'refused' || act.ending === 'failed' ? 'text-bad' : ''}>
              {word('auditResult', act.ending)}
            </span>
            {act.ending !== 'asked' && act.ending !== act.result && (
              <code class="block font-mono text-hint text-muted">{act.result}</code>
            )}
          </td>
          <td class="hidden text-muted md:table-cell">{act.from}</td>
          <td class="hidden max-w-72 md:table-cell">
            <Details act={act} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** What was done, in words; commands of `tillgate` as they are typed. */
function actText(act: Act): string {
  const paymentType = factOf(act, 'paymentType')
  if (act.action === 'payments.move' && paymentType !== undefined) {
    return word('operation', paymentType)
  }
  return act.request.includes(' /') ? word('act', act.request) : act.request
}

/** Whose role or state was changed, and from what to what. */
function Changed({ act }: { readonly act: Act }) {
  const who = factOf(act, 'user') ?? factOf(act, 'email')
  const [before, after] = [factOf(act, 'role before'), factOf(act, 'role')]
  if (who === undefined && after === undefined) return null
  const roles = [before, after].filter((role) => role !== undefined)
  const change = roles.map((role) => word('role', role)).join(' → ')
  return (
    <span class="block [overflow-wrap:anywhere]">
      {who === undefined || change === '' ? (who ?? change) : labelled(who, change)}
    </span>
  )
}

function Details({ act: { subject, facts = [] } }: { readonly act: Act }) {
  const all = [...(subject === undefined ? [] : [[t('audit.subject'), subject] as const]), ...facts]
  if (all.length === 0) return null
  return (
    <details>
      <summary class="whitespace-nowrap text-muted hover:text-ink">
        {t('audit.values', { count: all.length })}
      </summary>
      <Facts class="pt-1" of={all.map(([name, value]) => [word('facts', name), value])} />
    </details>
  )
}
