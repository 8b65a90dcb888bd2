import { DAY_MS, HOUR_MS } from '../common/durations.ts'
import type { Clock } from '../server/kernel/timers/clock.ts'
import { withinAccount } from '../server/payments/accounts/index.ts'
import type {
  Connector,
  ConnectorOperation,
  ConnectorOutcome,
  EvidenceOutcome,
  EvidenceSubmission,
  Inquiry,
  InquiryOutcome,
  NamedByProvider,
  Preparation,
  UnsolicitedAnswer,
} from '../server/payments/connectors/index.ts'
import type { PaymentRow } from '../server/store/port.ts'
import { type AcquirerBook, type BookEntry, MAX_TRANSIT_MS } from './acquirer-book.ts'
import { AcquirerKeys, type StoredAnswer } from './acquirer-keys.ts'
import type { AcquirerKind } from './acquirer-kind.ts'
import { eventReader } from './event-reader.ts'
import type { FaultLog } from './faults.ts'
import { isPrepared, PreparedCharges, preparedName } from './prepared-charges.ts'
import type { Random } from './random.ts'
import { Replays, VOIDED_AFTER_MS } from './replays.ts'
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
  | 'error-stored'

/** How often each course is taken when there is trouble, by whether the acquirer tells events. */
const FORWARDED = {
  'not-sent': 2,
  'request-lost': 3,
  'request-late': 4,
  'answer-lost': 4,
  'answer-late': 3,
  'answer-twice': 2,
} as const
const TOLD_BY_EVENTS = {
  'not-sent': 2,
  'request-lost': 3,
  'request-late': 4,
  'answer-lost': 4,
  'error-stored': 3,
} as const

/** A request that has arrived: what it has done, and its answer. */
interface Arrived {
  readonly entry?: BookEntry
  readonly answer: StoredAnswer
}

/** Reads what a payment is called at the acquirer, newest first. */
type NamesOf = (paymentId: string) => Promise<readonly NamedByProvider[]>

/** The life of a node that a connector is of. */
export interface ConnectedNode {
  readonly owner: Owner
  readonly isAlive: () => boolean
  readonly names: NamesOf
  readonly clock: Clock
}

export interface AcquirerParts {
  readonly kind: AcquirerKind
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly book: AcquirerBook
  /** Called before anything is sent. */
  readonly onSend: (operation: ConnectorOperation) => void
  /** Called before something is carried out that was sent so long ago, in milliseconds. */
  readonly onArrival: (operation: ConnectorOperation, sentAgoMs: number) => void
  readonly onEvidence: (submission: EvidenceSubmission) => void
}

/**
 * The connection to the simulated acquirer: some messages are lost, late or repeated. What the
 * acquirer itself has done is in its book, which survives every crash.
 */
export class SimulatedAcquirer {
  readonly #parts: AcquirerParts
  /** How often something was sent for a payment, and when last; replays do not count. */
  readonly #sendings = new Map<string, number>()
  readonly #sentAtMs = new Map<string, number>()
  readonly #silent = new Set<string>()
  /** What it has answered of evidence that has arrived, by the number of the submission. */
  readonly evidence = new Map<string, EvidenceOutcome>()
  readonly #toldTooLate = new Set<string>()
  readonly #listeners = new Map<Owner, UnsolicitedAnswer>()
  readonly #keys: AcquirerKeys
  readonly #prepared = new PreparedCharges()
  /** Sends a decision to the inbox of the account. */
  tellEvent: (entry: BookEntry) => void = () => undefined
  /** How often a fault happens; drawn for each run. */
  troubleRate = 0

  constructor(parts: AcquirerParts) {
    this.#parts = parts
    this.#keys = new AcquirerKeys(parts.kind.keysLiveMs)
    parts.book.tell = (entry) => {
      if (this.kind.tellsEvents) this.tellEvent(entry)
      else if (!this.#silent.has(entry.operation.paymentId)) this.#sendUnsolicitedAnswer(entry)
    }
  }

  get book(): AcquirerBook {
    return this.#parts.book
  }

  get kind(): AcquirerKind {
    return this.#parts.kind
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

  /** Whether the acquirer never tells the outcome of this payment. */
  hasNoOutcome(payment: Pick<PaymentRow, 'id' | 'paymentType' | 'referencedId'>): boolean {
    if (this.kind.name !== 'unreadable') return this.#silent.has(payment.id)
    const isVoided = this.kind.voids && isPrepared(payment)
    return this.book.executionsOf(payment.id) === 0 && !isVoided
  }

  /**
   * Whether a node received an approval that came too late, and no fault prevented it from storing
   * that.
   */
  hasToldTooLate(paymentId: string): boolean {
    // An event is sent until it is taken.
    return this.kind.tellsEvents || this.#toldTooLate.has(paymentId)
  }

  forget(owner: Owner): void {
    this.#listeners.delete(owner)
  }

  /** The acquirer for one life of a node. */
  connect(node: ConnectedNode): Connector {
    const { owner } = node
    const { kind } = this
    const replays = new Replays(node.clock, kind.keysLiveMs)
    const connector: Connector = {
      name: 'remote',
      approvalCode: '000.100.112',
      reversalWindowMs: REVERSAL_WINDOW_MS,
      maxTransitMs: MAX_TRANSIT_MS,
      unsupported: () => undefined,
      decide: () => undefined,
      ...(kind.prepares ? { prepare: (operation) => this.#prepare(operation, owner) } : {}),
      send: (operation) => {
        replays.hold(operation)
        return this.#send(operation, node)
      },
      inquire: (inquiry) =>
        kind.replays ? this.#replay(replays.again(inquiry), node) : this.#inquire(inquiry, node),
      ...(kind.replays ? { replays: true } : {}),
      ...(kind.voids ? { voidByReference: this.#voidBy(owner) } : {}),
      sendEvidence: (submission) => this.#takeEvidence(submission, owner),
      ...(kind.tellsEvents ? { events: eventReader } : {}),
      onUnsolicitedAnswer: (listener) => {
        this.#listeners.set(owner, listener)
      },
    }
    return kind.tellsEvents ? withinAccount(connector, accountOf(kind)) : connector
  }

  /** Moves no money: what is not heard of is never charged. */
  #prepare(operation: ConnectorOperation, owner: Owner): Promise<Preparation> {
    const { scheduler, random, faults, trace } = this.#parts
    if (!isPrepared(operation)) return Promise.resolve({ kind: 'prepared', references: [] })
    const alias = trace.alias('p', operation.paymentId)
    const isLost = this.#isTroubled && random.chance(this.troubleRate / 4)
    return scheduler.defer(owner, `makes ${alias} ready`, () => {
      const name = this.#prepared.make()
      if (isLost) faults.hit('acquirer.prepare-lost')
      if (isLost) return { kind: 'notSent' }
      return { kind: 'prepared', references: [{ kind: 'payment', value: name }] }
    })
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

  #send(operation: ConnectorOperation, node: ConnectedNode): Promise<ConnectorOutcome> {
    const { paymentId } = operation
    this.#parts.onSend(operation)
    this.#sendings.set(paymentId, (this.#sendings.get(paymentId) ?? 0) + 1)
    this.#sentAtMs.set(paymentId, this.#parts.scheduler.now())
    return this.#exchange(operation, node)
  }

  /** Sends the same request once more; what is not heard of it proves nothing. */
  async #replay(
    operation: ConnectorOperation | undefined,
    node: ConnectedNode,
  ): Promise<InquiryOutcome> {
    if (operation === undefined) return { kind: 'unknown' }
    const { faults, random, scheduler } = this.#parts
    faults.hit('acquirer.replayed')
    // While an acquirer is away that loses one request, it loses the next one too.
    const isLost = this.#isTroubled && random.chance(0.5)
    if (isLost) return scheduler.defer(node.owner, 'replays in vain', () => ({ kind: 'unknown' }))
    const outcome = await this.#exchange(operation, node)
    return outcome.kind === 'notSent' ? { kind: 'unknown' } : outcome
  }

  #exchange(
    operation: ConnectorOperation,
    { owner, isAlive }: ConnectedNode,
  ): Promise<ConnectorOutcome> {
    const { scheduler, trace, faults, random } = this.#parts
    const { paymentId } = operation
    const alias = trace.alias('p', paymentId)
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
      void arrived.then((one) => one?.entry && this.#answerLate(one.entry, owner))
    }
    const waitMs = random.chance(0.5) ? 0 : SEND_TIMEOUT_MS
    return scheduler.after(waitMs, owner, `hears nothing about ${alias}`, () => ({
      kind: 'unknown',
    }))
  }

  /** The void arrives or not, and its answer too. */
  #voidBy(owner: Owner): NonNullable<Connector['voidByReference']> {
    const { scheduler, random, faults, trace } = this.#parts
    return {
      afterMs: VOIDED_AFTER_MS,
      send: ({ operation: { paymentId } }) => {
        const alias = trace.alias('p', paymentId)
        const course = this.#isTroubled
          ? random.weighted({ plain: 6, 'request-lost': 2, 'answer-lost': 2 })
          : 'plain'
        faults.hit('acquirer.voids')
        return scheduler.defer(owner, `asks to void ${alias}`, () => {
          if (course !== 'request-lost') this.book.voidLater(paymentId)
          return course === 'plain' ? 'accepted' : 'unknown'
        })
      },
    }
  }

  /** Where events tell outcomes an answer that is late reaches no node. */
  #answerLate(entry: BookEntry, sender: Owner): void {
    if (!this.kind.tellsEvents) this.#sendUnsolicitedAnswer(entry, sender)
  }

  #drawCourse(): Course {
    if (!this.#isTroubled || !this.#parts.random.chance(this.troubleRate)) return 'plain'
    return this.kind.tellsEvents
      ? this.#parts.random.weighted(TOLD_BY_EVENTS)
      : this.#parts.random.weighted(FORWARDED)
  }

  #maybeUnanswered(course: Course, paymentId: string): void {
    if (course === 'plain' || course === 'answer-twice' || course === 'answer-late') return
    if (this.kind.tellsEvents) return
    if (!this.#parts.random.chance(0.1)) return
    this.#parts.faults.hit('acquirer.silent-for-ever')
    this.#silent.add(paymentId)
  }

  /** The operation on its way; `undefined`: it never arrives. */
  #transport(
    operation: ConnectorOperation,
    course: Course,
    isAlive: () => boolean,
  ): Promise<Arrived | undefined> {
    const { random, scheduler, trace } = this.#parts
    if (course === 'request-lost') return Promise.resolve(undefined)
    const delayMs = course === 'request-late' ? random.integer(1, MAX_TRANSIT_MS) : 0
    const label = `${trace.alias('p', operation.paymentId)} arrives at the acquirer`
    return scheduler.after(delayMs, undefined, label, () => {
      // A node that died at once may not have sent its bytes.
      if (delayMs === 0 && !isAlive() && random.chance(0.5)) return undefined
      return this.#carryOut(operation, course)
    })
  }

  /** Carries out what arrives, unless its key says that it has arrived before. */
  #carryOut(operation: ConnectorOperation, course: Course): Arrived {
    if (!this.kind.tellsEvents) {
      const entry = this.book.decide(operation)
      return { entry, answer: entry.outcome }
    }
    const nowMs = this.#parts.scheduler.now()
    const repeated = this.#keys.answerTo(operation, nowMs)
    if (repeated !== undefined) return { answer: repeated }
    this.#parts.onArrival(operation, nowMs - (this.#sentAtMs.get(operation.paymentId) ?? nowMs))
    const isDone = course !== 'error-stored' || this.#parts.random.chance(0.5)
    const entry = isDone ? this.book.decide(operation) : undefined
    const answer = course === 'error-stored' ? 'error' : (entry?.outcome ?? 'error')
    this.#keys.keep(operation, answer, nowMs)
    if (entry === undefined) return { answer }
    this.#prepared.noteCharge(preparedName(operation.prepared), entry)
    return { entry, answer }
  }

  async #answer(
    arrived: Promise<Arrived | undefined>,
    owner: Owner,
    course: Course,
  ): Promise<ConnectorOutcome> {
    const one = await arrived
    if (one === undefined) return new Promise(() => undefined)
    const { entry, answer } = one
    if (course === 'answer-twice' && entry !== undefined) this.#sendUnsolicitedAnswer(entry, owner)
    return this.#parts.scheduler.defer(owner, 'hears from the acquirer', () =>
      answer === 'error' ? { kind: 'unknown' } : answer,
    )
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

  #inquire({ operation }: Inquiry, { owner, names }: ConnectedNode): Promise<InquiryOutcome> {
    const { random, scheduler, trace, faults } = this.#parts
    const { paymentId } = operation
    const alias = trace.alias('p', paymentId)
    return scheduler.defer(owner, `asks what became of ${alias}`, async () => {
      if (this.kind.name === 'unreadable') return { kind: 'unknown' }
      const isLost = this.#isTroubled && random.chance(this.troubleRate / 2)
      if (isLost) faults.hit('acquirer.inquiry-lost')
      if (isLost || this.#silent.has(paymentId)) return { kind: 'unknown' }
      return this.#outcomeOf(operation, names)
    })
  }

  /** What was made ready is read by its newest name. */
  async #outcomeOf(operation: Inquiry['operation'], names: NamesOf): Promise<InquiryOutcome> {
    const { paymentId } = operation
    const isKnown =
      !this.kind.prepares ||
      !isPrepared(operation) ||
      this.#prepared.paymentOf(preparedName(await names(paymentId))) === paymentId
    const entry = isKnown ? this.book.entry(paymentId) : undefined
    return entry?.outcome ?? { kind: 'notFound' }
  }
}

function accountOf({ takenIsDone }: AcquirerKind): NonNullable<Connector['account']> {
  return {
    id: 'remote',
    provider: 'emulated',
    environment: 'test',
    merchantId: 'M1',
    settings: { takenIsDone },
  }
}
