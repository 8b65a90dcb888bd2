import { StoreError } from '../errors.ts'
import type { BatchWriter, SetResult } from '../group-committer.ts'
import type { Conflict } from '../port.ts'
import { BatchProgress } from './batch-progress.ts'
import { type CommitMark, CommitMarks, isCommitted } from './commit-mark.ts'
import { descriptionOf, isLost, isPassing } from './faults.ts'
import type { Link } from './link.ts'
import { pause } from './pause.ts'
import { type PlannedSet, plannedSet } from './planned-set.ts'
import { LostCommit, type Refusal, type Run, transact } from './transaction.ts'
import { WRITE_STATEMENTS, type Write } from './write-statements.ts'

/** How often a transaction is tried when others block it or the connection is lost (R-DUR-4). */
const MAX_ATTEMPTS = 5
/** A set of so many is first written like many sets (measured for 500 payments: 25 and not 320 ms). */
const MANY_WRITES = 32
/** The longest pause before a transaction that others have blocked is tried again. */
const PASSING_PAUSE_MS = 50

/**
 * Writes batches wave by wave. The sets of a wave share a transaction and as few statements as there
 * are kinds of change. When anything in it is refused the transaction is rolled back and the wave
 * divided, until the refused set is alone and gets its own exact answer.
 */
export class WaveWriter implements BatchWriter<PlannedSet> {
  readonly take = plannedSet
  /** There is one connection that writes. */
  readonly atOnce = 1
  readonly #link: Link
  readonly #marks = new CommitMarks()

  /** `link`: the connection that writes; nobody else uses it. */
  constructor(link: Link) {
    this.#link = link
  }

  async write(batch: readonly PlannedSet[]): Promise<readonly SetResult[]> {
    const progress = new BatchProgress()
    for (const wave of wavesOf(batch)) {
      await this.#writeWave(
        wave.filter((set) => !progress.isRefused(set)),
        progress,
      )
    }
    return batch.map((set) => progress.outcomeOf(set) ?? new StoreError('broken', 'No outcome'))
  }

  /** Waves that were committed before stay so: a failure concerns those sets that have no outcome yet. */
  async #writeWave(wave: readonly PlannedSet[], progress: BatchProgress): Promise<void> {
    try {
      await this.#writeTogether(
        wave.filter(({ mergeable }) => mergeable),
        progress,
      )
      for (const set of wave) {
        if (!set.mergeable) progress.settle(set, await this.#writeAlone(set))
      }
    } catch (error) {
      const failure = error instanceof StoreError ? error : notWritten(error)
      for (const set of wave) {
        if (progress.outcomeOf(set) === undefined) progress.settle(set, failure)
      }
    }
  }

  async #writeTogether(sets: readonly PlannedSet[], progress: BatchProgress): Promise<void> {
    const [first, second] = sets
    if (first === undefined) return
    if (second === undefined) {
      if (!progress.isRefused(first)) progress.settle(first, await this.#writeAlone(first))
      return
    }
    const refusal = await this.#commit(mergedRuns(sets))
    if (refusal === undefined) for (const set of sets) progress.settle(set, { applied: true })
    else for (const part of partsOf(sets, refusal)) await this.#writeTogether(part, progress)
  }

  /** One statement for each change, in their order: it shows which one is refused. */
  async #writeAlone(set: PlannedSet): Promise<SetResult> {
    const { writes, mergeable } = set
    if (mergeable && writes.length >= MANY_WRITES) {
      const refusal = await this.#commit(mergedRuns([set]))
      if (refusal === undefined) return { applied: true }
    }
    const runs = writes.map((write) => ({ statement: write.statement, writes: [write] }))
    const refusal = await this.#commit(runs)
    return refusal === undefined ? { applied: true } : outcomeOf(refusal, writes)
  }

  async #commit(runs: readonly Run[]): Promise<Refusal | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const mark = this.#marks.next()
      try {
        return await transact(await this.#link.connection(), runs, mark)
      } catch (error) {
        if (error instanceof StoreError) throw error
        if (error instanceof LostCommit) {
          if (await wasCommitted(this.#link, mark)) return undefined
        } else if (isPassing(error)) {
          await pause(PASSING_PAUSE_MS)
        } else if (!isLost(error)) {
          throw error
        }
        if (attempt === MAX_ATTEMPTS) throw error
      }
    }
  }
}

function mergedRuns(sets: readonly PlannedSet[]): Run[] {
  const writes = new Map(WRITE_STATEMENTS.map((statement) => [statement, [] as Write[]]))
  for (const set of sets) for (const write of set.writes) writes.get(write.statement)?.push(write)
  return [...writes]
    .filter(([, rows]) => rows.length > 0)
    .map(([statement, rows]) => ({ statement, writes: inKeyOrder(rows, statement.keyLength) }))
}

/** Locks are taken in the same order by everybody who writes. */
function inKeyOrder(writes: Write[], keyCells: number): Write[] {
  if (keyCells === 0 || writes.length < 2) return writes
  return writes.sort((one, other) => {
    for (let cell = 0; cell < keyCells; cell += 1) {
      const [a, b] = [String(one.cells[cell]), String(other.cells[cell])]
      if (a !== b) return a < b ? -1 : 1
    }
    return 0
  })
}

/** Sets whose guards failed are alone from now on; without a failed guard the wave is halved. */
function partsOf(sets: readonly PlannedSet[], { missed }: Refusal): (readonly PlannedSet[])[] {
  const isRefused = ({ writes }: PlannedSet) => writes.some((write) => missed.has(write))
  const refused = sets.filter(isRefused)
  if (refused.length > 0) {
    return [sets.filter((set) => !isRefused(set)), ...refused.map((set) => [set])]
  }
  const middle = Math.ceil(sets.length / 2)
  return [sets.slice(0, middle), sets.slice(middle)]
}

/** A guard that found no row comes before the statement that failed: nothing is run after that one. */
function outcomeOf({ missed, failed }: Refusal, writes: readonly Write[]): SetResult {
  const at = writes.findIndex((write) => missed.has(write))
  if (at >= 0 || failed === undefined) {
    return conflict(writes[at]?.statement.missed ?? 'version', at)
  }
  if (failed.fault !== 'invalid') return conflict(failed.fault, failed.run)
  const name = writes[failed.run]?.statement.name
  const cause = descriptionOf(failed.cause)
  return new StoreError('invalid-change', `${name} at ${failed.run}: ${cause}`)
}

function conflict(reason: Conflict['reason'], at: number): Conflict {
  return { applied: false, reason, at }
}

/** What became of a COMMIT that was not answered is known here: else it is a `StoreError` already. */
function notWritten(cause: unknown): StoreError {
  return new StoreError('not-written', `Nothing was committed: ${descriptionOf(cause)}`, {
    cause,
  })
}

/** How often a transaction is asked about while connections are lost, and the pause in between, in milliseconds. */
const MAX_QUESTIONS = 20
const PAUSE_MS = 250

/**
 * Whether a transaction whose COMMIT was not answered has been committed. The code that replaced the
 * connection has ended its session, so it can be found out. Rejects with `commit-failed` when it cannot:
 * then neither success nor failure may be answered.
 */
async function wasCommitted(link: Link, mark: CommitMark): Promise<boolean> {
  for (let question = 1; question <= MAX_QUESTIONS; question += 1) {
    try {
      return await isCommitted(await link.connection(), mark)
    } catch (cause) {
      if (!isLost(cause) || cause instanceof StoreError) throw unknown(cause)
    }
    await pause(PAUSE_MS)
  }
  throw unknown()
}

function unknown(cause?: unknown): StoreError {
  return new StoreError('commit-failed', UNKNOWN, { cause })
}

const UNKNOWN = 'The connection was lost during COMMIT, and what became of it cannot be found out'

/**
 * Splits a batch into waves: no two sets of a wave touch the same row, so that they can be written
 * together in any order, and a set is in a later wave than every earlier set that wrote or
 * referred to a row that it writes. Sets that only add to a row may share a wave, and are in no wave
 * before an earlier one that adds to it. So each set finds the rows as if all were applied one after
 * the other in the order of the batch.
 */
export function wavesOf<Planned extends Rows>(batch: readonly Planned[]): Planned[][] {
  const waves: Planned[][] = []
  /** Last wave that writes a row, that adds to it, and that touches it at all. */
  const changedIn = new Map<string, number>()
  const addedIn = new Map<string, number>()
  const touchedIn = new Map<string, number>()
  for (const set of batch) {
    const wave = Math.max(
      after(set.changed, touchedIn),
      after(set.referred, changedIn),
      after(set.added, changedIn),
      after(set.added, addedIn) - 1,
    )
    for (const key of set.changed) changedIn.set(key, wave)
    for (const key of set.added) addedIn.set(key, wave)
    for (const keys of [set.changed, set.referred, set.added]) {
      for (const key of keys) touchedIn.set(key, Math.max(wave, touchedIn.get(key) ?? 0))
    }
    waves[wave] ??= []
    waves[wave].push(set)
  }
  return waves
}

type Rows = Pick<PlannedSet, 'changed' | 'referred' | 'added'>

/** The first wave after all that are known for the keys. */
function after(keys: ReadonlySet<string>, waves: ReadonlyMap<string, number>): number {
  let first = 0
  for (const key of keys) {
    const last = waves.get(key)
    if (last !== undefined && last >= first) first = last + 1
  }
  return first
}
