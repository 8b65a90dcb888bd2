import { giftChanged } from '../../../locales/fetched/en.json'
import type { SubmitCode, SubmitKit } from '../shell/load-submit.ts'
import { followRedirect } from './follow-redirect.ts'
import { submit } from './submit.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: SubmitKit
declare const __TILLGATE_DEFINE__: (made: SubmitCode) => void

__TILLGATE_KIT__.addEnglish({ giftChanged })
__TILLGATE_DEFINE__({ submit, followRedirect })
