import type { Restore } from '../page/watch-returns.ts'
import { restore } from './restore.ts'

declare const __TILLGATE_DEFINE__: (made: Restore) => void

__TILLGATE_DEFINE__(restore)
