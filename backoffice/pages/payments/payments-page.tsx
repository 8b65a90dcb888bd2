import { useLocation } from 'preact-iso'
import { may } from '../../api/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { shownTime } from '../../texts/times.ts'
import { ExportButton } from './export-button.tsx'
import { FilterBar, SearchField } from './filter-bar.tsx'
import { addressQuery, type Filters, faultsOf, filtersOf } from './filters.ts'
import { MAX_WAITING } from './newest.ts'
import { amountsError, daysError, queryError } from './range-errors.ts'
import { type PaymentsOfPage, usePayments } from './use-payments.ts'
import { ViewTabs } from './view-tabs.tsx'

/** Rows of grey while the first page of payments is on its way. */
const EXPECTED_ROWS = 12

/** Every payment, newest first. */
export default function PaymentList() {
  const { query, route } = useLocation()
  const filters = filtersOf(query)
  const payments = usePayments(filters)
  const isSound = faultsOf(filters) === undefined
  const onFilters = (wanted: Filters) => {
    const text = addressQuery(wanted)
    route(`${BASE}/payments${text === '' ? '' : `?${text}`}`)
  }
  return (
    <Page
      title={t('menu.payments')}
      beside={<Live isLive={payments.isLive} />}
      actions={may('payments.export') && isSound && <ExportButton filters={filters} />}
    >
      <SearchField filters={filters} onFilters={onFilters} />
      <ViewTabs filters={filters} />
      <FilterBar filters={filters} onFilters={onFilters} />
      <Found payments={payments} filters={filters} />
    </Page>
  )
}

function isSaid(error: string | undefined): error is string {
  return error !== undefined
}

function Live({ isLive }: { readonly isLive: boolean }) {
  return (
    <span role="status" class="flex items-center gap-1.5 text-hint text-muted">
      <span class={`size-2 rounded-full ${isLive ? 'bg-good' : 'border border-edge'}`} />
      {isLive ? t('payments.live') : t('payments.notLive')}
    </span>
  )
}

function Found(props: { readonly payments: PaymentsOfPage; readonly filters: Filters }) {
  const { list, isLoading, failure, reload, loadOlder, showNew } = props.payments
  const isFiltered = Object.keys(props.filters).length > 0
  const isSearch = props.filters.query !== undefined
  const waiting = list.waiting.length
  const { filters } = props
  const errors = [queryError(filters.query), daysError(filters), amountsError(filters)].filter(
    isSaid,
  )
  return (
    <div class="panel min-w-0 overflow-hidden">
      {waiting > 0 && (
        <button
          type="button"
          class="flex min-h-9 w-full items-center justify-center border-b border-line bg-accent/8 font-medium text-accent hover:bg-accent/14"
          onClick={showNew}
        >
          <span aria-live="polite">
            {t('payments.new', { count: waiting, more: waiting === MAX_WAITING ? '+' : '' })}
          </span>
        </button>
      )}
      {errors.map((error) => (
        <p key={error} class="flex items-center gap-3 px-4 py-3 text-bad">
          <Icon name="warn" />
          {error}
        </p>
      ))}
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {list.rows.length > 0 && <PaymentTable payments={list.rows} marked={list.shown} />}
      {list.rows.length === 0 && isLoading && <Skeleton rows={EXPECTED_ROWS} />}
      {list.rows.length === 0 &&
        !isLoading &&
        failure === undefined &&
        errors.length === 0 &&
        list.cursor === undefined && (
          <Empty
            icon="payments"
            title={isFiltered ? t('payments.noneFound') : t('payments.none')}
            text={isFiltered ? t('payments.noneFoundText') : t('payments.noneText')}
          >
            {isFiltered && (
              <a class="button mt-2" href={`${BASE}/payments`}>
                {t('payments.showAll')}
              </a>
            )}
          </Empty>
        )}
      {list.cursor !== undefined && (
        <footer class="flex items-center justify-center gap-3 border-t border-line p-2">
          {isSearch && list.searchedTo !== undefined && (
            <span class="text-muted">
              {t('payments.searchedTo', { time: shownTime(list.searchedTo) })}
            </span>
          )}
          <button type="button" class="button" disabled={isLoading} onClick={loadOlder}>
            {isLoading ? t('state.loading') : t('payments.older')}
          </button>
        </footer>
      )}
    </div>
  )
}
