import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AdminPaymentChoices } from '../../../administration/choice-routes.ts'
import { useRead } from '../../api/use-read.ts'
import { DropDown } from '../../parts/drop-down.tsx'
import { Icon } from '../../parts/icon.tsx'
import { brandName } from '../../texts/brands.ts'
import { type TextKey, t, word } from '../../texts/texts.ts'
import { nowMs, shownDays } from '../../texts/times.ts'
import {
  type FilterName,
  type Filters,
  lastDays,
  only,
  wireFilters,
  withFilter,
} from './filters.ts'
import { amountsError, daysError, queryError } from './range-errors.ts'

interface FilterProps {
  /** Of the days; absent: not known yet. */
  readonly timeZone?: string | undefined
  readonly filters: Filters
  readonly onFilters: (filters: Filters) => void
}

/** One field for whatever a caller knows of a payment. */
export function SearchField({ filters, onFilters }: FilterProps) {
  const [typed, setTyped] = useState(filters.query ?? '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(filters.query ?? ''), [filters.query])
  const [error, setError] = useState<string>()
  const id = useId()
  return (
    <search>
      <form
        class="group relative"
        onSubmit={(event) => {
          event.preventDefault()
          const found = queryError(typed)
          setError(found)
          if (found !== undefined) return field.current?.select()
          onFilters(withFilter(filters, 'query', typed))
          // The next keys are for the list: j, k and Enter.
          field.current?.blur()
        }}
      >
        <Icon name="search" class="pointer-events-none absolute start-3 top-3 text-muted" />
        <input
          ref={field}
          type="search"
          data-search
          class="field min-h-10 ps-9 pe-9 text-label"
          aria-label={t('payments.search')}
          placeholder={t('payments.searchHint')}
          value={typed}
          enterkeyhint="search"
          aria-invalid={error !== undefined}
          aria-describedby={id}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setError(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            setTyped('')
            onFilters(withFilter(filters, 'query', ''))
          }}
        />
        <kbd class="pointer-events-none absolute end-3 top-2.5 hidden rounded border border-line px-1.5 font-mono text-hint text-muted lg:block">
          /
        </kbd>
        {error === undefined ? (
          // A pointer reaches what is below it, because the filters are.
          <p
            id={id}
            class="panel pointer-events-none absolute inset-x-0 top-full z-10 mt-1 hidden px-3 py-2 text-muted group-focus-within:block"
          >
            {t('payments.searchHelp')}
          </p>
        ) : (
          <p id={id} role="alert" class="mt-1.5 text-bad">
            {error}
          </p>
        )}
      </form>
    </search>
  )
}

/** What "Clear" leaves: the search, and the entity, which has a choice of its own. */
const STAYING = ['query', 'entity'] as const

/** All other filters. On a phone they are behind a button. */
export function FilterBar({ filters, onFilters, timeZone }: FilterProps) {
  const set = Object.keys(filters).length - Object.keys(only(filters, STAYING)).length
  const [isOpen, open] = useState(false)
  return (
    <div class="flex flex-wrap items-center gap-2">
      <button
        type="button"
        class="button md:hidden"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        <Icon name="filter" />
        {set === 0 ? t('filter.title') : t('filter.count', { count: set })}
      </button>
      <div class={`${isOpen ? 'flex' : 'hidden'} flex-wrap items-center gap-2 md:flex`}>
        <Choices filters={filters} onFilters={onFilters} timeZone={timeZone} />
        {set > 0 && (
          <button
            type="button"
            class="button button-quiet"
            onClick={() => onFilters(only(filters, STAYING))}
          >
            <Icon name="cross" />
            {t('filter.clear')}
          </button>
        )}
      </div>
    </div>
  )
}

/** The states that the gateway finds payments by. */
const FILTER_STATES = [
  'succeeded',
  'failed',
  'pending',
  'review',
  'refunded',
  'chargedBack',
] as const

/** What payments of the chosen time have; nothing before it is read, or where the days are wrong. */
function useChoices(filters: Filters): AdminPaymentChoices | undefined {
  const { entityId, firstDay, lastDay } = wireFilters(filters)
  const isSound = daysError(filters) === undefined
  const query = { entityId, firstDay, lastDay }
  return useRead<AdminPaymentChoices>(isSound ? '/payments/choices' : undefined, query).body
}

function Choices({ filters, onFilters, timeZone }: FilterProps) {
  const known = useChoices(filters)
  const ofNewest = known?.isCut ? t('filter.ofNewest', { number: known.lookedAt }) : undefined
  const set = (name: FilterName) => (value: string) => onFilters(withFilter(filters, name, value))
  const choice = (
    name: FilterName,
    text: TextKey,
    values: readonly string[],
    named: (value: string) => string,
    note?: string,
  ) => (
    <select
      key={name}
      class="field-small"
      aria-label={t(text)}
      data-set={filters[name] !== undefined}
      value={filters[name] ?? ''}
      onChange={(event) => set(name)(event.currentTarget.value)}
    >
      <option value="">{t(text)}</option>
      {withChosen(values, filters[name], named).map(([value, shown]) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
      {note !== undefined && <option disabled>{note}</option>}
    </select>
  )
  return (
    <>
      {choice('state', 'filter.state', FILTER_STATES, (one) => word('state', one))}
      {choice(
        'type',
        'filter.type',
        known?.paymentTypes ?? [],
        (one) => word('type', one),
        ofNewest,
      )}
      {choice('brand', 'filter.brand', known?.brands ?? [], brandName, ofNewest)}
      {filters.country !== undefined && choice('country', 'filter.country', [], asIs)}
      {filters.issuer !== undefined && choice('issuer', 'filter.issuer', [], asIs)}
      {choice('currency', 'filter.currency', known?.currencies ?? [], asIs, ofNewest)}
      <Code filters={filters} onFilters={onFilters} known={known?.resultCodes ?? []} />
      <Days filters={filters} onFilters={onFilters} timeZone={timeZone} />
      <Amounts filters={filters} onFilters={onFilters} />
    </>
  )
}

const asIs = (value: string) => value

/** With the value of the address, whether it occurs or not: it can be seen, and taken back. */
function withChosen(
  values: readonly string[],
  chosen: string | undefined,
  named: (value: string) => string,
) {
  const isKnown = chosen === undefined || values.includes(chosen)
  const all = isKnown ? values : [...values, chosen]
  return all.map((value) => [value, named(value)] as const)
}

function Days({ filters, onFilters, timeZone }: FilterProps) {
  const { from, to } = filters
  const day = (name: 'from' | 'to') => (
    <label class="flex items-center justify-between gap-2 text-muted">
      {t(`filter.${name}`)}
      <input
        type="date"
        class="field-small"
        aria-invalid={daysError(filters) !== undefined}
        value={filters[name] ?? ''}
        onChange={(event) => onFilters(withFilter(filters, name, event.currentTarget.value))}
      />
    </label>
  )
  const isSet = from !== undefined || to !== undefined
  return (
    <DropDown
      text={isSet ? shownDays(from, to) : t('filter.dates')}
      isSet={isSet}
      error={daysError(filters)}
    >
      <div class="flex gap-1">
        {([1, 7, 30] as const).map((days) => (
          <button
            key={days}
            type="button"
            class="button flex-1 px-1"
            onClick={() => onFilters({ ...filters, ...lastDays(days, nowMs(), timeZone) })}
          >
            {days === 1 ? t('filter.today') : t('filter.days', { count: days })}
          </button>
        ))}
      </div>
      {day('from')}
      {day('to')}
      {timeZone !== undefined && (
        <p class="text-hint text-muted">{t('filter.zone', { zone: timeZone })}</p>
      )}
    </DropDown>
  )
}

/** The result code, such as the reason of a decline; the overview leads here with one. */
function Code({ filters, onFilters, known }: FilterProps & { readonly known: readonly string[] }) {
  const listId = useId()
  const { code } = filters
  const [typed, setTyped] = useState(code ?? '')
  useEffect(() => setTyped(code ?? ''), [code])
  return (
    <DropDown text={code ?? t('filter.code')} isSet={code !== undefined}>
      <form
        class="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onFilters(withFilter(filters, 'code', typed))
        }}
      >
        <label class="flex flex-col gap-1 text-muted">
          {t('filter.code')}
          <input
            type="text"
            class="field-small figures w-40"
            placeholder="800.100.152"
            list={listId}
            pattern="[0-9]{3}\.[0-9]{3}\.[0-9]{3}"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <datalist id={listId}>
            {known.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
        <button type="submit" class="button self-start">
          {t('filter.apply')}
        </button>
      </form>
      <p class="text-hint text-muted">{t('filter.codeHint')}</p>
    </DropDown>
  )
}

function Amounts({ filters, onFilters }: FilterProps) {
  const { min, max } = filters
  const bound = (name: 'min' | 'max') => (
    <label class="flex items-center justify-between gap-2 text-muted">
      {t(`filter.${name}`)}
      <input
        type="text"
        inputMode="decimal"
        class="field-small figures w-32"
        aria-invalid={amountsError(filters) !== undefined}
        value={filters[name] ?? ''}
        onChange={(event) => onFilters(withFilter(filters, name, event.currentTarget.value))}
      />
    </label>
  )
  const isSet = min !== undefined || max !== undefined
  return (
    <DropDown
      text={isSet ? `${min ?? '…'} – ${max ?? '…'}` : t('column.amount')}
      isSet={isSet}
      error={amountsError(filters)}
    >
      {bound('min')}
      {bound('max')}
    </DropDown>
  )
}
