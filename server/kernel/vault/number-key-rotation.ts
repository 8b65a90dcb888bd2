import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import {
  type Change,
  LASTING_KEY_ID,
  NumberKeyPlaceError,
  type NumberKeyRow,
  type Store,
  type VaultRecordRow,
} from '../../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { VaultError } from './aead.ts'
import { partsOfSealed } from './number-key.ts'
import { isDestroyed } from './number-key-places.ts'
import { NUMBER_KEY_PERIOD_MS, type TendedKeys } from './number-key-ring.ts'
import type { Vault } from './vault.ts'

/** So long after its period a key is given up: what was sealed at its end is stored by then. */
const AFTER_PERIOD_MS = HOUR_MS

/** A key is kept so long after the last number was sealed anew: a backup that is younger opens whole. */
const KEPT_AFTER_MS = 30 * DAY_MS

/** Records that one step looks at; there is one step a second. */
const RECORDS_AT_ONCE = 500

/** How often places are compared, and keys looked for whose time is over. */
const LOOK_EVERY_MS = MINUTE_MS

/** Numbers that do not open are looked at again after so long. */
const AFTER_FAILURE_MS = DAY_MS

export interface NumberKeyRotation {
  /**
   * One bounded step: gives up keys whose period is over, as far as it comes. What lives under them is sealed
   * under the key of this moment; then they are kept for backups, looked for once more, and destroyed
   * (R-GONE-1). To be called again and again, by any number of processes.
   */
  run(): Promise<void>
  /** What is wrong with the keys' places, for /readyz; names no path. */
  warnings(): readonly string[]
}

interface RotationParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'tendNumberKeys' | 'sealAnew'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: PlaceLog & { error(fields: object, message: string): void }
}

/** One look at all records, in the order of their ids. */
interface Pass {
  readonly keys: readonly NumberKeyRow[]
  afterId: string
  /** Ids of keys under which numbers were found. */
  readonly found: Set<string>
  /** Ids of keys under which numbers do not open, each with how many. */
  readonly failed: Map<string, number>
}

export function createNumberKeyRotation(parts: RotationParts): NumberKeyRotation {
  const { store, vault, clock, log } = parts
  let pass: Pass | undefined
  let lookedAtMs = Number.NEGATIVE_INFINITY
  /** Until when keys with numbers that do not open are left alone. */
  const waiting = new Map<string, number>()
  const watch = new NumberKeyWatch(parts)

  /** The next look at records; `undefined`: there is no key to give up. */
  async function begun(): Promise<Pass | undefined> {
    const nowMs = clock.now()
    // A clock that was set back waits for nothing.
    if (nowMs >= lookedAtMs && nowMs < lookedAtMs + LOOK_EVERY_MS) return undefined
    lookedAtMs = nowMs
    const rows = await watch.told(() => vault.tendNumberKeys())
    if (rows === undefined) return undefined
    const keys = rows.filter((row) => isOver(row, nowMs) && (waiting.get(row.id) ?? 0) <= nowMs)
    if (keys.length === 0) return undefined
    return { keys, afterId: '', found: new Set(), failed: new Map() }
  }

  /** Answers whether this was the last step. */
  async function step(current: Pass): Promise<boolean> {
    const records = await store.read.vaultRecordsAfter(current.afterId, RECORDS_AT_ONCE)
    // A process of the version before may have stored some beside this one.
    const ids = new Set([LASTING_KEY_ID, ...current.keys.map(({ id }) => id)])
    const changes: Change[] = []
    for (const record of records) {
      const { keyId } = partsOfSealed(record.sealed)
      if (record.sealed === '' || !ids.has(keyId)) continue
      current.found.add(keyId)
      const sealed = await sealedAnew(record)
      if (sealed !== undefined) changes.push(resealed(record, sealed))
      else current.failed.set(keyId, (current.failed.get(keyId) ?? 0) + 1)
    }
    if (changes.length > 0) await store.commit(changes)
    current.afterId = records.at(-1)?.id ?? current.afterId
    return records.length < RECORDS_AT_ONCE
  }

  async function sealedAnew(record: VaultRecordRow): Promise<string | undefined> {
    try {
      return await vault.sealAnew(record)
    } catch (error) {
      if (error instanceof VaultError) return undefined
      throw error
    }
  }

  async function end({ keys, found, failed }: Pass): Promise<void> {
    const nowMs = clock.now()
    for (const [key, records] of failed) {
      waiting.set(key, nowMs + AFTER_FAILURE_MS)
      log.error({ key, records }, UNOPENED)
    }
    for (const row of keys) {
      if (failed.has(row.id)) continue
      await store.commit([afterPass(row, found.has(row.id), nowMs)])
    }
    await watch.told(() => vault.tendNumberKeys())
  }

  return {
    warnings: () => watch.warnings(),

    async run() {
      pass ??= await begun()
      if (pass === undefined) return
      const current = pass
      // After a failure the pass begins again.
      pass = undefined
      if (await step(current)) await end(current)
      else pass = current
    },
  }
}

const UNOPENED =
  'Card numbers do not open, so their key is not destroyed: tillgate check names them, tillgate numbers give-up deletes them'

function resealed({ id, sealed: expectedSealed }: VaultRecordRow, sealed: string): Change {
  return { kind: 'resealVaultRecord', id, expectedSealed, sealed }
}

/** Whether nothing is sealed under a key any more, and it is to be ended or destroyed now. */
function isOver(row: NumberKeyRow, nowMs: number): boolean {
  if (isDestroyed(row)) return false
  if (row.endsAtMs !== null) return row.endsAtMs <= nowMs
  // Also of a clock that was ahead: its period is not the next one.
  const isFuture = row.periodFromMs > nowMs + NUMBER_KEY_PERIOD_MS
  return isFuture || row.periodFromMs + NUMBER_KEY_PERIOD_MS + AFTER_PERIOD_MS <= nowMs
}

/** A conflict: another process has done the same. */
function afterPass(
  { id, version, endsAtMs }: NumberKeyRow,
  wasFound: boolean,
  nowMs: number,
): Change {
  const isLast = (endsAtMs !== null && !wasFound) || id === LASTING_KEY_ID
  const set = isLast
    ? { endsAtMs: endsAtMs ?? nowMs, destroyedAtMs: nowMs }
    : { endsAtMs: nowMs + KEPT_AFTER_MS }
  return { kind: 'stepNumberKey', id, expectedVersion: version, set }
}

/** How long it is shown that keys were written again: longer than an alarm or a person looks away. */
const REWRITTEN_SHOWN_MS = HOUR_MS

interface PlaceLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface WatchParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: PlaceLog
}

/** Tells of places of number keys that are lost or damaged under a running process: in the log once. */
class NumberKeyWatch {
  readonly #parts: WatchParts
  #fault: string | undefined
  #rewrittenAtMs = Number.NEGATIVE_INFINITY

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** The rows of all keys; `undefined`: a place cannot be used, which is told. Other failures reject. */
  async told(tend: () => Promise<TendedKeys>): Promise<readonly NumberKeyRow[] | undefined> {
    const { log } = this.#parts
    try {
      const { rows, rewritten } = await tend()
      if (this.#fault !== undefined) log.warn({ was: this.#fault }, USABLE_AGAIN)
      this.#fault = undefined
      if (rewritten.length > 0) this.#tellRewritten(rewritten)
      return rows
    } catch (error) {
      if (!(error instanceof NumberKeyPlaceError)) throw error
      if (this.#fault !== error.message) log.error({ reason: error.message }, UNUSABLE)
      this.#fault = error.message
      return undefined
    }
  }

  warnings(): readonly string[] {
    const sinceMs = this.#parts.clock.now() - this.#rewrittenAtMs
    return [
      ...(this.#fault === undefined ? [] : [`${UNUSABLE}: the log says where and why`]),
      ...(sinceMs < REWRITTEN_SHOWN_MS ? [`${REWRITTEN}: the log says which`] : []),
    ]
  }

  #tellRewritten(keys: readonly string[]): void {
    this.#rewrittenAtMs = this.#parts.clock.now()
    this.#parts.log.error({ keys }, `${REWRITTEN}: find out what removed or changed them`)
  }
}

const UNUSABLE =
  'The place of the keys of card numbers cannot be used, and without it a restart opens no card number'
const REWRITTEN =
  'Keys of card numbers were gone or damaged, and this process has written them again'
const USABLE_AGAIN = 'The place of the keys of card numbers can be used again'

/**
 * Makes keys before they are needed. Rejects with a `VaultError`, and makes none, where some are missing that card
 * numbers need; with a `NumberKeyPlaceError` where a place cannot be used.
 */
export async function prepareNumberKeys(
  vault: Pick<Vault, 'tendNumberKeys' | 'missingNumberKeys' | 'numberKeyPlace'>,
): Promise<void> {
  const missing = await vault.missingNumberKeys()
  await vault.numberKeyPlace.removeDrafts()
  if (missing.length === 0) {
    await vault.tendNumberKeys()
    return
  }
  throw new VaultError(
    `${missing.map(({ fault }) => fault).join(', ')}, and card numbers in the database open with nothing else: bring back ${vault.numberKeyPlace.name} from where its copy is kept; if it is lost, or the database is an old backup, tillgate numbers give-up deletes these numbers`,
  )
}
