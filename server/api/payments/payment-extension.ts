import type { Money } from '../../../common/money.ts'
import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type { PaymentRow, VaultRecordRow } from '../../engine/store/port.ts'
import type { ReadInstrument } from '../../methods/instruments/instrument.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import type { Trace } from '../../wire/results/trace.ts'
import { detailsOf, type PaymentDetails } from './details.ts'
import type { DraftedCharge } from './drafted-charge.ts'
import type { FirstType } from './life-cycle.ts'

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
  /** Those who take part in its first commit. */
  readonly participants?: readonly CommitParticipant[]
  readonly details?: Partial<PaymentDetails>
  /** The vault record that keeps its number already: it is not sealed once more. */
  readonly vaultRecordId?: string
}

type Answer = ExtensionAnswer | Refusal | undefined

type Participants = readonly CommitParticipant[]

/**
 * A feature that takes part in payments: risk checks, registrations, gift cards, checkouts. One that
 * has nothing to do with a payment answers nothing at once, so that a plain card payment waits for
 * no promise.
 */
export interface PaymentExtension {
  /** Looks at a first payment before its connector is asked. */
  withFirst?(drafted: DraftedPayment): Answer | Promise<Answer>
  /** Looks at a reference that charges anew; `undefined`, at once, where it has nothing to say. */
  withCharge?(charge: DraftedCharge): Promise<ExtensionAnswer> | undefined
  /**
   * Those who take part in the outcome of a stored payment, at once or days later, and in the first
   * commit of a reference. Made from the row alone: any process can write any outcome.
   */
  participantsOf?(
    payment: PaymentRow,
    details: PaymentDetails,
  ): Participants | Promise<Participants>
  /**
   * Done after the commit of the success of a first payment; `undefined`, at once, where nothing is.
   * Twice where two have heard of it at the same time. Whatever becomes of it, the payment has
   * succeeded.
   */
  afterSuccess?(payment: PaymentRow, details: PaymentDetails): Promise<void> | undefined
}

/** Asks all features in turn. The first refusal ends it; of several faults the first one counts. */
export async function extend(
  drafted: DraftedPayment,
  extensions: readonly PaymentExtension[],
): Promise<ExtensionAnswer | Refusal> {
  let faultCode = drafted.read.faultCode
  let vaultRecordId: string | undefined
  const participants: CommitParticipant[] = []
  const { shown } = drafted.read
  const details: Partial<PaymentDetails> = shown === undefined ? {} : { shown }
  for (const extension of extensions) {
    const answer = extension.withFirst?.(drafted)
    const added = answer instanceof Promise ? await answer : answer
    if (added === undefined) continue
    if (isRefusal(added)) return added
    faultCode ??= added.faultCode
    vaultRecordId ??= added.vaultRecordId
    if (added.participants !== undefined) participants.push(...added.participants)
    Object.assign(details, added.details, shownTogether(details, added.details))
  }
  return {
    participants,
    details,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(vaultRecordId === undefined ? {} : { vaultRecordId }),
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

/** Those who take part in a commit of a payment, as its row says. */
export async function storedParticipants(
  payment: PaymentRow,
  details: PaymentDetails,
  extensions: readonly PaymentExtension[],
): Promise<Participants> {
  const asked = extensions.map((extension) => extension.participantsOf?.(payment, details) ?? [])
  return (await Promise.all(asked)).flat()
}

/** Does all that follows the success of a first payment; `undefined`: nothing does. */
export function followingSuccess(
  payment: PaymentRow,
  extensions: readonly PaymentExtension[],
): Promise<void> | undefined {
  const details = detailsOf(payment)
  const work = extensions.flatMap((one) => one.afterSuccess?.(payment, details) ?? [])
  return work.length === 0 ? undefined : Promise.all(work).then(() => undefined)
}
