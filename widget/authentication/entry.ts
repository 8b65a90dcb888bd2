import {
  authenticationAsk,
  authenticationCancel,
  authenticationCancelling,
  authenticationChecking,
  authenticationDone,
  authenticationFailed,
  authenticationFrame,
  authenticationKeep,
  authenticationLate,
  authenticationStop,
  authenticationTitle,
} from '../../locales/fetched/en.json'
import type { Authenticate, AuthenticationKit } from '../forms/submit/follow-redirect.ts'
import { authenticate } from './authenticate.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: AuthenticationKit
declare const __TILLGATE_DEFINE__: (made: Authenticate) => void

__TILLGATE_KIT__.addEnglish({
  authenticationAsk,
  authenticationCancel,
  authenticationCancelling,
  authenticationChecking,
  authenticationDone,
  authenticationFailed,
  authenticationFrame,
  authenticationKeep,
  authenticationLate,
  authenticationStop,
  authenticationTitle,
})
__TILLGATE_DEFINE__(authenticate)
