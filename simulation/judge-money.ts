import type { PaymentRow, PostingAccount } from '../server/store/port.ts'
import type { Audit } from './audit.ts'
import {
  type AuditedPayment,
  closesHold,
  hasFailedLater,
  isLateFailure,
  latest,
  openMinorOf,
} from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/**
 * Each success has its legs, an amount that an outcome releases of a closed hold has two more, and
 * there are no others.
 */
export function judgeLedger(payment: AuditedPayment, audit: Audit, name: string): void {
  const { postings } = payment
  const row = latest(payment.versions)
  const isBooked = row.state === 'succeeded' && row.amountMinor > 0
  const target = row.referencedId === null ? undefined : audit.payment(row.referencedId)
  const own = isBooked ? legsOf(payment, target && latest(target.versions)) : []
  const expected = isLateFailure(row)
    ? lateFailureLegs(payment, audit)
    : [...freedLegs(payment), ...own]
  const found = postings.map(({ account, amountMinor }) => `${account} ${amountMinor}`)
  assertInvariant(
    'ledger',
    expected.join() === found.join(),
    () => `${name} is ${row.state} and has postings [${found}], not [${expected}]`,
  )
}

/** A renewal releases the open amount of the old hold before it makes the new one. */
function freedLegs({ versions, replacedHoldMinor, releasedMinor }: AuditedPayment): string[] {
  const isRenewed = latest(versions).state === 'succeeded'
  const freedMinor = releasedMinor + (isRenewed ? replacedHoldMinor : 0)
  return freedMinor === 0 ? [] : [`authorised ${-freedMinor}`, `reversed ${freedMinor}`]
}

/** Those of the failed payment the other way round, and what a closed hold releases with it. */
function lateFailureLegs({ versions }: AuditedPayment, audit: Audit): string[] {
  const { amountMinor, referencedId } = latest(versions)
  const failed = audit.payment(referencedId ?? '')
  const failedRow = latest(failed.versions)
  const target = failedRow.referencedId === null ? undefined : audit.payment(failedRow.referencedId)
  const [from, to] = accountsOf(failedRow, target && latest(target.versions))
  const { releasedLaterMinor } = failed
  return [
    ...[`${to} ${-amountMinor}`, `${from} ${amountMinor}`],
    ...(releasedLaterMinor === 0
      ? []
      : [`authorised ${-releasedLaterMinor}`, `reversed ${releasedLaterMinor}`]),
  ]
}

function legsOf({ versions }: AuditedPayment, target: PaymentRow | undefined): string[] {
  const row = latest(versions)
  const [from, to] = accountsOf(row, target)
  return [`${from} ${-row.amountMinor}`, `${to} ${row.amountMinor}`]
}

function accountsOf(
  row: PaymentRow,
  target: PaymentRow | undefined,
): readonly [PostingAccount, PostingAccount] {
  const booked = target?.paymentType === 'CD' ? 'credited' : 'captured'
  switch (row.paymentType) {
    case 'PA':
      return ['shopper', 'authorised']
    case 'DB':
    case 'RB':
      return ['shopper', 'captured']
    case 'CD':
      return ['merchant', 'credited']
    case 'CP':
      return ['authorised', 'captured']
    case 'RV':
      return [target?.paymentType === 'PA' ? 'authorised' : booked, 'reversed']
    case 'RF':
      return [booked, 'refunded']
    case 'CB':
    case 'CR':
    case 'RI':
    case '3D':
      throw new Error(`No client of the simulation asks for ${row.paymentType}`)
  }
}

/** R-INV-1, and that a payment's sums are the sums of what refers to it and has not failed. */
export function judgeMoney(payment: AuditedPayment, audit: Audit, name: string): void {
  const row = latest(payment.versions)
  const references = payment.references.map((id) => audit.payment(id))
  const living = references.filter((reference) => latest(reference.versions).state !== 'failed')
  const releasedMinor = references.reduce(
    (sum, reference) => sum + reference.releasedMinor + reference.releasedLaterMinor,
    0,
  )
  const summed = sumsOf(living, releasedMinor)
  const said = [row.capturedMinor, row.reversedMinor, row.refundedMinor, row.captureCount]
  assertInvariant(
    'whole',
    said.join() === summed.join(),
    () => `${name} says ${said}, its references ${summed}`,
  )
  // What fails after it has closed a booking opens it again; a hold stays closed.
  const final = living.find(
    (reference) => reference.isFinal && (reference.kind === 'CP' || !hasFailedLater(reference)),
  )
  assertInvariant(
    'limits',
    row.finalisedBy === (final === undefined ? null : latest(final.versions).id),
    () => `${name} is not as final as its references`,
  )
  judgeOperation(payment, name)
  judgeHold(payment, living, name)
  judgeLateFailure(payment, living, name)
  const held = heldBy(payment, living)
  const moved = movedBy(row)
  assertInvariant(
    'limits',
    row.authorisedMinor === held && row.bookedMinor === moved,
    () =>
      `${name} holds ${row.authorisedMinor} and moved ${row.bookedMinor}, not ${held}, ${moved}`,
  )
  const holds =
    row.capturedMinor + row.reversedMinor + row.refundedMinor <= held + moved &&
    (row.captureCount <= (row.maximumCaptures ?? 98) || row.captureCount === 0)
  assertInvariant(
    'limits',
    holds,
    () => `${name} breaks a limit: ${JSON.stringify(said)} of ${held + moved}`,
  )
}

/** Captured, reversed and refunded minor units and the number of captures, by what refers to a payment. */
function sumsOf(living: readonly AuditedPayment[], releasedMinor: number): readonly number[] {
  const rows = living
    .filter((one) => !hasFailedLater(one))
    .map(({ versions }) => latest(versions))
    .filter((row) => !isLateFailure(row))
  const sumOf = (type: string) =>
    rows
      .filter(({ paymentType }) => paymentType === type)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const renewed = living.reduce((sum, { replacedHoldMinor }) => sum + replacedHoldMinor, 0)
  const captures = rows.filter(({ paymentType }) => paymentType === 'CP').length
  return [sumOf('CP'), sumOf('RV') + renewed + releasedMinor, sumOf('RF'), captures]
}

/** The operation that a request names, in the words of the row. */
const OPERATIONS = {
  CP: 'capture',
  RV: 'reversal',
  RF: 'refund',
  RB: 'rebill',
  INCREMENTAL_AUTH: 'increment',
  REAUTHORIZATION: 'renewal',
} as const

/** The row contains the amount of its request, and the amount that it released of a hold. */
function judgeOperation({ versions, kind, replacedHoldMinor }: AuditedPayment, name: string): void {
  const row = latest(versions)
  const asked = kind === undefined ? 'first' : OPERATIONS[kind]
  const operation = isLateFailure(row) ? row.operation : asked
  const isRight =
    row.operation === operation &&
    (row.state === 'failed' || row.replacedHoldMinor === replacedHoldMinor)
  assertInvariant(
    'whole',
    isRight,
    () =>
      `${name} says ${row.operation} and ${row.replacedHoldMinor} taken back, not ${operation} and ${replacedHoldMinor}`,
  )
}

/** A late failure is booked once, by a payment of the whole amount, and is in the history once. */
function judgeLateFailure(
  payment: AuditedPayment,
  living: readonly AuditedPayment[],
  name: string,
): void {
  const { amountMinor } = latest(payment.versions)
  const expected = hasFailedLater(payment) ? String(amountMinor) : ''
  const rows = living.map(({ versions }) => latest(versions)).filter(isLateFailure)
  const booked = rows.map((row) => row.amountMinor).join()
  const told = payment.events.filter(({ kind }) => kind === 'failedLater').length
  assertInvariant(
    'ledger',
    booked === expected && told === rows.length,
    () => `the late failure of ${name} is booked as [${booked}], not as [${expected}]`,
  )
}

/**
 * A closed hold holds nothing, and captures of a renewed hold count together with those of the old
 * one.
 */
function judgeHold(payment: AuditedPayment, living: readonly AuditedPayment[], name: string): void {
  const row = latest(payment.versions)
  if (row.paymentType !== 'PA') return
  const closing = living.find(
    (one) => closesHold(one) && latest(one.versions).state === 'succeeded',
  )
  assertInvariant(
    'limits',
    row.holdClosed === (closing !== undefined) && (!row.holdClosed || openMinorOf(row) === 0),
    () =>
      `${name} was closed by ${closing?.kind}, says ${row.holdClosed}, holds ${openMinorOf(row)}`,
  )
  for (const renewal of living.filter(({ kind }) => kind === 'REAUTHORIZATION')) {
    const { maximumCaptures } = latest(renewal.versions)
    const allowed = (maximumCaptures ?? 0) + row.captureCount
    assertInvariant(
      'limits',
      allowed <= (row.maximumCaptures ?? allowed),
      () => `${name} and its renewal may be captured ${allowed} times`,
    )
  }
}

/** A hold with all its increments; an increment holds nothing itself. */
function heldBy({ versions, kind }: AuditedPayment, living: readonly AuditedPayment[]): number {
  const { state, paymentType, amountMinor } = latest(versions)
  if (state !== 'succeeded' || paymentType !== 'PA' || kind === 'INCREMENTAL_AUTH') return 0
  return living
    .filter((reference) => reference.kind === 'INCREMENTAL_AUTH')
    .map((reference) => latest(reference.versions))
    .filter((reference) => reference.state === 'succeeded')
    .reduce((sum, reference) => sum + reference.amountMinor, amountMinor)
}

function movedBy({ state, paymentType, amountMinor }: PaymentRow): number {
  return state === 'succeeded' && paymentType !== 'PA' && paymentType !== 'RV' ? amountMinor : 0
}
