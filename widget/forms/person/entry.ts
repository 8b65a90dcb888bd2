import {
  personBirthDate,
  personBirthDateError,
  personDateError,
  personDay,
  personFutureError,
  personGivenName,
  personGivenNameError,
  personMonth,
  personSaveCard,
  personSurname,
  personSurnameError,
  personTaxNumber,
  personTaxNumberError,
  personYear,
} from '../../../locales/fetched/en.json'
import { createLook } from '../../fetched/adopt-look.ts'
import type { FormKit } from '../form-kit.ts'
import { readAsked } from './asked.ts'
import look from './look.css?inline'
import { holderOf, personFields, saveCardFields, withDocumentType } from './person-fields.ts'
import { withPerson } from './with-person.ts'

const personCode = {
  adoptLook: createLook(look),
  holderOf,
  personFields,
  readAsked,
  saveCardFields,
  withDocumentType,
  withPerson,
}

/** What a page asks of the shopper's person. */
export type PersonCode = typeof personCode

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: PersonCode) => void

__TILLGATE_KIT__.addEnglish({
  personBirthDate,
  personBirthDateError,
  personDateError,
  personDay,
  personFutureError,
  personGivenName,
  personGivenNameError,
  personMonth,
  personSaveCard,
  personSurname,
  personSurnameError,
  personTaxNumber,
  personTaxNumberError,
  personYear,
})
__TILLGATE_DEFINE__(personCode)
