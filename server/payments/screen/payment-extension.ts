import type { Money } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { Trace } from '../../results/trace.ts'
import type { ChangePart, CommitParticipant, PartConflict } from '../../store/commit-parts.ts'
import type { PaymentRow, VaultRecordRow } from '../../store/port.ts'
import type { PlannedParts } from '../charge/part-payment.ts'
import { detailsOf, type PaymentDetails } from '../details.ts'
import type { ReadInstrument } from '../instruments/instrument.ts'
import type { SingleUseToken } from '../instruments/wallet-token.ts'
import type { FirstType } from '../life-cycle.ts'
import type { DraftedCharge } from './drafted-charge.ts'

/** Where the series of a schedule's run is kept, and when its days end. */
export interface SeriesOfRun {
  readonly registrationId: string
  /** When the schedule was made, by the channel's clock. */
  readonly madeAtMs: number
  /** The last moment at which a run may be paid whose mandate ends on a day, YYYY-MM-DD. */
  readonly endOfDay: (day: string) => number
}

/** A first payment before its connector is asked. */
export interface DraftedPayment {
  readonly id: string
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly checkoutId: string | null
  /** From where the shopper of its checkout has submitted it. */
  readonly shopperAddress?: string
  readonly paymentType: FirstType
  readonly amount: Money
  readonly read: ReadInstrument
  /** The vault record of its number, if one was sealed for it. */
  readonly sealed: VaultRecordRow | undefined
  /** What gift cards pay of its checkout besides; its amount is the rest. */
  readonly giftCardParts?: PlannedParts
  /** Of a run of a schedule. */
  readonly seriesOfRun?: SeriesOfRun
  /** By the channel's clock. */
  readonly nowMs: number
  /** Present where the request asks for a trace. */
  readonly trace?: Trace
}

/** What another feature adds to a payment. */
export interface ExtensionAnswer {
  /** The payment is recorded as failed with this code, and no connector is asked. */
  readonly faultCode?: string
  /** The participants of its first commit. */
  readonly participants?: readonly CommitParticipant[]
  readonly details?: Partial<PaymentDetails>
  /** The vault record that already keeps its number: the number is not sealed a second time. */
  readonly vaultRecordId?: string
}

type Answer = ExtensionAnswer | Refusal | undefined

type Participants = readonly CommitParticipant[]

/** Which first payments an extension looks at. Each member that is given has to fit, by one of its words. */
interface FirstConcern {
  /** A parameter of this name, or of a structure of this name, is sent. */
  readonly sends?: readonly string[]
  readonly instruments?: readonly ReadInstrument['instrument']['kind'][]
  readonly has?: readonly ('checkoutId' | 'sealed' | 'giftCardParts')[]
}

/** Which stored payments an extension takes part in: those that have one of these. */
interface StoredConcern {
  readonly columns?: readonly ('checkoutId' | 'giftCardId' | 'vaultRecordId')[]
  readonly details?: readonly (keyof PaymentDetails)[]
}

/**
 * A feature that takes part in payments: risk checks, registrations, gift cards, checkouts. It is asked about
 * what concerns it alone. One that has nothing to do all the same returns nothing, synchronously, so that a
 * plain card payment awaits no promise.
 */
export interface PaymentExtension {
  /** About which payments `withFirst` is asked; absent: all. */
  readonly concernedByFirst?: FirstConcern
  /** About which payments `participantsOf` and `afterSuccess` are asked; absent: all. */
  readonly concernedByStored?: StoredConcern
  /** Checks a first payment before its connector is asked. */
  withFirst?(drafted: DraftedPayment): Answer | Promise<Answer>
  /** Checks a rebill or an increment; `undefined`, synchronously, where it is not concerned. */
  withCharge?(charge: DraftedCharge): Promise<ExtensionAnswer | undefined> | undefined
  /**
   * The participants of the commit that writes the outcome of a stored payment, at once or days later,
   * and of the first commit of a reference. Made from the row alone, so that any process can write
   * any outcome. `wasAnswered`: the request that began the payment was answered before, as pending.
   */
  participantsOf?(
    payment: PaymentRow,
    details: PaymentDetails,
    wasAnswered: boolean,
  ): Participants | Promise<Participants>
  /**
   * Called after the commit of the success of a first payment; `undefined`, synchronously, where there
   * is nothing to do. May be called twice when two processes learn of the success at the same time.
   * Its failure does not change the payment.
   */
  afterSuccess?(payment: PaymentRow, details: PaymentDetails): Promise<void> | undefined
}

/** Asks all features in turn. Stops at the first refusal; of several faults the first one is taken. */
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
    const { concernedByFirst: concern } = extension
    if (concern !== undefined && !fitsFirst(concern, drafted)) continue
    const answer = extension.withFirst?.(drafted)
    const added = answer instanceof Promise ? await answer : answer
    if (added === undefined) continue
    if (isRefusal(added)) return added
    faultCode ??= added.faultCode
    vaultRecordId ??= added.vaultRecordId
    if (added.participants !== undefined) participants.push(...added.participants)
    Object.assign(details, added.details, mergeShown(details, added.details))
  }
  return {
    participants,
    details,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(vaultRecordId === undefined ? {} : { vaultRecordId }),
  }
}

function fitsFirst({ sends, instruments, has }: FirstConcern, drafted: DraftedPayment): boolean {
  const { values, read } = drafted
  if (sends !== undefined && !sends.some((name) => values.structures.has(name))) return false
  if (instruments !== undefined && !instruments.includes(read.instrument.kind)) return false
  return has === undefined || has.some((name) => (drafted[name] ?? null) !== null)
}

/** Those that take part in a stored payment. */
function concerned(
  extensions: readonly PaymentExtension[],
  payment: PaymentRow,
  details: PaymentDetails,
): readonly PaymentExtension[] {
  return extensions.filter(({ concernedByStored: concern }) => {
    if (concern === undefined) return true
    const { columns = [], details: members = [] } = concern
    return (
      columns.some((name) => payment[name] !== null) ||
      members.some((name) => details[name] !== undefined)
    )
  })
}

/** Merges the `shown` members of several features. */
function mergeShown(
  { shown }: Partial<PaymentDetails>,
  added: Partial<PaymentDetails> | undefined,
): Partial<PaymentDetails> {
  if (shown === undefined || added?.shown === undefined) return {}
  return { shown: { ...shown, ...added.shown } }
}

/** The participants of a commit of a payment, made from its row. `wasAnswered` as in `participantsOf`. */
export async function storedParticipants(
  payment: PaymentRow,
  details: PaymentDetails,
  extensions: readonly PaymentExtension[],
  wasAnswered = false,
): Promise<Participants> {
  const asked = concerned(extensions, payment, details).map(
    (extension) => extension.participantsOf?.(payment, details, wasAnswered) ?? [],
  )
  return (await Promise.all(asked)).flat()
}

/** Calls `afterSuccess` of all features; `undefined`: there is nothing to do. */
export function followingSuccess(
  payment: PaymentRow,
  extensions: readonly PaymentExtension[],
): Promise<void> | undefined {
  const details = detailsOf(payment)
  const work = concerned(extensions, payment, details).flatMap(
    (one) => one.afterSuccess?.(payment, details) ?? [],
  )
  return work.length === 0 ? undefined : Promise.all(work).then(() => undefined)
}

/** "Duplicate payment": the token of its wallet was used before, to pay or to store its card. */
export const TOKEN_USED = '800.110.100'

/** The name by which a commit conflict says that a token caused it. */
const OWNER = 'walletToken'

/**
 * A wallet's token may be used once only, even if the payment fails, because the shopper has confirmed
 * one payment. Storing its card without a payment uses it as well (`tokenPart`). The first commit of a payment takes a quota of one under the token's digest: of two
 * concurrent payments one is recorded as failed. The row is deleted like other quotas when the token has
 * expired.
 */
export const singleUseTokenExtension: PaymentExtension = {
  withFirst: ({ read: { token } }) =>
    token === undefined ? undefined : { participants: [tokenParticipant(token)] },
}

/** Uses a token up in a commit that stores its card without a payment. */
export function tokenPart(token: SingleUseToken): ChangePart {
  return { owner: OWNER, changes: useOf(token), mayMeetLimit: true }
}

/** Whether a commit failed because the token in it was used before. */
export function isTokenUsed({ owner, reason }: PartConflict): boolean {
  return owner === OWNER && reason === 'limit'
}

function useOf({ digest, usableUntilMs }: SingleUseToken) {
  const row = { key: `token ${digest}`, used: 1, most: 1, expiresAtMs: usableUntilMs }
  return [{ kind: 'takeQuota', row }] as const
}

function tokenParticipant(token: SingleUseToken): CommitParticipant {
  const use = useOf(token)
  const failedHere = ({ resultCode }: PaymentRow) => resultCode === TOKEN_USED
  return {
    owner: OWNER,
    limitCode: TOKEN_USED,
    opened: () => use,
    recorded: (payment, wasOpened) => (wasOpened || failedHere(payment) ? [] : use),
  }
}
