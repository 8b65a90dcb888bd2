import { DAY_MS, HOUR_MS } from '../common/durations.ts'
import type { ConnectorOperation, ConnectorOutcome } from '../server/payments/index.ts'
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
}

export interface BookParts {
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
  /** Carries a late decision to us. */
  tell: (entry: BookEntry) => void = () => undefined

  constructor(parts: BookParts) {
    this.#parts = parts
  }

  entry(paymentId: string): BookEntry | undefined {
    return this.#entries.get(paymentId)
  }

  get entries(): Iterable<BookEntry> {
    return this.#entries.values()
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

  /** Accepts it, and carries it out days later: sometimes after the time in which that is expected. */
  #take(operation: BookEntry['operation']): BookEntry {
    const { random, scheduler, faults, trace } = this.#parts
    faults.hit('acquirer.taken')
    const expectedWithinMs = random.integer(MIN_PENDING_MS, MAX_PENDING_MS)
    const entry = this.#write({ operation, outcome: { kind: 'taken', expectedWithinMs } })
    const label = `${trace.alias('p', operation.paymentId)} is carried out`
    void scheduler.after(random.integer(1, 2 * expectedWithinMs), undefined, label, () => {
      faults.hit('acquirer.taken.carried-out')
      const outcome: ConnectorOutcome = random.chance(0.7) ? { kind: 'approved' } : DECLINED
      const decided = this.#write({ operation, outcome })
      if (random.chance(0.6)) this.tell(decided)
    })
    return entry
  }

  #awaitDecision(entry: BookEntry, delayMs: number): void {
    const { random, scheduler, faults, trace } = this.#parts
    if (random.chance(0.2)) {
      if (random.chance(0.5)) this.#approveTooLate(entry)
      else faults.hit('acquirer.pending.never-decided')
      return
    }
    const alias = trace.alias('p', entry.operation.paymentId)
    void scheduler.after(delayMs, undefined, `somebody decides about ${alias}`, () => {
      faults.hit('acquirer.pending.decided')
      const outcome: ConnectorOutcome = random.chance(0.6) ? { kind: 'approved' } : DECLINED
      const decided = this.#write(Object.assign({}, entry, { outcome }))
      if (random.chance(0.6)) this.tell(decided)
    })
  }

  /** Always sent, because a payment whose time is over is not asked about any more. */
  #approveTooLate(entry: BookEntry): void {
    const { random, scheduler, faults, trace } = this.#parts
    const { pendingUntilMs = 0, operation } = entry
    const delayMs = pendingUntilMs - scheduler.now() + random.integer(MIN_NOTICE_MS, MAX_PENDING_MS)
    const label = `${trace.alias('p', operation.paymentId)} is approved too late`
    void scheduler.after(delayMs, undefined, label, () => {
      faults.hit('acquirer.pending.approved-too-late')
      this.tell(this.#write({ ...entry, outcome: { kind: 'approved' }, isTooLate: true }))
    })
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
    return entry
  }
}

function isProof({ authentication }: ConnectorOperation): boolean {
  return authentication?.status === 'Y' || authentication?.status === 'A'
}
