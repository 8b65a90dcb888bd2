import { SECOND_MS } from '../../../common/durations.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { Change, Store } from '../../store/port.ts'

/** Events of one account that wait: of more the acquirer is asked to send them again, so that none is lost. */
export const MAX_WAITING = 50_000

/** Events of one account that only people look at: of more the oldest are deleted. */
export const MAX_TOLD = 100_000

/** How long a count is used, with what has come since: at most so much more can come through other processes. */
const COUNTED_FOR_MS = 5 * SECOND_MS

/** Accounts whose counts are remembered; then all are counted anew. */
const MAX_REMEMBERED = 10_000

interface Counted {
  waiting: number
  readonly untilMs: number
}

/** Counts the events of each account that wait. */
export class WaitingEvents {
  readonly #parts: { readonly store: Pick<Store, 'read'>; readonly clock: Clock }
  readonly #max: number
  readonly #counted = new Map<string, Counted>()

  constructor(parts: { readonly store: Pick<Store, 'read'>; readonly clock: Clock }, max: number) {
    this.#parts = parts
    this.#max = max
  }

  /** Whether an account has no room for more. Rejects with the store. */
  async isFull(connector: string): Promise<boolean> {
    const { store, clock } = this.#parts
    const known = this.#counted.get(connector)
    if (known !== undefined && clock.now() < known.untilMs) return known.waiting >= this.#max
    const { count } = await store.read.waitingAcquirerEvents(connector, this.#max)
    if (this.#counted.size >= MAX_REMEMBERED) this.#counted.clear()
    this.#counted.set(connector, { waiting: count, untilMs: clock.now() + COUNTED_FOR_MS })
    return count >= this.#max
  }

  /** Counts events that were written. */
  add(connector: string, events: number): void {
    const known = this.#counted.get(connector)
    if (known !== undefined) known.waiting += events
  }
}

/** Events that are deleted in one run of an account. */
const DELETED_AT_ONCE = 500

/** Deletes the oldest events of an account that people look at, if there are too many; answers how many. */
export async function deleteSurplus(
  connector: string,
  store: Store,
  max = MAX_TOLD,
): Promise<number> {
  const surplus = await store.read.surplusAcquirerEvents(connector, max, DELETED_AT_ONCE)
  if (surplus.length === 0) return 0
  await store.commit(
    surplus.map(({ eventId }): Change => ({ kind: 'deleteAcquirerEvent', connector, eventId })),
  )
  return surplus.length
}
