import type { FlatBody } from '../parameters/flat-body.ts'
import type { Attempt, Operation, Wish } from './attempt.ts'
import { type Audit, latest, SHOPPERS_NAME } from './audit.ts'
import {
  CARD,
  checkoutBody,
  drawAmount,
  drawReference,
  paymentBody,
  referenceBody,
} from './bodies.ts'
import type { Cluster } from './cluster.ts'
import type { AnswerJudge } from './judge-answers.ts'
import { Memory } from './memory.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { describeOutcome, describeWish } from './telling.ts'
import type { Trace } from './trace.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Steps in time that a run takes: those of recovery, of a checkout's life, of a lease. */
const JUMPS_MS = [
  SECOND_MS,
  6 * SECOND_MS,
  31 * SECOND_MS,
  61 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  31 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  25 * HOUR_MS,
]

/** A key is known for 72 hours: nobody repeats a request after this time. */
const LATEST_REPETITION_MS = 70 * HOUR_MS
/** How often a client sends a request again that was not answered. */
const MOST_SENDINGS = 3

/** How many others refer to the same payment in the same moment at most. */
const MOST_IN_A_RUSH = 6

/** How many payments are read when all is over. */
const READ_BACK = 10

export interface WorkloadParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly trace: Trace
  readonly cluster: Cluster
  readonly audit: Audit
  readonly judge: AnswerJudge
  readonly credentials: { readonly entityId: string; readonly accessToken: string }
  readonly randomHex: (digits: number) => string
  /** Runs what judges, and keeps what it throws. */
  readonly guard: <Result>(judging: () => Result) => Result | undefined
}

/** Merchants, shoppers and the clock: draws what happens next, and sends it. */
export class Workload {
  readonly #parts: WorkloadParts
  readonly #memory: Memory
  #started = 0
  #running = 0
  /** Where the time is to go as soon as nothing else is left to do. */
  jumpToMs: number | undefined

  constructor(parts: WorkloadParts) {
    this.#parts = parts
    this.#memory = new Memory(parts.random, parts.audit)
  }

  /** Requests sent, beats of due work and jumps in time so far. */
  get started(): number {
    return this.#started
  }

  get running(): number {
    return this.#running
  }

  /** Begins one operation; it goes on as the scheduler lets it. */
  start(): void {
    const kind = this.#parts.random.weighted({
      pay: 26,
      refer: 30,
      openCheckout: 6,
      submit: 14,
      read: 8,
      repeat: 8,
      beat: 6,
      jump: 3,
    })
    this.#begin(() => this.#carryOut(kind))
  }

  #begin(work: () => Promise<void>): void {
    this.#started += 1
    this.#running += 1
    void work().finally(() => {
      this.#running -= 1
    })
  }

  async #carryOut(kind: string): Promise<void> {
    const { random, cluster, scheduler } = this.#parts
    switch (kind) {
      case 'pay':
        return this.#pay()
      case 'refer':
        return this.#refer()
      case 'openCheckout':
        return this.#openCheckout()
      case 'submit':
        return this.#submit()
      case 'read':
        return this.#read()
      case 'repeat':
        return this.#repeat()
      case 'beat':
        return cluster.runDue(random.pick(cluster.names))
      default:
        this.jumpToMs ??= scheduler.now() + random.pick(JUMPS_MS)
    }
  }

  async #pay(): Promise<void> {
    const { random, credentials } = this.#parts
    const paymentType = random.weighted({ PA: 5, DB: 4, CD: 1 })
    const amountMinor = drawAmount(random)
    const operation = this.#operation(
      { kind: 'pay', paymentType, amountMinor },
      '/v1/payments',
      [['entityId', credentials.entityId], ...paymentBody(random, paymentType, amountMinor)],
      random.chance(0.6),
    )
    await this.#sendWithPersistence(operation)
  }

  async #refer(): Promise<void> {
    const { random } = this.#parts
    const targetId = this.#memory.target()
    if (targetId === undefined) return this.#pay()
    if (random.chance(0.3)) {
      const others = random.integer(1, MOST_IN_A_RUSH)
      for (let other = 0; other < others; other++) this.#begin(() => this.#referTo(targetId))
    }
    await this.#referTo(targetId)
  }

  async #referTo(targetId: string): Promise<void> {
    const { random, audit } = this.#parts
    const target = latest(audit.payment(targetId).versions)
    const asked = drawReference(random, target.paymentType === 'PA', target.amountMinor)
    const operation = this.#operation(
      { kind: 'refer', targetId, asked },
      `/v1/payments/${targetId}`,
      referenceBody(asked),
      random.chance(0.5),
    )
    await this.#sendWithPersistence(operation)
  }

  async #openCheckout(): Promise<void> {
    const { random, credentials } = this.#parts
    const operation = this.#operation(
      { kind: 'openCheckout' },
      '/v1/checkouts',
      [['entityId', credentials.entityId], ...checkoutBody(random)],
      random.chance(0.5),
    )
    const id = await this.#sendWithPersistence(operation)
    if (id !== undefined && id !== null) this.#memory.keepCheckout(id)
  }

  /** One click, or two. */
  async #submit(): Promise<void> {
    const { random } = this.#parts
    const checkoutId = this.#memory.checkout()
    if (checkoutId === undefined) return this.#openCheckout()
    const submits = random.chance(0.4) ? 2 : 1
    await Promise.all(Array.from({ length: submits }, () => this.#submitOnce(checkoutId)))
  }

  async #submitOnce(checkoutId: string): Promise<void> {
    const { audit } = this.#parts
    const checkout = latest(audit.checkouts.get(checkoutId) ?? [])
    const held = new Map(JSON.parse(checkout.request) as [string, string][])
    const wish = {
      kind: 'pay',
      paymentType: held.get('paymentType') ?? '',
      amountMinor: Math.round(Number(held.get('amount')) * 100),
      checkoutId,
    } as const
    const path = `/v1/checkouts/${checkoutId}/payment`
    await this.#sendWithPersistence(this.#operation(wish, path, CARD, false))
  }

  async #read(): Promise<void> {
    const { random } = this.#parts
    const isPayment = random.chance(0.75)
    const id = isPayment ? this.#memory.readable() : this.#memory.checkout()
    if (id === undefined) return
    await this.#send(isPayment ? this.#readingOf(id) : this.#readingOfCheckout(id), false)
  }

  /** After everything: some of what was acknowledged is read as a merchant reads it. */
  readBack(): void {
    for (const paymentId of this.#memory.some(READ_BACK)) {
      this.#begin(async () => void (await this.#send(this.#readingOf(paymentId), false)))
    }
  }

  /** A status request for a payment. */
  #readingOf(paymentId: string): Operation {
    const wish = { kind: 'read', paymentId } as const
    return this.#named(wish, { method: 'GET', path: `/v1/payments/${paymentId}`, body: [] })
  }

  #readingOfCheckout(checkoutId: string): Operation {
    const path = `/v1/checkouts/${checkoutId}/payment`
    return this.#named({ kind: 'readCheckout', checkoutId }, { method: 'GET', path, body: [] })
  }

  /** Sends an earlier request again, or another one under its key. */
  async #repeat(): Promise<void> {
    const { random, scheduler, audit } = this.#parts
    const operation = this.#memory.keyedOperation()
    if (operation === undefined) return
    if (scheduler.now() - operation.firstSentAtMs > LATEST_REPETITION_MS) return
    const isKnown = audit.byOperation.has(operation.name)
    if (isKnown && random.chance(0.3)) {
      const body = [...operation.body, ['customParameters[OTHER]', 'yes'] as const]
      await this.#send({ ...operation, body }, true)
    } else await this.#send(operation, false)
  }

  #operation(wish: Wish, path: string, body: FlatBody, isKeyed: boolean): Operation {
    const operation = this.#named(wish, { method: 'POST', path, body })
    if (!isKeyed) return operation
    const keyed = { ...operation, key: operation.name }
    this.#memory.keepKeyed(keyed)
    return keyed
  }

  #named(wish: Wish, request: Pick<Operation, 'method' | 'path' | 'body'>): Operation {
    const name = `operation-${this.#started}-${this.#parts.randomHex(4)}`
    const isShoppers = wish.kind === 'pay' && wish.checkoutId !== undefined
    const parameter = isShoppers ? SHOPPERS_NAME : 'merchantTransactionId'
    const isNamed = wish.kind === 'pay' || wish.kind === 'refer'
    const body = isNamed ? [...request.body, [parameter, name] as const] : request.body
    return { name, wish, ...request, body, firstSentAtMs: this.#parts.scheduler.now() }
  }

  /** A client that has a key sends again what was not answered; sometimes it does not even wait. */
  async #sendWithPersistence(operation: Operation): Promise<string | null | undefined> {
    const { random } = this.#parts
    if (operation.key === undefined) return this.#send(operation, false)
    if (random.chance(0.15)) this.#begin(async () => void (await this.#send(operation, false)))
    for (let sending = 1; sending <= MOST_SENDINGS; sending++) {
      const id = await this.#send(operation, false)
      if (id !== undefined) return id
    }
    return undefined
  }

  /** Id of what the answer names, `null` for a refusal, `undefined` when there was no answer. */
  async #send(operation: Operation, isForeignKey: boolean): Promise<string | null | undefined> {
    const { random, scheduler, cluster, trace, guard, judge, credentials } = this.#parts
    const { method, path, body, key, wish, name } = operation
    const node = random.pick(cluster.namesUp)
    trace.line(
      `${node} is asked: ${name.split('-', 2).join(' ')} ${describeWish(wish, trace)}${isForeignKey ? ' under a foreign key' : ''}`,
    )
    const attempt: Attempt = {
      operation,
      startStep: scheduler.steps,
      startMs: scheduler.now(),
      isForeignKey,
    }
    const headers = {
      authorization: `Bearer ${credentials.accessToken}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const logId = this.#parts.randomHex(32)
    const outcome = await cluster.ask(node, { method, path, headers, body, logId })
    trace.line(`${name.split('-', 2).join(' ')} got ${describeOutcome(outcome)}`)
    if (outcome.kind !== 'answer') return undefined
    const id = guard(() => judge.judge(attempt, outcome.answer))
    if (typeof id === 'string') this.#memory.keepPayment(id)
    return id
  }
}
