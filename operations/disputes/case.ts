import type { Money } from '../../common/money.ts'
import type {
  ChangeSet,
  DisputeEventRow,
  DisputeOutcome,
  DisputeRow,
  DisputeStage,
  PaymentRow,
} from '../../server/store/port.ts'

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
  readonly outcome?: Exclude<DisputeOutcome, 'open'>
  readonly reasonCode?: string
  /** 000.100.2xx; absent: as before, at first 000.100.200. */
  readonly resultCode?: string
  /** Absent: as before, at first the whole payment. */
  readonly amount?: Money
  /** When the merchant's answer must be there; `null`: nothing is to be done. */
  readonly respondByMs?: number | null
  /** Who reports it knows that it was not told before, even if all its facts are known. */
  readonly isNew?: true
  /** What it takes is the difference to another amount that was told before. */
  readonly changesAmount?: true
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

/** A chargeback of the dispute that was not given back, or not all of it. */
export interface StandingChargeback {
  readonly chargeback: PaymentRow
  /** In minor units of its currency. */
  readonly leftMinor: number
}

/** The rows that a step is decided on. */
export interface Case {
  readonly dispute: DisputeRow
  readonly charged: PaymentRow
  /** What the bank has, oldest first: the chargeback, or the parts in which it was taken. */
  readonly standing: readonly StandingChargeback[]
  /** Other payments of the case that chargebacks of it stand on, or that a report names. */
  readonly others?: readonly PaymentRow[]
  /** What a further chargeback is about; absent: `charged`. */
  readonly named?: PaymentRow
}

/** Stages in which the shopper's bank has the money, unless the merchant has won. */
export const WITH_MONEY: ReadonlySet<DisputeStage> = new Set([
  'firstChargeback',
  'representment',
  'preArbitration',
  'arbitration',
])

/** In the order in which a dispute goes through them; an inquiry and an alert are equally early. */
export const STAGE_ORDER: Readonly<Record<DisputeStage, number>> = {
  inquiry: 0,
  alert: 0,
  firstChargeback: 1,
  representment: 2,
  preArbitration: 3,
  arbitration: 4,
}

/** Stages in which the merchant can answer. */
export const ANSWERABLE: ReadonlySet<DisputeStage> = new Set([
  'inquiry',
  'alert',
  'firstChargeback',
  'preArbitration',
])

export const UNKNOWN_REASON = '000.100.200'

/** A step of a dispute: from where, what it is, who says so, and the part of the money that it moves. */
export interface StepOfDispute {
  readonly before: DisputeRow
  readonly kind: DisputeEventRow['kind']
  readonly said: Said
  readonly moved?: Money | undefined
  readonly reversal?: ReasonOfReversal | undefined
}

/** What the acquirer says of why a chargeback is given back. */
interface ReasonOfReversal {
  readonly code: string | undefined
  readonly reason: string | undefined
}
