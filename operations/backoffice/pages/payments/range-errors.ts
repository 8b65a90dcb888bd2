import { t } from '../../texts/texts.ts'
import { shownDate } from '../../texts/times.ts'
import { type Filters, faultsOf } from './filters.ts'

/** Why the gateway would refuse the days of a list: a sentence that names both of them. */
export function daysError(filters: Filters): string | undefined {
  const { from = '', to = '' } = filters
  return faultsOf(filters)?.days === undefined
    ? undefined
    : t('filter.daysReversed', { from: shownDate(from), to: shownDate(to) })
}

/** Why a text is not searched for. */
export function queryError(query: string | undefined): string | undefined {
  const fault = query === undefined ? undefined : faultsOf({ query })?.query
  return fault === undefined ? undefined : t('payments.noCardNumber')
}

/** The same of the amounts. */
export function amountsError(filters: Filters): string | undefined {
  const fault = faultsOf(filters)?.amounts
  if (fault === undefined) return undefined
  if (fault === 'malformed') return t('amount.malformed')
  const { min, max } = filters
  return t('filter.amountsReversed', { min, max })
}
