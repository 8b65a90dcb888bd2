import { randomBytes } from 'node:crypto'
import type { Change, ChangeSet, PaymentRow, Store } from '../../server/store/port.ts'

/** Changes that follow each other so closely are told together, in milliseconds. */
const GATHER_MS = 500
/** A stream ends after this time; the browser opens another one, which goes on where this one was. */
const STREAM_MS = 25_000
/** Payments that are kept for streams that come back. */
const MOST_KEPT = 500
/** Changes that are waited with; of more, only these are told. */
const MOST_GATHERED = 200
/** Streams at once: of everybody, of those who work with one entity, of one person or access token. */
const MOST_STREAMS = 200
const MOST_OF_ENTITY = 40
const MOST_OF_ONE = 6

/** A payment that has changed, at its place in the order of all changes of this process. */
interface Told {
  readonly sequence: number
  readonly payment: PaymentRow
}

/**
 * Tells those who look on of the payments that this process writes; where others share its database, each stream
 * ends with `missed`.
 */
export interface LivePayments {
  /** For every commit; costs nothing while nobody looks on. */
  afterCommit(changes: ChangeSet): void
  /**
   * The changes from `lastId` on, until the stream is over; `undefined`: too many look on. The id of each
   * may be the next one's `lastId`. `missed` comes first where some may be gone.
   */
  open(asking: Looking): AsyncGenerator<LiveEvent> | undefined
  close(): Promise<void>
}

export interface Looking {
  /** Who looks: a person, or an access token. */
  readonly of: string
  /** Of a person. */
  readonly sessionId: string | undefined
  /** What they work with. */
  readonly entityId: string
  readonly entityIds: ReadonlySet<string>
  readonly lastId: string | undefined
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
  /** Whether the one who looks may still do so: asked before each event, as another process may have ended it. */
  readonly goesOn: () => Promise<boolean>
}

export type LiveEvent =
  | { readonly kind: 'payment'; readonly id: string; readonly payment: PaymentRow }
  | { readonly kind: 'missed'; readonly id: string }

export function createLivePayments({ store }: { readonly store: Store }): LivePayments {
  return new LiveStreams(store)
}

class LiveStreams implements LivePayments {
  readonly #store: Store
  readonly #process = randomBytes(6).toString('hex')
  readonly #kept: Told[] = []
  readonly #gathered = new Set<string>()
  /** Each with what ends it. */
  readonly #open = new Map<Looking, () => void>()
  readonly #wakers = new Set<() => void>()
  #sequence = 0
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** A property, because it is handed on alone. */
  readonly afterCommit = (changes: ChangeSet): void => {
    if (this.#open.size === 0) return
    this.#endThose(changes)
    for (const change of changes) {
      if (change.kind === 'insertPayment') this.#gathered.add(change.row.id)
      else if (change.kind === 'stepPayment') this.#gathered.add(change.id)
    }
    if (this.#gathered.size > 0) this.#timer ??= setTimeout(() => void this.#tell(), GATHER_MS)
  }

  open(asking: Looking): AsyncGenerator<LiveEvent> | undefined {
    const { of, entityId } = asking
    const ofEntity = [...this.#open.keys()].filter((one) => one.entityId === entityId)
    const own = ofEntity.filter((one) => one.of === of)
    const isFull =
      this.#open.size >= MOST_STREAMS ||
      ofEntity.length >= MOST_OF_ENTITY ||
      own.length >= MOST_OF_ONE
    return this.#isClosed || isFull ? undefined : this.#stream(asking)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#wakeAll()
  }

  /** Ends the streams of sessions that have ended, of users who were blocked and of tokens that were revoked. */
  #endThose(changes: ChangeSet): void {
    const ended = new Set(changes.flatMap(endedBy))
    if (ended.size === 0) return
    for (const [{ of, sessionId = '' }, end] of this.#open) {
      if (ended.has(of) || ended.has(sessionId)) end()
    }
  }

  async #tell(): Promise<void> {
    this.#timer = undefined
    const ids = [...this.#gathered].slice(-MOST_GATHERED)
    // Streams find the gap in the numbers, and say that something was missed.
    this.#sequence += this.#gathered.size - ids.length
    this.#gathered.clear()
    // What cannot be read now is seen when the list is read again.
    const rows = await this.#store.read.paymentsById(ids).catch(() => [])
    const kept = this.#kept
    for (const payment of rows) kept.push({ sequence: ++this.#sequence, payment })
    kept.splice(0, kept.length - MOST_KEPT)
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of this.#wakers) wake()
  }

  /** Counts from now on, not from when it is first read. */
  #stream(looking: Looking): AsyncGenerator<LiveEvent> {
    const ended = new AbortController()
    this.#open.set(looking, () => ended.abort())
    looking.signal.addEventListener('abort', () => {
      this.#open.delete(looking)
      ended.abort()
    })
    return this.#eventsFor(looking, ended.signal)
  }

  async *#eventsFor(looking: Looking, signal: AbortSignal): AsyncGenerator<LiveEvent> {
    const { entityIds, lastId, goesOn } = looking
    const untilMs = performance.now() + STREAM_MS
    let { from, isMissed } = this.#placeOf(lastId)
    const goesOnTelling = () => !this.#isClosed && !signal.aborted
    try {
      while (goesOnTelling() && performance.now() < untilMs) {
        const next = this.#kept.find((one) => one.sequence > from)
        // The changes between them are not kept any more, or were too many to be told.
        isMissed ||= next === undefined ? this.#sequence > from : next.sequence > from + 1
        if (isMissed) {
          from = next === undefined ? this.#sequence : next.sequence - 1
          isMissed = false
          yield { kind: 'missed', id: this.#idOf(from) }
        } else if (next !== undefined) {
          from = next.sequence
          const { payment } = next
          if (entityIds.has(payment.entityId)) {
            if (!(await goesOn())) return
            yield { kind: 'payment', id: this.#idOf(from), payment }
          }
        } else await this.#nextChange(from, untilMs, signal)
      }
      // Nobody tells this process what others write to the same database: the list is read again with each stream.
      const isShared = this.#store.time !== undefined
      if (isShared && goesOnTelling()) yield { kind: 'missed', id: this.#idOf(from) }
    } finally {
      this.#open.delete(looking)
    }
  }

  #idOf(place: number): string {
    return `${this.#process}.${place}`
  }

  #placeOf(lastId: string | undefined): { from: number; isMissed: boolean } {
    const sequence = this.#sequence
    if (lastId === undefined) return { from: sequence, isMissed: false }
    const [of, text] = lastId.split('.')
    const from = Number(text)
    const isOfProcess = of === this.#process && from <= sequence
    const isKnown = isOfProcess && from >= (this.#kept[0]?.sequence ?? 1) - 1
    return isKnown ? { from, isMissed: false } : { from: sequence, isMissed: true }
  }

  /** Resolves with the next changes, or when the stream is over or its client has gone. */
  #nextChange(from: number, untilMs: number, signal: AbortSignal): Promise<void> {
    if (this.#sequence > from || signal.aborted || this.#isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(over)
        this.#wakers.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const over = setTimeout(wake, Math.max(0, untilMs - performance.now()))
      this.#wakers.add(wake)
      signal.addEventListener('abort', wake)
    })
  }
}

/** Who may not go on after a change: a session, a user or an access token. */
function endedBy(change: Change): readonly string[] {
  switch (change.kind) {
    case 'stepSession':
      return typeof change.set.endedAtMs === 'number' ? [change.id] : []
    case 'stepUser':
      return change.set.state === 'blocked' ? [change.id] : []
    case 'deleteToken':
      return [change.hash]
    default:
      return []
  }
}
