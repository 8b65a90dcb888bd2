import { useLocation } from 'preact-iso'
import type { AdminMailList } from '../../../mail/routes.ts'
import type { Form } from '../../api/request.ts'
import { t, word } from '../../texts/texts.ts'

/** The filters of the list of mails, as they stand in the address. */
const FILTERS = ['kind', 'state', 'to', 'day'] as const

type FilterName = (typeof FILTERS)[number]
type Filters = Readonly<Partial<Record<FilterName, string>>>

/** The filters of an address; what it has beside them does not count. */
export function mailFiltersOf(query: Readonly<Record<string, string>>): Filters {
  return Object.fromEntries(
    FILTERS.flatMap((name) => (query[name] ? [[name, query[name]] as const] : [])),
  )
}

/** The filters as parameters of the gateway. */
export function wireMailFilters({ kind, state, to, day }: Filters): Form {
  return {
    mailKind: kind,
    mailState: state,
    recipient: to,
    'date.from': day === undefined ? undefined : `${day} 00:00:00`,
    'date.to': day === undefined ? undefined : `${day} 23:59:59`,
  }
}

/** Kinds and states that mails have, a part of an address, and a day. */
export function MailFilterBar(props: {
  readonly filters: Filters
  readonly known: Pick<AdminMailList, 'kinds' | 'states'> | undefined
}) {
  const { filters, known } = props
  const { path, query, route } = useLocation()
  const set = (name: FilterName, value: string) => {
    const { [name]: _before, ...others } = query
    const next = new URLSearchParams(value === '' ? others : { ...others, [name]: value })
    route(`${path}?${next}`)
  }
  const choice = (
    name: 'kind' | 'state',
    all: string,
    group: string,
    values: readonly string[],
  ) => {
    const chosen = filters[name]
    const offered = chosen === undefined || values.includes(chosen) ? values : [...values, chosen]
    return (
      <select
        class="field-small"
        aria-label={all}
        data-set={chosen !== undefined}
        value={chosen ?? ''}
        onChange={(event) => set(name, event.currentTarget.value)}
      >
        <option value="">{all}</option>
        {offered.map((one) => (
          <option key={one} value={one}>
            {word(group, one)}
          </option>
        ))}
      </select>
    )
  }
  return (
    <div class="flex flex-wrap items-center gap-2">
      {choice('kind', t('mails.allKinds'), 'mailKind', known?.kinds ?? [])}
      {choice('state', t('mails.allStates'), 'mailState', known?.states ?? [])}
      <input
        type="search"
        data-search
        class="field-small w-56"
        aria-label={t('mails.recipient')}
        placeholder={t('mails.recipient')}
        value={filters.to ?? ''}
        onChange={(event) => set('to', event.currentTarget.value.trim())}
      />
      <label class="flex items-center gap-2 text-muted">
        {t('mails.day')}
        <input
          type="date"
          class="field-small"
          value={filters.day ?? ''}
          onChange={(event) => set('day', event.currentTarget.value)}
        />
      </label>
    </div>
  )
}
