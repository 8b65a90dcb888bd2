import { DAY_MS, HOUR_MS } from '../common/durations.ts'
import type { ConnectorOperation, ConnectorOutcome } from '../server/payments/connectors/index.ts'
import type { AcquirerKind } from './acquirer-kind.ts'
import { isEnrolled } from './enrolled-cards.ts'
import type { FaultLog } from './faults.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** How long an operation may be on its way, in milliseconds. */
export const MAX_TRANSIT_MS = 25_000

/** How long the acquirer waits for the decision of a shopper or a bank, in milliseconds. */
const MIN_PENDING_MS = HOUR_MS
const MAX_PENDING_MS = DAY_MS
/** A decision is at least this far from that time, before or after: more than the clocks differ. */
const MIN_NOTICE_MS = 45 * 60 * 1000

/** How long what was accepted takes, where that is short: its event may overtake its answer. */
const QUICK_MS = 50
/** Most acquirers tell the result of first payments at once. */
const FIRST_TAKEN_RATE = 0.2
/** How late a success may turn into a failure. */
const MAX_TURN_MS = 12 * DAY_MS
/** How often each type fails after its success, against captures and refunds. */
const LATE_FAILURES: Readonly<Record<string, number>> = {
  CP: 1,
  RF: 1,
  RV: 0.5,
  DB: 0.3,
  RB: 0.3,
  CD: 0.3,
}

const DECLINED: ConnectorOutcome = { kind: 'declined', code: '800.100.152' }
/** The issuer wants an authentication first. */
const SOFT_DECLINED: ConnectorOutcome = { kind: 'declined', code: '300.100.100' }
const SOFT_DECLINE_RATE = 0.5

/** What the acquirer did with one operation. It cannot forget. */
export interface BookEntry {
  readonly operation: Omit<ConnectorOperation, 'instrument'>
  readonly outcome: ConnectorOutcome
  /** When its time was over, for one that was pending; milliseconds, UTC. */
  readonly pendingUntilMs?: number
  /** It was approved when that time was over. */
  readonly isTooLate?: true
  /** It was only accepted at first. */
  readonly wasTaken?: true
  /** It was approved, and has failed after all. */
  readonly hasFailedLater?: true
  /** It was cancelled or paid back because the gateway could not find its outcome. */
  readonly wasVoided?: true
}

export interface BookParts {
  readonly kind: AcquirerKind
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  /** Called with every decision, also the late one of a pending operation. */
  readonly onDecided: (entry: BookEntry) => void
}

/**
 * The acquirer itself. It carries out every operation without checks. Sometimes a shopper or a bank
 * has to decide: they decide later, too late, or never.
 */
export class AcquirerBook {
  readonly #parts: BookParts
  readonly #entries = new Map<string, BookEntry>()
  isTroubled = false
  /** How often an operation is declined, and how often it is pending; drawn for each run. */
  declineRate = 0
  pendingRate = 0
  /** Carries a late decision to us; of an acquirer that tells events every decision. */
  tell: (entry: BookEntry) => void = () => undefined
  /** Tells that a payment was voided here. */
  tellVoided: (paymentId: string) => void = () => undefined
  /** Tells that a hold has ended here. */
  tellHoldEnded: (paymentId: string, atMs: number) => void = () => undefined
  /** When a hold has ended here, by its payment; milliseconds, UTC. */
  readonly endedHolds = new Map<string, number>()
  /** How often each payment was carried out, declined or not. */
  readonly #executions = new Map<string, number>()

  constructor(parts: BookParts) {
    this.#parts = parts
  }

  entry(paymentId: string): BookEntry | undefined {
    return this.#entries.get(paymentId)
  }

  get entries(): Iterable<BookEntry> {
    return this.#entries.values()
  }

  /** How often an operation was carried out; a soft decline carries out nothing. */
  executionsOf(paymentId: string): number {
    return this.#executions.get(paymentId) ?? 0
  }

  /** Whether somebody could still approve an operation that is pending. */
  mayStillApprove(paymentId: string): boolean {
    const entry = this.#entries.get(paymentId)
    if (entry?.outcome.kind === 'taken') return true
    if (entry?.outcome.kind !== 'pending') return false
    return this.#parts.scheduler.now() < (entry.pendingUntilMs ?? 0) - MIN_NOTICE_MS
  }

  /** Whether the last answer about a payment was that the issuer wants an authentication first. */
  isSoftDeclined(paymentId: string): boolean {
    return this.#entries.get(paymentId)?.outcome === SOFT_DECLINED
  }

  /** Carries out an operation, or lets a shopper or bank decide it later. */
  decide(operation: ConnectorOperation): BookEntry {
    const { random, scheduler } = this.#parts
    const { instrument, ...kept } = operation
    const mayBeSoftDeclined =
      instrument?.kind === 'card' && isEnrolled(instrument.number) && !isProof(operation)
    if (this.isTroubled && mayBeSoftDeclined && random.chance(SOFT_DECLINE_RATE)) {
      this.#parts.faults.hit('acquirer.soft-declined')
      return this.#write({ operation: kept, outcome: SOFT_DECLINED })
    }
    this.#executions.set(kept.paymentId, this.executionsOf(kept.paymentId) + 1)
    if (this.#isOfEndedHold(kept)) return this.#write({ operation: kept, outcome: DECLINED })
    if (this.#onlyAccepts(kept)) return this.#take(kept)
    if (!this.isTroubled || !random.chance(this.pendingRate)) {
      return this.#write({ operation: kept, outcome: this.#verdict() })
    }
    if (operation.referencedId !== undefined && random.chance(0.5)) return this.#take(kept)
    this.#parts.faults.hit('acquirer.pending')
    const expiresAfterMs = random.integer(MIN_PENDING_MS, MAX_PENDING_MS)
    const entry = this.#write({
      operation: kept,
      outcome: { kind: 'pending', code: '000.200.001', expiresAfterMs },
      pendingUntilMs: scheduler.now() + expiresAfterMs,
    })
    this.#awaitDecision(entry, random.integer(1, expiresAfterMs - MIN_NOTICE_MS))
    return entry
  }

  /** Cancels or pays back whatever has this reference, within the hour, and tells that. */
  voidLater(paymentId: string): void {
    const { random, scheduler, trace } = this.#parts
    const label = `${trace.alias('p', paymentId)} is voided`
    void scheduler.after(random.integer(1, HOUR_MS), undefined, label, () => {
      const entry = this.#entries.get(paymentId)
      const stands = entry !== undefined && entry.outcome.kind !== 'declined'
      if (stands) this.#write({ ...entry, outcome: DECLINED, wasVoided: true })
      this.tellVoided(paymentId)
    })
  }

  #isOfEndedHold({ paymentType, referencedId = '' }: BookEntry['operation']): boolean {
    return this.endedHolds.has(referencedId) && (paymentType === 'CP' || paymentType === 'PA')
  }

  #onlyAccepts({ referencedId }: BookEntry['operation']): boolean {
    const { kind, random } = this.#parts
    if (!this.isTroubled || kind.takenRate === 0 || !random.chance(kind.takenRate)) return false
    return referencedId !== undefined || random.chance(FIRST_TAKEN_RATE)
  }

  /** Accepts it, and carries it out days later: sometimes after the time in which that is expected. */
  #take(operation: BookEntry['operation']): BookEntry {
    const { kind, random, scheduler, faults, trace } = this.#parts
    faults.hit('acquirer.taken')
    const expectedWithinMs = random.integer(MIN_PENDING_MS, MAX_PENDING_MS)
    const outcome: ConnectorOutcome = { kind: 'taken', expectedWithinMs }
    const entry = this.#write({ operation, outcome, wasTaken: true })
    const label = `${trace.alias('p', operation.paymentId)} is carried out`
    const isQuick = kind.tellsEvents && random.chance(0.3)
    const latestMs = isQuick ? QUICK_MS : 2 * expectedWithinMs
    void scheduler.after(random.integer(1, latestMs), undefined, label, () => {
      faults.hit('acquirer.taken.carried-out')
      const outcome: ConnectorOutcome = random.chance(0.7) ? { kind: 'approved' } : DECLINED
      this.#decideLater({ operation, outcome, wasTaken: true })
    })
    return entry
  }

  /** A decision that is told unasked, or found by who asks; events tell every decision. */
  #decideLater(entry: BookEntry): void {
    const { kind, random } = this.#parts
    if (this.#isVoided(entry)) return
    const decided = this.#write(entry)
    if (!kind.tellsEvents && random.chance(0.6)) this.tell(decided)
  }

  #awaitDecision(entry: BookEntry, delayMs: number): void {
    const { random, scheduler, faults, trace } = this.#parts
    if (random.chance(0.2)) {
      if (random.chance(0.5)) this.#approveTooLate(entry)
      else this.#neverDecide(entry)
      return
    }
    const alias = trace.alias('p', entry.operation.paymentId)
    void scheduler.after(delayMs, undefined, `somebody decides about ${alias}`, () => {
      faults.hit('acquirer.pending.decided')
      const outcome: ConnectorOutcome = random.chance(0.6) ? { kind: 'approved' } : DECLINED
      this.#decideLater(Object.assign({}, entry, { outcome }))
    })
  }

  /** An acquirer that tells events tells the end of the time, too. */
  #neverDecide(entry: BookEntry): void {
    const { kind, random, scheduler, faults, trace } = this.#parts
    faults.hit('acquirer.pending.never-decided')
    if (!kind.tellsEvents) return
    const { pendingUntilMs = 0, operation } = entry
    const delayMs = pendingUntilMs - scheduler.now() + random.integer(1, MIN_NOTICE_MS)
    const label = `the time of ${trace.alias('p', operation.paymentId)} is over at the acquirer`
    void scheduler.after(delayMs, undefined, label, () => {
      this.#decideLater({ ...entry, outcome: DECLINED })
    })
  }

  #isVoided({ operation: { paymentId } }: BookEntry): boolean {
    return this.#entries.get(paymentId)?.wasVoided === true
  }

  /** Always sent, because a payment whose time is over is not asked about any more. */
  #approveTooLate(entry: BookEntry): void {
    const { random, scheduler, faults, trace } = this.#parts
    const { pendingUntilMs = 0, operation } = entry
    const delayMs = pendingUntilMs - scheduler.now() + random.integer(MIN_NOTICE_MS, MAX_PENDING_MS)
    const label = `${trace.alias('p', operation.paymentId)} is approved too late`
    void scheduler.after(delayMs, undefined, label, () => {
      if (this.#isVoided(entry)) return
      faults.hit('acquirer.pending.approved-too-late')
      const approved = this.#write({ ...entry, outcome: { kind: 'approved' }, isTooLate: true })
      if (!this.#parts.kind.tellsEvents) this.tell(approved)
    })
  }

  /** What was approved fails days later, or the acquirer ends a hold. */
  #turn(entry: BookEntry): void {
    const { kind, random, scheduler, faults, trace } = this.#parts
    if (!this.isTroubled || !kind.tellsEvents) return
    const { paymentId, paymentType, referencedId } = entry.operation
    const alias = trace.alias('p', paymentId)
    const delayMs = random.integer(1, random.pick([QUICK_MS, HOUR_MS, HOUR_MS, MAX_TURN_MS]))
    if (random.chance(kind.lateFailureRate * (LATE_FAILURES[paymentType] ?? 0))) {
      void scheduler.after(delayMs, undefined, `${alias} fails after all`, () => {
        if (this.#isVoided(entry)) return
        faults.hit('acquirer.failed-later')
        this.#write({ ...entry, outcome: DECLINED, hasFailedLater: true })
      })
    } else if (paymentType === 'PA' && random.chance(kind.holdEndRate)) {
      // An increment is a PA without a hold of its own.
      if (referencedId !== undefined && !isRenewal(entry.operation)) return
      void scheduler.after(delayMs, undefined, `the acquirer ends the hold ${alias}`, () => {
        faults.hit('acquirer.hold-ended')
        this.endedHolds.set(paymentId, scheduler.now())
        this.tellHoldEnded(paymentId, scheduler.now())
      })
    }
  }

  #verdict(): ConnectorOutcome {
    if (!this.isTroubled || !this.#parts.random.chance(this.declineRate))
      return { kind: 'approved' }
    this.#parts.faults.hit('acquirer.declined')
    return DECLINED
  }

  #write(entry: BookEntry): BookEntry {
    this.#entries.set(entry.operation.paymentId, entry)
    this.#parts.trace.line(`  the acquirer says: ${entry.outcome.kind}`)
    this.#parts.onDecided(entry)
    if (this.#parts.kind.tellsEvents && isEnd(entry) && !entry.wasVoided) this.tell(entry)
    if (entry.outcome.kind === 'approved') this.#turn(entry)
    return entry
  }
}

function isEnd({ outcome: { kind } }: BookEntry): boolean {
  return kind === 'approved' || kind === 'declined'
}

function isRenewal({ request }: BookEntry['operation']): boolean {
  return request['standingInstruction.industryPractice'] === 'REAUTHORIZATION'
}

function isProof({ authentication }: ConnectorOperation): boolean {
  return authentication?.status === 'Y' || authentication?.status === 'A'
}
