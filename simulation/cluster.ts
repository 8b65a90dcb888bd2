import type { ImportResult, SettlementSource } from '../operations/settlement/index.ts'
import type { AuthenticationService } from '../server/features/three-ds/index.ts'
import type { Clock } from '../server/kernel/timers/clock.ts'
import type { Vault } from '../server/kernel/vault/vault.ts'
import { namesOf } from '../server/payments/accounts/index.ts'
import type { EventsTaken } from '../server/payments/inbox/index.ts'
import { StoreError } from '../server/store/errors.ts'
import type { AcquirerAccountRow } from '../server/store/port.ts'
import type { SimulatedAcquirer } from './acquirer.ts'
import type { Decision } from './attempt.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import type { DeskAnswer, DeskRequest } from './desk.ts'
import type { FaultLog } from './faults.ts'
import { InvariantError } from './invariants.ts'
import { type GatewayNode, startNode } from './node.ts'
import type { Random } from './random.ts'
import type { Owner, Scheduler } from './scheduler.ts'
import type { SimulatedIssuer } from './simulated-issuer.ts'
import type { SimulatedStore } from './simulated-store.ts'
import type { Trace } from './trace.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** What a client gets: an answer, an error of the gateway (HTTP 5xx), or nothing at all. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: DeskAnswer }
  | { readonly kind: 'error' }
  | { readonly kind: 'lost' }

export interface ClusterParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly store: SimulatedStore
  readonly acquirer: SimulatedAcquirer
  readonly issuer: SimulatedIssuer
  readonly receiver: WebhookReceiver
  readonly vault: Vault
  /** Called with an error that must never happen. */
  readonly onBroken: (error: InvariantError) => void
  /** The store has come back from its journal. */
  readonly onReopened: () => Promise<void>
  /** Called with the fields of every log line. */
  readonly onLogged: (fields: object) => void
}

interface Life extends Owner {
  readonly node: GatewayNode
  isAlive: boolean
  readonly death: Promise<Outcome>
  readonly die: () => void
}

/** The share of the crashes that are the store's. */
const STORE_SHARE = 0.15

/** How long a node or the store is gone at most, in milliseconds. */
const MAX_ABSENCE_MS = 3_000

/** How long a node may be paused, in milliseconds: sometimes longer than two inquiries are apart, often short. */
const MAX_PAUSE_MS = 900_000
const SHORT_PAUSE_MS = 10_000

/** Two gateway processes on one store, which crash and restart. */
export class Cluster {
  readonly #parts: ClusterParts
  readonly #skewsMs = new Map<string, number>()
  readonly #lives = new Map<string, Life | undefined>()
  #crashes = 0
  #starts = 0

  constructor(parts: ClusterParts, names: readonly string[]) {
    this.#parts = parts
    for (const name of names) this.#start(name)
  }

  get crashes(): number {
    return this.#crashes
  }

  get names(): readonly string[] {
    return [...this.#lives.keys()]
  }

  /** Nodes that are up; all of them if none is. */
  get namesUp(): readonly string[] {
    const living = this.names.filter((name) => this.#lives.get(name) !== undefined)
    return living.length === 0 ? this.names : living
  }

  get areAllUp(): boolean {
    return this.#parts.store.isUp && [...this.#lives.values()].every((life) => life !== undefined)
  }

  /** Sends a request to a node. Never rejects. */
  ask(name: string, request: DeskRequest): Promise<Outcome> {
    return this.#perform(name, async (node) => ({
      kind: 'answer',
      answer: await node.desk.answer(request),
    }))
  }

  /** The acquirer sends events to a node; `undefined`: no answer has come. Never rejects. */
  async takeEvents(
    name: string,
    raw: Buffer,
    headers: Readonly<Record<string, string>>,
  ): Promise<EventsTaken | undefined> {
    let taken: EventsTaken | undefined
    await this.#perform(name, async (node) => {
      taken = await node.takeEvents(raw, headers)
      return { kind: 'lost' }
    })
    return taken
  }

  /** One round of a node's due work. */
  async runDue(name: string): Promise<void> {
    await this.#perform(name, async (node) => {
      await node.runDue()
      return { kind: 'lost' }
    })
  }

  /** A browser or the directory asks a node; `undefined`: no answer has come. Never rejects. */
  async authenticate<Answer>(
    name: string,
    ask: (authentications: AuthenticationService) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    let answer: Answer | undefined
    await this.#perform(name, async (node) => {
      answer = await ask(node.authentications)
      return { kind: 'lost' }
    })
    return answer
  }

  /** A shopper decides on a page of the simulator. */
  async decide(name: string, { paymentId, verdict }: Decision): Promise<void> {
    await this.#perform(name, async (node) => {
      await node.decide(paymentId, verdict)
      return { kind: 'lost' }
    })
  }

  /** The second person allows what was entered of a dispute. */
  async allowDispute(name: string, requestId: string): Promise<void> {
    await this.#perform(name, async (node) => {
      await node.allowDispute(requestId)
      return { kind: 'lost' }
    })
  }

  /** A node imports a settlement file; `undefined`: its end has not been heard of. */
  async importFile(
    name: string,
    file: SettlementSource,
    account: AcquirerAccountRow,
  ): Promise<ImportResult | undefined> {
    let outcome: ImportResult | undefined
    await this.#perform(name, async (node) => {
      outcome = await node.importFile(file, account)
      return { kind: 'lost' }
    })
    return outcome
  }

  /** Crashes a node or the store. */
  async crash(): Promise<void> {
    const { random } = this.#parts
    this.#crashes += 1
    if (random.chance(STORE_SHARE)) return this.#crashStore()
    const living = [...this.#lives].filter(([, life]) => life !== undefined)
    if (living.length > 0) await this.#crashNode(random.pick(living)[0])
  }

  /** Pauses a node that has work; the node does not know of the pause afterwards. */
  pause(): void {
    const { random, faults, trace, scheduler } = this.#parts
    const living = [...this.#lives.values()].flatMap((life) => life ?? [])
    const busy = living.filter((life) => scheduler.isAwaited(life))
    if (busy.length === 0) return
    const life = random.pick(busy)
    const maxMs = random.chance(0.3) ? SHORT_PAUSE_MS : MAX_PAUSE_MS
    const durationMs = random.integer(maxMs >> 1, maxMs)
    faults.hit('node.pause')
    trace.line(`${life.name} stands still for ${durationMs} ms`)
    scheduler.hold(life, durationMs)
  }

  /** Changes the clock of a node in the middle of its work. */
  stepClock(): void {
    const { random, faults, trace, scheduler } = this.#parts
    const living = [...this.#lives.values()].flatMap((life) => life ?? [])
    const busy = living.filter((life) => scheduler.isAwaited(life))
    if (busy.length === 0) return
    const { name } = random.pick(busy)
    const skewMs = this.#drawSkew(name)
    faults.hit('node.clock-step')
    trace.line(`the clock of ${name} is set: it is wrong by ${skewMs} ms`)
  }

  #drawSkew(name: string): number {
    const skewMs = this.#parts.random.integer(-MAX_SKEW_MS, MAX_SKEW_MS)
    this.#skewsMs.set(name, skewMs)
    return skewMs
  }

  /** The clock of a machine: wrong, changed now and then, and with a correct monotonic clock. */
  #clockOf(owner: Owner): Clock {
    const { scheduler, random } = this.#parts
    const bornAtMs = scheduler.now()
    return {
      now: () => scheduler.now() + (this.#skewsMs.get(owner.name) ?? 0),
      monotonic: () => scheduler.now() - bornAtMs,
      pause: (maxMs) =>
        scheduler.after(random.integer(0, maxMs), owner, 'waits a little', () => undefined),
    }
  }

  async #crashNode(name: string): Promise<void> {
    const { trace, faults, random, scheduler, store, acquirer } = this.#parts
    const life = this.#lives.get(name)
    if (life === undefined) return
    faults.hit('node.crash')
    trace.line(`${name} dies`)
    life.isAlive = false
    this.#lives.set(name, undefined)
    acquirer.forget(life)
    await store.forget(life)
    life.die()
    void scheduler.after(random.integer(0, MAX_ABSENCE_MS), undefined, `${name} starts`, () =>
      this.#start(name),
    )
  }

  async #crashStore(): Promise<void> {
    const { trace, faults, random, scheduler, store } = this.#parts
    if (!store.isUp) return
    faults.hit('store.crash')
    trace.line('the store dies')
    await store.crash()
    if (random.chance(0.5)) faults.hit('store.crash.survived')
    else for (const name of this.names) await this.#crashNode(name)
    const absenceMs = random.integer(0, MAX_ABSENCE_MS)
    void scheduler.after(absenceMs, undefined, 'the store starts', () => this.#reopen())
  }

  async #reopen(): Promise<void> {
    try {
      this.#parts.store.reopen()
    } catch (error) {
      this.#parts.onBroken(new InvariantError('whole', `the store does not open: ${error}`))
      return
    }
    await this.#parts.onReopened()
  }

  #start(name: string): void {
    const { store, vault, acquirer, issuer, receiver, random } = this.#parts
    this.#starts += 1
    this.#drawSkew(name)
    let die = (): void => undefined
    const death = new Promise<Outcome>((resolve) => {
      die = () => resolve({ kind: 'lost' })
    })
    const owner = { name, isAlive: true }
    const connected = store.connect(owner)
    const names = (id: string) => namesOf({ id, connector: 'remote' }, connected)
    const clock = this.#clockOf(owner)
    const node = startNode({
      store: connected,
      clock,
      vault,
      remote: acquirer.connect({ owner, isAlive: () => owner.isAlive, names, clock }),
      threeDsServer: issuer.connect(owner),
      log: this.#logOf(name),
      calls: {
        send: receiver.connect(owner),
        holder: `${name} ${this.#starts}`,
        random: () => random.next(),
      },
    })
    this.#lives.set(name, Object.assign(owner, { node, death, die }))
  }

  async #perform(name: string, work: (node: GatewayNode) => Promise<Outcome>): Promise<Outcome> {
    const life = this.#lives.get(name)
    if (life === undefined) return { kind: 'lost' }
    const done = work(life.node).catch((error): Outcome => {
      this.#judgeError(error)
      return { kind: 'error' }
    })
    return Promise.race([done, life.death])
  }

  /** A node may fail with its store, and with nothing else. */
  #judgeError(error: unknown): void {
    if (error instanceof StoreError && error.code !== 'invalid-change') return
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#parts.onBroken(new InvariantError('unbroken', text))
  }

  #logOf(name: string) {
    const { trace, onLogged } = this.#parts
    const log = (fields: { readonly err?: unknown }, message: string) => {
      trace.line(`  ${name} logs: ${message}`)
      onLogged(fields)
      if (fields.err !== undefined && !isContention(fields.err)) this.#judgeError(fields.err)
    }
    return { error: log, warn: log } as never
  }
}

/** Five conflicts in a row: nothing is lost, and the timer stays. */
function isContention(error: unknown): boolean {
  return error instanceof Error && error.message.includes('met a conflict each time')
}
