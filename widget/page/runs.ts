import type { CardForm } from '../forms/card/card-form.ts'

/** One run of the script on a page, with the checkout it was loaded for. */
export interface Run {
  /** Later ones have more. */
  readonly order: number
  readonly forms: () => readonly CardForm[]
  readonly remove: (form: CardForm) => void
  /** Leaves placeholders that it has not seen yet to a later run. */
  readonly takeNoMore: () => void
  readonly end: () => void
}

/** What all runs of the script on one page share. */
export interface SharedPage {
  /** Those that have a form, or look for one. A run that has ended is held by nothing. */
  readonly runs: Set<Run>
  /** Placeholders that a run has taken, also before it has built their form. */
  readonly taken: WeakSet<Element>
  started: number
}

const KEY = Symbol.for('tillgate')

/** Not on `wpwl`: pages delete that, or put something else there. */
export function sharedPage(): SharedPage {
  const place = window as { [KEY]?: SharedPage }
  place[KEY] ??= { runs: new Set(), taken: new WeakSet(), started: 0 }
  return place[KEY]
}
