import type { FastifyBaseLogger } from 'fastify'
import type { Access } from '../../entities/access.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import {
  asksTooOften,
  decisionOf,
  type ManualDecision,
  type Notifications,
  type NotifiedEntity,
  needsSecondToReject,
  type OwnReferenceParts,
  openOf,
  type PaymentService,
  paymentChanges,
  prepareOwnReference,
  type Resolution,
  type Review,
  readDetails,
  reviewChanges,
  reviewRefusal,
  waysBack,
} from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { ChangePart, CommitParticipant } from '../../store/commit-parts.ts'
import type { OperationRequestRow, PaymentRow, Store } from '../../store/port.ts'

export interface ResolutionParts extends OwnReferenceParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly payments: Pick<PaymentService, 'find' | 'refer' | 'resolve'>
  readonly notifications: Notifications
  readonly access: Pick<Access, 'settingsOf'>
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** What people decide about payments that the gateway cannot decide about itself. */
export interface ResolutionService {
  /** Writes down an outcome that nobody but a person could find out. */
  resolve(payment: PaymentRow, resolved: ResolvedOutcome): Promise<PaymentRow | Refusal>
  /**
   * Accepts or rejects a payment in review. A rejected one is taken back as far as it is open. May be
   * repeated: what was done is not done again.
   */
  review(payment: PaymentRow, review: Review): Promise<PaymentRow | Refusal>
}

/** The outcome, as a person tells it. */
export interface ResolvedOutcome {
  readonly outcome: Resolution['outcome']
  /** Of a failure; absent: "declined, no reason given". */
  readonly code?: string | undefined
  readonly manual: ManualDecision
  readonly requestParticipants?: readonly CommitParticipant[]
}

/** "Bank declined, no reason given". */
const DECLINED = '800.100.100'

export function createResolutions(parts: ResolutionParts): ResolutionService {
  const { payments } = parts

  return {
    resolve(payment, { outcome, code = DECLINED, manual: decision, requestParticipants = [] }) {
      return payments.resolve(payment, { outcome, code, manual: { decision, requestParticipants } })
    },

    async review(payment, review) {
      const decided = await writeDecision(payment.id, review, parts)
      if (isRefusal(decided) || review.decision === 'accepted' || openOf(decided) === 0) {
        return decided
      }
      try {
        const back = await takeBack(decided, parts)
        if (isRefusal(back)) return back
        return (await payments.find(decided.id)) ?? decided
      } catch (err) {
        parts.log.error(
          { err, paymentId: decided.id },
          'a rejected payment is perhaps not given back',
        )
        return perhapsNotGivenBack
      }
    },
  }
}

interface Loaded {
  readonly payment: PaymentRow
  readonly entity: NotifiedEntity
  readonly settings: EntitySettings
  /** What people have asked for about the family. */
  readonly before: readonly OperationRequestRow[]
}

/** The decision is durable before anything is taken back, so that a process that dies leaves it to be repeated. */
async function writeDecision(
  id: string,
  review: Review,
  parts: ResolutionParts,
): Promise<PaymentRow | Refusal> {
  const { store, clock, connectorOf, notifications, access } = parts
  const decided = await decideAndCommit<Loaded, PaymentRow | Refusal>(parts, {
    load: async () => {
      const payment = await store.read.payment(id)
      if (payment === undefined) throw new Error(`Payment ${id} vanished`)
      const { entityId, familyId } = payment
      return {
        payment,
        entity: await notifications.of(entityId),
        settings: await access.settingsOf(entityId),
        before: await store.read.operationRequestsOfFamily(familyId),
      }
    },
    decide: (loaded) => {
      const { payment, entity } = loaded
      const refusal = reviewRefusal(payment, review.decision)
      if (refusal !== undefined) return { result: refusal }
      if (decisionOf(readDetails(payment)) !== undefined) return { result: payment }
      const { approvalCode } = connectorOf(payment.connector)
      const nowMs = clock.of(payment.entityId)
      const givesBack = review.decision === 'rejected' && openOf(payment) > 0
      const counted = givesBack ? countedOf(review, loaded, nowMs) : []
      if (isRefusal(counted)) return { result: counted }
      const { after, changes } = reviewChanges(payment, review, { approvalCode, nowMs })
      const notices = { owner: 'webhooks', changes: paymentChanges(after, entity) }
      return { result: after, parts: [{ owner: 'payment', changes }, notices, ...counted] }
    },
  })
  return decided ?? tooBusy
}

/**
 * What a rejection gives back counts against the limit of one person, with all that was asked for about the
 * family; of two at the same moment, one conflicts and is judged again.
 */
function countedOf(
  { manual }: Review,
  { payment, settings, before }: Loaded,
  nowMs: number,
): readonly ChangePart[] | Refusal {
  const tooOften = asksTooOften(before)
  if (tooOften !== undefined) return tooOften
  const { id, familyId, entityId, currency, paymentType } = payment
  const minor = openOf(payment)
  if (needsSecondToReject(payment, { settings, before, nowMs })) return tooMuchForOne
  const row: OperationRequestRow = {
    id: newObjectId(nowMs),
    paymentId: id,
    familyId,
    ordinal: before.length,
    entityId,
    paymentType: waysBack(paymentType)[0] === 'reversal' ? 'RV' : 'RF',
    amountMinor: minor,
    currency,
    reason: manual.reason,
    askedBy: manual.by,
    askedById: manual.by,
    report: null,
    state: 'made',
    decidedBy: null,
    decisionReason: null,
    madeId: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
  return [{ owner: 'operationRequest', changes: [{ kind: 'insertOperationRequest', row }] }]
}

const perhapsNotGivenBack = refuse('800.600.100', {
  status: 409,
  description:
    'The rejection is written down, and what is open is perhaps not given back yet: send it again in a second, which gives nothing back twice',
  retryAfterSeconds: 1,
})

const tooMuchForOne = refuse('700.400.570', {
  status: 409,
  description:
    'A rejection gives back what is open, and that is more than one person may move here: ask for a refund or a reversal of the payment first, which a second person approves, then reject it',
})

/** Takes back all that is open, in the first way that is allowed. */
async function takeBack(
  payment: PaymentRow,
  parts: ResolutionParts,
): Promise<PaymentRow | Refusal> {
  const made = await parts.payments.refer(payment.id, async () => {
    let last: Refusal = tooBusy
    for (const operation of waysBack(payment.paymentType)) {
      const prepared = await prepareOwnReference(payment, { operation }, parts)
      if (!isRefusal(prepared)) return prepared
      last = prepared
    }
    return last
  })
  return 'keyInUse' in made ? tooBusy : made
}
