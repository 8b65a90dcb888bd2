import type { ChangeSet, PaymentRow } from '../server/store/port.ts'
import type { Audit } from './audit.ts'
import {
  type AuditedPayment,
  closesHold,
  hasFailedLater,
  latest,
  openMinorOf,
} from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** A reference that a set inserts or steps, and its target before the set. */
export interface ReferenceBefore {
  readonly id: string
  readonly target: PaymentRow
  /** Its own state before the set; `undefined`: it was not there. */
  readonly state: PaymentRow['state'] | undefined
  readonly hadFailedLater: boolean
}

/** The references in a set that the audit has not applied yet. */
export function referencesIn(changes: ChangeSet, audit: Audit): readonly ReferenceBefore[] {
  return changes.flatMap((change) => {
    const id = idOf(change)
    if (id === undefined) return []
    const before = audit.payments.get(id)
    const row = change.kind === 'insertPayment' ? change.row : before && latest(before.versions)
    if (row === undefined || row.referencedId === null) return []
    const target = latest(audit.payment(row.referencedId).versions)
    const hadFailedLater = before !== undefined && hasFailedLater(before)
    return [{ id, target, state: before && latest(before.versions).state, hadFailedLater }]
  })
}

function idOf(change: ChangeSet[number]): string | undefined {
  if (change.kind === 'insertPayment') return change.row.id
  return change.kind === 'stepPayment' ? change.id : undefined
}

/**
 * Notes the amount that a reference released when it was stored, and the amount that its outcome
 * has released.
 */
export function noteRelease(before: ReferenceBefore, audit: Audit): void {
  const { id, target, state } = before
  const reference = audit.payment(id)
  const after = latest(reference.versions)
  const openMinor = openMinorOf(target)
  if (state === undefined && after.state !== 'failed' && reference.kind === 'REAUTHORIZATION') {
    reference.replacedHoldMinor = openMinor
    const isAlone = !otherReferences(id, target.id, audit).some(isUnderWay)
    assertInvariant('limits', isAlone, () => 'a hold was renewed beside what was under way on it')
  }
  if (target.paymentType !== 'PA') return
  if (!before.hadFailedLater && hasFailedLater(reference) && reference.kind === 'CP') {
    const freedMinor = openMinor + after.amountMinor
    reference.releasedLaterMinor = isClosed(target.id, audit) ? freedMinor : 0
  }
  if (state === after.state) return
  if (after.state !== 'succeeded' && after.state !== 'failed') return
  if (isClosed(target.id, audit)) {
    reference.releasedMinor = openMinor + freedBy(reference, state === undefined)
  }
}

function isClosed(targetId: string, audit: Audit): boolean {
  return otherReferences('', targetId, audit).some(
    (one) => closesHold(one) && latest(one.versions).state === 'succeeded',
  )
}

function isUnderWay({ versions }: AuditedPayment): boolean {
  const { state } = latest(versions)
  return state === 'intent' || state === 'pending' || state === 'taken'
}

function otherReferences(thanId: string, targetId: string, audit: Audit): AuditedPayment[] {
  const { references } = audit.payment(targetId)
  return references.filter((id) => id !== thanId).map((id) => audit.payment(id))
}

/** What the outcome of a reference adds to what is open of its target. */
function freedBy({ versions, kind, replacedHoldMinor }: AuditedPayment, isNew: boolean): number {
  const { state, amountMinor } = latest(versions)
  if (kind === 'INCREMENTAL_AUTH') return state === 'succeeded' ? amountMinor : 0
  const reservedMinor = kind === 'REAUTHORIZATION' ? replacedHoldMinor : amountMinor
  if (state === 'succeeded') return isNew ? -reservedMinor : 0
  return isNew ? 0 : reservedMinor
}
