import { walletOther, walletTitle } from '../../locales/fetched/en.json'
import type { FormKit } from '../forms/form-kit.ts'
import type { ArrangeForms } from '../page/method-list.ts'
import { arrangeForms } from './arrange-forms.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (arrange: ArrangeForms) => void

__TILLGATE_KIT__.addEnglish({ walletOther, walletTitle })
__TILLGATE_DEFINE__(arrangeForms())
