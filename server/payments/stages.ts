import type { EntityClock } from '../kernel/timers/clock.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { AuthenticateStage } from './authenticate/authenticate-stage.ts'
import { withAuthentication } from './authenticate/decided.ts'
import {
  type FirstPayment,
  type PreparedPayment,
  preparedFirst,
} from './charge/prepared-payment.ts'
import type { InstrumentReader } from './instruments/instruments.ts'
import type { RefuseGuess } from './read/number-guesses.ts'
import { readFirst } from './read/read-first.ts'
import type { ConnectorChoice } from './read/routing.ts'
import type { IssuerCountryOf } from './read/standing-instruction.ts'
import { extend, type PaymentExtension } from './screen/payment-extension.ts'

/*
 * The stages of a payment, in their order. Each answers in one of four ways:
 *
 *   next      the following stage runs
 *   refused   a `Refusal`: nothing is written
 *   failed    a `faultCode` or an outcome `declined`: recorded with that code, not charged
 *   waits     an outcome `pending`, `unknown`, or none yet: the row and its timer say for what
 *             (`waits.ts`); any process continues when an inquiry or a late answer brings the outcome
 *
 *   read      `readFirst`; of a reference `prepareReference`    next, refused
 *   screen    the extensions                                    next, refused, failed
 *   authenticate  features/three-ds/authentication        next, refused, failed, waits
 *   charge    the connector                                     next (approved), failed, waits
 *   record    `writeOutcome` in outcomes.ts, or the first commit
 *
 * The stages before the first commit run again after a conflict, so they must have no effect outside.
 */

export interface PrepareParts extends ConnectorChoice {
  readonly vault: Vault
  readonly clock: EntityClock
  readonly readInstrument: InstrumentReader
  readonly extensions: readonly PaymentExtension[]
  readonly issuerCountryOf: IssuerCountryOf
  readonly refuseGuess: RefuseGuess
  /** Absent where 3-D Secure is off. */
  readonly authentication?: AuthenticateStage | undefined
}

/** The stages of a first payment before its charge: read, screen, authenticate. */
export async function prepareFirst(
  first: FirstPayment,
  parts: PrepareParts,
): Promise<PreparedPayment | Refusal> {
  const read = await readFirst(first, parts)
  if (isRefusal(read)) return read
  const screened = await extend(read.drafted, parts.extensions)
  if (isRefusal(screened)) return screened
  return withAuthentication(preparedFirst(read, screened), first, parts)
}
