import type { PaymentState } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** What webhooks hear of; an intent is no event. */
const NOTIFIED: readonly PaymentState[] = [
  'authenticating',
  'pending',
  'taken',
  'succeeded',
  'failed',
]

/** Every change that webhooks hear of writes what reports it, in its own commit. */
export function judgeOutbox({ changes }: AuditedSet, { audit, nameOf }: JudgeParts): void {
  for (const change of changes) {
    if (change.kind === 'insertPayment' || (change.kind === 'stepPayment' && change.set.state)) {
      const id = change.kind === 'insertPayment' ? change.row.id : change.id
      const row = latest(audit.payment(id).versions)
      if (NOTIFIED.includes(row.state)) judgeReported(changes, row, nameOf(row))
    }
    if (change.kind === 'insertRegistration') judgeReported(changes, change.row, 'a registration')
    if (change.kind === 'stepRegistration' && change.set.details !== undefined) {
      const versions = audit.ownings.registration(change.id)
      const isShown = versions.at(-2)?.row.details !== change.set.details
      if (isShown) judgeReported(changes, latest(versions), 'a registration')
    }
  }
}

function judgeReported(
  changes: AuditedSet['changes'],
  { id, version }: { readonly id: string; readonly version: number },
  name: string,
): void {
  const reports = changes.filter(
    (change) =>
      change.kind === 'insertNotice' &&
      change.row.subjectId === id &&
      change.row.sequence === version,
  )
  assertInvariant(
    'notified',
    reports.length === 1,
    () => `version ${version} of ${name} is reported ${reports.length} times`,
  )
}

/** A delivery arrives for the first time only after what was to arrive before it. */
export function judgeReceived(
  id: string,
  { audit }: { readonly audit: Audit },
  receiver: WebhookReceiver,
): void {
  const { deliveries, notices } = audit.outbox
  const row = deliveries.get(id)
  assertInvariant('notified', row !== undefined, () => 'a delivery was sent before it was durable')
  if (receiver.taken.has(id)) return
  for (const other of [...deliveries.values(), ...notices.values()]) {
    const isBefore = other.subjectId === row.subjectId && other.sequence < row.sequence
    assertInvariant(
      'notified',
      !isBefore || receiver.taken.has(other.id),
      () => `event ${row.sequence} came before event ${other.sequence} of the same subject`,
    )
  }
}

/** What counts as delivered was taken by the receiver. */
export function judgeDelivered(
  { changes }: AuditedSet,
  { audit, receiver }: Pick<JudgeParts, 'audit' | 'receiver'>,
): void {
  for (const change of changes) {
    if (change.kind !== 'stepDelivery' || change.set.state !== 'delivered') continue
    if (audit.outbox.deliveries.get(change.id)?.kind !== 'webhook') continue
    assertInvariant(
      'notified',
      receiver.taken.has(change.id),
      () => 'an event counts as delivered that nobody has taken',
    )
  }
}

/** In the end everything was delivered. */
export function judgeOutboxEnd(audit: Audit): void {
  const { size } = audit.outbox.notices
  assertInvariant('notified', size === 0, () => `${size} events are no deliveries in the end`)
  for (const { kind, state, type, sequence } of audit.outbox.deliveries.values()) {
    if (kind !== 'webhook') continue
    assertInvariant(
      'notified',
      state === 'delivered',
      () => `an event of a ${type} (${sequence}) is ${state} in the end`,
    )
  }
}
