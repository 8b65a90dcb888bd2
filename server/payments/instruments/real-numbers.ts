import type { UsableEntity } from '../../entities/access.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { Refusal } from '../../results/refusal.ts'
import type { ReadInstrument } from './instrument.ts'
import { mayBeReal } from './test-numbers.ts'

/** What answers of the test environment say of a number that may be real (PCI DSS 6.5.5). */
export const MAY_BE_REAL =
  'This card number passes the check digit and is no test number that is known here: do not send numbers of real cards to the test environment. Test cards: see /docs'

/** How often the log is warned, in milliseconds: a load test must not fill it. */
const WARNING_EVERY_MS = 60_000

export interface RealNumberParts {
  readonly clock: Clock
  readonly log: { warn(about: object, message: string): void }
}

/** Warns of numbers of real cards, with the channel that they were sent to. */
export type RealNumberWarning = (
  read: ReadInstrument | Refusal,
  channel: UsableEntity,
) => ReadInstrument | Refusal

/** Of the test environment: the answer warns the sender of the number, the log warns the operator. */
export function createRealNumberWarning({ clock, log }: RealNumberParts): RealNumberWarning {
  let quietUntilMs = 0
  let untold = 0

  function warn(entityId: string): void {
    untold++
    if (clock.now() < quietUntilMs) return
    log.warn({ entityId, numbers: untold }, 'card numbers that may be real were sent to test')
    quietUntilMs = clock.now() + WARNING_EVERY_MS
    untold = 0
  }

  return (read, channel) => {
    if ('refused' in read || read.instrument.kind !== 'card') return read
    const { wallet, number } = read.instrument
    // Numbers of wallets are those of their simulated provider's tokens.
    if (wallet !== undefined || !mayBeReal(number)) return read
    warn(channel.entity.id)
    return { ...read, shown: { ...read.shown, warning: MAY_BE_REAL } }
  }
}
