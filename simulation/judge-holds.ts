import { DAY_MS } from '../common/durations.ts'
import type { PaymentRow } from '../server/store/port.ts'
import type { Audit } from './audit.ts'
import { type AuditedPayment, latest, openMinorOf } from './audited-payment.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'

/** What the channel of a run says about its holds. */
export interface HoldRules {
  /** How many days the holds of each brand last. */
  readonly days: Readonly<Record<string, number>>
  readonly releaseExpired: boolean
}

/** Each hold has the time of its channel's settings, and a timer until its expiry is written down. */
export function judgeHoldTime(
  payment: AuditedPayment,
  { audit, acquirer, holds: rules }: Pick<JudgeParts, 'audit' | 'acquirer' | 'holds'>,
  name: string,
): void {
  const { versions, kind, partOfGift } = payment
  const row = latest(versions)
  if (row.state !== 'succeeded') return
  const expected = isOfHold(payment) && !partOfGift ? expiryOf(row, rules) : undefined
  assertInvariant(
    'rules',
    partOfGift ||
      row.expiresAtMs === (expected ?? null) ||
      hasEndedThere(row, acquirer.book.endedHolds.get(row.id)),
    () => `${name} (${kind ?? 'first'}) expires at ${row.expiresAtMs}, not at ${expected}`,
  )
  const { expiresAtMs, expiredAtMs } = row
  assertInvariant(
    'rules',
    expiredAtMs === null || (expiresAtMs !== null && expiredAtMs >= expiresAtMs),
    () => `${name} has expired at ${expiredAtMs}, before ${expiresAtMs}`,
  )
  const mustWait = expiresAtMs !== null && expiredAtMs === null && isOpen(row)
  assertInvariant(
    'known',
    !mustWait || audit.work.timer('holdExpiry', row.id) !== undefined,
    () => `${name} expires, and nobody will tell`,
  )
}

/** The acquirer has ended the hold, by its own clock or that of the node that was told. */
function hasEndedThere({ expiresAtMs }: PaymentRow, endedAtMs = Number.POSITIVE_INFINITY): boolean {
  return expiresAtMs !== null && expiresAtMs >= endedAtMs - MAX_SKEW_MS
}

/** While a FINAL capture is under way, nothing else may be done. */
function isOpen(row: PaymentRow): boolean {
  return row.finalisedBy === null && openMinorOf(row) > 0
}

function isOfHold({ versions, kind }: AuditedPayment): boolean {
  const { paymentType, amountMinor } = latest(versions)
  return paymentType === 'PA' && kind !== 'INCREMENTAL_AUTH' && amountMinor > 0
}

function expiryOf(
  { paymentBrand, bookedAtMs, createdAtMs }: PaymentRow,
  { days }: HoldRules,
): number {
  return (bookedAtMs ?? createdAtMs) + (days[paymentBrand] ?? Number.NaN) * DAY_MS
}

/** Nothing is captured of a hold, nor is it raised or renewed, after it has expired. */
export function judgeLateReference(payment: AuditedPayment, audit: Audit, name: string): void {
  const { referencedId, createdAtMs } = latest(payment.versions)
  // Its acquirer may end the hold later.
  if (payment.versions.length > 1) return
  if (referencedId === null || !FOR_CAPTURES.has(payment.kind)) return
  const { expiresAtMs } = latest(audit.payment(referencedId).versions)
  assertInvariant(
    'rules',
    expiresAtMs === null || createdAtMs < expiresAtMs,
    () => `${name} was made after its hold had expired`,
  )
}

const FOR_CAPTURES: ReadonlySet<AuditedPayment['kind']> = new Set([
  'CP',
  'INCREMENTAL_AUTH',
  'REAUTHORIZATION',
])

/** In the end every hold that has something open has expired, and was released where the channel wants that. */
export function judgeHoldsEnd({ audit, holds, nameOf }: JudgeParts): void {
  const { releaseExpired } = holds
  for (const { versions, references } of audit.payments.values()) {
    const row = latest(versions)
    if (row.expiresAtMs === null || row.state !== 'succeeded' || !isOpen(row)) continue
    assertInvariant(
      'known',
      row.expiredAtMs !== null,
      () => `${nameOf(row)} has expired, and nobody was told`,
    )
    // What was released is not open, unless the acquirer has declined the reversal, or something was
    // given back after the expiry was told.
    const wasTried = references.some((id) => {
      const { paymentType, createdAtMs } = latest(audit.payment(id).versions)
      return paymentType === 'RV' && createdAtMs >= (row.expiresAtMs ?? 0)
    })
    assertInvariant(
      'rules',
      !releaseExpired || wasTried,
      () => `${nameOf(row)} has expired and was not released`,
    )
  }
}
