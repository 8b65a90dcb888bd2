import {
  transferBank,
  transferBankError,
  transferBicError,
  transferCountry,
  transferCountryError,
  transferIban,
  transferIbanError,
} from '../../../../locales/fetched/en.json'
import type { AskFields } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import { transferFields } from './transfer-fields.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: AskFields) => void

__TILLGATE_KIT__.addEnglish({
  transferBank,
  transferBankError,
  transferBicError,
  transferCountry,
  transferCountryError,
  transferIban,
  transferIbanError,
})
__TILLGATE_DEFINE__((form, code, { transfer = {} }) => {
  const rows = transferFields(form, transfer, navigator.languages)
  return { fields: code.createFieldSet(form, () => rows) }
})
