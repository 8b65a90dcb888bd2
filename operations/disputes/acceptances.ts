import { isRefusal } from '../../server/results/refusal.ts'
import type { DisputeEventRow, DisputeRow } from '../../server/store/port.ts'
import type { Said } from './case.ts'
import {
  type DisputeParts,
  type Done,
  type ExtraParts,
  newIds,
  stepDispute,
} from './commit-step.ts'
import { accepted, arrived, untold } from './steps.ts'
import { caseAtProvider, evidenceTimer, evidenceTimerEnd } from './submissions.ts'

/** That a merchant accepts a dispute, and its acquirer is not known to have heard of it. */
export interface AcceptanceToTell {
  readonly disputeId: string
  readonly paymentId: string
  readonly acquirerReference: string | null
  readonly connector: string
  readonly entityId: string
  /** By the channel's clock. */
  readonly acceptedAtMs: number
}

/** What became of it, with the words of its event. */
export interface EndOfAcceptance {
  readonly kind: 'sent' | 'unsent'
  readonly madeBy: string
  readonly note: string
}

/** Accepts a dispute: with the same commit begins the timer that tells its acquirer. */
export function accept(
  id: string,
  said: Omit<Said, 'nowMs'>,
  parts: DisputeParts,
  extra?: ExtraParts,
): Done {
  const decide: Parameters<typeof stepDispute>[1] = async (given, nowMs) => {
    const decided = accepted(given, { ...said, nowMs }, newIds(parts))
    return isRefusal(decided) ? decided : { decided, more: evidenceTimer(given.dispute, nowMs) }
  }
  return stepDispute(id, decide, parts, extra)
}

export async function acceptanceOf(
  id: string,
  parts: DisputeParts,
): Promise<AcceptanceToTell | undefined> {
  const { read } = parts.store
  const dispute = await read.dispute(id)
  const last = dispute && untoldAcceptance(dispute, await read.disputeEvents(id))
  if (dispute === undefined || last === undefined) return undefined
  return {
    disputeId: id,
    paymentId: dispute.paymentId,
    acquirerReference: await caseAtProvider(dispute, parts),
    connector: dispute.connector,
    entityId: dispute.entityId,
    acceptedAtMs: last.atMs,
  }
}

export function endAcceptance(
  { disputeId }: AcceptanceToTell,
  { kind, ...said }: EndOfAcceptance,
  parts: DisputeParts,
): Done {
  const decide: Parameters<typeof stepDispute>[1] = async ({ dispute }, nowMs) => {
    // Another process has written this down.
    if (untoldAcceptance(dispute, await parts.store.read.disputeEvents(disputeId)) === undefined) {
      return undefined
    }
    const step = kind === 'sent' ? arrived : untold
    const decided = step(dispute, { ...said, nowMs })
    return { decided, more: [evidenceTimerEnd(disputeId)] }
  }
  return stepDispute(disputeId, decide, parts)
}

/** The acceptance by the merchant, unless what became of it is written down, or the acquirer has told it itself. */
export function untoldAcceptance(
  { outcome }: DisputeRow,
  events: readonly DisputeEventRow[],
): DisputeEventRow | undefined {
  const last = events.findLast(
    ({ kind }) => kind === 'accepted' || kind === 'sent' || kind === 'unsent',
  )
  const isOwn = last?.kind === 'accepted' && last.madeBy !== 'acquirer'
  return outcome === 'accepted' && isOwn ? last : undefined
}
