import type { FormKit } from '../forms/form-kit.ts'

/** Bound by the function around fetched code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

/** What fetched code says to the shopper and to the page. */
export const { announce, notify, reportFailure } = __TILLGATE_KIT__
