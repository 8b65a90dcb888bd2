import type { FormKit } from '../forms/form-kit.ts'
import type { Restoring } from '../page/watch-returns.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit

const said = new WeakSet<Element>()

/** Says, once, behind an element that there is no form, as long as the element is in the page. */
export async function sayHere(
  { started }: Restoring,
  element: HTMLElement,
  tryAgain: () => void,
): Promise<void> {
  if (said.has(element)) return
  said.add(element)
  element.hidden = true
  await __TILLGATE_KIT__.sayBlocked(started.boot, [element], () => {
    said.delete(element)
    tryAgain()
  })
  const line = element.nextElementSibling
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    observer.disconnect()
    if (line?.matches('.wpwl-blocked')) line.remove()
  })
  observer.observe(document, { childList: true, subtree: true })
}
