import type { FindDrawing } from '../logos/logos.ts'
import { markOf } from './marks.ts'

declare const __TILLGATE_DEFINE__: (made: FindDrawing) => void

__TILLGATE_DEFINE__(markOf)
