import { type AddFields, addFields } from './add-fields.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_DEFINE__: (made: AddFields) => void

__TILLGATE_DEFINE__(addFields)
