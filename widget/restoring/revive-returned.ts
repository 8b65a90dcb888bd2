import type { FormKit } from '../forms/form-kit.ts'
import type { BuiltForm } from '../page/placeholders.ts'
import type { Restoring } from '../page/watch-returns.ts'
import { adopt } from './adopt.ts'
import { firstSeenMs, forget, NEVER } from './first-seen.ts'
import { sayHere } from './say-here.ts'
import { keptOrder } from './to-placeholders.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit

const { brandsOf } = __TILLGATE_KIT__

/** A script that the page adds with its placeholder has begun by then, and has taken it. */
const SCRIPT_WITHIN_MS = 1000
/** One that the page names and that has not run by then is text that the page has written. */
const NAMED_SCRIPT_WITHIN_MS = 10_000
/** Pages that draw themselves anew at each key of a shopper's get the form when they rest. */
const REST_MS = 500
/** So long a form that the page has removed counts as one of too many. */
const COUNTED_MS = 30_000

const lastAtMs = new WeakMap<Restoring, number>()

/**
 * Builds forms of placeholders that have come back: in the place of a form that the page has removed, or
 * elsewhere for the same order.
 *
 * @returns when to look again, in ms since 1970
 */
export function reviveReturned(page: Restoring): number {
  let dueAtMs = NEVER
  for (const element of document.querySelectorAll<HTMLFormElement>('form.paymentWidgets')) {
    const place = lostPlace(page, element)
    if (place === undefined) continue
    const scripts = waitingScripts(page)
    const isForOther = scripts.includes('other')
    const waitMs = isForOther
      ? NAMED_SCRIPT_WITHIN_MS
      : scripts.length > 0 || place === 'elsewhere'
        ? SCRIPT_WITHIN_MS
        : restMs(page, element)
    const at = firstSeenMs(element) + waitMs
    if (at > Date.now()) dueAtMs = Math.min(dueAtMs, at)
    else if (isForOther) giveUp(page, element)
    else revive(page, element)
  }
  return dueAtMs
}

/** Whether the page has removed the form of a placeholder here, or one for the same order elsewhere. */
function lostPlace(
  { placeholders, started }: Restoring,
  element: HTMLFormElement,
): 'here' | 'elsewhere' | undefined {
  const { built, kept } = placeholders
  const isHere = ({ parentNode }: BuiltForm) => parentNode === element.parentNode
  const hasForm = built.some((form) => form.container.isConnected && isHere(form))
  if (hasForm || (started.shared.taken.has(element) && !kept.has(element))) return undefined
  const lost = built.filter(isLost)
  if (lost.some(isHere)) return 'here'
  return lost.some(({ container }) => isFor(container, element)) ? 'elsewhere' : undefined
}

/** Whether the page has removed it; a form that was removed for good is empty. */
function isLost({ container }: BuiltForm): boolean {
  return !container.isConnected && container.hasChildNodes()
}

/** Whether a form is one of those that a placeholder asks for. */
function isFor(container: HTMLElement, placeholder: HTMLFormElement): boolean {
  const [, order] = keptOrder(container) ?? []
  const asked = brandsOf(placeholder).toUpperCase()
  const isSame = order?.action === (placeholder.getAttribute('action') ?? '')
  return isSame && (order?.brands.every((brand) => asked.includes(brand)) ?? false)
}

function restMs(page: Restoring, element: Element): number {
  const isSoon = firstSeenMs(element) - (lastAtMs.get(page) ?? 0) < 2 * REST_MS
  return isSoon ? REST_MS : 0
}

/** The script tags of the page that have not run: whether they are for this checkout. */
function waitingScripts({ started }: Restoring): readonly ('own' | 'other')[] {
  const { boot, shared } = started
  const { base, checkoutId } = boot
  const isOwn = (src: string) =>
    checkoutId === null ? !src.includes('checkoutId=') : src.includes(checkoutId)
  return [...document.scripts]
    .filter((script) => script.src.startsWith(`${base}/v1/paymentWidgets.js`))
    .filter((script) => !shared.taken.has(script))
    .map(({ src }) => (isOwn(src) ? 'own' : 'other'))
}

function revive(page: Restoring, element: HTMLFormElement): void {
  forget(element)
  forgetOld(page.placeholders.built)
  lastAtMs.set(page, Date.now())
  adopt(page, [element])
  if (!element.isConnected || lostPlace(page, element) === undefined) return
  console.error(
    'This page has removed the payment form too often: keep the form out of what it draws again',
  )
  void sayHere(page, element, () => revive(page, element))
}

/** Those that the page has removed count for half a minute; the last one of each place shows where it was. */
function forgetOld(built: BuiltForm[]): void {
  const isOld = (form: BuiltForm) =>
    isLost(form) && firstSeenMs(form.container) < Date.now() - COUNTED_MS
  const isLast = ({ key, parentNode }: BuiltForm, at: number) =>
    !built.slice(at + 1).some((other) => other.key === key && other.parentNode === parentNode)
  const kept = built.filter((form, at) => {
    const shows = isLast(form, at) && (form.parentNode?.isConnected || at === built.length - 1)
    return shows || !isOld(form)
  })
  built.splice(0, built.length, ...kept)
}

function giveUp(page: Restoring, element: HTMLFormElement): void {
  console.error(
    'This page names the script of another checkout, and the script has not run: load the page again',
  )
  void sayHere(page, element, () => location.reload())
}
