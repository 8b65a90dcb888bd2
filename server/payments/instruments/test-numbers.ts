import { detectBrands, passesLuhn } from '../../../common/brands.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { Refusal } from '../../results/refusal.ts'
import { readBinList } from './bin-list.ts'
import type { ReadInstrument } from './instrument.ts'

/** Numbers that gateways and their simulators publish for tests. */
const PUBLISHED: ReadonlySet<string> = new Set(
  `
  374500262001008 6761301000993772 36177580677072 3530111333300000 377277081382243
  6011000400001008 3566002020360505 3569990012278361 373953192351004 6007930123456780
  6011000990099818 3569990012278353 6250944220914108 4012001037461114 375987000169875
  6761301000941201 3566007770017510 4012001037141112 5457350076543210 375987000169883
  6761301000946341 6011025500265831 3569990012291497 4532497088771651 5497260847316287
  343923092050144 6761257707836567 6011420711746440 3096023363379943 343434343434343
  6773670009114879 6011208701117775 3566002345432153 3569990010095916 6250944196725207
  375987000169867 371449635398431 67034200554565015 6559906559906557 3569990012300876
  3569990012300884 6250949644050173 6250945882768112 4242424242424242 5454545454545454
  5105105105105100 5212345678901234 30082246403846 4242428213359733 4000056655665556
  4508034508034509 4508750015741019 5200828282828210 2223003122003222 2223000048400011
  378282246310005 3056930009020004 30569309025904 38520000023237 36227206271667 6011000990139424
  4539148803436467
  `
    .trim()
    .split(/\s+/),
)

/** Six equal digits in a row: made up, as issuers draw the digits of accounts. */
const MADE_UP = /([0-9])\1{5}/

/** Whether a number may be that of somebody's card: it could be one, and is none that tests use. */
export function mayBeReal(number: string): boolean {
  if (PUBLISHED.has(number) || MADE_UP.test(number)) return false
  return passesLuhn(number) && detectBrands(number).length > 0
}

/** What answers of the test environment say of a number that may be real (PCI DSS 6.5.5). */
export const MAY_BE_REAL =
  'This card number passes the check digit and is no test number that is known here: do not send numbers of real cards to the test environment. Test cards: see /docs'

/** How often the log is warned, in milliseconds: a load test must not fill it. */
const WARNING_EVERY_MS = 60_000

interface RealNumberParts {
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

/**
 * The list of a test environment whose operator has none: numbers that gateways publish for tests.
 * The first three are of two brands, which their ranges alone do not tell.
 */
export const testBinList = readBinList(`
436000,CARTEBANCAIRE VISA,CREDIT
487104,BCMC VISA,DEBIT
555534,CARTEBANCAIRE MASTER,DEBIT
497010,CARTEBANCAIRE VISA,CREDIT
536023,MADA MASTER,DEBIT
400005,VISA,DEBIT
411111,VISA,CREDIT
420000,VISA,CREDIT
510510,MASTER,PREPAID
520082,MASTER,DEBIT
545454,MASTER,CREDIT
`)
