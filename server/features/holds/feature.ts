import type { Feature } from '../../payments/index.ts'
import { createHoldExpiry, type HoldParts } from './expiry.ts'

/** Tells merchants that their holds expire, and releases them where they want that. */
export const holds = {
  name: 'holds',

  start: (parts: HoldParts) => ({ timers: { holdExpiry: createHoldExpiry(parts) } }),
} as const satisfies Feature
