import {
  buttonInvoice,
  buttonPrepayment,
  buttonRedirect,
  buttonSlip,
} from '../../../locales/en.json'
import type { CreateBody } from '../create-form.ts'
import type { FormKit } from '../form-kit.ts'
import { createOtherForm } from './other-form.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (create: CreateBody) => void

__TILLGATE_KIT__.addEnglish({
  buttonInvoice,
  buttonPrepayment,
  buttonRedirect,
  buttonSlip,
})
__TILLGATE_DEFINE__(createOtherForm)
