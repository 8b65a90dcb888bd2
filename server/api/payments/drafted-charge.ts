import type { Money } from '../../../common/money.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import type { Instrument } from '../../methods/instruments/instrument.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal } from '../../wire/results/refusal.ts'
import type { Trace } from '../../wire/results/trace.ts'
import { hasOutcome } from './details.ts'
import type { ReferenceOperation } from './life-cycle.ts'
import type { ExtensionAnswer, PaymentExtension } from './payment-extension.ts'
import { type KeepingParts, keptInstrument } from './rebill.ts'

/** References that take more of the shopper's money than was agreed to before. */
export type Charge = Extract<ReferenceOperation, 'rebill' | 'increment'>

export function chargesMore(operation: ReferenceOperation): operation is Charge {
  return operation === 'rebill' || operation === 'increment'
}

/** A reference that charges anew, before its connector is asked. */
export interface DraftedCharge {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly target: PaymentRow
  /** By the channel's clock. */
  readonly nowMs: number
  /** Where the request asks how its answer comes about. */
  readonly trace?: Trace
  /** What only the store and the vault know: not read unless somebody asks. Rejects with the store. */
  known(): Promise<KnownOfCharge>
}

export interface KnownOfCharge {
  /** What a rebill charges; of an increment the whole hold, with others whose outcome is to come. */
  readonly amount: Money
  /** The payment that began the family. */
  readonly first: PaymentRow
  /** What that was paid with, as far as it is still kept. */
  readonly instrument?: Instrument
}

/** A charge as it was asked for. */
export interface AskedCharge extends Omit<DraftedCharge, 'known'> {
  readonly operation: Charge
  /** In minor units. */
  readonly amountMinor: number
  /** Of a rebill, which has read it. */
  readonly instrument?: Instrument
  /** Why that cannot be charged any more. */
  readonly faultCode?: string
}

/** Asks all features about a charge; of several faults the first one counts. */
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
  return Promise.all(answers).then((added) => [own, ...added].reduce(together))
}

function together(one: ExtensionAnswer, other: ExtensionAnswer): ExtensionAnswer {
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
    amount: { minor: heldWith(amountMinor, target, family), currency },
    first,
    ...(isRefusal(kept) ? {} : { instrument: kept }),
  }
}

/** What the shopper's bank will have been asked to hold in all, captured or not, in minor units. */
function heldWith(addedMinor: number, target: PaymentRow, family: readonly PaymentRow[]): number {
  const waiting = family.filter(
    (payment) =>
      payment.referencedId === target.id &&
      !hasOutcome(payment.state) &&
      payment.operation === 'increment',
  )
  const waitingMinor = waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return target.authorisedMinor - target.reversedMinor + waitingMinor + addedMinor
}
