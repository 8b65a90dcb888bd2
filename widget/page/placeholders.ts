import { cardBrandsOf } from '../forms/card/brand-choice.ts'

/** A `form.paymentWidgets` in the page that a card form shall replace. */
export interface Placeholder {
  readonly element: HTMLFormElement
  readonly named: readonly string[]
}

/**
 * The placeholder forms that are in the page now and name card brands or no brand at all (then the
 * digits decide). Forms that name other brands only are left alone.
 */
export function findPlaceholders(root: ParentNode): Placeholder[] {
  const forms = Array.from(root.querySelectorAll<HTMLFormElement>('form.paymentWidgets'))
  return forms.flatMap((element) => {
    const text = (element.dataset.brands ?? element.textContent ?? '').trim()
    const named = cardBrandsOf(text)
    return text !== '' && named.length === 0 ? [] : [{ element, named }]
  })
}

/** A page that has not shown its form by then will not: the checkout has expired. */
const WATCH_AT_MOST_MS = 30 * 60_000

/**
 * Calls `look` whenever the page has changed, until it says that it is done, or half an hour is
 * over. Frameworks add the form long after the script ran.
 */
export function watchPage(look: () => boolean): () => void {
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
  }
  return end
}
