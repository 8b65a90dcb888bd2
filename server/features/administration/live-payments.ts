import { randomBytes } from 'node:crypto'
import type { ChangeSet, PaymentRow, Store } from '../../store/port.ts'

/** Changes that follow each other so closely are told together, in milliseconds. */
const GATHER_MS = 500
/** A stream ends after this time; the browser opens another one, which goes on where this one was. */
const STREAM_MS = 25_000
/** Payments that are kept for streams that come back. */
const MOST_KEPT = 500
/** Changes that are waited with; of more, only these are told. */
const MOST_GATHERED = 200
/** Streams at once, of everybody and of one person or access token. */
const MOST_STREAMS = 100
const MOST_OF_ONE = 6

/** A payment that has changed, at its place in the order of all changes of this process. */
interface Told {
  readonly sequence: number
  readonly payment: PaymentRow
}

/** Tells those who look on of the payments that this process writes. */
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
  readonly entityIds: ReadonlySet<string>
  readonly lastId: string | undefined
}

export type LiveEvent =
  | { readonly kind: 'payment'; readonly id: string; readonly payment: PaymentRow }
  | { readonly kind: 'missed'; readonly id: string }

export function createLivePayments({ store }: { readonly store: Store }): LivePayments {
  const process = randomBytes(6).toString('hex')
  const kept: Told[] = []
  const gathered = new Set<string>()
  const open = new Map<string, number>()
  const wakers = new Set<() => void>()
  let sequence = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const wakeAll = () => {
    for (const wake of wakers) wake()
  }

  async function tell(): Promise<void> {
    timer = undefined
    const ids = [...gathered].slice(0, MOST_GATHERED)
    gathered.clear()
    // What cannot be read now is seen when the list is read again.
    const rows = await store.read.paymentsById(ids).catch(() => [])
    for (const payment of rows) kept.push({ sequence: ++sequence, payment })
    kept.splice(0, kept.length - MOST_KEPT)
    wakeAll()
  }

  /** Resolves with the next changes, or when the stream is over. */
  function nextChange(untilMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(over)
        wakers.delete(wake)
        resolve()
      }
      const over = setTimeout(wake, Math.max(0, untilMs - performance.now()))
      wakers.add(wake)
    })
  }

  function placeOf(lastId: string | undefined): { from: number; isMissed: boolean } {
    if (lastId === undefined) return { from: sequence, isMissed: false }
    const [of, text] = lastId.split('.')
    const from = Number(text)
    const isKnown = of === process && from <= sequence && from >= (kept[0]?.sequence ?? 1) - 1
    return isKnown ? { from, isMissed: false } : { from: sequence, isMissed: true }
  }

  async function* stream({ of, entityIds, lastId }: Looking): AsyncGenerator<LiveEvent> {
    const untilMs = performance.now() + STREAM_MS
    let { from, isMissed } = placeOf(lastId)
    try {
      if (isMissed) yield { kind: 'missed', id: `${process}.${from}` }
      while (!isClosed && performance.now() < untilMs) {
        for (const told of kept.filter((one) => one.sequence > from)) {
          from = told.sequence
          const { payment } = told
          if (!entityIds.has(payment.entityId)) continue
          yield { kind: 'payment', id: `${process}.${from}`, payment }
        }
        await nextChange(untilMs)
      }
    } finally {
      const left = (open.get(of) ?? 1) - 1
      if (left === 0) open.delete(of)
      else open.set(of, left)
    }
  }

  return {
    afterCommit(changes) {
      if (open.size === 0) return
      for (const change of changes) {
        if (change.kind === 'insertPayment') gathered.add(change.row.id)
        else if (change.kind === 'stepPayment') gathered.add(change.id)
      }
      if (gathered.size > 0) timer ??= setTimeout(() => void tell(), GATHER_MS)
    },

    open(asking) {
      const all = [...open.values()].reduce((sum, count) => sum + count, 0)
      const own = open.get(asking.of) ?? 0
      if (isClosed || all >= MOST_STREAMS || own >= MOST_OF_ONE) return undefined
      open.set(asking.of, own + 1)
      return stream(asking)
    },

    async close() {
      isClosed = true
      clearTimeout(timer)
      wakeAll()
    },
  }
}
