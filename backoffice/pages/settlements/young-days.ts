import { nowMs } from '../../texts/times.ts'

/** Days after which acquirers have usually settled. */
const USUAL_DAYS = 2
const DAY_MS = 24 * 60 * 60 * 1000

/** Whether payments of a day need not be settled yet: nobody has to look for them. */
export function isYoung(day: string, atMs = nowMs()): boolean {
  return atMs - Date.parse(`${day}T00:00:00Z`) < (USUAL_DAYS + 1) * DAY_MS
}
