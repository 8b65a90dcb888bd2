import type { CardForm, DetailFields } from '../card/card-form.ts'
import { secureDetails } from './secure-details.tsx'

/** Makes expiry and holder of a card form secured fields (option `enableSAQACompliance`). */
export type SecureDetails = (form: CardForm) => DetailFields

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_DEFINE__: (made: SecureDetails) => void

__TILLGATE_DEFINE__(secureDetails)
