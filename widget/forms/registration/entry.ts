import {
  registrationCard,
  registrationChoose,
  registrationConfirm,
  registrationDelete,
  registrationDeleted,
  registrationExpired,
  registrationGone,
  registrationKeep,
  registrationNotDeleted,
  registrationOther,
  registrationSaved,
} from '../../../locales/fetched/en.json'
import type { CreateBody } from '../create-form.ts'
import type { FormKit } from '../form-kit.ts'
import { createRegistrationForm } from './registration-form.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (create: CreateBody) => void

__TILLGATE_KIT__.addEnglish({
  registrationCard,
  registrationChoose,
  registrationConfirm,
  registrationDelete,
  registrationDeleted,
  registrationExpired,
  registrationGone,
  registrationKeep,
  registrationNotDeleted,
  registrationOther,
  registrationSaved,
})
__TILLGATE_DEFINE__(async (form) => createRegistrationForm(form))
