import { useLocation } from 'preact-iso'
import { may } from '../../api/session.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { FilterBar, SearchField } from './filter-bar.tsx'
import { type Filters, faultsOf, filtersOf, listOf, only, wireFilters } from './filters.ts'
import { FoundPayments } from './found-payments.tsx'
import { usePayments } from './use-payments.ts'
import { ViewTabs } from './view-tabs.tsx'

/** Every payment, newest first. */
export default function PaymentList() {
  const { query, route } = useLocation()
  const filters = filtersOf(query)
  const payments = usePayments(filters)
  const isFiltered = Object.keys(filters).some((name) => name !== 'entity')
  const isSound = faultsOf(filters) === undefined
  const onFilters = (wanted: Filters) => route(listOf(wanted))
  return (
    <Page
      title={t('menu.payments')}
      beside={
        <>
          <EntityPicker />
          <Live isLive={payments.isLive} />
        </>
      }
      actions={
        may('payments.export') &&
        isSound && (
          <CsvButton
            path="/payments/export"
            query={wireFilters(filters)}
            name={`payments-${new Date().toISOString().slice(0, 10)}.csv`}
          />
        )
      }
    >
      <SearchField filters={filters} onFilters={onFilters} />
      <ViewTabs filters={filters} />
      <FilterBar filters={filters} onFilters={onFilters} timeZone={payments.timeZone} />
      <FoundPayments payments={payments} filters={filters}>
        {isFiltered ? (
          <Empty icon="payments" title={t('payments.noneFound')} text={t('payments.noneFoundText')}>
            <a class="button mt-2" href={listOf(only(filters, ['entity']))}>
              {t('payments.showAll')}
            </a>
          </Empty>
        ) : (
          <Empty icon="payments" title={t('payments.none')} text={t('payments.noneText')} />
        )}
      </FoundPayments>
    </Page>
  )
}

function Live({ isLive }: { readonly isLive: boolean }) {
  return (
    <span role="status" class="flex items-center gap-1.5 text-hint text-muted">
      <span class={`size-2 rounded-full ${isLive ? 'bg-good' : 'border border-edge'}`} />
      {isLive ? t('payments.live') : t('payments.notLive')}
    </span>
  )
}
