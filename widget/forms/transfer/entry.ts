import {
  transferBank,
  transferBankError,
  transferBicError,
  transferCountry,
  transferCountryError,
  transferIban,
  transferIbanError,
} from '../../../locales/en.json'
import type { FormKit } from '../form-kit.ts'
import { type CreateTransferForm, createTransferForm } from './transfer-form.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (create: CreateTransferForm) => void

__TILLGATE_KIT__.addEnglish({
  transferBank,
  transferBankError,
  transferBicError,
  transferCountry,
  transferCountryError,
  transferIban,
  transferIbanError,
})
__TILLGATE_DEFINE__(createTransferForm)
