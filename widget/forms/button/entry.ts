import {
  buttonAccount,
  buttonContinue,
  buttonDebit,
  buttonDirectDebit,
  buttonGift,
  buttonGiftCard,
  buttonInvoice,
  buttonPayWith,
  buttonPrepayment,
  buttonRedirect,
  buttonSepa,
  buttonSlip,
  buttonWallet,
} from '../../../locales/fetched/en.json'
import type { CreateBody } from '../create-form.ts'
import type { FormKit } from '../form-kit.ts'
import { createOtherForm } from './other-form.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (create: CreateBody) => void

__TILLGATE_KIT__.addEnglish({
  buttonAccount,
  buttonContinue,
  buttonDebit,
  buttonDirectDebit,
  buttonGift,
  buttonGiftCard,
  buttonInvoice,
  buttonPayWith,
  buttonPrepayment,
  buttonRedirect,
  buttonSepa,
  buttonSlip,
  buttonWallet,
})
__TILLGATE_DEFINE__(createOtherForm)
