import { offsetMs } from '../../../../common/zoned-days.ts'
import type { Step } from '../../parts/chart.tsx'

/** When a part of a time begins, in a time zone of the IANA list: `2026-11-30`, of an hour `2026-11-30 14:00`. */
export function pointText(atMs: number, step: Step, timeZone: string): string {
  const text = new Date(atMs + offsetMs(atMs, timeZone)).toISOString().replace('T', ' ')
  return text.slice(0, step === 'hour' ? 16 : step === 'month' ? 7 : 10)
}
