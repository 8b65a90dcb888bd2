import type { ComponentChildren } from 'preact'
import { Icon } from '../../parts/icon.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { t } from '../../texts/texts.ts'
import { shownTime } from '../../texts/times.ts'
import type { Filters } from './filters.ts'
import { MAX_WAITING } from './newest.ts'
import { amountsError, daysError, queryError } from './range-errors.ts'
import type { PaymentsOfPage } from './use-payments.ts'

/** Rows of grey while the first page of payments is on its way. */
const EXPECTED_ROWS = 12

/** Payments that the filters find, with those that come meanwhile and the way to older ones. */
export function FoundPayments(props: {
  readonly payments: PaymentsOfPage
  readonly filters: Filters
  /** What is shown where there are none. */
  readonly children: ComponentChildren
}) {
  const { list, isLoading, failure, reload, loadOlder, showNew } = props.payments
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
        list.cursor === undefined &&
        props.children}
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

function isSaid(error: string | undefined): error is string {
  return error !== undefined
}
