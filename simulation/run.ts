import { type DemoCredentials, demoCredentials } from '../sandbox/demo/credentials.ts'
import { openVault, type Vault } from '../server/kernel/vault/vault.ts'
import { SimulatedAcquirer } from './acquirer.ts'
import { AcquirerBook } from './acquirer-book.ts'
import { EventSender } from './acquirer-events.ts'
import { type AcquirerKind, drawKind } from './acquirer-kind.ts'
import { Audit } from './audit.ts'
import { Clearing } from './clearing.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import { Cluster } from './cluster.ts'
import { SimulatedDisk } from './disk.ts'
import { Disputing } from './disputing.ts'
import { type FaultCounts, FaultLog } from './faults.ts'
import { InvariantError } from './invariants.ts'
import { AnswerJudge } from './judge-answers.ts'
import { type AuthenticationRules, judgeRequest, judgeText } from './judge-authentications.ts'
import { judgeDisputeSet, judgeDisputesEnd, judgeEvidence } from './judge-disputes.ts'
import { judgeEnd, judgeReopened } from './judge-end.ts'
import type { HoldRules } from './judge-holds.ts'
import { judgeInboxEnd } from './judge-inbox.ts'
import { judgeOutboxEnd, judgeReceived } from './judge-outbox.ts'
import { judgeArrival, judgeSend, judgeSet } from './judge-sets.ts'
import { judgeSettlement } from './judge-settlement.ts'
import { addAdministrator, predictable, prepareChannel } from './prepared-vault.ts'
import { hexSource, Random } from './random.ts'
import { ResultSender } from './result-sender.ts'
import { Scheduler, turn } from './scheduler.ts'
import { seedIds } from './seeded-ids.ts'
import { SimulatedIssuer } from './simulated-issuer.ts'
import { SimulatedStore } from './simulated-store.ts'
import { Trace } from './trace.ts'
import { WebhookReceiver } from './webhook-receiver.ts'
import { Workload } from './workload.ts'

/** Afternoon of 20 November 2026, UTC. */
const START_MS = Date.UTC(2026, 10, 20, 15)

/** A run that has not ended after this many turns is stuck, which counts as a failure. */
const MAX_TURNS = 200_000

/** Probability that a node is paused at a step. */
const PAUSE_RATE = 0.005

/** How likely a node's clock is set at a step. */
const CLOCK_STEP_RATE = 0.005

export interface RunOptions {
  readonly seed: number
  /** How many operations begin. */
  readonly operations: number
}

export interface RunReport {
  readonly seed: number
  readonly operations: number
  readonly steps: number
  readonly crashes: number
  readonly faults: FaultCounts
  /** SHA-256 over everything that happened: equal for equal seeds. */
  readonly digest: string
  readonly failure?: {
    readonly invariant: string
    readonly message: string
    readonly lastSteps: readonly string[]
  }
}

/** Runs the whole gateway under one seed. Rejects only with a bug of the simulation itself. */
export async function run({ seed, operations }: RunOptions): Promise<RunReport> {
  const world = await World.create(seed)
  await world.live(operations)
  // Node reports unhandled rejections in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  return world.report(seed)
}

/** Those who ask the gateway, and what they need for it. */
interface People {
  readonly vault: Vault
  readonly credentials: DemoCredentials
  readonly randomHex: (digits: number) => string
}

/** The whole state of one run, and its main loop. */
class World {
  readonly #seed: number
  readonly #random: Random
  readonly #trace = new Trace()
  readonly #faults = new FaultLog()
  readonly #scheduler: Scheduler
  readonly #audit: Audit
  readonly #answers: AnswerJudge
  /** By random numbers of its own: the other draws of a seed stay as they are. */
  readonly #kind: AcquirerKind
  readonly #acquirer: SimulatedAcquirer
  #events: EventSender | undefined
  readonly #issuer: SimulatedIssuer
  readonly #receiver: WebhookReceiver
  readonly #authentication: AuthenticationRules
  readonly #holds: HoldRules
  readonly #codes = new Map<string, string>()
  readonly #store: SimulatedStore
  readonly #crashRate: number
  readonly #crowd: number
  #cluster: Cluster | undefined
  #workload: Workload | undefined
  #people: People | undefined
  /** The files of the acquirer, once all payments have come to their end. */
  #clearing: Clearing | undefined
  #failure: InvariantError | undefined
  #turns = 0

  static async create(seed: number): Promise<World> {
    const world = new World(seed)
    await world.#setUp(seed)
    return world
  }

  private constructor(seed: number) {
    this.#seed = seed
    const random = new Random(seed)
    const trace = this.#trace
    const faults = this.#faults
    const scheduler = new Scheduler(random, START_MS, (text) => trace.line(text))
    const audit = new Audit(() => scheduler.steps)
    const kind = drawKind(new Random(seed ^ 0xacc0))
    this.#kind = kind
    const world = { random, scheduler, faults, trace, kind }
    const book = new AcquirerBook({
      ...world,
      onDecided: ({ operation }) =>
        this.#guard(() => judgeSet(audit.only(operation.paymentId), this.#judging)),
    })
    const acquirer = new SimulatedAcquirer({
      ...world,
      book,
      onSend: (operation) => this.#guard(() => judgeSend(operation, this.#judging)),
      onArrival: (operation, sentAgoMs) => this.#guard(() => judgeArrival(operation, sentAgoMs)),
      onEvidence: (submission) => this.#guard(() => judgeEvidence(submission, audit)),
    })
    const disk = new SimulatedDisk(random, (entry) => this.#guard(() => audit.take(entry)))
    const rates = { commitFailed: random.next() * 0.03, overloaded: random.next() * 0.03 }
    acquirer.troubleRate = random.next() * 0.6
    book.declineRate = random.next() * 0.4
    book.pendingRate = random.next() * 0.4
    const issuer = new SimulatedIssuer({
      ...world,
      randomHex: hexSource(new Random(seed ^ 0x155)),
      onRequest: (input) => this.#guard(() => judgeRequest(input, { audit, codes: this.#codes })),
    })
    issuer.troubleRate = random.next() * 0.3
    this.#issuer = issuer
    const receiver = new WebhookReceiver({
      ...world,
      onReceived: (id) => this.#guard(() => judgeReceived(id, { audit }, receiver)),
    })
    this.#receiver = receiver
    this.#authentication = {
      policy: random.chance(0.3) ? 'never' : 'whenEnrolled',
      onUnavailable: random.chance(0.3) ? 'charge' : 'fail',
      issuer,
      codes: this.#codes,
    }
    // Short, so that many expire while clients still work.
    this.#holds = {
      days: { VISA: random.integer(1, 4), GIFTCARD: random.integer(1, 4) },
      releaseExpired: random.chance(0.6),
    }
    this.#crashRate = 0.01 + random.next() * 0.04
    this.#crowd = random.integer(1, 6)
    this.#random = random
    this.#scheduler = scheduler
    this.#audit = audit
    this.#answers = new AnswerJudge(audit, scheduler)
    this.#acquirer = acquirer
    this.#store = new SimulatedStore({ ...world, disk, rates })
    // Later payments are chargebacks, which no client has asked for.
    audit.watch((set) => {
      if (this.#clearing === undefined) judgeSet(set, this.#judging)
      else judgeDisputeSet(set, this.#judging)
    })
  }

  get #judging() {
    const nameOf = ({ id, paymentType }: { readonly id: string; readonly paymentType: string }) =>
      `${this.#trace.alias('p', id)} (${paymentType})`
    return {
      audit: this.#audit,
      acquirer: this.#acquirer,
      authentication: this.#authentication,
      holds: this.#holds,
      receiver: this.#receiver,
      nowMs: () => this.#scheduler.now(),
      nameOf,
    }
  }

  async #setUp(seed: number): Promise<void> {
    // Ids use their own random numbers, so that they do not change the rest of the run.
    const randomHex = hexSource(new Random(seed ^ 0x5eed))
    seedIds(randomHex)
    const store = this.#store.engine
    const clock = this.#scheduler
    const masterKey = Buffer.alloc(32, 7)
    const vault = predictable(await openVault({ store: this.#store.ofAllLives, masterKey, clock }))
    const credentials = await demoCredentials({ store, vault, clock, fixed: {} })
    await prepareChannel(credentials.entityId, {
      store,
      vault,
      rules: this.#authentication,
      holds: this.#holds,
      nowMs: START_MS,
    })
    this.#people = { vault, credentials, randomHex }
    const guard = <Result>(judging: () => Result) => this.#guard(judging)
    const shared = {
      random: this.#random,
      scheduler: this.#scheduler,
      faults: this.#faults,
      trace: this.#trace,
      store: this.#store,
      acquirer: this.#acquirer,
      issuer: this.#issuer,
      receiver: this.#receiver,
      audit: this.#audit,
      vault,
      credentials,
      randomHex,
      guard,
      codes: this.#codes,
    }
    const cluster = new Cluster(
      {
        ...shared,
        onBroken: (error) => {
          this.#failure ??= error
        },
        onReopened: () => this.#judgeLater(() => this.#judgeReopened()),
        onLogged: (fields) =>
          guard(() => judgeText('a log line', JSON.stringify(fields), this.#codes.values())),
      },
      ['n1', 'n2'],
    )
    const judge = this.#answers
    this.#cluster = cluster
    const events = new EventSender({ ...shared, cluster, kind: this.#kind })
    this.#acquirer.tellEvent = (entry) => events.tell(entry)
    this.#acquirer.book.tellVoided = (paymentId) => events.tellVoided(paymentId)
    this.#acquirer.book.tellHoldEnded = (paymentId) => events.tellHoldEnded(paymentId)
    this.#events = events
    const results = new ResultSender({ ...shared, cluster })
    this.#workload = new Workload({ ...shared, cluster, judge, results })
  }

  async #judgeReopened(): Promise<void> {
    this.#answers.judgeAcknowledged()
    await judgeReopened(this.#store.engine, this.#audit)
  }

  /** Runs with faults first, then without faults until nothing is left to do. */
  async live(operations: number): Promise<void> {
    const [cluster, workload] = this.#inhabitants
    this.#setTrouble(true)
    while (!this.#isOver && (workload.started < operations || workload.running > 0)) {
      await this.#oneTurn(cluster, workload, operations)
    }
    this.#setTrouble(false)
    await this.#settle(cluster)
    workload.readBack()
    await turn()
    await this.#settle(cluster)
    if (this.#failure !== undefined) return
    await this.#judgeLater(async () => {
      await this.#judgeReopened()
      judgeEnd(this.#judging)
      if (this.#events !== undefined) judgeInboxEnd(this.#events.sent, this.#audit)
    })
    if (this.#failure === undefined) await this.#clear(cluster)
  }

  /**
   * The second life of payments: the acquirer's files are imported, and disputes are told and answered, with
   * faults first, then without until all has arrived.
   */
  async #clear(cluster: Cluster): Promise<void> {
    const { clearing, disputing } = await this.#secondLife(cluster)
    this.#setTrouble(true)
    while (!this.#isOver && !(clearing.isTired && disputing.isTired)) {
      await this.#turnOfSecondLife(cluster, clearing, disputing)
    }
    this.#setTrouble(false)
    do {
      await this.#settle(cluster)
      clearing.startMissing()
      disputing.startMissing()
      await turn()
    } while (!this.#isOver && (clearing.isWaiting || disputing.isWaiting))
    if (this.#failure !== undefined) return
    await this.#judgeLater(async () => {
      await judgeReopened(this.#store.engine, this.#audit)
      judgeSettlement(clearing.issued, this.#audit)
      judgeDisputesEnd(disputing, this.#audit)
      judgeOutboxEnd(this.#audit)
    })
  }

  async #secondLife(cluster: Cluster): Promise<{ clearing: Clearing; disputing: Disputing }> {
    if (this.#people === undefined) throw new Error('Not furnished')
    const { vault, credentials, randomHex } = this.#people
    const shared = {
      audit: this.#audit,
      trace: this.#trace,
      cluster,
      guard: (judging: () => void) => this.#guard(judging),
    }
    const store = this.#store.engine
    const adminToken = randomHex(48)
    const token = { adminToken, vault, nowMs: this.#scheduler.now() }
    await addAdministrator(credentials.entityId, store, token)
    const clearing = await Clearing.open({
      ...shared,
      random: new Random(this.#seed ^ 0xc1ea),
      store,
      book: this.#acquirer.book,
      channelId: credentials.entityId,
    })
    const disputing = new Disputing(clearing.payments, clearing.issued.records, {
      ...shared,
      random: new Random(this.#seed ^ 0xd15b),
      scheduler: this.#scheduler,
      credentials,
      adminToken,
      randomHex,
    })
    this.#clearing = clearing
    return { clearing, disputing }
  }

  async #turnOfSecondLife(
    cluster: Cluster,
    clearing: Clearing,
    disputing: Disputing,
  ): Promise<void> {
    const { jumpToMs } = disputing
    const isStarting = jumpToMs === undefined && this.#random.chance(0.3)
    const starting = isStarting ? [clearing, disputing].filter(({ mayStart }) => mayStart) : []
    if (starting.length > 0) {
      this.#random.pick(starting).start()
      await turn()
    } else if (!this.#scheduler.isIdle) {
      if (this.#random.chance(this.#crashRate)) await cluster.crash()
      if (this.#random.chance(PAUSE_RATE)) cluster.pause()
      await this.#step()
    } else if (jumpToMs !== undefined && this.#scheduler.now() >= jumpToMs) {
      disputing.jumpToMs = undefined
    } else this.#advance(jumpToMs ?? this.#scheduler.nextDueMs ?? this.#scheduler.now() + 1)
  }

  get #inhabitants(): readonly [Cluster, Workload] {
    if (this.#cluster === undefined || this.#workload === undefined)
      throw new Error('Not furnished')
    return [this.#cluster, this.#workload]
  }

  get #isOver(): boolean {
    if (this.#failure === undefined && ++this.#turns > MAX_TURNS) {
      this.#failure = new InvariantError('unbroken', 'the run does not come to an end')
    }
    return this.#failure !== undefined
  }

  #setTrouble(isTroubled: boolean): void {
    this.#store.isTroubled = isTroubled
    this.#acquirer.book.isTroubled = isTroubled
    if (this.#events !== undefined) this.#events.isTroubled = isTroubled
    this.#issuer.isTroubled = isTroubled
    this.#receiver.isTroubled = isTroubled
  }

  async #oneTurn(cluster: Cluster, workload: Workload, operations: number): Promise<void> {
    const { jumpToMs } = workload
    const mayStart =
      workload.started < operations && workload.running < this.#crowd && jumpToMs === undefined
    // Most clients wait until a node can answer.
    const startRate = cluster.areAllUp ? 0.3 : 0.03
    if (mayStart && this.#random.chance(startRate)) {
      workload.start()
      return turn()
    }
    if (!this.#scheduler.isIdle) {
      if (this.#random.chance(this.#crashRate)) await cluster.crash()
      if (this.#random.chance(PAUSE_RATE)) cluster.pause()
      if (this.#random.chance(CLOCK_STEP_RATE)) cluster.stepClock()
      return this.#step()
    }
    if (jumpToMs !== undefined && this.#scheduler.now() >= jumpToMs) workload.endJump()
    else if (jumpToMs !== undefined) this.#advance(jumpToMs)
    else if (workload.running >= this.#crowd || !cluster.areAllUp || !mayStart)
      this.#advance(this.#scheduler.nextDueMs ?? this.#scheduler.now() + 1)
  }

  async #step(): Promise<void> {
    this.#scheduler.advance(this.#scheduler.now() + this.#random.integer(0, 3))
    await this.#scheduler.step()
  }

  #advance(towardsMs: number): void {
    this.#scheduler.advance(towardsMs)
    this.#trace.line(`time is ${this.#scheduler.now() - START_MS} ms`)
  }

  /** Without faults: finishes all running work, then follows the timers to the last one. */
  async #settle(cluster: Cluster): Promise<void> {
    while (!this.#isOver) {
      if (!this.#scheduler.isIdle) {
        await this.#step()
        continue
      }
      const beatMs = this.#nextBeatMs
      const nextMs = this.#scheduler.nextDueMs ?? Infinity
      if (nextMs <= beatMs && nextMs !== Infinity) this.#advance(nextMs)
      else if (beatMs === Infinity) return
      else await this.#beat(cluster, beatMs)
    }
  }

  /** When a node certainly finds due work, whatever its clock says. */
  get #nextBeatMs(): number {
    const dueMs = [...this.#audit.work.timers.values()].reduce(
      (least, { dueAtMs }) => Math.min(least, dueAtMs),
      this.#audit.outbox.dueMs,
    )
    return dueMs === Infinity
      ? Infinity
      : Math.max(dueMs + MAX_SKEW_MS, this.#scheduler.now() + 1_000)
  }

  async #beat(cluster: Cluster, atMs: number): Promise<void> {
    this.#advance(atMs)
    void cluster.runDue(this.#random.pick(cluster.names))
    await turn()
  }

  #guard<Result>(judging: () => Result): Result | undefined {
    try {
      return judging()
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  async #judgeLater(judging: () => Promise<void>): Promise<void> {
    try {
      await judging()
    } catch (error) {
      this.#fail(error)
    }
  }

  /**
   * An error of a check must not reach the gateway that called it: the gateway would treat it as
   * its own.
   */
  #fail(error: unknown): void {
    this.#failure ??=
      error instanceof InvariantError
        ? error
        : new InvariantError('unbroken', `${error instanceof Error ? error.stack : error}`)
  }

  report(seed: number): RunReport {
    const [cluster, workload] = this.#inhabitants
    const failure = this.#failure
    const { lastSteps } = this.#trace
    return {
      seed,
      operations: workload.started,
      steps: this.#scheduler.steps,
      crashes: cluster.crashes,
      faults: this.#faults.counts,
      digest: this.#trace.digest(),
      ...(failure && {
        failure: { invariant: failure.invariant, message: failure.message, lastSteps },
      }),
    }
  }
}
