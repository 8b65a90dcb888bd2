import { giftNumber, giftNumberError, giftPinError } from '../../../../locales/fetched/en.json'
import type { AskFields } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import { giftFields } from './gift-fields.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: AskFields) => void

__TILLGATE_KIT__.addEnglish({ giftNumber, giftNumberError, giftPinError })
__TILLGATE_DEFINE__((form, code) => ({ fields: code.createFieldSet(form, () => giftFields) }))
