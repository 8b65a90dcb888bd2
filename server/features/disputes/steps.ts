import type { Money } from '../../../common/money.ts'
import {
  type BookedChargeback,
  bookChargeback,
  bookChargebackReversal,
  CHARGEABLE_BACK,
} from '../../payments/index.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type {
  ChangeSet,
  DisputeEventRow,
  DisputeOutcome,
  DisputeRow,
  DisputeStage,
  PaymentRow,
} from '../../store/port.ts'

/** Who says something of a dispute. */
export interface Said {
  /** `acquirer`, `simulator`, `timer`, or a person. */
  readonly madeBy: string
  readonly note: string
  /** By the channel's clock. */
  readonly nowMs: number
}

/** What an acquirer, or a person in its place, reports: a fact. */
export interface DisputeReport extends Said {
  readonly stage: DisputeStage
  /** Absent: it goes on. `won` with less than what the bank has: that part is given back, the rest is not. */
  readonly outcome?: 'won' | 'lost'
  readonly reasonCode?: string
  /** 000.100.2xx; absent: as before, at first 000.100.200. */
  readonly resultCode?: string
  /** Absent: as before, at first the whole payment. */
  readonly amount?: Money
  /** When the merchant's answer must be there; `null`: nothing is to be done. */
  readonly respondByMs?: number | null
  /** Who reports it knows that it was not told before, even if all its facts are known. */
  readonly isNew?: true
}

/** Where a new dispute comes from. */
export interface Opening {
  readonly id: string
  readonly source: DisputeRow['source']
  readonly acquirerReference: string | null
  readonly report: DisputeReport
}

/** A dispute after a step, with all that belongs into the commit of it. */
export interface Decided {
  readonly dispute: DisputeRow
  /** Events of the dispute, and what it books. */
  readonly changes: ChangeSet
  /** Chargebacks and reversals of them that it books. */
  readonly booked: readonly PaymentRow[]
}

/** The rows that a step is decided on. */
export interface Case {
  readonly dispute: DisputeRow
  readonly charged: PaymentRow
  /** The CB that stands. */
  readonly chargeback: PaymentRow | undefined
  /** How much of it was given back, by partial wins, in minor units of its currency. */
  readonly givenBackMinor: number
}

/** Stages in which the shopper's bank has the money, unless the merchant has won. */
const WITH_MONEY: ReadonlySet<DisputeStage> = new Set([
  'firstChargeback',
  'representment',
  'preArbitration',
  'arbitration',
])

/** In the order in which a dispute goes through them; an inquiry and an alert are equally early. */
const ORDER: Readonly<Record<DisputeStage, number>> = {
  inquiry: 0,
  alert: 0,
  firstChargeback: 1,
  representment: 2,
  preArbitration: 3,
  arbitration: 4,
}

/** Stages in which the merchant can answer. */
const ANSWERABLE: ReadonlySet<DisputeStage> = new Set([
  'inquiry',
  'alert',
  'firstChargeback',
  'preArbitration',
])

const UNKNOWN_REASON = '000.100.200'

/**
 * Why a payment cannot be disputed at all. What an acquirer reports of a payment that failed here is a fact
 * all the same: it has the money of it, and takes it back.
 */
export function undisputable(
  { id, paymentType, state }: PaymentRow,
  source: DisputeRow['source'],
): Refusal | undefined {
  const isKnown = state === 'succeeded' || (state === 'failed' && source !== 'manual')
  if (isKnown && CHARGEABLE_BACK.includes(paymentType)) return undefined
  return refuse('700.400.402', {
    description: `A dispute is about a successful ${CHARGEABLE_BACK.join(', ')}: ${id} is a ${paymentType} that has ${state}`,
  })
}

/** A dispute as it is first reported. Nothing of a report is refused: what is strange about it is flagged. */
export function opened(charged: PaymentRow, opening: Opening, newId: () => string): Decided {
  const { id, source, acquirerReference, report } = opening
  const { nowMs } = report
  const amount = report.amount ?? { minor: charged.amountMinor, currency: charged.currency }
  const dispute: DisputeRow = {
    id,
    paymentId: charged.id,
    familyId: charged.familyId,
    entityId: charged.entityId,
    paymentBrand: charged.paymentBrand,
    stage: report.stage,
    outcome: report.outcome ?? 'open',
    reasonCode: report.reasonCode ?? null,
    resultCode: report.resultCode ?? UNKNOWN_REASON,
    amountMinor: amount.minor,
    currency: amount.currency,
    shareMinor: shareOf(amount, charged),
    connector: charged.connector,
    acquirerReference,
    source,
    chargebackId: null,
    flags: flagsOf(amount, charged).join(),
    submittedStage: null,
    respondByMs: deadlineOf(report, undefined),
    chargedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
  const given = { dispute, charged, chargeback: undefined, givenBackMinor: 0 }
  const booked = bookingOf(given, undefined, newId)
  const after: DisputeRow = {
    ...dispute,
    chargebackId: booked?.chargebackId ?? null,
    chargedAtMs: booked === undefined ? null : nowMs,
  }
  return {
    dispute: after,
    booked: booked === undefined ? [] : [booked.booked],
    changes: [
      { kind: 'insertDispute', row: after },
      eventOf(after, 'opened', report),
      ...(booked?.changes ?? []),
    ],
  }
}

/**
 * A dispute after a later report: another stage, its end, or other facts. What is told again changes nothing:
 * an earlier stage than the present one, or the stage of a dispute that has ended in it.
 */
export function advanced(
  given: Case,
  report: DisputeReport,
  newId: () => string,
): Decided | undefined {
  const { dispute, charged } = given
  if (ORDER[report.stage] < ORDER[dispute.stage]) return undefined
  const isSameStage = ORDER[report.stage] === ORDER[dispute.stage]
  if (isSameStage && dispute.outcome !== 'open' && report.outcome === undefined) return undefined
  const moved = partMoved(given, report)
  const known = { minor: dispute.amountMinor, currency: dispute.currency }
  const amount = moved === undefined ? (report.amount ?? known) : known
  const next: DisputeRow = {
    ...dispute,
    stage: report.stage,
    outcome: report.outcome ?? 'open',
    reasonCode: report.reasonCode ?? dispute.reasonCode,
    resultCode: report.resultCode ?? dispute.resultCode,
    amountMinor: amount.minor,
    currency: amount.currency,
    shareMinor: shareOf(amount, charged),
    flags: flagsAfter(given, { amount, moved }),
    respondByMs: deadlineOf(report, isSameStage ? dispute : undefined),
  }
  if (report.isNew !== true && hasSameFacts(dispute, next)) return undefined
  const change = { before: dispute, kind: kindOf(next.outcome), said: report, moved }
  return stepped({ ...given, dispute: next }, change, newId)
}

/**
 * What is moved of the money where that is not all of it: the part that a win gives back, or what the bank takes
 * again of what a partial win had given back. In another currency than the payment's a part has no share.
 */
function partMoved(
  { charged, chargeback, givenBackMinor }: Case,
  { outcome, amount, stage }: DisputeReport,
): Money | undefined {
  if (chargeback === undefined || chargeback.currency !== charged.currency) return undefined
  const { currency } = chargeback
  if (outcome === 'won') {
    const isPart =
      amount?.currency === currency && amount.minor < chargeback.amountMinor - givenBackMinor
    return isPart ? amount : undefined
  }
  if (givenBackMinor === 0 || !WITH_MONEY.has(stage)) return undefined
  return amount?.currency === currency ? amount : { minor: givenBackMinor, currency }
}

/** What a report may change. */
const FACTS = [
  'stage',
  'outcome',
  'reasonCode',
  'resultCode',
  'amountMinor',
  'currency',
  'respondByMs',
] as const satisfies readonly (keyof DisputeRow)[]

function hasSameFacts(one: DisputeRow, other: DisputeRow): boolean {
  return FACTS.every((name) => one[name] === other[name])
}

/** Until when the merchant may answer: only while he can. A report that says nothing leaves it as it was. */
function deadlineOf(
  { stage, outcome, respondByMs }: DisputeReport,
  before: DisputeRow | undefined,
): number | null {
  if (outcome !== undefined || !ANSWERABLE.has(stage)) return null
  return respondByMs === undefined ? (before?.respondByMs ?? null) : respondByMs
}

function kindOf(outcome: DisputeOutcome): DisputeEventRow['kind'] {
  return outcome === 'won' || outcome === 'lost' ? outcome : 'advanced'
}

/** The merchant accepts: the money stays with the shopper. */
export function accepted(given: Case, said: Said, newId: () => string): Decided | Refusal {
  const refusal = unanswerable(given.dispute, said.nowMs)
  if (refusal !== undefined) return refusal
  const next: DisputeRow = { ...given.dispute, outcome: 'accepted', respondByMs: null }
  const change = { before: given.dispute, kind: 'accepted', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** The merchant contests, with the evidence that is stored: it is the bank's turn. */
export function submitted(
  given: Case,
  said: Said & { readonly documents: number },
  newId: () => string,
): Decided | Refusal {
  const { dispute } = given
  const refusal = unanswerable(dispute, said.nowMs)
  if (refusal !== undefined) return refusal
  if (said.documents === 0) {
    return refuse('200.300.404', {
      description: 'There is no evidence to submit: add a document first, or accept the dispute',
    })
  }
  const stage = dispute.stage === 'firstChargeback' ? 'representment' : dispute.stage
  const next: DisputeRow = { ...dispute, stage, submittedStage: dispute.stage, respondByMs: null }
  const change = { before: dispute, kind: 'submitted', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** Evidence was added: a step of its own, so that nobody answers the dispute meanwhile. */
export function proven(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'evidence', said)
}

/**
 * A file tells what is known: a step of its own, so that no two lines of a case are decided on without each
 * other.
 */
export function confirmed(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'filed', said)
}

/** A step that changes nothing but the version, with its event. */
function noted(dispute: DisputeRow, kind: 'evidence' | 'filed', said: Said): Decided {
  const after: DisputeRow = {
    ...dispute,
    updatedAtMs: Math.max(said.nowMs, dispute.updatedAtMs),
    version: dispute.version + 1,
  }
  const { id, version: expectedVersion } = dispute
  const set = { updatedAtMs: after.updatedAtMs }
  return {
    dispute: after,
    booked: [],
    changes: [{ kind: 'stepDispute', id, expectedVersion, set }, eventOf(after, kind, said)],
  }
}

/** Nobody has answered in time: lost. `undefined`: it was answered, or may still be. */
export function expired(given: Case, said: Said, newId: () => string): Decided | undefined {
  const { dispute } = given
  const { respondByMs, outcome } = dispute
  if (outcome !== 'open' || respondByMs === null || said.nowMs < respondByMs) return undefined
  const next: DisputeRow = { ...dispute, outcome: 'expired', respondByMs: null }
  const change = { before: dispute, kind: 'expired', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** Why evidence cannot be added, or the dispute be answered. */
export function unanswerable(dispute: DisputeRow, nowMs: number): Refusal | undefined {
  const { outcome, stage, submittedStage, respondByMs } = dispute
  if (outcome !== 'open') return closed(`is ${outcome}: nothing can be answered`)
  if (!ANSWERABLE.has(stage)) {
    return closed(`is in the stage ${stage}: the shopper's bank or the card network decides now`)
  }
  if (submittedStage === stage)
    return closed(`was contested in the stage ${stage}: the bank decides now`)
  if (respondByMs !== null && nowMs >= respondByMs) return closed('had to be answered before now')
  return undefined
}

function closed(why: string): Refusal {
  return refuse('700.400.402', { description: `The dispute ${why}` })
}

/** A step of a dispute: from where, what it is, who says so, and the part of the money that it moves. */
interface StepOfDispute {
  readonly before: DisputeRow
  readonly kind: DisputeEventRow['kind']
  readonly said: Said
  readonly moved?: Money | undefined
}

function stepped(
  given: Case,
  { before, kind, said, moved }: StepOfDispute,
  newId: () => string,
): Decided {
  const { dispute: next } = given
  const dispute: DisputeRow = {
    ...next,
    updatedAtMs: Math.max(said.nowMs, before.updatedAtMs),
    version: before.version + 1,
  }
  const booked = bookingOf({ ...given, dispute }, moved, newId)
  const { chargebackId: bookedId = dispute.chargebackId } = booked ?? {}
  // Only a chargeback books of a dispute that was never charged.
  const chargedAtMs = before.chargedAtMs ?? (booked === undefined ? null : dispute.updatedAtMs)
  const after: DisputeRow = { ...dispute, chargebackId: bookedId, chargedAtMs }
  const { stage, outcome, reasonCode, resultCode, amountMinor, currency, shareMinor } = after
  const { chargebackId, flags, submittedStage, respondByMs, updatedAtMs } = after
  return {
    dispute: after,
    booked: booked === undefined ? [] : [booked.booked],
    changes: [
      {
        kind: 'stepDispute',
        id: before.id,
        expectedVersion: before.version,
        set: {
          stage,
          outcome,
          reasonCode,
          resultCode,
          amountMinor,
          currency,
          shareMinor,
          chargebackId,
          flags,
          submittedStage,
          respondByMs,
          chargedAtMs,
          updatedAtMs,
        },
      },
      eventOf(after, kind, said),
      ...(booked?.changes ?? []),
    ],
  }
}

/** What has to be booked so that the money is where the dispute says: a chargeback, its reversal, or nothing. */
function bookingOf(
  { dispute, charged, chargeback, givenBackMinor }: Case,
  moved: Money | undefined,
  newId: () => string,
): (BookedChargeback & { readonly chargebackId: string | null }) | undefined {
  const isTaken = dispute.outcome !== 'won' && WITH_MONEY.has(dispute.stage)
  const factOf = (amount: Money) => ({
    id: newId(),
    amount,
    shareMinor: shareOf(amount, charged),
    resultCode: dispute.resultCode,
    resultDetails: detailsOf(dispute),
    atMs: dispute.updatedAtMs,
  })
  if (isTaken && (chargeback === undefined || givenBackMinor > 0)) {
    const fact = factOf(moved ?? { minor: dispute.amountMinor, currency: dispute.currency })
    return { ...bookChargeback(charged, fact), chargebackId: fact.id }
  }
  if (!isTaken && chargeback !== undefined) {
    // What was taken is given back, whatever the acquirer has said of the amount since.
    const { currency } = chargeback
    const standing = { minor: chargeback.amountMinor - givenBackMinor, currency }
    const back = bookChargebackReversal(chargeback, charged, factOf(moved ?? standing))
    return { ...back, chargebackId: moved === undefined ? null : chargeback.id }
  }
  return undefined
}

function detailsOf({ id, reasonCode, acquirerReference }: DisputeRow): Record<string, string> {
  return {
    DisputeId: id,
    ...(reasonCode === null ? {} : { ReasonCode: reasonCode }),
    ...(acquirerReference === null ? {} : { AcquirerCase: acquirerReference }),
  }
}

/** In another currency the acquirer's amount does not say how much of the payment it is: all of it. */
function shareOf(amount: Money, charged: PaymentRow): number {
  return amount.currency === charged.currency ? amount.minor : charged.amountMinor
}

function flagsOf(amount: Money, charged: PaymentRow): readonly string[] {
  if (charged.state === 'failed') return ['paymentFailed']
  const isAbove = amount.currency === charged.currency && amount.minor > charged.bookedMinor
  return [
    ...(charged.refundedMinor + charged.reversedMinor > 0 ? ['afterRefund'] : []),
    ...(isAbove ? ['abovePayment'] : []),
  ]
}

/** With what is strange now. An acquirer that changes the amount of a chargeback has to be asked what it means. */
function flagsAfter(
  { dispute: { flags }, charged, chargeback }: Case,
  { amount, moved }: { readonly amount: Money; readonly moved: Money | undefined },
): string {
  const isOther =
    moved === undefined &&
    chargeback !== undefined &&
    (chargeback.amountMinor !== amount.minor || chargeback.currency !== amount.currency)
  const now = [
    ...flagsOf(amount, charged),
    ...(isOther ? ['amountChanged'] : []),
    ...(moved === undefined ? [] : ['inParts']),
  ]
  return [...new Set([...flags.split(',').filter(Boolean), ...now])].join()
}

function eventOf(
  { id, version, stage }: DisputeRow,
  kind: DisputeEventRow['kind'],
  { madeBy, note, nowMs }: Said,
): ChangeSet[number] {
  const row = { disputeId: id, sequence: version, kind, stage, madeBy, note, atMs: nowMs }
  return { kind: 'appendDisputeEvent', row }
}
