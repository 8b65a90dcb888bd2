import { camt054 } from './camt054.ts'
import { datev } from './datev.ts'
import type { BookingFormat } from './format.ts'
import { quickbooks } from './quickbooks.ts'

/** What bookings are exported for, beside the CSV with all that is known of them. */
export const FORMATS = { datev, quickbooks, camt054 } as const satisfies Readonly<
  Record<string, BookingFormat>
>

export type FormatName = keyof typeof FORMATS
