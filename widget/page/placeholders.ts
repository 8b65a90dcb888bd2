import { cardBrandsOf } from '../forms/card/brand-choice.ts'
import type { CardFormOrder } from '../forms/card/card-form.ts'
import type { SharedPage } from './runs.ts'

/** A page that has taken so many forms out again while it loads will not let one stand. */
const MAX_RECREATIONS = 10

/** Builds a form, lets it be put into the page, and returns its container. */
export type CreateForm = (order: CardFormOrder, insert: (container: Element) => void) => Element

/** The placeholder forms of the page that one run of the script replaces by card forms. */
export interface Placeholders {
  /** Takes those that no run has taken yet. */
  take(): void
  /** Builds the forms of those that were taken; says whether there was one to build. */
  build(create: CreateForm): boolean
  /** Whether a taken one has no form yet. */
  areWaiting(): boolean
  /** What those that were taken name as their brands. */
  brands(): string
  /** Gives up those that stand in the page, for a later run of the script. */
  release(): void
}

export function createPlaceholders({ taken }: SharedPage): Placeholders {
  const waiting = new Set<HTMLFormElement>()
  /** Hidden ones beside their form. */
  const kept = new Set<HTMLFormElement>()
  const brands = new Set<string>()
  const built: { readonly key: string; readonly container: Element }[] = []

  /**
   * One live form per place: a page that creates its placeholder again, because it misses it or has
   * drawn everything anew, gets no second form beside the first, and keeps the placeholder so that
   * it does not create it for ever.
   */
  function replace(element: HTMLFormElement, order: CardFormOrder, create: CreateForm): boolean {
    const key = JSON.stringify(order)
    const same = built.filter((form) => form.key === key)
    const hasForm = same.some(({ container }) => container.parentNode === element.parentNode)
    const gone = same.filter(({ container }) => !container.isConnected).length
    const isAgain = hasForm || gone > 0
    if (isAgain) {
      element.hidden = true
      kept.add(element)
    }
    if (hasForm || gone > MAX_RECREATIONS) return false
    const container = create(order, (made) => {
      if (isAgain) element.after(made)
      else element.replaceWith(made)
    })
    if (!isAgain) taken.delete(element)
    built.push({ key, container })
    return true
  }

  return {
    take() {
      for (const element of document.querySelectorAll<HTMLFormElement>('form.paymentWidgets')) {
        if (taken.has(element)) continue
        taken.add(element)
        waiting.add(element)
        brands.add(brandsOf(element))
      }
    },
    build(create) {
      let hasBuilt = false
      for (const element of waiting) {
        const order = element.isConnected ? orderOf(element) : 'gone'
        if (order === undefined) continue
        waiting.delete(element)
        if (order === 'gone') taken.delete(element)
        else hasBuilt = replace(element, order, create) || hasBuilt
      }
      return hasBuilt
    },
    areWaiting: () => waiting.size > 0,
    brands: () => [...brands].join(' '),
    release() {
      for (const element of kept) element.hidden = false
      for (const element of [...waiting, ...kept]) taken.delete(element)
      waiting.clear()
      kept.clear()
    },
  }
}

/**
 * What a placeholder asks for. It names card brands or no brand at all (then the digits decide); one
 * that names other brands only is left alone.
 */
function orderOf(element: HTMLFormElement): CardFormOrder | undefined {
  const text = brandsOf(element)
  const named = cardBrandsOf(text)
  if (text !== '' && named.length === 0) return undefined
  return { named, action: element.getAttribute('action') ?? '', lang: element.lang }
}

/** By attribute or, as old pages write it, as the text of the form. */
function brandsOf({ dataset, textContent }: HTMLFormElement): string {
  return (dataset.brands ?? textContent ?? '').trim()
}

/** A page that has not shown its form by then will not: the checkout has expired. */
const WATCH_AT_MOST_MS = 30 * 60_000

/**
 * Calls `look` whenever the page has changed, until it says that it is done, or half an hour is
 * over. Frameworks add the form long after the script ran. Returns the way to end it.
 */
export function watchPage(look: () => boolean, ended: () => void): () => void {
  const observer = new MutationObserver(check)
  const timer = setTimeout(end, WATCH_AT_MOST_MS)
  observer.observe(document, { childList: true, subtree: true })
  document.addEventListener('readystatechange', check)

  function check(): void {
    if (look()) end()
  }

  function end(): void {
    observer.disconnect()
    clearTimeout(timer)
    document.removeEventListener('readystatechange', check)
    ended()
  }
  return end
}
