import { tellChangedBuiltIns } from './changed-built-ins.ts'

/** A form that is not whole by then has perhaps met a function of the page's. */
const FORM_WITHIN_MS = 10_000

const isThere = (selector: string) => document.querySelector(selector) !== null

const hadPlaceholder = isThere('form.paymentWidgets')

/**
 * Begins before any other code of the script runs, which may be stopped by such a function at once. The first form
 * that is whole ends it: half a form is no better than none.
 */
export const builtInsWatch: ReturnType<typeof setTimeout> = setTimeout(() => {
  if (hadPlaceholder || isThere('form.paymentWidgets,.wpwl-form')) tellChangedBuiltIns()
}, FORM_WITHIN_MS)
