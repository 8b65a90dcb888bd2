import type { StripeObject } from '../objects/types.ts'
import { invalid } from './errors.ts'

type TimeRange = number | { gt?: number; gte?: number; lt?: number; lte?: number }

interface Page {
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
}

const DEFAULT_LIMIT = 10

/** One page of objects that come newest first. */
export function listPage<O extends StripeObject>(url: string, all: readonly O[], page: Page) {
  const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = page
  if (after !== undefined && before !== undefined) {
    throw invalid('You may only specify one of these parameters: starting_after, ending_before.')
  }
  const edge = after ?? before
  const place = edge === undefined ? -1 : all.findIndex(({ id }) => id === edge)
  if (edge !== undefined && place < 0) {
    throw invalid(`No such object: '${edge}'`, {
      code: 'resource_missing',
      param: after === undefined ? 'ending_before' : 'starting_after',
    })
  }
  const from = before === undefined ? place + 1 : Math.max(0, place - limit)
  const to = before === undefined ? from + limit : place
  const hasMore = before === undefined ? to < all.length : from > 0
  return { object: 'list' as const, data: all.slice(from, to), has_more: hasMore, url }
}

/** Whether a time is in a range; without one it is. */
export function isWithin(time: number, range: TimeRange | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return time === range
  const { gt, gte, lt, lte } = range
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  )
}

/** Whether a member has the wished value; without a wish it does. */
export const isWished = <T>(value: T, wish: T | undefined) => wish === undefined || value === wish
