import type { Money } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal } from '../../results/refusal.ts'
import type { Trace } from '../../results/trace.ts'
import type { PaymentRow } from '../../store/port.ts'
import { hasOutcome } from '../details.ts'
import type { Instrument } from '../instruments/instrument-kinds.ts'
import { type ReferenceOperation, referenceRules } from '../life-cycle.ts'
import { type KeepingParts, keptInstrument } from '../references/rebill.ts'
import type { ExtensionAnswer, PaymentExtension } from './payment-extension.ts'

/** References that take or hold more of the shopper's money than the payment they refer to. */
export type FurtherCharge = Extract<ReferenceOperation, 'rebill' | 'increment'>

export function chargesMore(operation: ReferenceOperation): operation is FurtherCharge {
  return referenceRules[operation].chargesMore
}

/** A rebill or an increment, before its connector is asked. */
export interface DraftedCharge {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly target: PaymentRow
  /** By the channel's clock. */
  readonly nowMs: number
  /** Present where the request asks for a trace. */
  readonly trace?: Trace
  /** Data from the store and the vault, read only when a feature calls this. Rejects with the store. */
  known(): Promise<KnownOfCharge>
}

export interface KnownOfCharge {
  /** The amount of a rebill; for an increment the whole hold, including other pending increments. */
  readonly amount: Money
  /** The payment that began the family. */
  readonly first: PaymentRow
  /** The stored instrument of that payment; absent where it has been deleted. */
  readonly instrument?: Instrument
}

/** A charge as the request asks for it. */
export interface AskedCharge extends Omit<DraftedCharge, 'known'> {
  readonly operation: FurtherCharge
  /** In minor units. */
  readonly amountMinor: number
  /** For a rebill, which has already read it. */
  readonly instrument?: Instrument
  /** Why the instrument cannot be charged any more. */
  readonly faultCode?: string
}

/** Asks all features about a charge; if several report a fault, the first one is taken. */
export function extendCharge(
  asked: AskedCharge,
  extensions: readonly PaymentExtension[],
  parts: KeepingParts,
): ExtensionAnswer | Promise<ExtensionAnswer> {
  const { faultCode } = asked
  const own: ExtensionAnswer = faultCode === undefined ? {} : { faultCode }
  const charge: DraftedCharge = { ...asked, known: () => knownOf(asked, parts) }
  const answers = extensions.flatMap((extension) => extension.withCharge?.(charge) ?? [])
  if (answers.length === 0) return own
  return Promise.all(answers).then((all) => {
    const added = all.filter((answer) => answer !== undefined)
    return [own, ...added].reduce(mergeAnswers)
  })
}

function mergeAnswers(one: ExtensionAnswer, other: ExtensionAnswer): ExtensionAnswer {
  const faultCode = one.faultCode ?? other.faultCode
  return {
    participants: [...(one.participants ?? []), ...(other.participants ?? [])],
    details: { ...one.details, ...other.details },
    ...(faultCode === undefined ? {} : { faultCode }),
  }
}

async function knownOf(
  { operation, target, amountMinor, instrument }: AskedCharge,
  parts: KeepingParts,
): Promise<KnownOfCharge> {
  const { currency } = target
  if (operation === 'rebill') {
    const amount = { minor: amountMinor, currency }
    return { amount, first: target, ...(instrument === undefined ? {} : { instrument }) }
  }
  const family = await parts.store.read.paymentsOfFamily(target.familyId)
  const first = family.find(({ id }) => id === target.familyId) ?? target
  const kept = await keptInstrument(first, parts)
  return {
    amount: { minor: heldMinorWith(amountMinor, target, family), currency },
    first,
    ...(isRefusal(kept) ? {} : { instrument: kept }),
  }
}

/** The total amount that the shopper's bank is asked to hold, captured or not, in minor units. */
function heldMinorWith(
  addedMinor: number,
  target: PaymentRow,
  family: readonly PaymentRow[],
): number {
  const waiting = family.filter(
    (payment) =>
      payment.referencedId === target.id &&
      !hasOutcome(payment.state) &&
      payment.operation === 'increment',
  )
  const waitingMinor = waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return target.authorisedMinor - target.reversedMinor + waitingMinor + addedMinor
}
