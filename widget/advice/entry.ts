import { type Advise, advise } from './advise.ts'

declare const __TILLGATE_DEFINE__: (made: Advise) => void

__TILLGATE_DEFINE__(advise)
