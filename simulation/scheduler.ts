import type { Clock } from '../server/kernel/timers/clock.ts'
import type { Random } from './random.ts'

/** The owner of a task: a node between two crashes. Tasks without an owner survive every crash. */
export interface Owner {
  readonly name: string
}

interface Task {
  readonly owner: Owner | undefined
  readonly label: string
  readonly run: () => void
  readonly dueMs: number
}

/**
 * Runs everything that is ready. Called from within a promise's reaction, as everything here is, a
 * tick comes after all reactions that are or become ready; a turn of the event loop would do the
 * same but take a tenth of the run's time.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

/**
 * Controls all asynchrony and the time of a run. Every call to the simulated store or acquirer
 * becomes a task, and the seed decides which task is next.
 */
export class Scheduler implements Clock {
  readonly #random: Random
  readonly #line: (text: string) => void
  #nowMs: number
  #steps = 0
  #ready: Task[] = []
  #later: Task[] = []
  readonly #heldUntilMs = new Map<Owner, number>()

  constructor(random: Random, startMs: number, line: (text: string) => void) {
    this.#random = random
    this.#nowMs = startMs
    this.#line = line
  }

  /** Milliseconds, UTC, of the simulated world. */
  now(): number {
    return this.#nowMs
  }

  /** How many tasks have run. */
  get steps(): number {
    return this.#steps
  }

  /** No task can run before time has passed. */
  get isIdle(): boolean {
    return this.#awake.length === 0
  }

  /** Whether something is ready for this owner. */
  isAwaited(owner: Owner): boolean {
    return this.#ready.some((task) => task.owner === owner)
  }

  /** Pauses an owner without its knowledge: its tasks wait. */
  hold(owner: Owner, durationMs: number): void {
    this.#heldUntilMs.set(owner, this.#nowMs + durationMs)
  }

  /** Runs `action` when the seed picks it; the promise of a dead owner is never settled. */
  defer<Result>(
    owner: Owner | undefined,
    label: string,
    action: () => Result | Promise<Result>,
  ): Promise<Result> {
    return this.after(0, owner, label, action)
  }

  /** The same, after at least this many milliseconds. */
  after<Result>(
    delayMs: number,
    owner: Owner | undefined,
    label: string,
    action: () => Result | Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => {
        new Promise<Result>((done) => done(action())).then(resolve, reject)
      }
      const task = { owner, label, run, dueMs: this.#nowMs + delayMs }
      if (delayMs === 0) this.#ready.push(task)
      else this.#later.push(task)
    })
  }

  /** Runs one task, if there is one, and everything that follows from it without waiting. */
  async step(): Promise<void> {
    const awake = this.#awake
    if (awake.length === 0) return
    const task = this.#random.pick(awake)
    this.#ready.splice(this.#ready.indexOf(task), 1)
    this.#steps += 1
    this.#line(`${task.owner?.name ?? 'world'}: ${task.label}`)
    task.run()
    await turn()
  }

  /**
   * Moves the time on towards `towardsMs`, no further than to the next task that is due: it becomes
   * ready there.
   */
  advance(towardsMs: number): void {
    const nextMs = Math.min(this.nextDueMs ?? towardsMs, towardsMs)
    this.#nowMs = Math.max(this.#nowMs, nextMs)
    for (const [owner, untilMs] of this.#heldUntilMs) {
      if (untilMs <= this.#nowMs) this.#heldUntilMs.delete(owner)
    }
    const isDue = ({ dueMs }: Task) => dueMs <= this.#nowMs
    if (!this.#later.some(isDue)) return
    this.#ready.push(...this.#later.filter(isDue))
    this.#later = this.#later.filter((task) => !isDue(task))
  }

  /** When the next task is due that waits for its time, or somebody wakes up who has something to do. */
  get nextDueMs(): number | undefined {
    let leastMs = Number.POSITIVE_INFINITY
    for (const { dueMs } of this.#later) leastMs = Math.min(leastMs, dueMs)
    for (const [owner, untilMs] of this.#heldUntilMs) {
      if (this.isAwaited(owner)) leastMs = Math.min(leastMs, untilMs)
    }
    return leastMs === Number.POSITIVE_INFINITY ? undefined : leastMs
  }

  /** An owner has died: its promises are never settled. */
  forget(owner: Owner): void {
    const isOthers = (task: Task) => task.owner !== owner
    this.#ready = this.#ready.filter(isOthers)
    this.#later = this.#later.filter(isOthers)
    this.#heldUntilMs.delete(owner)
  }

  /** Tasks that can run now: all ready tasks, except those of paused owners. */
  get #awake(): readonly Task[] {
    if (this.#heldUntilMs.size === 0) return this.#ready
    return this.#ready.filter(({ owner }) => owner === undefined || !this.#heldUntilMs.has(owner))
  }
}
