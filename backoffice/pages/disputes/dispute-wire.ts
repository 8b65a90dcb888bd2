import type { DisputeAnswer, DisputeList } from '../../../common/wire-types.ts'

/** A dispute as `GET /admin/v1/disputes` answers it (docs/disputes.md). */
export type Dispute = DisputeList['disputes'][number]

/** A dispute with its history and documents. */
export type WholeDispute = DisputeAnswer

/** Stages in which the merchant is asked. */
const ANSWERABLE = ['inquiry', 'alert', 'firstChargeback', 'preArbitration']

/** Whether somebody has to answer now. */
export function isWaiting({ outcome, stage, respondBy }: Dispute): boolean {
  return outcome === 'open' && respondBy !== undefined && ANSWERABLE.includes(stage)
}
