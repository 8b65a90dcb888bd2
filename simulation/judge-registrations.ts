import { readDetails } from '../server/payments/index.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { type AuditedPayment, latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'

type NameOf = JudgeParts['nameOf']

/** Payment details are stored exactly when the payment succeeds that was to store them, once. */
export function judgeStoring(
  { versions, stores }: AuditedPayment,
  audit: Audit,
  name: string,
): void {
  const row = latest(versions)
  const made = audit.ownings.byPayment.get(row.id)?.length ?? 0
  const expected = stores && row.state === 'succeeded' ? 1 : 0
  assertInvariant(
    'stored',
    made === expected,
    () => `${name} is ${row.state} and has made ${made} registrations, not ${expected}`,
  )
}

/**
 * A sealed number exists as long as its registration can be paid with, and is wiped with its end.
 */
export function judgeRegistration(id: string, audit: Audit): void {
  const { ownings, work } = audit
  const versions = ownings.registration(id)
  const row = latest(versions)
  const sealedId = versions[0]?.row.vaultRecordId ?? ''
  const isActive = row.state === 'active'
  assertInvariant(
    'stored',
    ownings.vaultRecords.has(sealedId) === isActive &&
      (row.vaultRecordId === sealedId) === isActive,
    () => `a registration is ${row.state}, its number is ${isActive ? 'gone' : 'still sealed'}`,
  )
  const isBack = isActive && versions.some((version) => version.row.state !== 'active')
  assertInvariant('stored', !isBack, () => 'a registration that had ended is active again')
  const isTimed = !isActive || work.timer('registrationExpiry', id) !== undefined
  assertInvariant('known', isTimed, () => 'a registration will never expire')
}

/**
 * A payment is stored with a number that is sealed at that moment, even if it is wiped later; a declined one
 * keeps none of its own from the commit on that declines it (PCI DSS 3.2.1).
 */
export function judgeNumbers(set: AuditedSet, audit: Audit, nameOf: NameOf): void {
  const { vaultRecords } = audit.ownings
  for (const change of set.changes) {
    if (change.kind !== 'insertPayment' || change.row.referencedId !== null) continue
    const { vaultRecordId } = change.row
    assertInvariant(
      'stored',
      vaultRecordId === null || vaultRecords.has(vaultRecordId),
      () => `${nameOf(change.row)} was written down with a number that was gone`,
    )
  }
  for (const id of set.paymentIds) {
    const row = latest(audit.payment(id).versions)
    if (row.state !== 'failed' || row.referencedId !== null || row.vaultRecordId === null) continue
    if (readDetails(row).registrationId !== undefined) continue
    const sealed = vaultRecords.get(row.vaultRecordId)?.sealed ?? ''
    assertInvariant('wiped', sealed === '', () => `${nameOf(row)} failed and keeps its number`)
  }
}
