import { HOUR_MS } from '../../../common/durations.ts'
import { NumberKeyPlaceError, type NumberKeyRow } from '../../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import type { TendedKeys } from './number-key-ring.ts'

/** How long it is shown that keys were written again: longer than an alarm or a person looks away. */
const REWRITTEN_SHOWN_MS = HOUR_MS

export interface PlaceLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface WatchParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: PlaceLog
}

/** Tells of places of number keys that are lost or damaged under a running process: in the log once. */
export class NumberKeyWatch {
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
