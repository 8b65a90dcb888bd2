import {
  accepted,
  alreadyPaid,
  alreadyStored,
  amountChanged,
  backToShop,
  checkAgain,
  checkingPayment,
  declined,
  declinedBank,
  declinedCard,
  declinedCode,
  declinedExpiry,
  declinedFunds,
  declinedLater,
  declinedNumber,
  declinedUnconfirmed,
  insecurePage,
  notStored,
  outcomeUnknown,
  payAnotherWay,
  payingLong,
  payingVeryLong,
  paymentFailed,
  paymentUnderWay,
  redirecting,
  serverFailed,
  sessionExpired_one,
  sessionExpired_other,
  sessionInvalid,
  startAgain,
  stored,
  storingUnknown,
} from '../../../locales/fetched/en.json'
import type { FormKit } from '../form-kit.ts'
import type { SubmitCode } from '../shell/load-submit.ts'
import { askAgain } from './ask-outcome.ts'
import { closeUnpayable } from './close-unpayable.ts'
import { explain } from './failures.ts'
import { followRedirect } from './follow-redirect.ts'
import { freeOfHidingFields } from './hiding-fields.ts'
import { clearPageMarks } from './page-marks.ts'
import { submit } from './submit.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: SubmitCode) => void

__TILLGATE_KIT__.addEnglish({
  accepted,
  alreadyPaid,
  alreadyStored,
  amountChanged,
  backToShop,
  checkAgain,
  checkingPayment,
  declined,
  declinedBank,
  declinedCard,
  declinedCode,
  declinedExpiry,
  declinedFunds,
  declinedLater,
  declinedNumber,
  declinedUnconfirmed,
  insecurePage,
  notStored,
  outcomeUnknown,
  payAnotherWay,
  payingLong,
  payingVeryLong,
  paymentFailed,
  paymentUnderWay,
  redirecting,
  serverFailed,
  sessionExpired_one,
  sessionExpired_other,
  sessionInvalid,
  startAgain,
  stored,
  storingUnknown,
})
// The first key fetches this code, long before a submit.
for (const form of Document.prototype.querySelectorAll.call(document, 'form.wpwl-form'))
  freeOfHidingFields(form as HTMLFormElement)

__TILLGATE_DEFINE__({
  submit(form, steps, event) {
    freeOfHidingFields(form.element())
    return submit(form, steps, event)
  },
  clearPageMarks(form, field) {
    freeOfHidingFields(form.element())
    clearPageMarks(form, field)
  },
  closeUnpayable,
  followRedirect,
  explain: (form, name) => explain(form, name, () => void askAgain(form)),
})
