import type { AdminOverviewGroups } from '../../../administration/answer.ts'
import { brandName } from '../../texts/brands.ts'
import { t, tag } from '../../texts/texts.ts'
import type { Filters } from '../payments/filters.ts'

export type Grouping = AdminOverviewGroups['by']

export const GROUPINGS: readonly Grouping[] = ['brand', 'country', 'issuer']

/** All that are beyond the most frequent ones. */
const OTHERS = '*'

/** What people call a group. */
export function groupName(by: Grouping, value: string): string {
  if (value === '') return t('overview.unknown')
  if (value === OTHERS) return t('overview.others')
  if (by === 'brand') return brandName(value)
  if (by === 'issuer' || !/^[A-Z]{2}$/.test(value)) return value
  return new Intl.DisplayNames([tag], { type: 'region' }).of(value) ?? value
}

/** The filter that finds the payments of a group; absent: no list has them alone. */
export function groupFilter(by: Grouping, value: string): Filters | undefined {
  if (value === '' || value === OTHERS) return undefined
  return by === 'country' && !/^[A-Z]{2}$/.test(value) ? undefined : { [by]: value }
}
