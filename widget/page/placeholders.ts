import { requestedForms } from '../forms/registry.ts'
import type { FormOrder } from '../forms/shell/form-shell.ts'
import type { Started } from '../start/started.ts'
import { brandsOf } from '../start/take-placeholders.ts'
import type { BuildForm } from './build-form.ts'
import { holdPlaces, isListLikely, type PlacedForm } from './list-place.ts'

/** A page that has removed so many forms again does not want one; the code of `widget/restoring/` forgets old ones. */
const MAX_RECREATIONS = 10

/** The placeholder forms of the page that one run of the script replaces by payment forms. */
export interface Placeholders {
  /** Takes those that no run has taken yet, unless they are for a later run. */
  take(): void
  /** Leaves those that were not found yet to a later run. */
  takeNoMore(): void
  mayTake(): boolean
  /** Builds the forms of those that were taken; returns whether there was one to build. */
  build(create: BuildForm): boolean
  /** Whether a taken one has no form yet. */
  areWaiting(): boolean
  /** Hidden ones beside their form. */
  readonly kept: ReadonlySet<HTMLFormElement>
  /** All forms that were built. */
  readonly built: BuiltForm[]
  /** Gives up those that are in the page, for a later run of the script. */
  release(): void
}

type PlaceholderParts = Pick<Started, 'boot' | 'early' | 'placeholders' | 'shared'>

export function createPlaceholders(parts: PlaceholderParts): Placeholders {
  const { boot, early, placeholders, shared } = parts
  const { taken } = shared
  const { waiting, take, takeNoMore, mayTake } = placeholders
  /** Hidden ones beside their form. */
  const kept = new Set<HTMLFormElement>()
  const built: BuiltForm[] = []

  /**
   * One live form per place: a page that creates its placeholder again, because it misses it or has
   * drawn everything anew, gets no second form beside the first, and keeps the placeholder so that
   * it does not create it for ever.
   */
  function replace(
    element: HTMLFormElement,
    orders: readonly FormOrder[],
    create: BuildForm,
  ): boolean {
    const places = orders.map((order) => placeOf(element, order, built))
    const isAgain = places.some((place) => place.isAgain)
    if (isAgain) {
      element.hidden = true
      kept.add(element)
    }
    const free = places.filter(({ isFree }) => isFree)
    const begun = early.give(element)
    const placed: PlacedForm[] = []
    for (const { key, order } of free) {
      const listed = { ...order, isListed: isListLikely(free.length) }
      const ordered = order.kind === 'card' ? { ...listed, early: begun } : listed
      const container = create(ordered, (made) => {
        // Moving it would load its frames again.
        if (made !== begun?.container) element.before(made)
      })
      // Copies of the form have it, too: what a script needs to build it again.
      container.dataset.wpwlOrder = boot.checkoutId + key
      built.push({ key, container, parentNode: element.parentNode })
      placed.push({ ...order, container })
    }
    holdPlaces(placed, boot)
    if (!free.some(({ order }) => order.kind === 'card')) begun?.container.remove()
    if (!isAgain) {
      element.remove()
      taken.delete(element)
    }
    return free.length > 0
  }

  return {
    kept,
    built,
    take,
    takeNoMore,
    mayTake,
    build(create) {
      let hasBuilt = false
      for (const element of waiting) {
        const orders = ordersOf(element)
        // One without a form stays waiting: the page may still change its brands.
        if (element.isConnected && orders.length === 0) continue
        waiting.delete(element)
        if (element.isConnected) {
          hasBuilt = replace(element, orders, create) || hasBuilt
        } else {
          taken.delete(element)
          early.give(element)?.container.remove()
        }
      }
      return hasBuilt
    },
    areWaiting: () => waiting.size > 0,
    release() {
      for (const element of kept) element.hidden = false
      for (const element of [...waiting, ...kept]) taken.delete(element)
      waiting.clear()
      kept.clear()
    },
  }
}

/** A form that a placeholder has asked for. */
export interface BuiltForm {
  /** Its order. */
  readonly key: string
  readonly container: HTMLElement
  /** Where its placeholder was. */
  readonly parentNode: Node | null
}

/** Whether the place of a form had one before, and whether it takes one now. */
function placeOf(element: HTMLFormElement, order: FormOrder, built: readonly BuiltForm[]) {
  const key = JSON.stringify(order)
  const same = built.filter((form) => form.key === key)
  const hasForm = same.some(({ container }) => container.parentNode === element.parentNode)
  const gone = same.filter(({ container }) => !container.isConnected).length
  return {
    key,
    order,
    isAgain: hasForm || gone > 0,
    isFree: !hasForm && gone <= MAX_RECREATIONS,
  }
}

/** The forms that a placeholder asks for; none where no form takes any of its brands. */
function ordersOf(element: HTMLFormElement): readonly FormOrder[] {
  const action = element.getAttribute('action') ?? ''
  const { lang } = element
  return requestedForms(brandsOf(element)).map((request) => ({ ...request, action, lang }))
}
