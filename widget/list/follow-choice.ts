import type { FormKit } from '../forms/form-kit.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { batch, effect } = __TILLGATE_KIT__

/**
 * Keeps one form of a list open: the one that was opened last (by the shopper, or because it shows a
 * challenge), or that pays. At first, and when the open one has gone, it is the first that is shown.
 * Returns how to end it.
 */
export function followChoice(shells: readonly FormShell[]): () => void {
  let current: FormShell | undefined
  let isBegun = false
  for (const { isOpen } of shells) isOpen.value = false
  return effect(() => {
    const shown = shells.filter(({ isShown }) => isShown.value)
    const busy = shells.filter(({ phase }) => phase.value === 'busy')
    const paying = current && busy.includes(current) ? current : busy[0]
    const chosen = shells.find((each) => each.isOpen.value && each !== current)
    const kept = current && shown.includes(current) ? current : undefined
    const isFirstOpen = isBegun || (shells[0]?.options.openFirst ?? true)
    const next = chosen ?? paying ?? kept ?? (isFirstOpen ? shown[0] : undefined)
    if (next !== undefined) isBegun = true
    if (next === current) return
    const isChange = current !== undefined || chosen !== undefined
    current = next
    for (const { container } of shells) container.toggleAttribute('data-wpwl-chosen', isChange)
    batch(() => {
      for (const { isOpen } of shells) isOpen.value = false
      if (next) next.isOpen.value = true
    })
    if (isChange && next) {
      next.call('onChangePaymentMethod', undefined, `wpwl-container-${next.name}`)
    }
  })
}
