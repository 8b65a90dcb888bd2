import type { FindDrawing } from './logos.ts'
import { rareLogos } from './rare-logos.ts'

declare const __TILLGATE_DEFINE__: (made: FindDrawing) => void

__TILLGATE_DEFINE__((brand) => rareLogos[brand])
