import type { FiledChargeback } from '../../payments/index.ts'
import type { DisputeRow, DisputeStage } from '../../store/port.ts'
import type { DisputeReport } from './steps.ts'

/** How often a dispute has taken the money and given it back: its CB and CR. */
export interface BookedOfCase {
  readonly chargebacks: number
  readonly reversals: number
}

type Told = Omit<DisputeReport, 'nowMs'>

/** The dispute of a case that only the file knows. */
export function openedByFile(filed: FiledChargeback): Told {
  const isTaken = filed.chargebacks > filed.reversals
  return { ...factsOf(filed), stage: 'firstChargeback', ...(isTaken ? {} : WON) }
}

/**
 * What a chargeback of a file says of the dispute of its case, where that is new. A connector may have
 * reported the same before, and files may come in any order: so what counts is how often each was reported
 * in all, and whether the shopper's bank has the money after it. `undefined`: nothing is new.
 */
export function toldByFile(
  filed: FiledChargeback,
  { stage, chargebackId }: Pick<DisputeRow, 'stage' | 'chargebackId'>,
  booked: BookedOfCase,
): Told | undefined {
  const isTaken =
    Math.max(filed.chargebacks, booked.chargebacks) > Math.max(filed.reversals, booked.reversals)
  // After a reversal of a part the chargeback stands still, but the bank has given money back.
  const wasTaken = booked.chargebacks > booked.reversals
  if (isTaken && !wasTaken) return { ...factsOf(filed), stage: stageAfter(stage) }
  const isNewReversal = chargebackId !== null && filed.reversals > booked.reversals
  if (!isTaken && isNewReversal) return { ...factsOf(filed), stage, ...WON, isNew: true }
  // A chargeback that is known may have another amount or reason now; nothing else is told again.
  return isTaken && !filed.isReversal ? { ...factsOf(filed), stage } : undefined
}

const WON = { outcome: 'won' } as const

function factsOf({ amount, reasonCode, resultCode, note }: FiledChargeback) {
  const reason = reasonCode === null ? {} : { reasonCode, resultCode }
  return { amount, ...reason, madeBy: 'acquirer', note }
}

/** The stage of a chargeback where the bank does not have the money. */
function stageAfter(stage: DisputeStage): DisputeStage {
  switch (stage) {
    case 'inquiry':
    case 'alert':
      return 'firstChargeback'
    case 'firstChargeback':
    case 'representment':
      return 'preArbitration'
    case 'preArbitration':
    case 'arbitration':
      return 'arbitration'
  }
}
