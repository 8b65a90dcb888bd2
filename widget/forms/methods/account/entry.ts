import {
  accountId,
  accountIdError,
  accountMode,
  accountPhone,
  accountPhoneError,
  accountQrCode,
} from '../../../../locales/fetched/en.json'
import type { AskFields } from '../../button/method-form.tsx'
import type { FieldSet } from '../../fields/field-set.ts'
import type { FormKit } from '../../form-kit.ts'
import { accountField, phoneFields } from './account-fields.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: AskFields) => void

__TILLGATE_KIT__.addEnglish({
  accountId,
  accountIdError,
  accountMode,
  accountPhone,
  accountPhoneError,
  accountQrCode,
})
__TILLGATE_DEFINE__((form, code, { flow }) => {
  const own = (): FieldSet => fields
  // With a page of the provider the brand needs a phone, without one the name of the account.
  const rows = () => (flow === 'redirect' ? phoneFields(form, own) : [accountField])
  const fields: FieldSet = code.createFieldSet(form, rows)
  return { fields }
})
