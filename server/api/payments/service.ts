import type {
  ChangePart,
  CommitParticipant,
  PartConflict,
} from '../../engine/store/commit-parts.ts'
import type { AuthenticationRow, ChangeSet, PaymentRow } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { type Decision, decideAndCommit } from '../../engine/timers/decide-and-commit.ts'
import type { ConnectorOutcome } from '../../methods/connectors/connector.ts'
import { type KeyInUse, keyInUse } from '../../wire/idempotency/entry.ts'
import { isRefusal, type Refusal, refuse } from '../../wire/results/refusal.ts'
import type { PlannedAuthentication } from './authenticate-step.ts'
import { authenticatingPayment, isSoftDecline, openAuthentication } from './authenticated.ts'
import { steppedBy } from './booking.ts'
import { rememberDetails, storedDetails } from './details.ts'
import type { Prepare, PreparedPayment } from './prepared-payment.ts'
import { createRecovery, type Recovery } from './recovery.ts'
import { openPayment, recordPayment, type Settled, settledBy } from './rules.ts'
import { SeenIntents } from './seen-intents.ts'
import {
  type AuthenticatingPayment,
  createSettlement,
  type OpenedPayment,
  type SettlementParts,
} from './settlement.ts'
import { chargeAtOnce } from './steps.ts'
import { changeByOutcome } from './target-change.ts'
import { Turns } from './turns.ts'

export interface PaymentService {
  /** Carries out a payment that begins a family. */
  pay(prepare: Prepare): Promise<PaymentRow | Refusal | KeyInUse>
  /** Carries out one that refers to `targetId`: references to one payment are decided in turn. */
  refer(targetId: string, prepare: Prepare): Promise<PaymentRow | Refusal | KeyInUse>
  find(id: string): Promise<PaymentRow | undefined>
  /** The payment as a merchant may read it: an outcome that is not known is asked for on the fly (R-UNK-3). */
  refresh(payment: PaymentRow): Promise<PaymentRow>
  /** Whether this process is sending the payment at this moment. */
  isUnderWay(id: string): boolean
}

export type PaymentsParts = Omit<SettlementParts, 'turns' | 'intents'>

/** Puts the parts of this feature together: what carries payments out, and what finds lost outcomes. */
export function createPayments(parts: PaymentsParts): {
  readonly payments: PaymentService
  readonly recovery: Recovery
} {
  const { store, clock } = parts
  const turns = new Turns()
  const intents = new SeenIntents(() => clock.monotonic())
  const settlement = createSettlement({ ...parts, turns, intents })
  const recovery = createRecovery({ ...parts, settlement, intents })

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
          isRefusal(prepared) ? { result: prepared } : firstCommit(prepared, clock, intents),
        onConflict: keyInUse,
      },
    )
    return begun ?? tooBusy
  }

  return {
    payments: {
      async pay(prepare) {
        const begun = await begin(prepare)
        if ('handedInAtMs' in begun) return settlement.finish(begun)
        if ('payment' in begun) return settlement.authenticate(begun)
        if (isRefusal(begun) || 'keyInUse' in begun) return begun
        const following = settlement.followSuccess(begun)
        if (following !== undefined) await following
        return begun
      },

      async refer(targetId, prepare) {
        // The turn ends before the connector is asked: its reservation is written down, and a slow
        // connector must not hold up other references to the same payment.
        const begun = await turns.take(targetId, () => begin(prepare))
        if (begun === undefined) return tooBusy
        if ('payment' in begun) return settlement.authenticate(begun)
        return 'handedInAtMs' in begun ? settlement.finish(begun) : begun
      },

      find: (id) => store.read.payment(id),

      refresh: (payment) => recovery.refresh(payment),

      isUnderWay: (id) => intents.isUnderWay(id),
    },
    recovery,
  }
}

/** A payment that is written down: with its outcome, or as what it waits for. */
type Begun = PaymentRow | OpenedPayment | AuthenticatingPayment

function firstCommit(
  prepared: PreparedPayment,
  clock: EntityClock,
  intents: SeenIntents,
): Decision<Begun> {
  const { reference, participants, keyParticipants, vaultChanges, authentication } = prepared
  if (authentication !== undefined) return authenticationCommit(prepared, authentication)
  const outcome = chargeAtOnce(prepared)
  if (prepared.afterSoftDecline !== undefined && isSoftDecline(outcome)) {
    return authenticationCommit(prepared, prepared.afterSoftDecline())
  }
  const settled = outcome && settledAtOnce(prepared, outcome, clock)
  const payment =
    settled === undefined
      ? { ...prepared.payment, details: storedDetails(prepared.payment, prepared.details) }
      : steppedBy(prepared.payment, settled.step)
  rememberDetails(payment, settled?.details ?? prepared.details)
  const releasedMinor = reference && changeByOutcome(payment, reference, false).releasedMinor
  const partOf = (participant: CommitParticipant) =>
    firstPart(
      participant,
      settled === undefined
        ? participant.opened(payment)
        : participant.settled(payment, false, releasedMinor),
    )
  const own =
    settled === undefined
      ? openPayment(payment, reference)
      : recordPayment(payment, settled, reference)
  const parts = [
    ...keyParticipants.map(partOf),
    ...participants.map(partOf),
    { owner: 'vaultRecord', changes: vaultChanges },
    { owner: 'payment', changes: own },
    { owner: 'authentication', changes: writtenDown(prepared.authenticated) },
  ]
  if (settled !== undefined) return { result: payment, parts }
  const handedInAtMs = intents.note(payment)
  return { result: { prepared: { ...prepared, payment }, handedInAtMs }, parts }
}

function writtenDown(row: AuthenticationRow | undefined): ChangeSet {
  return row === undefined ? [] : [{ kind: 'insertAuthentication', row }]
}

function firstPart({ owner, limitCode }: CommitParticipant, changes: ChangeSet): ChangePart {
  return limitCode === undefined ? { owner, changes } : { owner, changes, mayMeetLimit: true }
}

/** The first commit of a payment that waits for its authentication. */
function authenticationCommit(
  prepared: PreparedPayment,
  planned: PlannedAuthentication,
): Decision<AuthenticatingPayment> {
  const { participants, keyParticipants, vaultChanges } = prepared
  const payment = authenticatingPayment(prepared.payment, prepared.details, planned)
  const partOf = (one: CommitParticipant) => firstPart(one, one.opened(payment))
  const parts = [
    ...keyParticipants.map(partOf),
    ...participants.map(partOf),
    { owner: 'vaultRecord', changes: vaultChanges },
    { owner: 'payment', changes: openAuthentication(payment, planned) },
  ]
  return { result: { payment, keyParticipants }, parts }
}

function settledAtOnce(
  { payment, details, connector }: PreparedPayment,
  outcome: ConnectorOutcome,
  clock: EntityClock,
): Settled | undefined {
  const nowMs = clock.of(payment.entityId)
  return settledBy(payment, details, outcome, connector.approvalCode, nowMs)
}

/** The payment declined, where another one took what was left of a balance meanwhile. */
function declinedByLimit(
  prepared: PreparedPayment | Refusal | undefined,
  conflict: PartConflict | undefined,
): PreparedPayment | undefined {
  if (conflict?.reason !== 'limit' || prepared === undefined || isRefusal(prepared))
    return undefined
  const faultCode = prepared.participants.find(({ owner }) => owner === conflict.owner)?.limitCode
  return faultCode === undefined ? undefined : { ...prepared, faultCode }
}

/** The same payment is being changed by too many at once. */
const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })
