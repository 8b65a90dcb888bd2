import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import { StoreError } from '../../store/errors.ts'
import { type Change, INSTALLATION_ID, type InstallationRow, type Store } from '../../store/port.ts'
import { timeOfObjectId } from '../ids.ts'
import { type Clock, monotonicOf } from './clock.ts'

/** A clock that goes further than this beside the monotonic one has been set, in either direction. */
export const MAX_STEP_MS = HOUR_MS

/** How long processes may have been stopped before somebody has to say that the clock is right. */
export const MAX_STOPPED_MS = DAY_MS

/** The same where only the newest payment says when the database was used last. */
export const MAX_WITHOUT_PAYMENT_MS = 31 * DAY_MS

/** How often the time is written down while the clock is taken for right. */
const WRITE_EVERY_MS = MINUTE_MS

/** How often the log says again that due work is held back. */
const SAY_EVERY_MS = HOUR_MS

/** The clock is so far ahead of the time that was expected, or behind it where this is negative. */
export interface ClockDoubt {
  readonly aheadMs: number
  /** The time that was expected. */
  readonly expectedMs: number
}

/** Holds due work that cannot be undone back while the clock may be wrong (R-CLK-2). */
export interface ClockGuard {
  /** Why due work is held back; `undefined`: it is done. Looks at the clock with each call. */
  doubt(): ClockDoubt | undefined
  /** For `/readyz` and the log. */
  warnings(): readonly string[]
  /** Writes down what was found, and takes up what a command has confirmed. Rejects with the store. */
  look(): Promise<void>
}

export interface ClockGuardParts {
  readonly store: Pick<Store, 'commit' | 'read'>
  readonly clock: Clock
  readonly log: { error(message: string): void; warn(message: string): void }
}

/** The time that was right at a moment of the monotonic clock, and how far the clock may be from it. */
interface Expected {
  readonly atMs: number
  readonly monotonicMs: number
  readonly maxAheadMs: number
}

/**
 * Judges the clock at the start of a process: by the last time that a process took for right, or where none
 * has written one down by the newest payment. From then on the monotonic clock says what time it should
 * be. Rejects with the store.
 */
export async function openClockGuard(parts: ClockGuardParts): Promise<ClockGuard> {
  const { store, clock } = parts
  const row = await store.read.installation(INSTALLATION_ID)
  const monotonicMs = monotonicOf(clock)
  const expected = expectedAtStart(row, await timeOfNewestPayment(store))
  const guard = new Guard(parts, {
    atMs: expected?.atMs ?? clock.now(),
    maxAheadMs: expected?.maxAheadMs ?? MAX_STEP_MS,
    monotonicMs,
    heldFromMs: wasBehind(row) ? undefined : (row?.clockHeldAtMs ?? undefined),
  })
  // A process whose disk is full still answers reads; the time is written down later.
  await guard.look().catch((error) => {
    if (!(error instanceof StoreError)) throw error
  })
  return guard
}

function expectedAtStart(
  row: InstallationRow | undefined,
  newestPaymentMs: number | undefined,
): Pick<Expected, 'atMs' | 'maxAheadMs'> | undefined {
  if (row !== undefined) {
    const atMs = wasBehind(row)
      ? Math.max(row.clockSeenAtMs, newestPaymentMs ?? 0)
      : row.clockSeenAtMs
    return { atMs, maxAheadMs: MAX_STOPPED_MS }
  }
  if (newestPaymentMs === undefined) return undefined
  return { atMs: newestPaymentMs, maxAheadMs: MAX_WITHOUT_PAYMENT_MS }
}

/**
 * Whether due work was held back because the clock stood behind. A clock that shows at least the last time taken
 * for right and that of the newest payment does not any more, so nobody has to confirm it.
 */
function wasBehind(row: InstallationRow | undefined): boolean {
  const heldAtMs = row?.clockHeldAtMs ?? null
  return row !== undefined && heldAtMs !== null && heldAtMs < row.clockSeenAtMs
}

/** By the clock of the process that made it, whatever clock its channel has. */
async function timeOfNewestPayment({ read }: Pick<Store, 'read'>): Promise<number | undefined> {
  const newest = await read.newestPayment()
  return newest && timeOfObjectId(newest.id)
}

class Guard implements ClockGuard {
  readonly #parts: ClockGuardParts
  #expected: Expected
  /** From this time of the clock on an earlier process has held due work back. */
  #heldFromMs: number | undefined
  /** The time at which this process began to hold due work back; it stays until `look` ends it. */
  #heldAtMs: number | undefined
  #writtenAtMs = Number.NEGATIVE_INFINITY
  #saidAtMs = Number.NEGATIVE_INFINITY

  constructor(
    parts: ClockGuardParts,
    { heldFromMs, ...expected }: Expected & { readonly heldFromMs: number | undefined },
  ) {
    this.#parts = parts
    this.#expected = expected
    this.#heldFromMs = heldFromMs
  }

  doubt(): ClockDoubt | undefined {
    const found = this.#found()
    if (found !== undefined) this.#heldAtMs ??= this.#parts.clock.now()
    return this.#heldAtMs === undefined ? undefined : (found ?? this.#difference())
  }

  warnings(): readonly string[] {
    const doubt = this.doubt()
    return doubt === undefined ? [] : [sentenceOf(doubt)]
  }

  async look(): Promise<void> {
    const { store } = this.#parts
    const row = await store.read.installation(INSTALLATION_ID)
    const isHeld = this.doubt() !== undefined
    if (isHeld && this.#isConfirmed(row)) return this.#release(row, 'is confirmed')
    const wasHeld = isHeld || (row?.clockHeldAtMs ?? null) !== null
    if (this.#found() === undefined) {
      return wasHeld ? this.#release(row, 'is right again') : this.#goOn(row)
    }
    this.#say()
    if (row?.clockHeldAtMs === null || row === undefined) await this.#hold(row)
  }

  /** What is wrong with the clock at this moment. */
  #found(): ClockDoubt | undefined {
    const difference = this.#difference()
    const wasHeld = this.#heldFromMs !== undefined && this.#nowAtStart() >= this.#heldFromMs
    const { aheadMs } = difference
    if (wasHeld || aheadMs > this.#expected.maxAheadMs || aheadMs < -MAX_STEP_MS) return difference
    return undefined
  }

  #difference(): ClockDoubt {
    const expectedMs = this.#expected.atMs + this.#sinceExpected()
    return { aheadMs: this.#parts.clock.now() - expectedMs, expectedMs }
  }

  /** What the clock would have shown when the expected time was set, had it not been set since. */
  #nowAtStart(): number {
    return this.#parts.clock.now() - this.#sinceExpected()
  }

  #sinceExpected(): number {
    return monotonicOf(this.#parts.clock) - this.#expected.monotonicMs
  }

  /** A command, or another process that takes the same clock for right, has written down this time. */
  #isConfirmed(row: InstallationRow | undefined): boolean {
    if (row === undefined || row.clockHeldAtMs !== null) return false
    return Math.abs(this.#parts.clock.now() - row.clockSeenAtMs) <= MAX_STEP_MS
  }

  async #release(row: InstallationRow | undefined, why: string): Promise<void> {
    this.#heldAtMs = undefined
    this.#heldFromMs = undefined
    this.#saidAtMs = Number.NEGATIVE_INFINITY
    this.#parts.log.warn(`The clock ${why}: due work is done again`)
    await this.#goOn(row)
  }

  /** From here on the monotonic clock says how far the clock may go. */
  async #goOn(row: InstallationRow | undefined): Promise<void> {
    const nowMs = this.#parts.clock.now()
    const monotonicMs = monotonicOf(this.#parts.clock)
    this.#expected = { atMs: nowMs, monotonicMs, maxAheadMs: MAX_STEP_MS }
    this.#heldFromMs = undefined
    if (row?.clockHeldAtMs === null && monotonicMs - this.#writtenAtMs < WRITE_EVERY_MS) return
    await this.#write(row, { clockSeenAtMs: nowMs, clockHeldAtMs: null })
    this.#writtenAtMs = monotonicMs
  }

  /** So that a process that starts later holds back, too. */
  async #hold(row: InstallationRow | undefined): Promise<void> {
    const clockSeenAtMs = row?.clockSeenAtMs ?? this.#expected.atMs
    await this.#write(row, { clockSeenAtMs, clockHeldAtMs: this.#heldAtMs ?? null })
  }

  /** A conflict is ignored: another process has written the same. */
  async #write(
    row: InstallationRow | undefined,
    set: Pick<InstallationRow, 'clockSeenAtMs' | 'clockHeldAtMs'>,
  ): Promise<void> {
    const { store } = this.#parts
    if (row === undefined) {
      const first = { ...NEW_INSTALLATION, ...set }
      await store.commit([{ kind: 'insertInstallation', row: first }])
      return
    }
    const { id, version } = row
    await store.commit([{ kind: 'stepInstallation', id, expectedVersion: version, set }])
  }

  #say(): void {
    const monotonicMs = monotonicOf(this.#parts.clock)
    if (monotonicMs - this.#saidAtMs < SAY_EVERY_MS) return
    this.#saidAtMs = monotonicMs
    for (const warning of this.warnings()) this.#parts.log.error(warning)
  }
}

function sentenceOf({ aheadMs, expectedMs }: ClockDoubt): string {
  const expected = new Date(expectedMs).toISOString().slice(0, 19)
  const difference = `${lengthOf(Math.abs(aheadMs))} ${aheadMs < 0 ? 'behind' : 'ahead of'}`
  return (
    `The clock is ${difference} the time that was expected (${expected}Z): due work that cannot be undone ` +
    'is held back (deletions, scheduled payments, releases, expiries). Set the clock right; if it is ' +
    'right, confirm it: tillgate clock confirm'
  )
}

function lengthOf(milliseconds: number): string {
  if (milliseconds >= 2 * DAY_MS) return `${Math.round(milliseconds / DAY_MS)} days`
  if (milliseconds >= 2 * HOUR_MS) return `${Math.round(milliseconds / HOUR_MS)} hours`
  return `${Math.round(milliseconds / MINUTE_MS)} minutes`
}

const NEW_INSTALLATION = {
  id: INSTALLATION_ID,
  environment: null,
  textsMaskedAtMs: null,
  version: 1,
} as const

/** Takes the time for right, whatever was seen before. */
export function confirmingClock(row: InstallationRow | undefined, nowMs: number): Change {
  const set = { clockSeenAtMs: nowMs, clockHeldAtMs: null }
  if (row === undefined) {
    const first = { ...NEW_INSTALLATION, ...set }
    return { kind: 'insertInstallation', row: first }
  }
  const { id, version } = row
  return { kind: 'stepInstallation', id, expectedVersion: version, set }
}
