import type { TimerRow } from '../../store/port.ts'

/** Timers of a process for which no round waits any more: another server does not answer. */
const MAX_LATE = 512

/** Of one owner, so that others have their places when the provider of one merchant hangs. */
const MAX_LATE_OF_OWNER = 32

type Owned = Pick<TimerRow, 'entityId' | 'subjectId'>

/** Whose a timer is: of its entity, else of what its subject names first, such as the account of an event. */
function ownerOf({ entityId, subjectId }: Owned): string {
  return entityId ?? subjectId.split(' ', 1)[0] ?? subjectId
}

/** The timers of a process that are not done yet, and those of them that take longer than a round waits. */
export class UnderWay {
  readonly #all = new Set<Promise<void>>()
  readonly #late = new Map<string, number>()
  #lateInAll = 0

  /**
   * Whether one more of its owner may begin: not while too many of its own are late, or of all. An owner none of whose
   * are late always may: an outage that hits many does not hold up those whose providers answer.
   */
  hasPlaceFor(timer: Owned): boolean {
    const ofOwner = this.#late.get(ownerOf(timer)) ?? 0
    return ofOwner === 0 || (this.#lateInAll < MAX_LATE && ofOwner < MAX_LATE_OF_OWNER)
  }

  /** Waits for the work, which must not reject, but not longer than this; absent: to its end. */
  async follow(timer: Owned, work: Promise<void>, patienceMs: number | undefined): Promise<void> {
    const done = work.finally(() => this.#all.delete(done))
    this.#all.add(done)
    if (patienceMs === undefined || (await isDoneWithin(done, patienceMs))) return done
    const owner = ownerOf(timer)
    this.#count(owner, 1)
    void done.then(() => this.#count(owner, -1))
  }

  async settled(): Promise<void> {
    await Promise.all(this.#all)
  }

  #count(owner: string, by: number): void {
    this.#lateInAll += by
    const count = (this.#late.get(owner) ?? 0) + by
    if (count === 0) this.#late.delete(owner)
    else this.#late.set(owner, count)
  }
}

function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timeout = setTimeout(resolve, ms, false)
  })
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timeout))
}
