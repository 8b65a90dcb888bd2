import type { RareLogos } from './logos.ts'
import { rareLogos } from './rare-logos.ts'

declare const __TILLGATE_DEFINE__: (made: RareLogos) => void

__TILLGATE_DEFINE__(rareLogos)
