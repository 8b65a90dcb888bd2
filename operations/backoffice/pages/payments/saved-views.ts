import { isJsonObject } from '../../../../common/json-object.ts'
import { addressQuery, type Filters, filtersOf } from './filters.ts'

/** Filters under a name, kept in this browser. */
export interface SavedView {
  readonly name: string
  readonly filters: Filters
}

const STORED = 'tillgate.payment-views'
/** More would not fit above the list. */
export const MAX_VIEWS = 12

/** What the browser has kept; what cannot be read is left out. */
export function readViews(stored: string | null): readonly SavedView[] {
  let kept: unknown
  try {
    kept = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(kept)) return []
  return kept
    .filter(isJsonObject)
    .flatMap(({ name, filters }) =>
      typeof name === 'string' && isJsonObject(filters)
        ? [{ name, filters: filtersOf(textsOf(filters)) }]
        : [],
    )
    .slice(0, MAX_VIEWS)
}

function textsOf(members: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(members).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts) as Record<string, string>
}

/** The views with one more; a view of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS)
}

export function isSame(one: Filters, other: Filters): boolean {
  return addressQuery(one) === addressQuery(other)
}

export function loadViews(): readonly SavedView[] {
  return readViews(localStorage.getItem(STORED))
}

export function storeViews(views: readonly SavedView[]): void {
  localStorage.setItem(STORED, JSON.stringify(views))
}
