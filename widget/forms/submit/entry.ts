import {
  alreadyPaid,
  alreadyStored,
  amountChanged,
  backToShop,
  checkAgain,
  checkingPayment,
  declinedBank,
  declinedCard,
  declinedCode,
  declinedExpiry,
  declinedFunds,
  declinedLater,
  declinedNumber,
  declinedUnconfirmed,
  insecurePage,
  outcomeUnknown,
  payAnotherWay,
  payingLong,
  payingVeryLong,
  paymentFailed,
  paymentUnderWay,
  serverFailed,
  sessionExpired_one,
  sessionExpired_other,
  sessionInvalid,
  startAgain,
  storingUnknown,
} from '../../../locales/fetched/en.json'
import type { SubmitCode, SubmitKit } from '../shell/load-submit.ts'
import { askAgain } from './ask-outcome.ts'
import { closeUnpayable } from './close-unpayable.ts'
import { explain } from './failures.ts'
import { followRedirect } from './follow-redirect.ts'
import { clearPageMarks } from './page-marks.ts'
import { submit } from './submit.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: SubmitKit
declare const __TILLGATE_DEFINE__: (made: SubmitCode) => void

__TILLGATE_KIT__.addEnglish({
  alreadyPaid,
  alreadyStored,
  amountChanged,
  backToShop,
  checkAgain,
  checkingPayment,
  declinedBank,
  declinedCard,
  declinedCode,
  declinedExpiry,
  declinedFunds,
  declinedLater,
  declinedNumber,
  declinedUnconfirmed,
  insecurePage,
  outcomeUnknown,
  payAnotherWay,
  payingLong,
  payingVeryLong,
  paymentFailed,
  paymentUnderWay,
  serverFailed,
  sessionExpired_one,
  sessionExpired_other,
  sessionInvalid,
  startAgain,
  storingUnknown,
})
__TILLGATE_DEFINE__({
  submit,
  clearPageMarks,
  closeUnpayable,
  followRedirect,
  explain: (form, name) => explain(form, name, () => void askAgain(form)),
})
