import type { DisputeAnswer, DisputeList } from '../../../common/wire-types.ts'
import { nowMs, untilMs } from '../../texts/times.ts'

/** A dispute as `GET /admin/v1/disputes` answers it (docs/disputes.md). */
export type Dispute = DisputeList['disputes'][number]

/** A dispute with its history and documents. */
export type WholeDispute = DisputeAnswer

/** Days before a deadline from which on it is urgent. */
export const SOON_DAYS = 3

/** Stages in which the merchant is asked. */
const ANSWERABLE = ['inquiry', 'alert', 'firstChargeback', 'preArbitration']

/** Whether somebody has to answer now. */
export function isWaiting({ outcome, stage, respondBy }: Dispute): boolean {
  return outcome === 'open' && respondBy !== undefined && ANSWERABLE.includes(stage)
}

/** Whether somebody has to answer within the next few days. */
export function isDueSoon(dispute: Dispute, atMs = nowMs()): boolean {
  const { respondBy } = dispute
  if (respondBy === undefined || !isWaiting(dispute)) return false
  return untilMs(respondBy, atMs) < SOON_DAYS * DAY_MS
}

const DAY_MS = 24 * 60 * 60 * 1000
