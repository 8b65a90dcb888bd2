import { DAY_MS } from '../../../common/durations.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { Change, QuotaRow, Store } from '../../store/port.ts'

/**
 * How many different card numbers with the same first six and last four digits a merchant may send in a day
 * (UTC). Whoever knows these ten digits of a stored card has 100,000 numbers to try.
 */
export const MAX_ALIKE = 20

/** Those of all merchants below an entity: whoever may make merchants there must not get as many for each. */
const MAX_ALIKE_BELOW = { division: 50, psp: 200 } as const

/** A card number of a request, before anything is answered that depends on it. */
export interface SentNumber {
  readonly channel: UsableEntity
  readonly number: string
  /** As the vault makes it. */
  readonly fingerprint: string
}

/** An entity whose numbers are counted together, and how many it may send. */
interface Scope {
  readonly id: string
  readonly most: number
}

/** From this part of a limit on all processes know its ten digits. */
const WATCHED_FROM = 0.5

/** More than so many watched ones are not kept in memory: then no number goes uncounted. */
const MAX_WATCHED = 1000

/** Enough that two subjects never meet by chance. */
const HASH_DIGITS = 32

export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS)
}

/** The ten digits that may be known of a number. */
export function endsOf(number: string): readonly [six: string, four: string] {
  return [number.slice(0, 6), number.slice(-4)]
}

export function merchantOf({ entity: { id, parentId } }: UsableEntity): string {
  return parentId ?? id
}

/** The highest entity that the channel belongs to. */
export function rootOf({ path, entity }: UsableEntity): string {
  return path.at(-1)?.id ?? entity.id
}

function scopesOf(channel: UsableEntity): readonly [Scope, ...Scope[]] {
  const above = channel.path.flatMap(({ id, kind }) =>
    kind === 'division' || kind === 'psp' ? [{ id, most: MAX_ALIKE_BELOW[kind] }] : [],
  )
  return [{ id: merchantOf(channel), most: MAX_ALIKE }, ...above]
}

/** How many different numbers with the same ten digits were sent today, by all processes together. */
export class AlikeCounts {
  readonly #store: Pick<Store, 'read' | 'commit'>
  readonly #vault: Pick<Vault, 'keyedHash'>
  /** Ten digits of an entity of which many numbers were sent on this day; `undefined`: not looked up yet. */
  #watched: ReadonlySet<string> | undefined
  #watchedDay = -1

  constructor(store: Pick<Store, 'read' | 'commit'>, vault: Pick<Vault, 'keyedHash'>) {
    this.#store = store
    this.#vault = vault
  }

  /** Looks up whose numbers are watched today. Rejects with the store. */
  async look(nowMs: number): Promise<void> {
    const day = dayOf(nowMs)
    const prefix = `numbers watched ${day}`
    // A space comes before an exclamation mark.
    const rows = await this.#store.read.quotasBetween(`${prefix} `, `${prefix}!`, MAX_WATCHED)
    const isWhole = rows.length < MAX_WATCHED
    this.#watched = isWhole ? new Set(rows.map(({ key }) => key)) : undefined
    this.#watchedDay = day
  }

  /** Whether few numbers with its ten digits were sent today, as far as this process knows. */
  areFew(sent: SentNumber, nowMs: number): boolean {
    const watched = this.#watchedDay === dayOf(nowMs) ? this.#watched : undefined
    if (watched === undefined) return false
    return watched.size === 0 || !watched.has(this.#watchKeyOf(sent, dayOf(nowMs)))
  }

  /** Counts a number once; the most that its ten digits may have where there are too many. Rejects with the store. */
  async take(sent: SentNumber, nowMs: number): Promise<number | undefined> {
    const { seen, counts } = this.#rowsOf(sent, nowMs)
    if (await this.#isThere(seen)) return undefined
    const isTaken = await this.#commit([seen, ...counts])
    // Another request may have counted the same number meanwhile.
    if (!isTaken && (await this.#isThere(seen))) return undefined
    const used = await Promise.all(counts.map(({ key }) => this.#store.read.quota(key)))
    const parts = counts.map(({ most }, at) => (used[at]?.used ?? 0) / most)
    if (parts.some((part) => part >= WATCHED_FROM)) await this.#watch(sent, nowMs)
    if (isTaken) return undefined
    return counts[parts.findIndex((part) => part >= 1)]?.most ?? MAX_ALIKE
  }

  /** Counts a number that was let pass. */
  async note(sent: SentNumber, nowMs: number): Promise<void> {
    const { seen, counts } = this.#rowsOf(sent, nowMs)
    if (await this.#commit([seen, ...counts])) return
    if (!(await this.#isThere(seen))) await this.#watch(sent, nowMs)
  }

  /** Names the ten digits of a number on a day; nobody can read them out of it. */
  subjectOf({ channel, number }: SentNumber): string {
    return this.#hash(JSON.stringify(['alike', rootOf(channel), ...endsOf(number)]))
  }

  #rowsOf(sent: SentNumber, nowMs: number): { seen: QuotaRow; counts: readonly QuotaRow[] } {
    const day = dayOf(nowMs)
    const subject = this.subjectOf(sent)
    const expiresAtMs = (day + 1) * DAY_MS
    const counts = scopesOf(sent.channel).map(({ id, most }) => ({
      key: alikeKey(id, subject, day),
      used: 1,
      most,
      expiresAtMs,
    }))
    const number = this.#hash(`alike ${sent.fingerprint}`)
    const key = `${alikeKey(merchantOf(sent.channel), subject, day)} ${number}`
    return { seen: { key, used: 1, most: 1, expiresAtMs }, counts }
  }

  async #watch(sent: SentNumber, nowMs: number): Promise<void> {
    const day = dayOf(nowMs)
    const key = this.#watchKeyOf(sent, day)
    const isKnown = this.#watchedDay === day && this.#watched?.has(key) === true
    if (isKnown) return
    // A conflict: another process has written it.
    await this.#commit([{ key, used: 1, most: 1, expiresAtMs: (day + 1) * DAY_MS }])
    if (this.#watchedDay === day && this.#watched !== undefined) {
      this.#watched = new Set([...this.#watched, key])
    }
  }

  #watchKeyOf(sent: SentNumber, day: number): string {
    return `numbers watched ${day} ${this.subjectOf(sent)}`
  }

  #hash(text: string): string {
    return this.#vault.keyedHash(text).slice(0, HASH_DIGITS)
  }

  async #isThere({ key }: QuotaRow): Promise<boolean> {
    return (await this.#store.read.quota(key)) !== undefined
  }

  async #commit(rows: readonly QuotaRow[]): Promise<boolean> {
    const changes = rows.map((row): Change => ({ kind: 'takeQuota', row }))
    return (await this.#store.commit(changes)).applied
  }
}

/** Of what is counted, or told, about ten digits of an entity on a day. */
export function alikeKey(entityId: string, subject: string, day: number): string {
  return `numbers alike ${entityId} ${subject} ${day}`
}
