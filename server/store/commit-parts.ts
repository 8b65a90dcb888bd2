import type { ChangeSet, Conflict, PaymentRow, PaymentStep, Store } from './port.ts'

/** The changes of one owner in a change set. */
export interface ChangePart {
  /** Which feature decided on them: `payment`, `checkout`, `idempotencyKey`, … */
  readonly owner: string
  readonly changes: ChangeSet
  /**
   * They may exceed a limit of the tables that only the store knows exactly, such as a balance. Any
   * other part exceeds a limit only when the rules have a bug.
   */
  readonly mayMeetLimit?: true
}

/**
 * Why the parts were not applied, and which owner's change met the conflict. The store contains
 * none of them then.
 */
export interface PartConflict {
  readonly applied: false
  readonly reason: Conflict['reason']
  readonly owner: string
}

/**
 * Another feature that changes rows in the same commits as a payment: a checkout, an idempotency key,
 * a registration, the balance of a gift card.
 */
export interface CommitParticipant {
  /** Names its changes, so that a conflict says whose they were. */
  readonly owner: string
  /** With which code the payment fails when its first commit exceeds a limit of this participant. */
  readonly limitCode?: string
  /** Its first changes may exceed a limit: then the payment is prepared again, and refused. */
  readonly mayMeetLimit?: true
  /**
   * It was decided on what the request has read: after a conflict with it the work ends as too busy, and the
   * request reads and decides again.
   */
  readonly endsAtConflict?: true
  /** Its changes when the payment is written down and its outcome is not known yet. */
  opened(payment: PaymentRow): ChangeSet
  /**
   * Its changes with the outcome. They are asked for twice if the first outcome is pending.
   * `wasOpened`: the payment was stored before, with the changes of `opened` or of a pending
   * outcome. `releasedMinor`: what the outcome releases of the closed hold that the payment refers
   * to, besides its own amount.
   */
  recorded(payment: PaymentRow, wasOpened: boolean, releasedMinor?: number): ChangeSet
  /** Its changes when the request ends and the outcome is still not known. */
  requestEnded?(payment: PaymentRow): ChangeSet
  /** What it changes of the payment itself when that succeeds after it was written down. */
  amend?(payment: PaymentRow): Pick<PaymentStep, 'details' | 'vaultRecordId'>
  /** The same when it fails. */
  amendFailure?(payment: PaymentRow): Pick<PaymentStep, 'vaultRecordId'>
}

/**
 * Commits the changes of several owners, all or nothing, in the order given. Rejects as
 * `Store.commit`, and when a part without `mayMeetLimit` exceeds a limit.
 */
export function commitParts(
  store: Pick<Store, 'commit'>,
  parts: readonly ChangePart[],
): Promise<{ readonly applied: true } | PartConflict> {
  const changes = parts.flatMap((part) => part.changes)
  return store
    .commit(changes)
    .then((result) => (result.applied ? result : conflictIn(parts, result)))
}

function conflictIn(parts: readonly ChangePart[], { reason, at }: Conflict): PartConflict {
  let position = at
  for (const { owner, changes, mayMeetLimit } of parts) {
    if (position < changes.length) {
      if (reason !== 'limit' || mayMeetLimit) return { applied: false, reason, owner }
      throw new Error(`The store refused a change of ${owner} that the rules had allowed: ${at}`)
    }
    position -= changes.length
  }
  throw new Error(`The store refused change ${at} of a set of ${at - position}`)
}
