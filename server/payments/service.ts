import { type KeyInUse, keyInUse } from '../http/idempotency/idempotency.ts'
import { type Decision, decideAndCommit } from '../kernel/decide-and-commit.ts'
import type { EntityClock } from '../kernel/timers/clock.ts'
import { isRefusal, type Refusal, tooBusy } from '../results/refusal.ts'
import type { ChangePart, CommitParticipant, PartConflict } from '../store/commit-parts.ts'
import {
  type AuthenticationRow,
  type ChangeSet,
  type PaymentRow,
  paymentAfterStep,
} from '../store/port.ts'
import type { EndAuthentication, PlannedAuthentication } from './authenticate/authenticate-stage.ts'
import {
  authenticatingPayment,
  isSoftDecline,
  openAuthentication,
} from './authenticate/authenticated.ts'
import { chargeAtOnce } from './charge/charge.ts'
import type { Prepare, PreparedPayment } from './charge/prepared-payment.ts'
import type { ConnectorOutcome } from './connectors/connector.ts'
import { rememberDetails, storedDetails } from './details.ts'
import { openPayment, type Recorded, recordedBy, recordPayment } from './outcome-rules.ts'
import {
  type AuthenticatingPayment,
  createOutcomes,
  type OpenedPayment,
  type OutcomeParts,
} from './record/outcomes.ts'
import { createRecovery, type InquiryPace, type Recovery } from './recovery/recovery.ts'
import { SeenIntents } from './recovery/recovery-plan.ts'
import { Turns } from './recovery/turns.ts'
import { changeByOutcome } from './references/target-change.ts'

export interface PaymentService {
  /** Carries out a payment that begins a family. */
  pay(prepare: Prepare): Promise<PaymentRow | Refusal | KeyInUse>
  /** Carries out one that refers to `targetId`. References to one payment are decided one after another. */
  refer(targetId: string, prepare: Prepare): Promise<PaymentRow | Refusal | KeyInUse>
  find(id: string): Promise<PaymentRow | undefined>
  /** The payment for a merchant's read: its connector is asked for an unknown outcome first (R-UNK-3). */
  refresh(payment: PaymentRow, pace?: InquiryPace): Promise<PaymentRow>
  /** See `Recovery.resolve`. */
  resolve: Recovery['resolve']
  /** Whether this process is sending the payment at this moment. */
  isUnderWay(id: string): boolean
  /** Ends the wait of a payment for its authentication. */
  readonly endAuthentication: EndAuthentication
}

export type PaymentsParts = Omit<OutcomeParts, 'turns' | 'intents'>

/** Creates the service that carries payments out, and the recovery that finds lost outcomes. */
export function createPayments(parts: PaymentsParts): {
  readonly payments: PaymentService
  readonly recovery: Recovery
} {
  const { store, clock } = parts
  const turns = new Turns()
  const intents = new SeenIntents(() => clock.monotonic())
  const outcomes = createOutcomes({ ...parts, turns, intents })
  const recovery = createRecovery({ ...parts, outcomes, intents })

  /** The first commit: with the outcome where the connector decides at once, else the intent alone (R-UNK-2). */
  async function begin(prepare: Prepare): Promise<Begun | Refusal | KeyInUse> {
    let last: PreparedPayment | Refusal | undefined
    const begun = await decideAndCommit<PreparedPayment | Refusal, Begun | Refusal | KeyInUse>(
      parts,
      {
        load: async (conflict) => {
          last = declinedByLimit(last, conflict) ?? (await prepare())
          return last
        },
        decide: (prepared) =>
          isRefusal(prepared) ? { result: prepared } : decideFirstCommit(prepared, clock, intents),
        onConflict: (conflict) => keyInUse(conflict) ?? outrun(last, conflict),
      },
    )
    return begun ?? tooBusy
  }

  const goOn = (begun: Exclude<Begun, { kind: 'recorded' }>) =>
    begun.kind === 'intent' ? outcomes.finish(begun) : outcomes.authenticate(begun)

  return {
    payments: {
      async pay(prepare) {
        const begun = await begin(prepare)
        if (isRefusal(begun) || 'keyInUse' in begun) return begun
        if (begun.kind !== 'recorded') return goOn(begun)
        const following = outcomes.followSuccess(begun.payment)
        if (following !== undefined) await following
        return begun.payment
      },

      async refer(targetId, prepare) {
        // The turn ends before the connector is asked, so that a slow connector does not delay other
        // references to the same payment. The amount is already reserved by the first commit.
        const begun = await turns.take(targetId, () => begin(prepare))
        if (begun === undefined) return tooBusy
        if (isRefusal(begun) || 'keyInUse' in begun) return begun
        return begun.kind === 'recorded' ? begun.payment : goOn(begun)
      },

      find: (id) => store.read.payment(id),

      refresh: (payment, pace) => recovery.refresh(payment, pace),

      resolve: (payment, resolution) => recovery.resolve(payment, resolution),

      isUnderWay: (id) => intents.isUnderWay(id),

      endAuthentication: outcomes.endAuthentication,
    },
    recovery,
  }
}

/** The end of the work where a participant of the request has to be decided on again. */
function outrun(
  prepared: PreparedPayment | Refusal | undefined,
  { owner }: PartConflict,
): Refusal | undefined {
  if (prepared === undefined || isRefusal(prepared)) return undefined
  const met = prepared.requestParticipants.find((participant) => participant.owner === owner)
  return met?.endsAtConflict ? tooBusy : undefined
}

/** A payment after its first commit: with its outcome, as an intent, or waiting for authentication. */
type Begun =
  | { readonly kind: 'recorded'; readonly payment: PaymentRow }
  | ({ readonly kind: 'intent' } & OpenedPayment)
  | ({ readonly kind: 'authenticating' } & AuthenticatingPayment)

function decideFirstCommit(
  prepared: PreparedPayment,
  clock: EntityClock,
  intents: SeenIntents,
): Decision<Begun> {
  const { reference, participants, requestParticipants, vaultChanges, authentication } = prepared
  if (authentication !== undefined) return decideAuthenticationCommit(prepared, authentication)
  const outcome = chargeAtOnce(prepared)
  if (prepared.afterSoftDecline !== undefined && isSoftDecline(outcome)) {
    return decideAuthenticationCommit(prepared, prepared.afterSoftDecline())
  }
  const recorded = outcome && recordedAtOnce(prepared, outcome, clock)
  const payment =
    recorded === undefined
      ? { ...prepared.payment, details: storedDetails(prepared.payment, prepared.details) }
      : paymentAfterStep(prepared.payment, recorded.step)
  rememberDetails(payment, recorded?.details ?? prepared.details)
  const releasedMinor = reference && changeByOutcome(payment, reference, false).releasedMinor
  const partOf = (participant: CommitParticipant) =>
    firstPart(
      participant,
      recorded === undefined
        ? participant.opened(payment)
        : participant.recorded(payment, false, releasedMinor),
    )
  const own =
    recorded === undefined
      ? openPayment(payment, reference)
      : recordPayment(payment, recorded, reference)
  const parts = [
    ...requestParticipants.map(partOf),
    ...participants.map(partOf),
    { owner: 'vaultRecord', changes: keptNumber(vaultChanges, payment) },
    { owner: 'payment', changes: own },
    { owner: 'authentication', changes: insertOf(prepared.authenticated) },
  ]
  if (recorded !== undefined) return { result: { kind: 'recorded', payment }, parts }
  const handedInAtMs = intents.note(payment)
  return { result: { kind: 'intent', prepared: { ...prepared, payment }, handedInAtMs }, parts }
}

/** The number of a declined payment is never stored: nothing can need it (PCI DSS 3.2.1). */
function keptNumber(vaultChanges: ChangeSet, { state }: PaymentRow): ChangeSet {
  if (state !== 'failed') return vaultChanges
  return vaultChanges.map((change) =>
    change.kind === 'insertVaultRecord'
      ? { ...change, row: { ...change.row, sealed: '' } }
      : change,
  )
}

function insertOf(row: AuthenticationRow | undefined): ChangeSet {
  return row === undefined ? [] : [{ kind: 'insertAuthentication', row }]
}

function firstPart(
  { owner, limitCode, mayMeetLimit }: CommitParticipant,
  changes: ChangeSet,
): ChangePart {
  return limitCode === undefined && mayMeetLimit === undefined
    ? { owner, changes }
    : { owner, changes, mayMeetLimit: true }
}

/** The first commit of a payment that waits for its authentication. */
function decideAuthenticationCommit(
  prepared: PreparedPayment,
  planned: PlannedAuthentication,
): Decision<Begun> {
  const { participants, requestParticipants, vaultChanges } = prepared
  const payment = authenticatingPayment(prepared.payment, prepared.details, planned)
  const partOf = (one: CommitParticipant) => firstPart(one, one.opened(payment))
  const parts = [
    ...requestParticipants.map(partOf),
    ...participants.map(partOf),
    { owner: 'vaultRecord', changes: vaultChanges },
    { owner: 'payment', changes: openAuthentication(payment, planned) },
    { owner: 'authentication', changes: insertOf(prepared.authenticated) },
  ]
  return { result: { kind: 'authenticating', payment, requestParticipants }, parts }
}

function recordedAtOnce(
  { payment, details, connector }: PreparedPayment,
  outcome: ConnectorOutcome,
  clock: EntityClock,
): Recorded | undefined {
  const nowMs = clock.of(payment.entityId)
  return recordedBy(payment, details, outcome, connector, nowMs)
}

/**
 * The payment as declined, if its commit failed because another payment has used the balance or the
 * single-use token. It is not authenticated any more.
 */
function declinedByLimit(
  prepared: PreparedPayment | Refusal | undefined,
  conflict: PartConflict | undefined,
): PreparedPayment | undefined {
  if (conflict?.reason !== 'limit' || prepared === undefined || isRefusal(prepared))
    return undefined
  // What gives back met the limit because another one was faster: it is decided anew.
  const { paymentType } = prepared.payment
  if (paymentType === 'RF' || paymentType === 'RV') return undefined
  const faultCode = prepared.participants.find(({ owner }) => owner === conflict.owner)?.limitCode
  if (faultCode === undefined) return undefined
  const { authentication, afterSoftDecline, ...declined } = prepared
  return { ...declined, faultCode }
}
