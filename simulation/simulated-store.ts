import { claimBySteps } from '../server/store/claim-by-steps.ts'
import { StoreError } from '../server/store/errors.ts'
import { createNumberKeys } from '../server/store/number-keys.ts'
import type {
  Change,
  ChangeSet,
  CommitResult,
  Store,
  StoreReads,
  TimerKind,
} from '../server/store/port.ts'
import { createShortLivedKeys } from '../server/store/short-lived-keys.ts'
import type { SimulatedDisk } from './disk.ts'
import type { FaultLog } from './faults.ts'
import { openMemoryStore } from './memory-store/open-memory-store.ts'
import type { Random } from './random.ts'
import { type Owner, type Scheduler, turn } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** The probability of each fault for a change set; drawn for each run. */
export interface StoreFaultRates {
  readonly commitFailed: number
  readonly overloaded: number
}

export interface SimulatedStoreParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly disk: SimulatedDisk
  readonly rates: StoreFaultRates
}

interface HandedIn {
  readonly changes: ChangeSet
  readonly resolve: (result: CommitResult | Promise<CommitResult>) => void
  readonly reject: (error: Error) => void
}

/** Reads of what never changes in a run: when they happen makes no difference, so they take no step. */
const UNCHANGING_READS: readonly (keyof StoreReads)[] = ['token', 'entity', 'entityPath']

/**
 * The one store of all nodes: the memory engine, with a connection for each life of a node. Each
 * read is one task, each commit two: first it is carried out, later its node gets the result.
 */
export class SimulatedStore {
  readonly #parts: SimulatedStoreParts
  readonly #waiting = new Map<Owner, HandedIn[]>()
  #engine: Store | undefined
  /** Faults of the store begin after the setup, and end before the final checks. */
  isTroubled = false

  constructor(parts: SimulatedStoreParts) {
    this.#parts = parts
    this.#engine = openMemoryStore(parts.disk)
  }

  get isUp(): boolean {
    return this.#engine !== undefined
  }

  /** The engine itself, for the checks. Throws while the store is down. */
  get engine(): Store {
    if (this.#engine === undefined) throw broken()
    return this.#engine
  }

  /**
   * The store for what outlives its crashes, as the vault does: each call meets the engine that is up then. Short-lived
   * keys and those of numbers are kept outside of the database, so they stay those of the first engine.
   */
  get ofAllLives(): Store {
    const first = this.engine
    const read = new Proxy(first.read, { get: (_, name) => Reflect.get(this.engine.read, name) })
    const { shortLivedKeys, numberKeys } = first
    const kept = { read, shortLivedKeys, numberKeys }
    return new Proxy(first, {
      get: (_, name) => Reflect.get(kept, name) ?? Reflect.get(this.engine, name),
    })
  }

  /** The store as one life of a node sees it. */
  connect(owner: Owner): Store {
    const { scheduler } = this.#parts
    const read = <Name extends keyof StoreReads>(name: Name): StoreReads[Name] => {
      const ask = async (...given: never[]) => {
        const reader = this.engine.read[name] as (...asked: never[]) => Promise<never>
        return reader(...given)
      }
      const reader = (...given: never[]) =>
        UNCHANGING_READS.includes(name)
          ? ask(...given)
          : scheduler.defer(owner, `reads ${name}`, () => ask(...given))
      return reader as unknown as StoreReads[Name]
    }
    const commit: Store['commit'] = (changes) => this.#handIn(owner, changes)
    const reads = readsOf(read)
    return {
      commit,
      claimTimers: (claim) => claimBySteps({ commit, read: reads }, claim),
      read: reads,
      time: async () => scheduler.now(),
      // The vault has those of the first engine.
      shortLivedKeys: createShortLivedKeys(),
      numberKeys: createNumberKeys(),
      ping: () => scheduler.defer(owner, 'pings', () => this.engine.ping()),
      close: async () => undefined,
    }
  }

  /** A node has died: some of its change sets, from the first one on, are still carried out. */
  async forget(owner: Owner): Promise<void> {
    const { random, faults, scheduler } = this.#parts
    const waiting = this.#waiting.get(owner) ?? []
    this.#waiting.delete(owner)
    scheduler.forget(owner)
    const applied = this.isUp ? random.integer(0, waiting.length) : 0
    for (const [index, { changes }] of waiting.entries()) {
      faults.hit(index < applied ? 'node.crash.commit-applied' : 'node.crash.commit-lost')
      if (index < applied) await this.#perform(changes)
    }
  }

  /** Power is lost: some of the change sets are on the disk, one perhaps half, the rest is lost. */
  async crash(): Promise<void> {
    const { random, faults, disk } = this.#parts
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    const applied = random.integer(0, waiting.length)
    for (const { changes } of waiting.slice(0, applied)) {
      faults.hit('store.crash.commit-applied')
      await this.#perform(changes)
    }
    const [next, ...lost] = waiting.slice(applied)
    if (next !== undefined) await this.#tearWrite(next.changes)
    for (const _ of lost) faults.hit('store.crash.commit-lost')
    disk.mood = 'well'
    this.#engine = undefined
    for (const { reject } of waiting) reject(broken())
  }

  /** Starts again from the journal. */
  reopen(): void {
    this.#engine = openMemoryStore(this.#parts.disk)
  }

  async #tearWrite(changes: ChangeSet): Promise<void> {
    const { random, faults, disk } = this.#parts
    const isTorn = random.chance(0.6)
    disk.mood = isTorn ? 'torn' : 'full'
    faults.hit(isTorn ? 'store.crash.commit-torn' : 'store.crash.commit-lost')
    await this.#perform(changes)
  }

  /** Result and error are ignored: the node that asked has crashed. */
  async #perform(changes: ChangeSet): Promise<void> {
    void this.engine.commit(changes).catch(() => undefined)
    await turn()
  }

  #handIn(owner: Owner, changes: ChangeSet): Promise<CommitResult> {
    const { random, faults, scheduler, rates } = this.#parts
    if (!this.isUp) return Promise.reject(broken())
    if (this.isTroubled && random.chance(rates.overloaded)) {
      faults.hit('store.overloaded')
      return Promise.reject(new StoreError('overloaded', 'Simulated: too much waits already'))
    }
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(owner) ?? []
      waiting.push({ changes, resolve, reject })
      this.#waiting.set(owner, waiting)
      // Sets of one node are carried out in the order in which they were handed in.
      void scheduler.defer(owner, 'commit', () => this.#takeNext(owner))
    })
  }

  async #takeNext(owner: Owner): Promise<void> {
    const { scheduler, trace } = this.#parts
    const next = this.#waiting.get(owner)?.shift()
    if (next === undefined) return
    const result = this.#commit(next.changes)
    const told = await result.then(
      (done) => (done.applied ? 'applied' : `conflict ${done.reason} at ${done.at}`),
      (error: StoreError) => error.code,
    )
    const said = next.changes.map((change) => describe(change, trace)).join(', ')
    trace.line(`  ${told}: ${said}`)
    void scheduler.defer(owner, `hears of its commit: ${told}`, () => next.resolve(result))
  }

  async #commit(changes: ChangeSet): Promise<CommitResult> {
    const { random, faults, disk, rates } = this.#parts
    const isFull = this.isTroubled && random.chance(rates.commitFailed)
    if (isFull) {
      disk.mood = 'full'
      faults.hit('store.commit-failed')
    }
    try {
      return await this.engine.commit(changes)
    } finally {
      disk.mood = 'well'
    }
  }
}

const READS = Object.keys(openMemoryStore().read) as (keyof StoreReads)[]

function readsOf(read: (name: keyof StoreReads) => unknown): StoreReads {
  return Object.fromEntries(READS.map((name) => [name, read(name)])) as unknown as StoreReads
}

function describe(change: Change, trace: Trace): string {
  switch (change.kind) {
    case 'insertPayment':
      return `${change.kind} ${trace.alias('p', change.row.id)} ${change.row.paymentType} ${change.row.amountMinor} ${change.row.state}`
    case 'stepPayment':
      return `${change.kind} ${trace.alias('p', change.id)} v${change.expectedVersion} ${change.set.state ?? ''}`
    case 'insertCheckout':
      return `${change.kind} ${trace.alias('c', change.row.id)}`
    case 'stepCheckout':
      return `${change.kind} ${trace.alias('c', change.id)} v${change.expectedVersion} ${change.set.state ?? ''}`
    case 'insertRegistration':
      return `${change.kind} ${trace.alias('r', change.row.id)}`
    case 'stepRegistration':
      return `${change.kind} ${trace.alias('r', change.id)} v${change.expectedVersion} ${change.set.state ?? ''}`
    case 'moveGiftCard':
      return `${change.kind} by ${change.byMinor}`
    case 'stepTimer':
    case 'endTimer':
      return `${change.kind} of ${trace.alias(SUBJECTS[change.timer], change.subjectId)} v${change.expectedVersion}`
    default:
      return change.kind
  }
}

const SUBJECTS: Readonly<
  Record<TimerKind, 'p' | 'c' | 'r' | 's' | 'h' | 'd' | 'f' | 't' | 'e' | 'm'>
> = {
  authentication: 'p',
  paymentRecovery: 'p',
  pendingPayment: 'p',
  takenPayment: 'p',
  checkoutExpiry: 'c',
  registrationExpiry: 'r',
  scheduleRun: 's',
  numberRetention: 'h',
  holdExpiry: 'p',
  disputeDeadline: 'd',
  disputeEvidence: 'd',
  filedChargebacks: 'f',
  reconciliationDelivery: 't',
  acquirerEvent: 'e',
  mail: 'm',
}

function broken(): StoreError {
  return new StoreError('broken', 'Simulated: the store is gone')
}
