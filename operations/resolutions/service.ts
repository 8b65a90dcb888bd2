import type { FastifyBaseLogger } from 'fastify'
import type { Access } from '../../server/entities/access.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import type { KeyInUse } from '../../server/http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import {
  type Notifications,
  type NotifiedEntity,
  openOf,
  type PaymentService,
  paymentChanges,
  readDetails,
} from '../../server/payments/index.ts'
import {
  decisionOf,
  type ManualDecision,
  needsSecondToReject,
  type Resolution,
  type Review,
  reviewChanges,
  reviewRefusal,
  unresolvable,
  waysBack,
} from '../../server/payments/record/index.ts'
import {
  type OwnReferenceParts,
  prepareOwnReference,
} from '../../server/payments/references/index.ts'
import {
  askedResolutionOf,
  asksTooMuch,
  asksTooOften,
  needsSecondPerson,
  REQUEST_OWNER,
  type ResolveAsked,
  reportOfResolution,
} from '../../server/payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import {
  type ChangePart,
  type CommitParticipant,
  commitParts,
} from '../../server/store/commit-parts.ts'
import type { OperationRequestRow, PaymentRow, Store } from '../../server/store/port.ts'

export interface ResolutionParts extends OwnReferenceParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly payments: Pick<PaymentService, 'find' | 'refer' | 'resolve' | 'isUnderWay'>
  readonly notifications: Notifications
  readonly access: Pick<Access, 'settingsOf'>
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** What people decide about payments that the gateway cannot decide about itself. */
export interface ResolutionService {
  /** Writes down an outcome that nobody but a person could find out, by the word of an operator. */
  resolve(payment: PaymentRow, resolved: ResolvedOutcome): Promise<PaymentRow | Refusal>
  /**
   * The same by the word of a person. Above the limit of one person it waits for a second one, with all that was
   * asked for about the family; what `extra` answers goes into that commit.
   */
  resolveCounted(
    payment: PaymentRow,
    resolved: ResolvedOutcome & AskedByPerson,
    extra: (waiting: OperationRequestRow) => readonly ChangePart[],
  ): Promise<PaymentRow | WaitingResolution | Refusal | KeyInUse>
  /** What was asked for by one person, and a second one allows. */
  readonly resolveAsked: ResolveAsked
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

/** Who asks: see `askedById` of a request. */
interface AskedByPerson {
  readonly askedById: string
}

/** A second person has to allow it. */
export interface WaitingResolution {
  readonly waiting: OperationRequestRow
}

/** How often it is decided on again because another request about the family was written meanwhile. */
const MAX_TRIES = 20

/** "Bank declined, no reason given". */
const DECLINED = '800.100.100'

export function createResolutions(parts: ResolutionParts): ResolutionService {
  const { payments } = parts

  const resolve: ResolutionService['resolve'] = (
    payment,
    { outcome, code = DECLINED, manual: decision, requestParticipants = [] },
  ) => payments.resolve(payment, { outcome, code, manual: { decision, requestParticipants } })

  const resolveOnce: ResolutionService['resolveCounted'] = async (payment, resolved, extra) => {
    const counted = await countedResolution(payment, resolved, parts)
    if (isRefusal(counted)) return counted
    if (counted.state === 'waiting') return waitForSecond(counted, extra, parts)
    const { requestParticipants = [] } = resolved
    const participants = [...requestParticipants, countedWithOutcome(counted)]
    return resolve(payment, { ...resolved, requestParticipants: participants })
  }

  return {
    resolve,

    async resolveCounted(payment, resolved, extra) {
      for (let tries = 1; ; tries++) {
        const made = await resolveOnce(payment, resolved, extra)
        const isOutrun = isRefusal(made) && made.code === tooBusy.code
        if (!isOutrun || tries >= MAX_TRIES) return made
        await parts.clock.pause?.(tries)
      }
    },

    resolveAsked(payment, { by, reason, report }, requestParticipants) {
      const asked = askedResolutionOf({ report })
      if (asked === undefined) throw new Error('The request is about no outcome')
      const { outcome, code, evidence } = asked
      return resolve(payment, {
        outcome,
        code,
        manual: { by, reason, evidence },
        requestParticipants,
      })
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

/** The request of a person who writes an outcome down: `made`, or `waiting` for a second person. */
async function countedResolution(
  payment: PaymentRow,
  { outcome, code, manual, askedById }: ResolvedOutcome & AskedByPerson,
  { store, clock, access, payments }: ResolutionParts,
): Promise<OperationRequestRow | Refusal> {
  const { id, familyId, entityId, amountMinor, currency, paymentType } = payment
  const nowMs = clock.of(entityId)
  const safeMs = clock.safeNow(entityId)
  const refusal = unresolvable(payment, { nowMs: safeMs, isUnderWay: payments.isUnderWay(id) })
  if (refusal !== undefined) return refusal
  const before = await store.read.operationRequestsOfFamily(familyId)
  const tooMuch = asksTooMuch(before, { paymentId: id, nowMs })
  if (tooMuch !== undefined) return tooMuch
  const settings = await access.settingsOf(entityId)
  const waits = needsSecondPerson(
    { minor: amountMinor, currency },
    { settings, before, nowMs: safeMs },
  )
  const { reason, by: askedBy, evidence = '' } = manual
  return {
    ...undecidedRequest(nowMs),
    paymentId: id,
    familyId,
    ordinal: before.length,
    entityId,
    paymentType,
    amountMinor,
    currency,
    reason,
    askedBy,
    askedById,
    report: reportOfResolution({ outcome, ...(code === undefined ? {} : { code }), evidence }),
    state: waits ? 'waiting' : 'made',
  }
}

function undecidedRequest(nowMs: number) {
  return {
    id: newObjectId(nowMs),
    decidedBy: null,
    decisionReason: null,
    madeId: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
}

async function waitForSecond(
  waiting: OperationRequestRow,
  extra: (waiting: OperationRequestRow) => readonly ChangePart[],
  { store }: ResolutionParts,
): Promise<WaitingResolution | Refusal | KeyInUse> {
  const insert = { kind: 'insertOperationRequest', row: waiting } as const
  const own = { owner: REQUEST_OWNER, changes: [insert] }
  const committed = await commitParts(store, [own, ...extra(waiting)])
  if (committed.applied) return { waiting }
  return committed.owner === REQUEST_OWNER ? tooBusy : { keyInUse: true }
}

/** Counts what is written down at once; of two at the same moment one has to look again. */
function countedWithOutcome(row: OperationRequestRow): CommitParticipant {
  return {
    owner: REQUEST_OWNER,
    endsAtConflict: true,
    opened: () => [],
    recorded: () => [{ kind: 'insertOperationRequest', row }],
  }
}

interface Loaded {
  readonly payment: PaymentRow
  readonly entity: NotifiedEntity
  readonly settings: EntitySettings
  /** What people have asked for about the family. */
  readonly before: readonly OperationRequestRow[]
  readonly approvalCode: string
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
      const { approvalCode } = await connectorOf(payment.connector)
      return {
        payment,
        approvalCode,
        entity: await notifications.of(entityId),
        settings: await access.settingsOf(entityId),
        before: await store.read.operationRequestsOfFamily(familyId),
      }
    },
    decide: (loaded) => {
      const { payment, entity, approvalCode } = loaded
      const refusal = reviewRefusal(payment, review.decision)
      if (refusal !== undefined) return { result: refusal }
      if (decisionOf(readDetails(payment)) !== undefined) return { result: payment }
      const nowMs = clock.of(payment.entityId)
      const givesBack = review.decision === 'rejected' && openOf(payment) > 0
      const counted = givesBack
        ? countedOf(review, loaded, { nowMs, safeMs: clock.safeNow(payment.entityId) })
        : []
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
  { nowMs, safeMs }: { readonly nowMs: number; readonly safeMs: number },
): readonly ChangePart[] | Refusal {
  const tooOften = asksTooOften(before)
  if (tooOften !== undefined) return tooOften
  const { id, familyId, entityId, currency, paymentType } = payment
  const minor = openOf(payment)
  if (needsSecondToReject(payment, { settings, before, nowMs: safeMs })) return tooMuchForOne
  const row: OperationRequestRow = {
    ...undecidedRequest(nowMs),
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
  }
  return [{ owner: REQUEST_OWNER, changes: [{ kind: 'insertOperationRequest', row }] }]
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
