/** The placeholder forms of the page that one run of the script has taken. */
export interface TakenPlaceholders {
  /** Those that have no form yet. */
  readonly waiting: Set<HTMLFormElement>
  /** What all of them have named as their brands. */
  readonly brands: Set<string>
  /** Takes those that no run has taken yet, unless they are for a later run. */
  take(): void
  /** Leaves those that were not found yet to a later run. */
  takeNoMore(): void
  mayTake(): boolean
}

/**
 * Takes the placeholders that the page has, and with `take` those that it adds.
 *
 * @param taken those that any run has taken
 */
export function takePlaceholders(taken: WeakSet<Element>): TakenPlaceholders {
  const waiting = new Set<HTMLFormElement>()
  const brands = new Set<string>()
  let mayTake = true

  function takeAll(): void {
    for (const element of document.querySelectorAll<HTMLFormElement>('form.paymentWidgets')) {
      if (taken.has(element)) continue
      taken.add(element)
      waiting.add(element)
      brands.add(brandsOf(element))
    }
  }

  takeAll()
  /** Its placeholder is before the script: one behind it may be followed by a script of its own. */
  const hasTakenAtStart = waiting.size > 0

  function take(): void {
    if (mayTake && !(document.readyState === 'loading' && hasTakenAtStart)) takeAll()
  }

  return {
    waiting,
    brands,
    take,
    takeNoMore() {
      take()
      mayTake = false
    },
    mayTake: () => mayTake,
  }
}

/** By attribute or, as old pages write it, as the text of the form. */
export function brandsOf({ dataset, textContent }: HTMLFormElement): string {
  return (dataset.brands ?? textContent ?? '').trim()
}
