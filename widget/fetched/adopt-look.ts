import type { FormKit } from '../forms/form-kit.ts'

/** Bound by the function around fetched code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

export const { createLook } = __TILLGATE_KIT__
