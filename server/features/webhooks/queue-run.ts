import type { FastifyBaseLogger } from 'fastify'
import type { Exchange, OutgoingClient } from '../../http/outgoing/client.ts'
import { type EntityClock, monotonicOf } from '../../kernel/timers/clock.ts'
import { keptTrace, type TraceContext } from '../../kernel/trace-context.ts'
import { isCardLikeReference } from '../../parameters/card-number-guard.ts'
import type { CallKind, OutgoingCall } from '../../payments/index.ts'
import type { Change, DeliveryRow, NoticeRow, Store } from '../../store/port.ts'
import type { QueueLeases } from './queue-leases.ts'
import { afterFailure, resultOf } from './retry-plan.ts'

/** Calls to one receiver at once (R-WH-3). */
const MAX_CALLS = 4

/** Deliveries of one read, and how long they count: one may have been cancelled since. */
const READ_AHEAD = 16
const READ_COUNTS_MS = 1_000

/** What of an answer's body is kept in the log, in characters. */
const MAX_ANSWER = 2_000
const NOT_KEPT = '(not kept: it holds what looks like a card number)'

export interface SenderParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly send: OutgoingClient
  readonly kinds: Readonly<Partial<Record<DeliveryRow['kind'], CallKind | undefined>>>
  /** Names this life of the process. */
  readonly holder: string
  /** 0 to 1, for the spread of retries. */
  readonly random: () => number
  /** The merchant of an entity, or the entity above merchants; absent: each entity counts for itself. */
  readonly merchantOf?: (entityId: string) => Promise<string>
  /** When calls may begin; at any time, when absent. */
  readonly pace?: CallPace | undefined
}

interface RunParts extends SenderParts {
  readonly leases: QueueLeases | undefined
  /** Ends the calls that are under way. */
  readonly signal: AbortSignal
}

interface MadeCall {
  readonly kind: CallKind
  readonly call: OutgoingCall
  readonly exchange: Exchange
  readonly atMs: number
}

/** Sends what is due in one queue until nothing is. One run of a queue at a time. */
export class QueueRun {
  /** When no call is under way any more: whether something may have become due. Never rejects. */
  readonly ended: Promise<boolean>
  readonly #queue: string
  readonly #parts: RunParts
  /** Deliveries whose call, or outcome, is under way. */
  readonly #underWay = new Set<string>()
  #next: DeliveryRow[] = []
  #mustRead = true
  #readAtMs = 0
  #isStopped = false
  #hasFailed = false
  #turn: 'none' | 'awaited' | 'granted' = 'none'
  #wake: (() => void) | undefined

  constructor(queue: string, parts: RunParts) {
    this.#queue = queue
    this.#parts = parts
    this.ended = this.#run()
  }

  /** Something new may be due. */
  lookAgain(): void {
    this.#mustRead = true
    if (!this.#mustWait()) this.#wake?.()
  }

  /** Begins no further call. */
  stop(): void {
    this.#isStopped = true
    this.#wake?.()
  }

  async #run(): Promise<boolean> {
    const { log, leases } = this.#parts
    try {
      for (;;) {
        if (this.#isStopped || this.#hasFailed) break
        if (leases !== undefined && !(await leases.hold(this.#queue))) {
          this.#mustRead = false
          break
        }
        this.#dropOldRead()
        if (this.#next.length === 0 && this.#mustRead) await this.#read()
        this.#begin()
        if (this.#underWay.size === 0 && this.#next.length === 0 && !this.#mustRead) break
        if (this.#mustWait()) await this.#change()
      }
    } catch (err) {
      this.#hasFailed = true
      log.error({ err, queue: this.#queue }, 'deliveries are sent later')
    }
    while (this.#underWay.size > 0) await this.#change()
    return this.#mustRead && !this.#isStopped && !this.#hasFailed
  }

  #mustWait(): boolean {
    if (this.#underWay.size >= MAX_CALLS || this.#turn === 'awaited') return true
    return this.#next.length === 0 && !this.#mustRead && this.#underWay.size > 0
  }

  /** Resolves when a call has ended, or something new may be due. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #dropOldRead(): void {
    const { clock } = this.#parts
    if (this.#next.length === 0 || monotonicOf(clock) - this.#readAtMs < READ_COUNTS_MS) return
    this.#next = []
    this.#mustRead = true
  }

  async #read(): Promise<void> {
    const { store, clock } = this.#parts
    this.#mustRead = false
    this.#readAtMs = monotonicOf(clock)
    // What ends while this is read may be in the result all the same.
    const before = new Set(this.#underWay)
    let rows = await this.#due()
    // Notices wait until they can be sent: a receiver that hangs costs no more than its notices do.
    while (rows.length < READ_AHEAD && (await deliverNotices(this.#queue, store)) > 0)
      rows = await this.#due()
    this.#next = rows.filter(({ id }) => !before.has(id) && !this.#underWay.has(id))
  }

  async #due(): Promise<readonly DeliveryRow[]> {
    const { store, clock } = this.#parts
    const nowMs = clock.now()
    const rows = [...(await store.read.dueDeliveries(this.#queue, nowMs, READ_AHEAD))]
    for (const own of clock.ownTimes()) {
      const { entityIds } = own
      const ahead = await store.read.dueDeliveriesOf(this.#queue, entityIds, own.nowMs, READ_AHEAD)
      rows.push(...ahead.filter(({ dueAtMs }) => dueAtMs > nowMs))
    }
    return rows
  }

  #begin(): void {
    const { leases } = this.#parts
    while (this.#underWay.size < MAX_CALLS && !this.#isStopped && !this.#hasFailed) {
      if (leases !== undefined && !leases.isHeld(this.#queue)) return
      if (this.#next.length === 0 || !this.#mayBegin()) return
      const delivery = this.#next.shift() as DeliveryRow
      this.#underWay.add(delivery.id)
      void this.#deliver(delivery).finally(() => {
        this.#underWay.delete(delivery.id)
        this.#mustRead = true
        this.#wake?.()
      })
    }
  }

  /** Whether the pace lets a call begin now; else the run is woken when its turn has come. */
  #mayBegin(): boolean {
    const { pace } = this.#parts
    if (this.#turn === 'granted') {
      this.#turn = 'none'
      return true
    }
    if (this.#turn === 'awaited') return false
    if (pace === undefined || pace.mayBegin()) return true
    this.#turn = 'awaited'
    pace.onTurn(() => {
      this.#turn = 'granted'
      this.#wake?.()
    })
    return false
  }

  /** Never rejects. */
  async #deliver(delivery: DeliveryRow): Promise<void> {
    const { clock, kinds, log, send, signal } = this.#parts
    const fields = { deliveryId: delivery.id, kind: delivery.kind }
    try {
      const kind = kinds[delivery.kind]
      if (kind === undefined) throw new Error(`No call is made of kind ${delivery.kind}`)
      const atMs = clock.now()
      const call = await kind.call(delivery, atMs)
      if (call === undefined) return await this.#giveUp(delivery)
      const { plainBody, fault, ...request } = call
      const asked = { ...request, trace: traceOf(delivery), signal }
      const exchange = fault === undefined ? await send(asked) : notSent(fault)
      // Not an outcome: the call is made again.
      if (signal.aborted) return
      await this.#write(delivery, { kind, call, exchange, atMs })
      const { isDelivered, status } = resultOf(exchange)
      await kind.after?.(delivery, { isDelivered, status, url: call.url })
    } catch (err) {
      this.#hasFailed = true
      log.error({ err, ...fields }, 'a delivery has no outcome; it is made again')
    }
  }

  /** Its webhook does not take it any more. */
  async #giveUp(delivery: DeliveryRow): Promise<void> {
    await this.#step(delivery, { state: 'givenUp' }, [])
  }

  async #write(delivery: DeliveryRow, made: MadeCall): Promise<void> {
    const { clock, random } = this.#parts
    const { kind, call, exchange, atMs } = made
    const { id } = delivery
    const attempts = delivery.attempts + 1
    const nowMs = clock.now()
    const { isDelivered, status = null, reason } = resultOf(exchange)
    const outcome = isDelivered
      ? ({ state: 'delivered' } as const)
      : afterFailure({
          delivery,
          exchange,
          retryDelaysMs: kind.retryDelaysMs,
          entityNowMs: clock.of(delivery.entityId),
          nowMs,
          random: random(),
        })
    const answer = exchange.kind === 'answered' ? keptAnswer(exchange.body) : null
    const attempt = {
      deliveryId: id,
      attempt: attempts,
      atMs,
      endedAtMs: nowMs,
      status,
      reason,
      answer,
    }
    const body = delivery.body ?? call.plainBody
    await this.#step(delivery, { ...outcome, attempts, ...(body === undefined ? {} : { body }) }, [
      { kind: 'insertDeliveryAttempt', row: attempt },
      ...followers(delivery, outcome),
    ])
  }

  /** A conflict is ignored: another process has the queue now, or the delivery was changed by a request. */
  async #step(
    { id, version }: DeliveryRow,
    set: Partial<DeliveryRow>,
    further: readonly Change[],
  ): Promise<void> {
    const { store, clock } = this.#parts
    const full = { ...set, updatedAtMs: clock.now() }
    await store.commit([
      { kind: 'stepDelivery', id, expectedVersion: version, set: full },
      ...further,
    ])
  }
}

function notSent(reason: string): Exchange {
  return { kind: 'notSent', reason, isTimeout: false }
}

/** What the log keeps of an answer: card data lives in the vault alone (PCI DSS 3.5.1). */
function keptAnswer(body: string): string {
  const answer = body.slice(0, MAX_ANSWER)
  return isCardLikeReference(answer) ? NOT_KEPT : answer
}

/** Those that wait for it in vain until it is due again. */
function followers({ id }: DeliveryRow, { dueAtMs }: { readonly dueAtMs?: number }): Change[] {
  return dueAtMs === undefined ? [] : [{ kind: 'deferFollowers', id, untilMs: dueAtMs }]
}

/** The time between two calls that begin while the process is busy with requests, in milliseconds. */
const BETWEEN_MS = 10

/** Spreads the beginnings of calls, so that requests are answered first. */
export interface CallPace {
  /** Whether a call may begin now, without a turn. */
  mayBegin(): boolean
  /** Calls back once, when it is the caller's turn to begin one call: in the order in which they asked. */
  onTurn(begin: () => void): void
}

/**
 * A pace that all queues of a process share. While it `isBusy` one call begins in ten milliseconds: a call
 * costs more processor time than a payment, so calls as fast as receivers answer would take the time of many.
 * At most a hundred a second begin then, fewer where the turns of the event loop are long.
 */
export function createCallPace(isBusy: () => boolean): CallPace {
  const waiting: (() => void)[] = []

  function wait(): void {
    setTimeout(() => {
      const turns = isBusy() ? 1 : waiting.length
      for (const begin of waiting.splice(0, turns)) begin()
      if (waiting.length > 0) wait()
    }, BETWEEN_MS)
  }

  return {
    mayBegin: () => waiting.length === 0 && !isBusy(),
    onTurn(begin) {
      waiting.push(begin)
      if (waiting.length === 1) wait()
    },
  }
}

/** Number of notices in one commit: small, so that payments do not wait for it. */
const AT_ONCE = 64

/**
 * Makes deliveries of the first notices of a webhook; how many. 0 also where another process was faster: any
 * process may do so at any time, because the second commit of the same delivery changes nothing. Rejects
 * with the store.
 */
export async function deliverNotices(
  webhookId: string,
  { read, commit }: Pick<Store, 'read' | 'commit'>,
): Promise<number> {
  const notices = await read.noticesOf(webhookId, AT_ONCE)
  if (notices.length === 0) return 0
  const { applied } = await commit(notices.flatMap(asDelivery))
  return applied ? notices.length : 0
}

/** The trace of what has caused it; else it begins one by its own id. */
function traceOf({ id, trace }: DeliveryRow): TraceContext {
  return trace === null ? { traceId: id, flags: '00' } : keptTrace(trace)
}

function asDelivery(notice: NoticeRow): Change[] {
  const { webhookId, orderKey, subjectId, sequence, id } = notice
  return [
    { kind: 'insertDelivery', row: deliveryOf(notice) },
    { kind: 'removeNotice', webhookId, orderKey, subjectId, sequence, id },
  ]
}

function deliveryOf({ webhookId, createdAtMs, ...event }: NoticeRow): DeliveryRow {
  return {
    ...event,
    webhookId,
    queue: webhookId,
    url: null,
    kind: 'webhook',
    state: 'waiting',
    attempts: 0,
    retries: 0,
    createdAtMs,
    updatedAtMs: createdAtMs,
    version: 1,
  }
}
