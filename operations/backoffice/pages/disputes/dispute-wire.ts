import { DAY_MS } from '../../../../common/durations.ts'
import type { DefenceList, DisputeAnswer, DisputeList } from '../../../../dist/types/wire.ts'
import { resultText } from '../../texts/gateway-texts.ts'
import { spelled } from '../../texts/texts.ts'
import { nowMs, untilMs } from '../../texts/times.ts'

/** A dispute as `GET /admin/v1/disputes` answers it (docs/disputes.md). */
export type Dispute = DisputeList['disputes'][number]

/** A dispute with its history and documents. */
export type WholeDispute = DisputeAnswer

/** Who has paid what is disputed. */
export function shopperOf({ holder, customerEmail }: Dispute): string | undefined {
  return [holder, customerEmail].filter(Boolean).join(' · ') || undefined
}

/** Why the bank disputes it, in the language of the person. */
export function reasonText({ chargebackResultCode, chargebackReason }: Dispute): string {
  return resultText({ code: chargebackResultCode, description: chargebackReason })
}

/** A way in which the acquirer lets a dispute be contested. */
export type Defence = DefenceList['defences'][number]

/** What documents may show, in the acquirer's words: each once, in its order. */
export function documentTypes(defences: readonly Defence[]): readonly string[] {
  return [...new Set(defences.flatMap((one) => one.documents.map((each) => each.documentType)))]
}

/** A word of the acquirer as people read it: `shipping_documentation`, `GoodsNotReturned`. */
export function acquirerWord(name: string): string {
  return spelled(name.replaceAll('_', ' '))
}

/** Days before a deadline from which on it is urgent. */
export const SOON_DAYS = 3

/** Stages in which the merchant is asked. */
const ANSWERABLE = ['inquiry', 'alert', 'firstChargeback', 'preArbitration']

/** Whether the merchant can answer now; the acquirer need not have named a deadline. */
export function isWaiting({ outcome, stage, contestedStage }: Dispute): boolean {
  return outcome === 'open' && contestedStage !== stage && ANSWERABLE.includes(stage)
}

/** Whether somebody has to answer within the next few days. */
export function isDueSoon(dispute: Dispute, atMs = nowMs()): boolean {
  const { respondBy } = dispute
  if (respondBy === undefined || !isWaiting(dispute)) return false
  return untilMs(respondBy, atMs) < SOON_DAYS * DAY_MS
}
