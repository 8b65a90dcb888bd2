import { HOUR_MS } from '../common/durations.ts'
import { appliedCardsOf, divide } from '../server/features/checkouts/index.ts'
import type { FlatBody } from '../server/parameters/table.ts'
import type { Decision, Operation, PlannedAction } from './attempt.ts'
import { latest } from './audited-payment.ts'
import { type CardholderParts, Cardholders } from './cardholders.ts'
import { Client, type ClientParts } from './client.ts'
import { enrolledCard } from './enrolled-cards.ts'
import { EVENT_WEIGHTS, TIME_STEPS_MS } from './event-kinds.ts'
import { isHoldChange } from './expected-reference.ts'
import { amountMinorOf } from './judge-checkouts.ts'
import { Memory } from './memory.ts'
import {
  CARD,
  checkoutBody,
  drawAmount,
  drawReference,
  enrolledBody,
  giftBody,
  holdChangeBody,
  partCardBody,
  paymentBody,
  referenceBody,
  restBody,
  scheduleBody,
  storedBody,
  updateBody,
} from './request-bodies.ts'

/** Keys are kept for 72 hours, so no request is repeated after this time. */
const LATEST_REPETITION_MS = 70 * HOUR_MS

/** How many concurrent references to the same payment there are at most. */
const MAX_BURST = 6

/** How many payments are read when all is over. */
const READ_BACK = 10

export type WorkloadParts = ClientParts & CardholderParts

/** Merchants, shoppers and the clock: draws what happens next, and has it sent. */
export class Workload {
  readonly #parts: WorkloadParts
  readonly #memory: Memory
  readonly #client: Client
  readonly #cardholders: Cardholders
  #started = 0
  #running = 0
  /** The time to jump to as soon as nothing else is left to do. */
  jumpToMs: number | undefined

  constructor(parts: WorkloadParts) {
    this.#parts = parts
    this.#memory = new Memory(parts.random, parts.audit)
    this.#client = new Client(parts, this.#memory)
    this.#cardholders = new Cardholders(parts)
  }

  /** Requests sent, beats of due work and jumps in time so far. */
  get started(): number {
    return this.#started
  }

  get running(): number {
    return this.#running
  }

  /** Starts one operation; the scheduler decides when it continues. */
  start(): void {
    const kind = this.#parts.random.weighted(EVENT_WEIGHTS)
    this.#begin(() => this.#perform(kind))
  }

  /** The jump ends. Gateways search due work every second: mostly one does so now. */
  endJump(): void {
    this.jumpToMs = undefined
    if (this.#parts.random.chance(0.6)) this.#begin(() => this.#perform('beat'))
  }

  /** At the end: some of the acknowledged payments are read as a merchant reads them. */
  readBack(): void {
    for (const paymentId of this.#memory.some(READ_BACK)) {
      this.#begin(() => this.#client.readPayment(paymentId))
    }
  }

  #begin(work: () => Promise<void>): void {
    this.#started += 1
    this.#running += 1
    void work().finally(() => {
      this.#running -= 1
    })
  }

  async #perform(kind: keyof typeof EVENT_WEIGHTS): Promise<void> {
    const { random, cluster, scheduler } = this.#parts
    switch (kind) {
      case 'pay':
        return this.#pay()
      case 'payEnrolled':
        return this.#payEnrolled()
      case 'authenticate':
        return this.#cardholders.act()
      case 'payWithGift':
        return this.#payWithGift()
      case 'payStored':
        return this.#payStored()
      case 'subscribe':
        return this.#subscribe()
      case 'switchSchedule':
        return this.#switchSchedule()
      case 'refer':
        return this.#refer()
      case 'openCheckout':
        return this.#openCheckout()
      case 'changeGifts':
        return this.#changeGifts()
      case 'submit':
        return this.#submit()
      case 'updateCheckout':
        return this.#updateCheckout()
      case 'deleteCheckout':
        return this.#deleteCheckout()
      case 'deleteRegistration':
        return this.#deleteRegistration()
      case 'decide':
        return this.#decide()
      case 'read':
        return this.#read()
      case 'repeat':
        return this.#repeat()
      case 'beat':
        return cluster.runDue(random.pick(cluster.namesUp))
      case 'jump':
        this.jumpToMs ??= scheduler.now() + random.pick(TIME_STEPS_MS)
    }
  }

  async #pay(): Promise<void> {
    const { random } = this.#parts
    const paymentType = random.weighted({ PA: 5, DB: 4, CD: 1 })
    const amountMinor = drawAmount(random)
    const body = paymentBody(random, paymentType, amountMinor)
    await this.#wish({ kind: 'pay', paymentType, amountMinor }, '/v1/payments', body, 0.6)
  }

  async #payEnrolled(): Promise<void> {
    const { random } = this.#parts
    const paymentType = random.weighted({ PA: 5, DB: 5, CD: 0.5 })
    const amountMinor = drawAmount(random)
    const body = enrolledBody(random, paymentType, amountMinor)
    await this.#wish({ kind: 'pay', paymentType, amountMinor }, '/v1/payments', body, 0.6)
  }

  async #payWithGift(): Promise<void> {
    const { random } = this.#parts
    const paymentType = random.pick(['PA', 'DB'])
    const amountMinor = drawAmount(random)
    const body = giftBody(random, paymentType, amountMinor)
    await this.#wish({ kind: 'pay', paymentType, amountMinor }, '/v1/payments', body, 0.6)
  }

  async #payStored(): Promise<void> {
    const { random } = this.#parts
    const registrationId = this.#memory.registration()
    if (registrationId === undefined) return this.#pay()
    const paymentType = random.pick(['PA', 'DB'])
    const amountMinor = drawAmount(random)
    const wish = { kind: 'payStored', registrationId, paymentType, amountMinor } as const
    const path = `/v1/registrations/${registrationId}/payments`
    await this.#wish(wish, path, storedBody(random, paymentType, amountMinor), 0.5)
  }

  async #subscribe(): Promise<void> {
    const { random } = this.#parts
    const registrationId = this.#memory.registration()
    if (registrationId === undefined) return this.#pay()
    const amountMinor = drawAmount(random)
    const wish = { kind: 'subscribe', registrationId, amountMinor } as const
    const body = scheduleBody(random, registrationId, amountMinor)
    await this.#wish(wish, '/scheduling/v1/schedules', body, 0.5)
  }

  async #switchSchedule(): Promise<void> {
    const scheduleId = this.#memory.schedule()
    if (scheduleId === undefined) return
    const verb = this.#parts.random.pick(['pause', 'resume'] as const)
    const path = `/scheduling/v1/schedules/${scheduleId}/${verb}`
    await this.#wish({ kind: 'switchSchedule', scheduleId, verb }, path, [], 0.5)
  }

  async #refer(): Promise<void> {
    const { random } = this.#parts
    const targetId = this.#memory.target()
    if (targetId === undefined) return this.#pay()
    if (random.chance(0.3)) {
      const others = random.integer(1, MAX_BURST)
      for (let other = 0; other < others; other++) this.#begin(() => this.#referTo(targetId))
    }
    await this.#referTo(targetId)
  }

  async #referTo(targetId: string): Promise<void> {
    const { random, audit } = this.#parts
    const target = latest(audit.payment(targetId).versions)
    const asked = drawReference(random, target.paymentType === 'PA', target.amountMinor)
    const wish = { kind: 'refer', targetId, asked } as const
    if (isHoldChange(asked.kind)) {
      await this.#wish(wish, '/v1/payments', holdChangeBody(targetId, asked), 0.5)
    } else {
      await this.#wish(wish, `/v1/payments/${targetId}`, referenceBody(random, asked), 0.5)
    }
  }

  async #openCheckout(): Promise<void> {
    const { random } = this.#parts
    const wish = { kind: 'openCheckout' } as const
    const id = await this.#wish(wish, '/v1/checkouts', checkoutBody(random), 0.5)
    if (id !== undefined && id !== null) this.#memory.keepCheckout(id)
  }

  /** One submit, or two at once. */
  async #submit(): Promise<void> {
    const { random } = this.#parts
    const checkoutId = this.#memory.checkout()
    if (checkoutId === undefined) return this.#openCheckout()
    const submits = random.chance(0.4) ? 2 : 1
    const path = `/v1/checkouts/${checkoutId}/payment`
    const wish = { kind: 'submit', checkoutId } as const
    const card = random.chance(0.4) ? enrolledCard(random) : CARD
    const body = [...card, ...this.#restOf(checkoutId)]
    const submit = () => this.#send(this.#client.keyed(wish, path, body, 0))
    await Promise.all(Array.from({ length: submits }, submit))
  }

  /** What gift cards leave to pay, as its page shows it; sometimes the page is old, or has not asked. */
  #restOf(checkoutId: string): FlatBody {
    const { random, audit } = this.#parts
    const checkout = latest(audit.checkouts.get(checkoutId) ?? [])
    const applied = appliedCardsOf(checkout)
    if (applied.length === 0 || random.chance(0.05)) return []
    const cards = [...audit.ownings.giftCards.values()]
    const balances = new Map(cards.map(({ id, balanceMinor }) => [id, balanceMinor]))
    const total = { minor: amountMinorOf(checkout), currency: 'EUR' }
    const { rest, restShown } = divide(applied, total, balances)
    return restBody(random.chance(0.3) ? restShown.minor : rest.minor)
  }

  /** The shopper of a checkout applies a gift card, or removes one. */
  async #changeGifts(): Promise<void> {
    const { random, audit } = this.#parts
    const checkoutId = this.#memory.checkout()
    if (checkoutId === undefined) return this.#openCheckout()
    const wish = { kind: 'changeGifts', checkoutId } as const
    const path = `/v1/checkouts/${checkoutId}/giftCards`
    const [applied] = appliedCardsOf(latest(audit.checkouts.get(checkoutId) ?? []))
    const operation =
      applied !== undefined && random.chance(0.2)
        ? this.#client.keyed(wish, `${path}/${applied.id}/delete`, [], 0.3)
        : this.#client.keyed(wish, path, partCardBody(random), 0.3)
    await this.#send(operation)
  }

  async #updateCheckout(): Promise<void> {
    const { random } = this.#parts
    const checkoutId = this.#memory.checkout()
    if (checkoutId === undefined) return this.#openCheckout()
    const amountMinor = drawAmount(random)
    const wish = { kind: 'updateCheckout', checkoutId, amountMinor } as const
    const path = `/v1/checkouts/${checkoutId}`
    await this.#send(this.#client.keyed(wish, path, updateBody(amountMinor), 0.5))
  }

  async #deleteCheckout(): Promise<void> {
    const checkoutId = this.#memory.checkout()
    if (checkoutId === undefined) return
    const wish = { kind: 'deleteCheckout', checkoutId } as const
    await this.#client.delete(wish, `/v1/checkouts/${checkoutId}`)
  }

  async #deleteRegistration(): Promise<void> {
    const registrationId = this.#memory.registration()
    if (registrationId === undefined) return
    const wish = { kind: 'deleteRegistration', registrationId } as const
    await this.#client.delete(wish, `/v1/registrations/${registrationId}`)
  }

  /** The shopper of a waiting payment decides: once, or twice at the same time. */
  async #decide(): Promise<void> {
    const { random } = this.#parts
    const paymentId = this.#memory.decidable()
    if (paymentId === undefined) return
    const clicks = random.chance(0.4) ? 2 : 1
    const verdict = random.chance(0.5)
      ? ({ kind: 'approved' } as const)
      : ({ kind: 'declined', code: '800.100.152' } as const)
    const decide = () => this.#decideOnce({ paymentId, verdict })
    await Promise.all(Array.from({ length: clicks }, decide))
  }

  async #decideOnce(decision: Decision): Promise<void> {
    const { random, cluster, trace } = this.#parts
    const { paymentId, verdict } = decision
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} is shown the page: ${trace.alias('p', paymentId)} is ${verdict.kind}`)
    await cluster.decide(node, decision)
  }

  async #read(): Promise<void> {
    const isPayment = this.#parts.random.chance(0.75)
    const id = isPayment ? this.#memory.readable() : this.#memory.checkout()
    if (id === undefined) return
    await (isPayment ? this.#client.readPayment(id) : this.#client.readCheckout(id))
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
      await this.#client.send({ ...operation, body }, true)
    } else await this.#client.send(operation, false)
  }

  /** The parameters that a merchant's server sends for its channel. */
  #wish(
    wish: PlannedAction,
    path: string,
    body: FlatBody,
    keyed: number,
  ): Promise<string | null | undefined> {
    const isNew = !path.startsWith('/v1/payments/')
    const entity = [['entityId', this.#parts.credentials.entityId] as const]
    return this.#send(this.#client.keyed(wish, path, isNew ? [...entity, ...body] : body, keyed))
  }

  #send(operation: Operation): Promise<string | null | undefined> {
    return this.#client.sendWithPersistence(operation, (work) => this.#begin(work))
  }
}
