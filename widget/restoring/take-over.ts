import type { PageForm } from '../forms/create-form.ts'
import type { Restoring } from '../page/watch-returns.ts'
import { adopt } from './adopt.ts'
import { NEVER } from './first-seen.ts'
import { keptOrder, toPlaceholders } from './to-placeholders.ts'

/** How often it is looked whether a payment of the other checkout is over. */
const PAYING_MS = 500

/**
 * A page that loads the script of another checkout and adds no placeholder for it has made a new checkout for
 * the forms that it shows: they pay what `wpwl.checkout` says. Forms of `wpwl.mount` are left to the script
 * that has mounted them.
 *
 * @returns when to look again, in ms since 1970
 */
export function takeOver(page: Restoring): number {
  const { pageLoad, placeholders, started } = page
  const { boot, run, shared } = started
  // A page that loads may add a placeholder yet.
  const hasOwn = placeholders.built.length > 0 || placeholders.areWaiting()
  if (hasOwn || !pageLoad.isOver()) return NEVER
  let dueAtMs = NEVER
  for (const other of shared.runs) {
    if (other.order > run.order) continue
    const ofOther = ({ shell }: PageForm) =>
      keptOrder(shell.container)?.[0] !== `${boot.checkoutId}`
    const forms = other.forms().filter((form) => isAsked(form) && ofOther(form))
    if (forms.some(isPaying)) dueAtMs = Date.now() + PAYING_MS
    else replaceForms(page, forms, other.remove)
  }
  return dueAtMs
}

function replaceForms(
  page: Restoring,
  forms: readonly PageForm[],
  remove: (form: PageForm) => void,
): void {
  const containers = forms.map(({ shell }) => shell.container)
  const placeholders = toPlaceholders(containers, (container) => {
    for (const form of forms) if (form.shell.container === container) remove(form)
  })
  // Those of stored payment details were not asked for.
  for (const form of forms) if (form.shell.container.isConnected) remove(form)
  if (placeholders.length > 0) adopt(page, placeholders)
}

/** By a placeholder, or for the stored payment details of its checkout. */
function isAsked({ shell }: PageForm): boolean {
  return shell.kind === 'registration' || keptOrder(shell.container) !== undefined
}

function isPaying({ shell }: PageForm): boolean {
  return /busy|leaving/.test(shell.phase.peek())
}
