import { DAY_MS, HOUR_MS } from '../common/durations.ts'
import type { Random } from './random.ts'

/** What kind of acquirer stands behind the account of a run. */
export interface AcquirerKind {
  /**
   * `forwards`: can be asked, and answers late and twice without being asked. `readable`: can be read, and repeats
   * under a key what it has answered under it, errors too. `unreadable`: only its events tell an outcome.
   */
  readonly name: 'forwards' | 'readable' | 'unreadable'
  /** It tells everything by events, to the inbox of the account. */
  readonly tellsEvents: boolean
  /** Its events say when something has happened. */
  readonly tellsTimes: boolean
  /** A charge is made ready under a name, and then charged. */
  readonly prepares: boolean
  /** The setting of the account: what is only accepted counts as done. */
  readonly takenIsDone: boolean
  /** How long it surely knows the key of a request, in milliseconds. */
  readonly keysLiveMs: number
  /** What was sent is sent again under its key, to find its outcome. */
  readonly replays: boolean
  /** It cancels or pays back whatever has the reference of a payment. */
  readonly voids: boolean
  /** How often it only accepts an operation, and tells the result later. */
  readonly takenRate: number
  /** How often what was done fails after all. */
  readonly lateFailureRate: number
  /** How often it ends a hold by itself. */
  readonly holdEndRate: number
}

const FORWARDS: AcquirerKind = {
  name: 'forwards',
  tellsEvents: false,
  tellsTimes: false,
  prepares: false,
  takenIsDone: false,
  keysLiveMs: Infinity,
  replays: false,
  voids: false,
  takenRate: 0,
  lateFailureRate: 0,
  holdEndRate: 0,
}

/** Draws the kind of a run. */
export function drawKind(random: Random): AcquirerKind {
  const name = random.pick(['forwards', 'readable', 'unreadable'] as const)
  if (name === 'forwards') return FORWARDS
  const isUnreadable = name === 'unreadable'
  return {
    name,
    tellsEvents: true,
    tellsTimes: random.chance(0.7),
    prepares: !isUnreadable && random.chance(0.6),
    takenIsDone: random.chance(0.5),
    keysLiveMs: random.pick([3 * HOUR_MS, DAY_MS, 7 * DAY_MS]),
    replays: isUnreadable && random.chance(0.75),
    voids: isUnreadable && random.chance(0.75),
    takenRate: random.next() * 0.8,
    lateFailureRate: random.next() * 0.7,
    holdEndRate: random.next() * 0.3,
  }
}
