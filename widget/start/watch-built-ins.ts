import { tellChangedBuiltIns } from './changed-built-ins.ts'

/** A form that is not there by then has perhaps met a function of the page's. */
const FORM_WITHIN_MS = 10_000

const hasPlaceholder = () => document.querySelector('form.paymentWidgets') !== null

const hadPlaceholder = hasPlaceholder()

/** Begins before any other code of the script runs, which may be stopped by such a function at once. */
export const builtInsWatch: ReturnType<typeof setTimeout> = setTimeout(() => {
  const isExpected = hadPlaceholder || hasPlaceholder()
  if (isExpected && !document.querySelector('.wpwl-form')) tellChangedBuiltIns()
}, FORM_WITHIN_MS)
