import type { ToldDispute } from '../../server/payments/connectors/index.ts'
import { chargebackCode } from '../../server/payments/record/index.ts'
import type { DisputeRow } from '../../server/store/port.ts'
import { type DisputeReport, STAGE_ORDER } from './case.ts'

/** A report without who makes it, and when. */
type Told = Omit<DisputeReport, 'nowMs' | 'madeBy' | 'note'>

/** `early`: the case is not known, and what is told does not say how far it is. `known`: nothing of it is new. */
export type ToldReport = Told | 'early' | 'known'

/** What a provider says of a case, as a report of the dispute that is known of it. */
export function reportTold(told: ToldDispute, known: DisputeRow | undefined): ToldReport {
  const { stage } = told
  if (known === undefined) return stage === undefined ? 'early' : { ...factsOf(told), stage }
  if (stage !== undefined) return stageTold({ ...told, stage }, known)
  if (told.isAnswered === true) return answered(told, known)
  return told.outcome === undefined ? 'known' : ended(told, known)
}

function stageTold(told: ToldDispute & Pick<Told, 'stage'>, known: DisputeRow): ToldReport {
  const { stage, outcome } = told
  const facts = factsOf(told)
  const isFurther = STAGE_ORDER[stage] > STAGE_ORDER[known.stage]
  // Whether it was accepted, not answered or lost: the money stays where it is.
  if (!isFurther && isLost(outcome) && isLost(known.outcome)) return 'known'
  if (known.stage === 'alert' && stage === 'inquiry') return 'known'
  if (known.stage === 'inquiry' && stage === 'alert') return { ...facts, stage, isNew: true }
  const isTakenAfterAlert =
    known.stage === 'alert' && stage === 'firstChargeback' && outcome === undefined
  return { ...facts, stage, ...(isTakenAfterAlert ? answerBefore(known) : {}) }
}

/** An alert may be answered before its money is taken: that answer counts. */
function answerBefore({ outcome, submittedStage }: DisputeRow): Partial<Told> {
  if (outcome !== 'open' && outcome !== 'won') return { outcome }
  return submittedStage === 'alert' ? { stage: 'representment', respondByMs: null } : {}
}

/** The provider has the evidence. It may have come there otherwise than by us, also after the deadline here. */
function answered(told: ToldDispute, known: DisputeRow): ToldReport {
  const isOver = known.outcome !== 'open' && known.outcome !== 'expired'
  if (isOver || STAGE_ORDER[known.stage] > STAGE_ORDER.firstChargeback) return 'known'
  const stage = known.stage === 'firstChargeback' ? 'representment' : known.stage
  const reopened = known.outcome === 'expired' ? { isNew: true as const } : {}
  return { ...factsOf(told), stage, ...reopened }
}

/** An end that does not say of which stage; of those after a representment it says nothing. */
function ended(told: ToldDispute, known: DisputeRow): ToldReport {
  const isOver = known.outcome !== 'open'
  if (isOver || STAGE_ORDER[known.stage] > STAGE_ORDER.representment) return 'known'
  return { ...factsOf(told), stage: known.stage }
}

function isLost(outcome: DisputeRow['outcome'] | undefined): boolean {
  return outcome === 'lost' || outcome === 'accepted' || outcome === 'expired'
}

function factsOf({
  outcome,
  isAnswered,
  reasonCode,
  amount,
  respondByMs,
}: ToldDispute): Omit<Told, 'stage'> {
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(reasonCode === undefined ? {} : { reasonCode, resultCode: chargebackCode(reasonCode) }),
    ...(amount === undefined ? {} : { amount }),
    ...(isAnswered === true ? { respondByMs: null } : {}),
    ...(isAnswered === true || respondByMs === undefined ? {} : { respondByMs }),
  }
}
