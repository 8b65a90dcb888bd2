import {
  debitBankCode,
  debitBankCodeError,
  debitCreditorId,
  debitHolder,
  debitHolderError,
  debitIbanEmpty,
  debitIbanError,
  debitMandate,
  debitNumber,
  debitNumberError,
  debitOutsideError,
  transferBicError,
  transferCountry,
  transferCountryError,
} from '../../../../locales/fetched/en.json'
import type { AskFields } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import { askDebit } from './ask-debit.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: AskFields) => void

__TILLGATE_KIT__.addEnglish({
  debitBankCode,
  debitBankCodeError,
  debitCreditorId,
  debitHolder,
  debitHolderError,
  debitIbanEmpty,
  debitIbanError,
  debitMandate,
  debitNumber,
  debitNumberError,
  debitOutsideError,
  transferBicError,
  transferCountry,
  transferCountryError,
})
__TILLGATE_DEFINE__(askDebit)
