import { DAY_MS } from '../common/durations.ts'
import { hasOutcome, isApprovedLate, readDetails } from '../server/payments/index.ts'
import type { PaymentRow, PaymentType, Store } from '../server/store/port.ts'
import type { Audit } from './audit.ts'
import { type AuditedPayment, latest } from './audited-payment.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import { assertInvariant } from './invariants.ts'
import { judgeBook, judgeBooksEnd } from './judge-books.ts'
import { judgeHoldsEnd } from './judge-holds.ts'
import { judgeOutboxEnd } from './judge-outbox.ts'
import type { JudgeParts } from './judging.ts'

/** After this time a person has to check an unknown outcome (R-UNK-3). */
const HORIZON_MS = 7 * DAY_MS

/** After a restart the store holds what was durable: all of it, and nothing else. */
export async function judgeReopened(engine: Store, audit: Audit): Promise<void> {
  for (const [id, { versions, events, postings }] of audit.payments) {
    compare('a payment', await engine.read.payment(id), latest(versions))
    compare('the events of a payment', await engine.read.events(id), events)
    const row = latest(versions)
    if (row.referencedId !== null) continue
    const stored = await engine.read.postingsOfFamily(row.familyId)
    const sum = stored.reduce((total, { amountMinor }) => total + amountMinor, 0)
    assertInvariant('ledger', sum === 0, () => `a family of payments sums to ${sum}`)
    const own = stored.filter(({ paymentId }) => paymentId === id)
    compare('the postings of a payment', own, postings)
  }
  for (const [id, versions] of audit.checkouts) {
    compare('a checkout', await engine.read.checkout(id), latest(versions))
  }
  await judgeReopenedOwnership(engine, audit)
  for (const [id, { versions, events }] of audit.disputes.all) {
    compare('a dispute', await engine.read.dispute(id), latest(versions))
    compare('the events of a dispute', await engine.read.disputeEvents(id), events)
  }
  for (const row of audit.schedules.rows.values()) {
    compare('a schedule', await engine.read.schedule(row.id), row)
  }
  for (const row of audit.authentications.rows.values()) {
    compare('an authentication', await engine.read.authentication(row.id), row)
  }
  for (const id of audit.payments.keys()) {
    const sealed = audit.authentications.confidential.get(id)
    compare('a sealed security code', await engine.read.confidential(id), sealed)
  }
  for (const timer of audit.work.timers.values()) {
    compare('a timer', await engine.read.timer(timer.kind, timer.subjectId), timer)
  }
  for (const row of audit.work.idempotency.values()) {
    compare('a key', await engine.read.idempotency(row.scope, row.key), row)
  }
  for (const row of audit.inbox.events.values()) {
    compare('an event', await engine.read.acquirerEvent(row.connector, row.eventId), row)
  }
  for (const row of audit.outbox.deliveries.values()) {
    compare('a delivery', await engine.read.delivery(row.id), row)
  }
}

async function judgeReopenedOwnership(engine: Store, { ownings }: Audit): Promise<void> {
  for (const [id, versions] of ownings.registrations) {
    compare('a registration', await engine.read.registration(id), latest(versions))
  }
  for (const row of ownings.giftCards.values()) {
    compare('a gift card', await engine.read.giftCard(row.id), row)
  }
  for (const row of ownings.giftCardParts.values()) {
    compare('a part of a gift card', await engine.read.giftCardPart(row.id), row)
  }
  for (const row of ownings.vaultRecords.values()) {
    compare('a vault record', await engine.read.vaultRecord(row.id), row)
  }
  for (const id of ownings.wipedAtStep.keys()) {
    compare('a vault record', await engine.read.vaultRecord(id), undefined)
  }
}

function compare(what: string, stored: unknown, durable: unknown): void {
  assertInvariant('whole', isSame(stored, durable), () => {
    const [now, before] = [stored, durable].map((value) => JSON.stringify(value))
    return `${what} was ${before} before the restart, now ${now}`
  })
}

/** For rows and lists of rows. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => isSame(one[name as never], other[name as never]))
}

/** What must hold when no more faults happen and recovery has had its time. */
export function judgeEnd(parts: JudgeParts): void {
  const { audit, acquirer, nameOf } = parts
  for (const payment of audit.payments.values()) {
    const row = latest(payment.versions)
    judgeBook(row, parts, nameOf(row))
    assertInvariant(
      'known',
      row.state !== 'authenticating',
      () => `${nameOf(row)} is still being authenticated`,
    )
    if (!hasOutcome(row.state)) judgeUnknown(payment, parts)
  }
  judgeHoldsEnd(parts)
  for (const { operation, outcome, isTooLate = false } of acquirer.book.entries) {
    const row = latest(audit.payment(operation.paymentId).versions)
    const isLate = outcome.kind === 'approved' && isTooLate
    if (isLate && row.state === 'failed') judgeTooLate(row, parts)
  }
  judgeBooksEnd(parts)
  for (const { state } of audit.schedules.rows.values())
    assertInvariant(
      'scheduled',
      state !== 'active' && state !== 'paused',
      () => 'a schedule never came to its end',
    )
  const left = audit.authentications.confidential.size
  assertInvariant('wiped', left === 0, () => `${left} security codes are still sealed`)
  judgeAcquirersSums(parts)
  judgeOutboxEnd(audit)
}

/** The payment stays failed, and the merchant reads that it was approved. */
function judgeTooLate(row: PaymentRow, { acquirer, nameOf }: JudgeParts): void {
  const isNoted = isApprovedLate(readDetails(row)) || !acquirer.hasToldTooLate(row.id)
  assertInvariant(
    'late',
    isNoted,
    () => `${nameOf(row)} was approved too late, and nobody reads it`,
  )
}

/** Only payments that the acquirer never answers stay unknown, and each has been reported to a person. */
function judgeUnknown(payment: AuditedPayment, { acquirer, nameOf }: JudgeParts): void {
  const row = latest(payment.versions)
  const name = nameOf(row)
  // The simulator does not answer for operations that it was asked to leave without an answer.
  const isSilent = row.connector === 'simulator' || acquirer.hasNoOutcome(row)
  assertInvariant('known', isSilent, () => `${name} stays unknown, though the acquirer would tell`)
  const review = payment.events.find(({ kind }) => kind === 'review')
  assertInvariant('known', review !== undefined, () => `${name} never went to review`)
  const waitedMs = review.atMs - row.createdAtMs
  assertInvariant(
    'known',
    row.state !== 'intent' || waitedMs >= HORIZON_MS - 2 * MAX_SKEW_MS,
    () => `${name} went to review too early`,
  )
}

/** The limits, by the acquirer's own book: this is what was really moved. */
function judgeAcquirersSums({ audit, acquirer, nameOf }: JudgeParts): void {
  const movedOf = new Map<string, number>()
  for (const { operation, outcome, isTooLate = false } of acquirer.book.entries) {
    const { referencedId, amount, paymentId } = operation
    if (referencedId === undefined || outcome.kind !== 'approved') continue
    // An amount that was released when its time was over may be used by another payment: a person
    // has to check it.
    const { kind, versions } = audit.payment(paymentId)
    if (isTooLate && latest(versions).state === 'failed') continue
    if (kind === 'RB' || kind === 'REAUTHORIZATION') continue
    const movedMinor = kind === 'INCREMENTAL_AUTH' ? -amount.minor : amount.minor
    movedOf.set(referencedId, (movedOf.get(referencedId) ?? 0) + movedMinor)
  }
  for (const [id, movedMinor] of movedOf) {
    const target: PaymentRow = latest(audit.payment(id).versions)
    const mayMove: readonly PaymentType[] = ['PA', 'DB', 'CD', 'CP', 'RB']
    const limitMinor = mayMove.includes(target.paymentType) ? target.amountMinor : 0
    assertInvariant(
      'limits',
      movedMinor <= limitMinor,
      () => `the acquirer moved ${movedMinor} of ${nameOf(target)}, which has ${limitMinor}`,
    )
  }
}
