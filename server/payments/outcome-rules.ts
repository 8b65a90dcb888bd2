import { DAY_MS } from '../../common/durations.ts'
import type { Writable } from '../kernel/writable.ts'
import { type Change, type PaymentRow, type PaymentStep, paymentAfterStep } from '../store/port.ts'
import { keptNames } from './accounts/provider-references.ts'
import type {
  Connector,
  ConnectorAnswer,
  ConnectorOutcome,
  NamedByProvider,
} from './connectors/connector.ts'
import { detailsWithoutRedirect, type PaymentDetails, storedDetails } from './details.ts'
import {
  bookedBySuccess,
  eventOf,
  type ManualDecision,
  postingsOf,
  type TargetOfReference,
} from './record/booking.ts'
import { beginWait, endWait } from './recovery/waits.ts'
import { beginHold, resumeHold } from './references/hold-expiry.ts'
import { changeByIntent, changeByOutcome, type TargetChange } from './references/target-change.ts'

/**
 * Stores a payment before its connector is asked: a reference reserves its amount, and a timer asks
 * for the outcome if it does not arrive.
 */
export function openPayment(payment: PaymentRow, reference?: TargetOfReference): Change[] {
  return [
    ...(reference === undefined
      ? []
      : stepOfTarget(reference, changeByIntent(payment, reference), payment.updatedAtMs)),
    { kind: 'insertPayment', row: payment },
    eventOf(payment),
    beginWait(payment),
  ]
}

/** How an outcome changes its payment. */
export interface Recorded {
  readonly step: PaymentStep
  /** The details from which the text in `step` was made. */
  readonly details: PaymentDetails
  /** When the timer of the wait that it begins is due. */
  readonly waitUntilMs?: number
  /** Of an outcome that a person has written down. */
  readonly decision?: ManualDecision
  /** How the provider calls what it answers about. */
  readonly references?: readonly NamedByProvider[]
}

/** Stores a payment together with its outcome, when the connector decided at once. */
export function recordPayment(
  payment: PaymentRow,
  { waitUntilMs, references, details }: Partial<Omit<Recorded, 'step'>>,
  reference?: TargetOfReference,
): Change[] {
  const written: Change[] = [
    { kind: 'insertPayment', row: payment },
    eventOf(payment),
    ...(references === undefined ? [] : keptNames(payment, references, details)),
  ]
  if (payment.state === 'failed') return written
  const { releasedMinor, steps } = changesOnTarget(payment, reference, false)
  return [
    ...steps,
    ...written,
    ...postingsOf(payment, reference, releasedMinor),
    ...beginHold(payment),
    ...(waitUntilMs === undefined ? [] : [beginWait(payment, waitUntilMs)]),
  ]
}

/**
 * Writes the outcome of a stored payment: adds the postings or undoes the reservation, and ends the
 * wait. An outcome that is told later begins another wait.
 */
export function closePayment(
  payment: PaymentRow,
  { step, details, waitUntilMs, decision, references }: Recorded,
  reference?: TargetOfReference,
): Change[] {
  const recorded = paymentAfterStep(payment, step, payment.version + 1)
  const { releasedMinor, steps, openAgain } = changesOnTarget(recorded, reference, true)
  return [
    // Must come first: a concurrent writer then fails on this version check, before it releases the
    // amount a second time.
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set: step },
    ...steps,
    eventOf(recorded, recorded.state, decision),
    ...postingsOf(recorded, reference, releasedMinor),
    endWait(payment),
    ...beginHold(recorded),
    ...openAgain,
    ...(references === undefined ? [] : keptNames(recorded, references, details)),
    ...(waitUntilMs === undefined ? [] : [beginWait(recorded, waitUntilMs)]),
  ]
}

/** How an outcome changes a payment; `undefined`: it is unknown (R-UNK-1), or the payment stays pending. */
export function recordedBy(...told: Parameters<typeof changedBy>): Recorded | undefined {
  const recorded = changedBy(...told)
  const [, , outcome] = told
  if (recorded === undefined || !('references' in outcome)) return recorded
  return { ...recorded, references: outcome.references }
}

function changedBy(
  payment: PaymentRow,
  details: PaymentDetails,
  outcome: ConnectorOutcome,
  manner: AcquirerManner,
  nowMs: number,
): Recorded | undefined {
  switch (outcome.kind) {
    case 'approved': {
      const code = outcome.reviewCode ?? manner.approvalCode
      const recorded = succeeded(payment, answered(details, outcome), code, nowMs)
      return withHoldUntil(recorded, payment, outcome.holdUntilMs)
    }
    case 'declined':
      return failed(outcome.code, answered(details, outcome), nowMs)
    case 'pending':
      if (payment.state === 'pending' || payment.state === 'taken') return undefined
      return waiting('pending', outcome.code, answered(details, outcome), {
        nowMs,
        forMs: outcome.expiresAfterMs,
      })
    case 'taken': {
      if (payment.state === 'taken') return undefined
      const after = answered(details, outcome)
      // No late failure could take a hold back: it waits.
      const mayBeDone = payment.paymentType !== 'PA'
      const isDone = mayBeDone && (details.takenIsDone === true || manner.takenIsDone === true)
      if (!isDone) return waiting('taken', TAKEN, after, { nowMs, forMs: outcome.expectedWithinMs })
      after.isUnconfirmed = true
      return succeeded(payment, after, manner.approvalCode, nowMs)
    }
    case 'notSent':
      // What an acquirer has once accepted it has received, and what was sent again may have arrived.
      if (payment.state === 'taken' || details.replayedAtMs !== undefined) return undefined
      return failed('900.100.600', answered(details, outcome), nowMs)
    case 'unknown':
      return undefined
  }
}

/** "Transaction pending". */
const TAKEN = '000.200.000'

/** What of a connector decides how its outcomes are recorded. */
export type AcquirerManner = Pick<Connector, 'approvalCode' | 'takenIsDone'>

function succeeded(
  payment: PaymentRow,
  booked: Writable<PaymentDetails>,
  code: string,
  nowMs: number,
): Recorded {
  const askedAtMs = booked.askedAtMs ?? payment.updatedAtMs
  const isLater = isToldLater(payment, askedAtMs, nowMs)
  if (isLater) booked.askedAtMs = askedAtMs
  else if (booked.askedAtMs !== undefined) delete booked.askedAtMs
  const resultCode = booked.reviewCode ?? code
  return {
    step: {
      state: 'succeeded',
      resultCode,
      details: storedDetails({ state: 'succeeded', resultCode }, booked),
      updatedAtMs: nowMs,
      // Must come last: a literal that begins with a spread takes 5 µs here on Node 20.
      ...bookedBySuccess(payment),
      ...(payment.state !== 'intent' || payment.authenticationId !== null || isLater
        ? bookedLater(payment, askedAtMs, nowMs)
        : {}),
    },
    details: booked,
  }
}

/** The acquirer knows best when its hold ends. */
function withHoldUntil(
  recorded: Recorded,
  { paymentType, expiresAtMs }: PaymentRow,
  holdUntilMs: number | undefined,
): Recorded {
  if (holdUntilMs === undefined || paymentType !== 'PA' || expiresAtMs === null) return recorded
  return { ...recorded, step: { ...recorded.step, expiresAtMs: holdUntilMs } }
}

/** The payment waits for a shopper or a bank (`pending`), or for what its acquirer has accepted (`taken`). */
function waiting(
  state: 'pending' | 'taken',
  code: string,
  details: PaymentDetails,
  { nowMs, forMs }: { readonly nowMs: number; readonly forMs: number },
): Recorded {
  return { step: stepTo(state, code, details, nowMs), details, waitUntilMs: nowMs + forMs }
}

/**
 * Whether an acquirer's outcome is told on a later day (UTC) than that on which the acquirer was asked. It is
 * booked then when it is told, because the books of the day before are closed. An outcome of the same day
 * needs no time of its own. A hold is in no book, and begins when its issuer was asked.
 */
function isToldLater(
  { state, paymentType }: PaymentRow,
  askedAtMs: number,
  nowMs: number,
): boolean {
  return (
    state === 'intent' &&
    paymentType !== 'PA' &&
    Math.floor(nowMs / DAY_MS) > Math.floor(askedAtMs / DAY_MS)
  )
}

/**
 * Times that count from the booking, such as the reversal window and the life of a hold, begin with an
 * outcome that came later than the request. The hold of an outcome that was not known began when the acquirer
 * was asked, whenever that is told.
 */
function bookedLater(payment: PaymentRow, askedAtMs: number, nowMs: number) {
  const { state, paymentType, createdAtMs, expiresAtMs } = payment
  const bookedAtMs = state === 'intent' && paymentType === 'PA' ? askedAtMs : nowMs
  if (expiresAtMs === null) return { bookedAtMs }
  return { bookedAtMs, expiresAtMs: bookedAtMs + expiresAtMs - createdAtMs }
}

function failed(code: string, details: PaymentDetails, nowMs: number): Recorded {
  return { step: stepTo('failed', code, details, nowMs), details }
}

function stepTo(
  state: PaymentRow['state'],
  resultCode: string,
  details: PaymentDetails,
  updatedAtMs: number,
): PaymentStep {
  const text = storedDetails({ state, resultCode }, details)
  return { state, resultCode, details: text, updatedAtMs }
}

/** What an outcome changes of the payment that it refers to. */
interface ChangesOnTarget {
  readonly steps: Change[]
  /** The amount of its hold that they release. */
  readonly releasedMinor: number
  /** The timer of its hold, if something of that is open again. */
  readonly openAgain: Change[]
}

function changesOnTarget(
  payment: PaymentRow,
  reference: TargetOfReference | undefined,
  wasOpened: boolean,
): ChangesOnTarget {
  if (reference === undefined) return { steps: [], releasedMinor: 0, openAgain: [] }
  const change = changeByOutcome(payment, reference, wasOpened)
  const { updatedAtMs } = payment
  const steps = stepOfTarget(reference, change, updatedAtMs)
  const { target } = reference
  const openAgain =
    target.paymentType === 'PA'
      ? resumeHold(target, Object.assign({}, target, change.set), payment)
      : []
  return { steps, releasedMinor: change.releasedMinor, openAgain }
}

function stepOfTarget(
  { target }: TargetOfReference,
  { set: changed }: TargetChange,
  updatedAtMs: number,
): Change[] {
  if (Object.keys(changed).length === 0) return []
  const set = { updatedAtMs, ...changed }
  return [{ kind: 'stepPayment', id: target.id, expectedVersion: target.version, set }]
}

/** Adds the connector's answer to the details, and removes the earlier redirect. */
function answered(
  details: PaymentDetails,
  outcome: ConnectorOutcome & ConnectorAnswer,
): Writable<PaymentDetails> {
  const { resultDetails, shown, cardFacts } = outcome
  const added = detailsWithoutRedirect(details)
  const { authenticationDetails, card } = details
  if (authenticationDetails !== undefined) {
    added.resultDetails = Object.assign({}, authenticationDetails, resultDetails)
  } else if (resultDetails !== undefined) added.resultDetails = resultDetails
  if (card !== undefined && cardFacts !== undefined) added.card = Object.assign({}, card, cardFacts)
  if (shown !== undefined) {
    added.shown = details.shown === undefined ? shown : Object.assign({}, details.shown, shown)
  }
  if (outcome.kind === 'pending') {
    const { redirect, authenticationRedirect } = outcome
    if (redirect !== undefined) added.redirect = redirect
    if (authenticationRedirect !== undefined) added.authenticationRedirect = authenticationRedirect
  }
  return added
}
