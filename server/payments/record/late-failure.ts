import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import {
  type Change,
  newPayment,
  type PaymentMoney,
  type PaymentRow,
  type PaymentType,
  paymentAfterStep,
} from '../../store/port.ts'
import type { LateWord } from '../connectors/connector.ts'
import { detailsOf, readDetails, storedDetails } from '../details.ts'
import { openHold } from '../life-cycle.ts'
import { resumeHold } from '../references/hold-expiry.ts'
import { storedParticipants } from '../screen/payment-extension.ts'
import { eventOf, reverseLegs, type TargetOfReference } from './booking.ts'
import type { OutcomeParts } from './outcomes.ts'

/** Payments that an acquirer may call failed after it has called them done. A hold ends by its expiry. */
const MAY_FAIL_LATER: readonly PaymentType[] = ['DB', 'CD', 'CP', 'RV', 'RF', 'RB']

/** What an acquirer tells of an operation that had succeeded: it has failed after all. */
export interface LateFailure {
  /** Of the payment that books it. */
  readonly id: string
  /** The result code that says why. */
  readonly code: string
  /** What the acquirer says: no secrets. */
  readonly resultDetails: Readonly<Record<string, string>>
  /** By the channel's clock. */
  readonly atMs: number
}

/** A payment as it succeeded, what it refers to, and what that refers to. */
export interface FailingLater {
  readonly payment: PaymentRow
  readonly reference?: TargetOfReference | undefined
}

/** Whether a late failure of this payment is booked: it has succeeded, and has not failed before. */
export function mayFailLater({ state, failedLaterAtMs, paymentType, amountMinor }: PaymentRow) {
  return (
    state === 'succeeded' &&
    failedLaterAtMs === null &&
    amountMinor > 0 &&
    MAY_FAIL_LATER.includes(paymentType)
  )
}

/**
 * Books that an operation has failed after it had succeeded: a payment of its own of type RV moves the amount
 * back on the day on which that is told, because the books of the earlier day are closed. What the operation had
 * used is open again, so that it can be repeated; of a hold that is closed it is released.
 */
export function bookLateFailure(
  { payment, reference }: FailingLater,
  failure: LateFailure,
  approvalCode: string,
): { readonly made: PaymentRow; readonly changes: readonly Change[] } {
  const { atMs } = failure
  const made = rowOf(payment, failure, approvalCode)
  const { set: ofTarget, releasedMinor } = openedAgain(payment, reference)
  const set = { ...failedStep(payment, failure), updatedAtMs: atMs }
  const after = paymentAfterStep(payment, set, payment.version + 1)
  return {
    made,
    changes: [
      { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set },
      ...(reference === undefined ? [] : stepsOfTarget(reference.target, ofTarget, payment, atMs)),
      eventOf(after, 'failedLater'),
      { kind: 'insertPayment', row: made },
      eventOf(made),
      ...reverseLegs(made, payment, reference, releasedMinor),
    ],
  }
}

function failedStep(payment: PaymentRow, { atMs, code, resultDetails }: LateFailure) {
  const details = readDetails(payment)
  const told = {
    ...details.resultDetails,
    ...resultDetails,
    FailedLaterAt: wireTimestamp(atMs),
    FailedLaterCode: code,
  }
  const { isUnconfirmed, ...kept } = details
  return {
    failedLaterAtMs: atMs,
    details: storedDetails(payment, { ...kept, resultDetails: told }),
  }
}

function stepsOfTarget(
  target: PaymentRow,
  set: Partial<PaymentMoney>,
  failed: PaymentRow,
  atMs: number,
): Change[] {
  if (Object.keys(set).length === 0) return []
  const { id, version: expectedVersion } = target
  const after = { ...target, ...set }
  return [
    { kind: 'stepPayment', id, expectedVersion, set: { ...set, updatedAtMs: atMs } },
    ...(target.paymentType === 'PA'
      ? resumeHold(target, after, { ...failed, updatedAtMs: atMs })
      : []),
  ]
}

/** What is open again of the payment that the failed one refers to, and what of that a closed hold releases. */
function openedAgain(
  { operation, amountMinor }: PaymentRow,
  reference: TargetOfReference | undefined,
): { readonly set: Partial<PaymentMoney>; readonly releasedMinor: number } {
  if (reference === undefined) return { set: {}, releasedMinor: 0 }
  const { target, isFinal } = reference
  switch (operation) {
    case 'capture': {
      const capturedMinor = target.capturedMinor - amountMinor
      const set = { capturedMinor, captureCount: target.captureCount - 1 }
      // The acquirer has closed the hold, whatever became of the capture that closed it.
      const releasedMinor = target.holdClosed ? openHold({ ...target, ...set }) : 0
      const reversedMinor = target.reversedMinor + releasedMinor
      return { set: releasedMinor > 0 ? { ...set, reversedMinor } : set, releasedMinor }
    }
    case 'refund': {
      const refundedMinor = target.refundedMinor - amountMinor
      const set = isFinal ? { refundedMinor, finalisedBy: null } : { refundedMinor }
      return { set, releasedMinor: 0 }
    }
    case 'reversal': {
      const reversedMinor = target.reversedMinor - amountMinor
      const again = isFinal ? { reversedMinor, finalisedBy: null } : { reversedMinor }
      const isHold = target.paymentType === 'PA'
      return { set: isHold ? { ...again, holdClosed: false } : again, releasedMinor: 0 }
    }
    default:
      return { set: {}, releasedMinor: 0 }
  }
}

function rowOf(payment: PaymentRow, failure: LateFailure, resultCode: string): PaymentRow {
  const { id, atMs, code, resultDetails } = failure
  const { request, card } = readDetails(payment)
  const { merchantTransactionId } = request
  const details = {
    request: merchantTransactionId === undefined ? {} : { merchantTransactionId },
    ...(card === undefined ? {} : { card }),
    resultDetails: { ...resultDetails, FailedLaterCode: code },
  }
  return newPayment({
    id,
    entityId: payment.entityId,
    referencedId: payment.id,
    familyId: payment.familyId,
    operation: 'lateFailure',
    paymentType: 'RV',
    paymentBrand: payment.paymentBrand,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    state: 'succeeded',
    resultCode,
    connector: payment.connector,
    merchantTransactionId: payment.merchantTransactionId,
    details: storedDetails({ state: 'succeeded', resultCode }, details),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  })
}

export type LateFailureParts = Pick<
  OutcomeParts,
  'store' | 'clock' | 'log' | 'connectorOf' | 'extensions'
>

/**
 * Books the late failure of a payment, once: told again it changes nothing. Returns the payment that books it;
 * `undefined`: there is nothing to book. Rejects with the store.
 */
export async function recordLateFailure(
  paymentId: string,
  { code, resultDetails = {} }: LateWord,
  parts: LateFailureParts,
): Promise<PaymentRow | undefined> {
  const { clock, log } = parts
  const id = newObjectId(clock.now())
  return decideAndCommit(parts, {
    load: async () => {
      const failing = await failingLater(paymentId, parts)
      if (!mayFailLater(failing.payment)) return undefined
      const { approvalCode } = await parts.connectorOf(failing.payment.connector)
      const atMs = clock.of(failing.payment.entityId)
      const booked = bookLateFailure(failing, { id, code, resultDetails, atMs }, approvalCode)
      const { made } = booked
      const participants = await storedParticipants(made, detailsOf(made), parts.extensions)
      return { ...booked, participants }
    },
    decide(booked) {
      if (booked === undefined) return { result: undefined }
      const { made, changes, participants } = booked
      const theirs = participants.map((one) => ({
        owner: one.owner,
        changes: one.recorded(made, false),
      }))
      log.warn({ paymentId, code, lateFailureId: id }, FAILED_LATER)
      return { result: made, parts: [{ owner: 'payment', changes }, ...theirs] }
    },
  })
}

const FAILED_LATER = 'an acquirer says that a payment which had succeeded has failed after all'

async function failingLater(
  paymentId: string,
  { store }: Pick<LateFailureParts, 'store'>,
): Promise<FailingLater> {
  const payment = await store.read.payment(paymentId)
  if (payment === undefined) throw new Error(`Payment ${paymentId} vanished`)
  const { referencedId } = payment
  const target = referencedId === null ? undefined : await store.read.payment(referencedId)
  if (target === undefined) return { payment }
  return { payment, reference: { target, isFinal: target.finalisedBy === payment.id } }
}
