import type { CreateBody } from '../load-form.ts'
import { createButtonForm } from './button-form.tsx'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_DEFINE__: (create: CreateBody) => void

__TILLGATE_DEFINE__(createButtonForm)
