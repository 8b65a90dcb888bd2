import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { Feature, Started } from '../../payments/index.ts'
import { createHoldExpiry, type HoldParts } from './expiry.ts'

/** Tells merchants that their holds expire, and releases them where they want that. */
export const holds = {
  name: 'holds',

  start: (parts: HoldParts): Started & { readonly onTimer: TimerHandler } => ({
    onTimer: createHoldExpiry(parts),
  }),
} as const satisfies Feature
