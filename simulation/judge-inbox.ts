import type { AcquirerEventRow } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** An event waits with its timer, and ends with it. */
export function judgeInbox({ changes }: AuditedSet, audit: Audit): void {
  const { inbox, work } = audit
  for (const change of changes) {
    if (change.kind !== 'insertAcquirerEvent' && change.kind !== 'endAcquirerEvent') continue
    const { connector, eventId } = change.kind === 'insertAcquirerEvent' ? change.row : change
    const key = `${connector} ${eventId}`
    const isWaiting = inbox.events.get(key)?.state === 'waiting'
    const hasTimer = work.timer('acquirerEvent', key) !== undefined
    assertInvariant('known', isWaiting === hasTimer, () =>
      isWaiting
        ? `${eventId} is written, and nobody works it off`
        : `the timer of ${eventId} stands`,
    )
    const row = inbox.events.get(key)
    if (row?.kind === 'holdEnded' && row.state === 'done') judgeEndOfHold(row, audit)
  }
}

/** The end of a hold that is not known to be one yet would be forgotten. */
function judgeEndOfHold({ eventId, paymentId }: AcquirerEventRow, audit: Audit): void {
  const { state } = latest(audit.payment(paymentId ?? '').versions)
  assertInvariant(
    'told',
    state === 'succeeded' || state === 'failed',
    () => `${eventId} tells the end of a hold, which is ${state} and goes on`,
  )
}

/** In the end every event was acknowledged, is there once and had its effect. */
export function judgeInboxEnd(sent: ReadonlyMap<string, boolean>, { inbox }: Audit): void {
  for (const [id, isAcknowledged] of sent) {
    assertInvariant('told', isAcknowledged, () => `${id} was never acknowledged`)
    const times = inbox.timesWritten(id)
    assertInvariant('told', times === 1, () => `${id} is there ${times} times`)
  }
  for (const { eventId, state, kind } of inbox.events.values()) {
    // The end of a hold is not waited for longer than three days, and then told to a person.
    const isSo = state === 'done' || (state === 'unmatched' && kind === 'holdEnded')
    assertInvariant('told', isSo, () => `${eventId} (${kind}) is ${state} in the end`)
  }
}
