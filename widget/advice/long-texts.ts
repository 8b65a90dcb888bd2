import { MAX_FRAME_STYLE, MAX_FRAME_TEXT } from '../../common/frame-limits.ts'
import type { PageOptions } from '../options/page-options.ts'

/** Options whose texts are shown in secured fields, and how long these may be there. */
const LIMITS = {
  labels: MAX_FRAME_TEXT,
  errorMessages: MAX_FRAME_TEXT,
  iframeStyles: MAX_FRAME_STYLE,
} as const

/** The names of the options with a text that is too long for a secured field. */
export function longTexts(given: PageOptions): readonly string[] {
  return Object.entries(LIMITS)
    .filter(([name, limit]) => hasLonger(given[name as keyof PageOptions], limit))
    .map(([name]) => name)
}

/** `iframeStyles` holds an object for each field. */
function hasLonger(value: unknown, limit: number, depth = 2): boolean {
  if (typeof value === 'string') return value.length > limit
  if (typeof value !== 'object' || value === null || depth === 0) return false
  return Object.values(value).some((each) => hasLonger(each, limit, depth - 1))
}
