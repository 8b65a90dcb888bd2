import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../common/durations.ts'

/** Jumps in time of a run: those of recovery, of a checkout's life, of a lease. */
export const TIME_STEPS_MS = [
  SECOND_MS,
  6 * SECOND_MS,
  12 * SECOND_MS,
  31 * SECOND_MS,
  45 * SECOND_MS,
  61 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  31 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  25 * HOUR_MS,
]

/** The kinds of events, with how often each happens. */
export const EVENT_WEIGHTS = {
  pay: 24,
  payEnrolled: 16,
  authenticate: 34,
  payWithGift: 6,
  payStored: 7,
  subscribe: 2,
  switchSchedule: 2,
  refer: 32,
  openCheckout: 6,
  changeGifts: 6,
  submit: 13,
  updateCheckout: 3,
  deleteCheckout: 1,
  deleteRegistration: 3,
  decide: 5,
  read: 10,
  repeat: 8,
  beat: 6,
  jump: 5,
}
