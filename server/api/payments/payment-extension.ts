import type { Money } from '../../../common/money.ts'
import type { PaymentRow, VaultRecordRow } from '../../engine/store/port.ts'
import type { ReadInstrument } from '../../methods/instruments/instrument.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import type { Trace } from '../../wire/results/trace.ts'
import type { PaymentDetails } from './details.ts'
import type { DraftedCharge } from './drafted-charge.ts'
import type { FirstType } from './life-cycle.ts'
import type { CommitParticipant } from './settlement.ts'

/** A first payment before its connector is asked. */
export interface DraftedPayment {
  readonly id: string
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly checkoutId: string | null
  readonly paymentType: FirstType
  readonly amount: Money
  readonly read: ReadInstrument
  /** Its sealed number, when one was sealed for it. */
  readonly sealed: VaultRecordRow | undefined
  /** By the channel's clock. */
  readonly nowMs: number
  /** Where the request asks how its answer comes about. */
  readonly trace?: Trace
}

/** What another feature adds to a payment. */
export interface ExtensionAnswer {
  /** Refuses it: it is recorded as failed with this code, and no connector is asked. */
  readonly faultCode?: string
  /** What changes in the same commits. */
  readonly participants?: readonly CommitParticipant[]
  readonly details?: Partial<PaymentDetails>
  /** The vault record that keeps its number already: it is not sealed once more. */
  readonly keptIn?: string
  /** Done after the commit of its success, and not waited for by other requests. */
  readonly afterwards?: (payment: PaymentRow) => Promise<void>
}

type Answer = ExtensionAnswer | Refusal | undefined

/**
 * Risk checks, registrations, gift cards: features that go along with a payment. One that has nothing
 * to do with it answers `undefined` at once, so that a plain card payment waits for nobody.
 */
export interface PaymentExtension {
  withFirst(drafted: DraftedPayment): Answer | Promise<Answer>
  /** Looks at a reference that charges anew; `undefined`, at once, where it has nothing to say. */
  withCharge?(charge: DraftedCharge): Promise<ExtensionAnswer> | undefined
  /**
   * What changes with a reference to a stored payment, and with its outcome; also when that comes
   * late, and the request is long over.
   */
  withReference?(target: PaymentRow): readonly CommitParticipant[]
  /** What changes with the outcome of a stored first payment that comes late. */
  withLateOutcome?(payment: PaymentRow): Promise<readonly CommitParticipant[]>
  /**
   * What `afterwards` is for a success that comes late, of any first payment. Twice where two have
   * heard of it at the same time.
   */
  afterLateOutcome?(payment: PaymentRow): Promise<void>
}

/** Asks all features in turn. The first refusal ends it; of several faults the first one counts. */
export async function extend(
  drafted: DraftedPayment,
  extensions: readonly PaymentExtension[],
): Promise<ExtensionAnswer | Refusal> {
  let faultCode = drafted.read.faultCode
  let afterwards: ExtensionAnswer['afterwards']
  let keptIn: string | undefined
  const participants: CommitParticipant[] = []
  const { shown } = drafted.read
  const details: Partial<PaymentDetails> = shown === undefined ? {} : { shown }
  for (const extension of extensions) {
    const answer = extension.withFirst(drafted)
    const added = answer instanceof Promise ? await answer : answer
    if (added === undefined) continue
    if (isRefusal(added)) return added
    faultCode ??= added.faultCode
    afterwards ??= added.afterwards
    keptIn ??= added.keptIn
    if (added.participants !== undefined) participants.push(...added.participants)
    Object.assign(details, added.details, shownTogether(details, added.details))
  }
  return {
    participants,
    details,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(afterwards === undefined ? {} : { afterwards }),
    ...(keptIn === undefined ? {} : { keptIn }),
  }
}

/** What several features show is shown together. */
function shownTogether(
  { shown }: Partial<PaymentDetails>,
  added: Partial<PaymentDetails> | undefined,
): Partial<PaymentDetails> {
  if (shown === undefined || added?.shown === undefined) return {}
  return { shown: { ...shown, ...added.shown } }
}
