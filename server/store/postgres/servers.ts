import { serversIn } from '../../../common/database-servers.ts'
import { StoreError } from '../errors.ts'
import { descriptionOf } from './faults.ts'
import { pause } from './pause.ts'

/** What is opened on one of several servers. */
export interface OnServer {
  /** Of the server: each promotion of a standby begins one, numbered upwards. */
  readonly timeline: number
  abandon(): void
}

/** How long the other servers are waited for once one of them is usable, in milliseconds. */
const OTHERS_MS = 500

/**
 * The servers of one database, of which one is the primary. All connections of a store share it, so that each knows of
 * a promotion that another one has seen.
 */
export class DatabaseServers {
  readonly #urls: readonly string[]
  #timeline = 0

  constructor(url: string) {
    const servers = serversIn(url)
    this.#urls = servers.length > 0 ? servers : [url]
  }

  /** Whether there may be a failover that is followed. */
  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  /** Whether a server of this timeline was the primary before a failover: what is written to it would be lost. */
  isOld(timeline: number): boolean {
    return timeline < this.#timeline
  }

  /**
   * What `open` makes of the primary. It rejects for a standby; of two servers that take writes the one that was
   * promoted last is the primary. Rejects with the error of a server, where there is one, else with those of all.
   */
  async primary<Opened extends OnServer>(open: (url: string) => Promise<Opened>): Promise<Opened> {
    if (!this.areSeveral) return open(this.#urls[0] as string)
    const attempts = this.#urls.map(open)
    await Promise.any(attempts).catch(() => undefined)
    await Promise.race([Promise.allSettled(attempts), pause(OTHERS_MS)])
    const opened = await openedOf(attempts)
    if (opened.length === 0) throw await errorOf(this.#urls, attempts)
    const newest = opened.reduce((one, other) => (other.timeline > one.timeline ? other : one))
    for (const attempt of attempts) {
      attempt.then(
        (other) => other !== newest && other.abandon(),
        () => undefined,
      )
    }
    if (this.isOld(newest.timeline)) {
      newest.abandon()
      throw new Error(OLD_PRIMARY)
    }
    this.#timeline = newest.timeline
    return newest
  }
}

const OLD_PRIMARY =
  'Only a server answers that was the primary before a failover: bring the new one back. ' +
  'Where the address names another database now, start the gateway again'

/** Those that are open by now. */
async function openedOf<Opened>(attempts: readonly Promise<Opened>[]): Promise<Opened[]> {
  const now = attempts.map((attempt) => Promise.race([attempt, undefined]).catch(() => undefined))
  return (await Promise.all(now)).filter((opened) => opened !== undefined)
}

/** An error that says what to change goes before those of servers that are away. */
async function errorOf(
  urls: readonly string[],
  attempts: readonly Promise<unknown>[],
): Promise<unknown> {
  const ends = await Promise.allSettled(attempts)
  const reasons = ends.map((end) => (end.status === 'rejected' ? end.reason : undefined))
  const told = reasons.find((reason) => reason instanceof StoreError)
  const each = urls.map((url, at) => `${new URL(url).host}: ${descriptionOf(reasons[at])}`)
  return told ?? new Error(each.join('; '))
}
