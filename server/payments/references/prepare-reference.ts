import type { Money } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import { newObjectId, shortIdOf } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal, tooBusy } from '../../results/refusal.ts'
import type { Trace } from '../../results/trace.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import { newPayment, type PaymentRow, type Store } from '../../store/port.ts'
import type { PreparedPayment } from '../charge/prepared-payment.ts'
import type { Connector } from '../connectors/connector.ts'
import { type PaymentDetails, readDetails } from '../details.ts'
import { openHold, type ReferenceOperation, referenceRules } from '../life-cycle.ts'
import { decideReference, type ReferenceRequest } from '../rules.ts'
import { chargesMore, extendCharge } from '../screen/drafted-charge.ts'
import {
  type ExtensionAnswer,
  type PaymentExtension,
  storedParticipants,
} from '../screen/payment-extension.ts'
import { holdExpiryOf } from './hold-expiry.ts'
import type { KeepingParts, Rebilled } from './rebill.ts'
import { holdChangeConflict } from './references-under-way.ts'

/** A reference as the request asks for it, with its target and connector. */
export interface AskedReference {
  readonly targetId: string
  readonly request: Omit<ReferenceRequest, 'nowMs' | 'reversalWindowMs'>
  /** `sequence=FINAL`: nothing may follow on the same payment. */
  readonly isFinal: boolean
  readonly values: ParameterValues
  readonly connector: Connector
  /** For operations that charge or hold more. */
  readonly channel: UsableEntity | undefined
  /** For a rebill: the stored instrument that is charged again. */
  readonly rebilled: Rebilled | undefined
  /** The request is read in the profile `legacy`: shops of it take a pending capture or refund for a failed one. */
  readonly takenIsDone: boolean
  /** What was counted of a person, in minor units: where more is open by now, it is counted anew. */
  readonly atMostMinor?: number
  /** The idempotency key of its request; see `PreparedPayment`. */
  readonly requestParticipants: readonly CommitParticipant[]
  /** Present where the request asks for a trace. */
  readonly trace?: Trace
}

export interface PrepareReferenceParts extends KeepingParts {
  readonly clock: EntityClock
  readonly extensions: readonly PaymentExtension[]
}

/** Decides a reference on its target as it is stored now: makes the payment, or refuses. */
export async function prepareReference(
  asked: AskedReference,
  parts: PrepareReferenceParts,
): Promise<PreparedPayment | Refusal> {
  const { store, clock } = parts
  const { request, connector } = asked
  const target = await store.read.payment(asked.targetId)
  if (target === undefined) throw new Error(`Payment ${asked.targetId} vanished`)
  const { reversalWindowMs } = connector
  const nowMs = clock.of(target.entityId)
  const decided = decideReference(target, { ...request, nowMs, reversalWindowMs })
  if (isRefusal(decided)) return namingRenewal(decided, target, store)
  const { amountMinor } = decided
  if (asked.atMostMinor !== undefined && amountMinor > asked.atMostMinor) return tooBusy
  const { operation } = request
  const asksTotal = { operation, amountMinor, isToTotal: connector.raisesToTotal }
  const conflict = await holdChangeConflict(target, asksTotal, store)
  if (conflict !== undefined) return conflict
  const expiresAtMs =
    operation === 'renewal' ? await renewedUntil(asked, target, nowMs, store) : null
  const reference = { target, amountMinor, nowMs, expiresAtMs }
  const answer = await extensionAnswerOf(asked, reference, parts)
  return assembled(asked, reference, answer, parts)
}

/** When a renewed hold expires: by the network of the card that the first payment of the family had. */
async function renewedUntil(
  { channel, values, connector }: AskedReference,
  target: PaymentRow,
  nowMs: number,
  store: Pick<Store, 'read'>,
): Promise<number | null> {
  if (channel === undefined) throw new Error('A hold is renewed only by its channel')
  const first = target.id === target.familyId ? target : await store.read.payment(target.familyId)
  const { paymentBrand: brand } = target
  const { brandResult: network = brand } = readDetails(first ?? target)
  const isByMerchant = values.get('standingInstruction.source') === 'MIT'
  const { settings } = channel
  const accountDays = connector.account?.settings.holdDays
  return holdExpiryOf({ brand, network, isByMerchant, settings, accountDays }, nowMs)
}

/** What the rules have decided about a reference. */
interface DecidedReference {
  readonly target: PaymentRow
  readonly amountMinor: number
  /** By the channel's clock. */
  readonly nowMs: number
  /** Of a renewal: when the new hold expires, if it is booked at once. */
  readonly expiresAtMs: number | null
}

/** Other features, such as risk checks, check the operations that charge or hold more. */
function extensionAnswerOf(
  { request: { operation }, values, channel, rebilled, trace }: AskedReference,
  decided: DecidedReference,
  parts: PrepareReferenceParts,
): ExtensionAnswer | Promise<ExtensionAnswer> {
  if (channel === undefined || !chargesMore(operation)) return {}
  const traced = trace === undefined ? {} : { trace }
  const charge = { operation, channel, values, ...decided, ...rebilled, ...traced }
  return extendCharge(charge, parts.extensions, parts)
}

async function assembled(
  asked: AskedReference,
  decided: DecidedReference,
  answer: ExtensionAnswer,
  { clock, extensions }: PrepareReferenceParts,
): Promise<PreparedPayment> {
  const { request, values, connector, rebilled, requestParticipants } = asked
  const { operation } = request
  const { target, amountMinor } = decided
  const isFinal = asked.isFinal || endsByFirstCapture(operation, connector)
  const isLast = operation === 'capture' && (isFinal || amountMinor === openHold(target))
  const id = newObjectId(clock.now())
  const holdAfter = operation === 'increment' ? raisedHold(target, amountMinor) : undefined
  const details = Object.assign(detailsOf(target, id, asked), answer.details, {
    ...(holdAfter === undefined ? {} : { holdAfterMinor: holdAfter.minor }),
  })
  const payment = rowOf(asked, decided, id)
  const stored = await storedParticipants(payment, details, extensions)
  const { faultCode, participants = [] } = answer
  return {
    payment,
    details,
    operation: {
      paymentId: id,
      paymentType: payment.paymentType,
      paymentBrand: target.paymentBrand,
      amount: { minor: amountMinor, currency: target.currency },
      ...(rebilled === undefined ? {} : { instrument: rebilled.instrument }),
      referencedId: target.id,
      rootId: target.familyId,
      ...(isLast ? { isLast } : {}),
      ...(holdAfter === undefined ? {} : { holdAfter }),
      request: details.request,
      customParameters: values.map('customParameters'),
      confidential: values.confidential(),
    },
    connector,
    reference: { target, isFinal },
    vaultChanges: [],
    participants: [...stored, ...participants],
    requestParticipants,
    ...(faultCode === undefined ? {} : { faultCode }),
  }
}

/** Where an account captures a hold once, its first capture closes the hold here too. */
function endsByFirstCapture(operation: ReferenceOperation, { account }: Connector): boolean {
  return operation === 'capture' && account?.settings.capture === 'one'
}

/** The total of a hold after an increment, with what of it is used already. */
function raisedHold({ authorisedMinor, currency }: PaymentRow, byMinor: number): Money {
  return { minor: authorisedMinor + byMinor, currency }
}

function detailsOf(
  target: PaymentRow,
  id: string,
  { request: { operation }, values, channel, takenIsDone }: AskedReference,
): PaymentDetails {
  const request: Record<string, string> = values.echo()
  const before = readDetails(target)
  request.descriptor = request['merchant.name'] ?? request.descriptor ?? descriptorAfter(before, id)
  // Card networks link the payments of one family by these two (interface document, lifecycleId).
  for (const name of ['transactionLinkId', 'lifecycleId']) {
    const link = request[name] ?? before.request[name] ?? before.shown?.[name]
    if (link !== undefined) request[name] = link
  }
  // The acquirer is told that the cardholder is not there.
  if (
    operation === 'rebill' &&
    before.card !== undefined &&
    channel?.settings.profile === 'strict'
  ) {
    request['standingInstruction.source'] ??= 'MIT'
  }
  return {
    request,
    ...(takenIsDone ? { takenIsDone } : {}),
    ...(operation === 'rebill' && before.card !== undefined ? { card: before.card } : {}),
  }
}

function rowOf(
  { request: { operation }, values, connector }: AskedReference,
  { target, amountMinor, nowMs, expiresAtMs }: DecidedReference,
  id: string,
): PaymentRow {
  return newPayment({
    id,
    entityId: target.entityId,
    referencedId: target.id,
    familyId: target.familyId,
    operation,
    paymentType: referenceRules[operation].paymentType,
    paymentBrand: target.paymentBrand,
    amountMinor,
    currency: target.currency,
    state: 'intent',
    resultCode: '000.200.000',
    maximumCaptures: operation === 'renewal' ? capturesLeft(target) : null,
    connector: connector.name,
    // A rebill uses the vault record of the debit.
    vaultRecordId: operation === 'rebill' ? target.vaultRecordId : null,
    giftCardId: target.giftCardId,
    authenticationId: target.authenticationId,
    merchantTransactionId: values.get('merchantTransactionId') ?? null,
    replacedHoldMinor: operation === 'renewal' ? openHold(target) : 0,
    expiresAtMs,
    details: '',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}

/** The short id of this payment and the channel's name, which is read from the target's descriptor. */
function descriptorAfter(before: PaymentDetails, id: string): string {
  const [, channelName] = /^\d{4}\.\d{4}\.\d{4} (.+)$/.exec(before.request.descriptor ?? '') ?? []
  return channelName === undefined ? shortIdOf(id) : `${shortIdOf(id)} ${channelName}`
}

/** The number of captures that the old hold has left: the renewed hold may have as many. */
function capturesLeft({ maximumCaptures, captureCount }: PaymentRow): number | null {
  return maximumCaptures === null ? null : maximumCaptures - captureCount
}

/** Nothing is open. The description in the catalogue does not mention renewals. */
const NOTHING_OPEN = '700.300.300'

/**
 * The refusal of a reference to a hold that another payment has renewed: it names the payment that
 * holds the money now. Any other refusal stays as it is. Rejects with the store.
 */
async function namingRenewal(
  refusal: Refusal,
  target: PaymentRow,
  store: Pick<Store, 'read'>,
): Promise<Refusal> {
  // A renewal reverses the open amount of the old hold.
  const mayBeRenewed = target.paymentType === 'PA' && target.reversedMinor > 0
  if (refusal.code !== NOTHING_OPEN || !mayBeRenewed) return refusal
  const family = await store.read.paymentsOfFamily(target.familyId)
  const renewals = renewalsAfter(target, family)
  const last = renewals.at(-1)
  if (last === undefined) return refusal
  const isDone = last.state === 'succeeded'
  const description = isDone
    ? `The hold was renewed by payment ${last.id}: name that payment`
    : `The hold is being renewed by payment ${last.id}: wait for its outcome, then name that payment`
  return { ...refusal, description }
}

/** The renewals of a hold, each renewing the one before; failed ones are left out. */
function renewalsAfter(target: PaymentRow, family: readonly PaymentRow[]): readonly PaymentRow[] {
  const renewal = family.find((payment) => payment.referencedId === target.id && isRenewal(payment))
  return renewal === undefined ? [] : [renewal, ...renewalsAfter(renewal, family)]
}

function isRenewal(payment: PaymentRow): boolean {
  return payment.operation === 'renewal' && payment.state !== 'failed'
}
