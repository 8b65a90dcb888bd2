import { DAY_MS, HOUR_MS } from '../common/durations.ts'
import type {
  Connector,
  ConnectorOperation,
  ConnectorOutcome,
  EvidenceOutcome,
  EvidenceSubmission,
  Inquiry,
  InquiryOutcome,
  UnsolicitedAnswer,
} from '../server/payments/index.ts'
import { type AcquirerBook, type BookEntry, MAX_TRANSIT_MS } from './acquirer-book.ts'
import type { FaultLog } from './faults.ts'
import type { Random } from './random.ts'
import type { Owner, Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** How long a sender waits, and how late an answer may be; in milliseconds. */
const SEND_TIMEOUT_MS = 20_000
const MAX_LATENESS_MS = 2 * HOUR_MS
const REVERSAL_WINDOW_MS = DAY_MS

/** How an exchange with the acquirer goes. */
type Course =
  | 'plain'
  | 'not-sent'
  | 'request-lost'
  | 'request-late'
  | 'answer-lost'
  | 'answer-late'
  | 'answer-twice'

export interface AcquirerParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly book: AcquirerBook
  /** Called before anything is sent. */
  readonly onSend: (operation: ConnectorOperation) => void
  readonly onEvidence: (submission: EvidenceSubmission) => void
}

/**
 * The connection to the simulated acquirer: some messages are lost, late or repeated. What the
 * acquirer itself has done is in its book, which survives every crash.
 */
export class SimulatedAcquirer {
  readonly #parts: AcquirerParts
  /** How often something was sent for a payment. */
  readonly #sendings = new Map<string, number>()
  readonly #silent = new Set<string>()
  /** What it has answered of evidence that has arrived, by the number of the submission. */
  readonly evidence = new Map<string, EvidenceOutcome>()
  readonly #toldTooLate = new Set<string>()
  readonly #listeners = new Map<Owner, UnsolicitedAnswer>()
  /** How often a fault happens; drawn for each run. */
  troubleRate = 0

  constructor(parts: AcquirerParts) {
    this.#parts = parts
    parts.book.tell = (entry) => {
      if (!this.hasNoOutcome(entry.operation.paymentId)) this.#sendUnsolicitedAnswer(entry)
    }
  }

  get book(): AcquirerBook {
    return this.#parts.book
  }

  get #isTroubled(): boolean {
    return this.book.isTroubled
  }

  /** Whether nothing was sent for this payment yet; or it was declined for want of the proof it has now. */
  maySend({ paymentId, authentication }: ConnectorOperation): boolean {
    const sendings = this.#sendings.get(paymentId) ?? 0
    if (sendings === 0) return true
    return sendings === 1 && authentication !== undefined && this.book.isSoftDeclined(paymentId)
  }

  /** Whether the acquirer never answers an inquiry about this payment. */
  hasNoOutcome(paymentId: string): boolean {
    return this.#silent.has(paymentId)
  }

  /**
   * Whether a node received an approval that came too late, and no fault prevented it from storing
   * that.
   */
  hasToldTooLate(paymentId: string): boolean {
    return this.#toldTooLate.has(paymentId)
  }

  forget(owner: Owner): void {
    this.#listeners.delete(owner)
  }

  /** The acquirer for one life of a node. */
  connect(owner: Owner, isAlive: () => boolean): Connector {
    return {
      name: 'remote',
      approvalCode: '000.100.112',
      reversalWindowMs: REVERSAL_WINDOW_MS,
      maxTransitMs: MAX_TRANSIT_MS,
      unsupported: () => undefined,
      decide: () => undefined,
      send: (operation) => this.#send(operation, owner, isAlive),
      inquire: (inquiry) => this.#inquire(inquiry, owner),
      sendEvidence: (submission) => this.#takeEvidence(submission, owner),
      onUnsolicitedAnswer: (listener) => {
        this.#listeners.set(owner, listener)
      },
    }
  }

  /** Evidence arrives or not, and its answer too; of what arrived once the answer stays. */
  #takeEvidence(submission: EvidenceSubmission, owner: Owner): Promise<EvidenceOutcome> {
    const { scheduler, random, onEvidence } = this.#parts
    onEvidence(submission)
    const course = this.#isTroubled
      ? random.weighted({ plain: 6, 'request-lost': 1, 'answer-lost': 2 })
      : 'plain'
    const { submissionId } = submission
    return scheduler.defer(owner, 'sends evidence', () => {
      if (course === 'request-lost') return { kind: 'unknown' }
      const isTaken =
        this.evidence.get(submissionId)?.kind ?? random.weighted({ taken: 3, refused: 1 })
      const outcome: EvidenceOutcome =
        isTaken === 'taken' ? { kind: 'taken' } : { kind: 'refused', reason: 'It cannot be read' }
      this.evidence.set(submissionId, outcome)
      return course === 'answer-lost' ? { kind: 'unknown' } : outcome
    })
  }

  #send(
    operation: ConnectorOperation,
    owner: Owner,
    isAlive: () => boolean,
  ): Promise<ConnectorOutcome> {
    const { scheduler, trace, faults, random } = this.#parts
    const { paymentId } = operation
    const alias = trace.alias('p', paymentId)
    this.#parts.onSend(operation)
    this.#sendings.set(paymentId, (this.#sendings.get(paymentId) ?? 0) + 1)
    const course = this.#drawCourse()
    trace.line(`  ${owner.name} sends ${alias}: ${course}`)
    if (course !== 'plain') faults.hit(`acquirer.${course}`)
    if (course === 'not-sent') {
      return scheduler.defer(owner, `${alias} could not be sent`, () => ({ kind: 'notSent' }))
    }
    this.#maybeUnanswered(course, paymentId)
    const arrived = this.#transport(operation, course, isAlive)
    if (course === 'plain' || course === 'answer-twice') return this.#answer(arrived, owner, course)
    if (course === 'answer-late' || (course === 'request-late' && random.chance(0.5))) {
      void arrived.then((entry) => entry && this.#sendUnsolicitedAnswer(entry, owner))
    }
    const waitMs = random.chance(0.5) ? 0 : SEND_TIMEOUT_MS
    return scheduler.after(waitMs, owner, `hears nothing about ${alias}`, () => ({
      kind: 'unknown',
    }))
  }

  #drawCourse(): Course {
    if (!this.#isTroubled || !this.#parts.random.chance(this.troubleRate)) return 'plain'
    return this.#parts.random.weighted({
      'not-sent': 2,
      'request-lost': 3,
      'request-late': 4,
      'answer-lost': 4,
      'answer-late': 3,
      'answer-twice': 2,
    })
  }

  #maybeUnanswered(course: Course, paymentId: string): void {
    if (course === 'plain' || course === 'answer-twice' || course === 'answer-late') return
    if (!this.#parts.random.chance(0.1)) return
    this.#parts.faults.hit('acquirer.silent-for-ever')
    this.#silent.add(paymentId)
  }

  /** The operation on its way; `undefined`: it never arrives. */
  #transport(
    operation: ConnectorOperation,
    course: Course,
    isAlive: () => boolean,
  ): Promise<BookEntry | undefined> {
    const { random, scheduler, trace } = this.#parts
    if (course === 'request-lost') return Promise.resolve(undefined)
    const delayMs = course === 'request-late' ? random.integer(1, MAX_TRANSIT_MS) : 0
    const label = `${trace.alias('p', operation.paymentId)} arrives at the acquirer`
    return scheduler.after(delayMs, undefined, label, () => {
      // A node that died at once may not have sent its bytes.
      if (delayMs === 0 && !isAlive() && random.chance(0.5)) return undefined
      return this.book.decide(operation)
    })
  }

  async #answer(
    arrived: Promise<BookEntry | undefined>,
    owner: Owner,
    course: Course,
  ): Promise<ConnectorOutcome> {
    const entry = await arrived
    if (entry === undefined) return new Promise(() => undefined)
    if (course === 'answer-twice') this.#sendUnsolicitedAnswer(entry, owner)
    const alias = this.#parts.trace.alias('p', entry.operation.paymentId)
    return this.#parts.scheduler.defer(owner, `hears about ${alias}`, () => entry.outcome)
  }

  /** To the node that sent it or to another: an acquirer does not know which nodes run. */
  #sendUnsolicitedAnswer({ operation, outcome, isTooLate }: BookEntry, sender?: Owner): void {
    const { random, scheduler, trace } = this.#parts
    const alias = trace.alias('p', operation.paymentId)
    const delayMs = random.chance(0.5) ? 1 : random.integer(1, MAX_LATENESS_MS)
    void scheduler.after(delayMs, undefined, `an unasked answer about ${alias}`, () => {
      const known = sender && this.#listeners.get(sender)
      const listener = known ?? [...this.#listeners.values()].at(0)
      if (isTooLate && listener !== undefined && !this.#isTroubled) {
        this.#toldTooLate.add(operation.paymentId)
      }
      void listener?.(operation.paymentId, outcome)
    })
  }

  #inquire({ operation }: Inquiry, owner: Owner): Promise<InquiryOutcome> {
    const { random, scheduler, trace, faults } = this.#parts
    const { paymentId } = operation
    const alias = trace.alias('p', paymentId)
    return scheduler.defer(owner, `asks what became of ${alias}`, () => {
      const isLost = this.#isTroubled && random.chance(this.troubleRate / 2)
      if (isLost) faults.hit('acquirer.inquiry-lost')
      if (isLost || this.hasNoOutcome(paymentId)) return { kind: 'unknown' }
      return this.book.entry(paymentId)?.outcome ?? { kind: 'notFound' }
    })
  }
}
