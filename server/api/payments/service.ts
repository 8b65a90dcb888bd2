import type { CommitResult, Conflict, PaymentRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { decideAgain } from '../../engine/timers/decide-again.ts'
import type { Connector } from '../../methods/connectors/connector.ts'
import { isRefusal, type Refusal, refuse } from '../../wire/results/refusal.ts'
import { followSuccess } from './afterwards.ts'
import { steppedBy } from './booking.ts'
import { wasApplied } from './committed.ts'
import { rememberDetails } from './details.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import type { Recovery } from './recovery.ts'
import { holdChangeConflict } from './references-under-way.ts'
import { namingRenewal } from './renewed-hold.ts'
import {
  decideReference,
  openPayment,
  type ReferenceRequest,
  recordPayment,
  type Settled,
  settledBy,
} from './rules.ts'
import type { SeenIntents } from './seen-intents.ts'
import type {
  Begun,
  CommitContext,
  CommitParticipant,
  PaymentLog,
  Settlement,
} from './settlement.ts'
import { changeByOutcome } from './target-change.ts'
import type { Turns } from './turns.ts'

/** A participant moved on meanwhile: nothing of the payment was written. */
export interface Overtaken {
  readonly overtaken: 'participant'
}

/** What a decision was taken on changed meanwhile: load and decide again. */
interface Outdated {
  /** `target`: of a reference. `preparation`: what a first payment was prepared with. */
  readonly overtaken: 'target' | 'preparation'
}

/** What a reference needs beside the rules' own knowledge. */
export interface Reference {
  readonly targetId: string
  readonly request: Omit<ReferenceRequest, 'nowMs' | 'reversalWindowMs'>
  readonly connector: Connector
  readonly participants?: readonly CommitParticipant[]
  /**
   * Makes the payment once its amount is decided; repeated when the target changed meanwhile. A
   * promise holds up other references to the same target.
   */
  readonly prepare: (
    target: PaymentRow,
    amountMinor: number,
  ) => PreparedPayment | Promise<PreparedPayment>
}

export interface PaymentService {
  /** Carries out a payment that begins a family. */
  pay(
    prepared: PreparedPayment,
    participants?: readonly CommitParticipant[],
  ): Promise<PaymentRow | Refusal | Overtaken>
  /** Captures, reverses, refunds, rebills; raises or renews a hold. */
  refer(reference: Reference): Promise<PaymentRow | Refusal | Overtaken>
  find(id: string): Promise<PaymentRow | undefined>
  /** The payment as a merchant may read it: an outcome that is not known is asked for on the fly (R-UNK-3). */
  refresh(payment: PaymentRow): Promise<PaymentRow>
  /** Whether this process is sending the payment at this moment. */
  isUnderWay(id: string): boolean
}

export interface PaymentServiceParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
  readonly settlement: Settlement
  readonly recovery: Pick<Recovery, 'refresh'>
  readonly turns: Turns
  readonly intents: SeenIntents
}

/** A first payment that was written down, as it was prepared in the end. */
interface Carried {
  readonly done: PaymentRow | Begun
  readonly prepared: PreparedPayment
}

export function createPaymentService(parts: PaymentServiceParts): PaymentService {
  const { store, clock, log, settlement, recovery, turns, intents } = parts

  /** The first commit: with the outcome where the connector decides at once, else the intent alone (R-UNK-2). */
  async function begin(
    prepared: PreparedPayment,
    context: CommitContext,
  ): Promise<PaymentRow | Begun | Overtaken | Outdated> {
    const { participants, reference } = context
    const settled = settledAtOnce(prepared)
    const payment =
      settled === undefined
        ? { ...prepared.payment, details: JSON.stringify(prepared.details) }
        : steppedBy(prepared.payment, settled.step)
    rememberDetails(payment, settled?.details ?? prepared.details)
    const releasedMinor = reference && changeByOutcome(payment, reference, false).releasedMinor
    const changes = participants.map((participant) =>
      settled === undefined
        ? participant.opened(payment)
        : participant.settled(payment, false, releasedMinor),
    )
    const theirs = changes.flat()
    const own =
      settled === undefined
        ? openPayment(payment, reference)
        : recordPayment(payment, settled, reference)
    const handedInAtMs = settled === undefined ? intents.note(payment.id) : 0
    const committed = await store.commit([...theirs, ...prepared.alongside, ...own])
    if (isShortOfBalance(committed, theirs.length)) {
      return begin({ ...prepared, faultCode: SHORT_OF_BALANCE }, context)
    }
    if (!wasApplied(committed)) {
      const ofRequest = changes.slice(0, participants.length - prepared.participants.length)
      return overtaken(committed, {
        byRequest: ofRequest.flat().length,
        byParticipants: theirs.length,
        byPreparation: prepared.again && theirs.length + prepared.alongside.length,
      })
    }
    if (settled !== undefined) return payment
    return { prepared: { ...prepared, payment }, context, handedInAtMs }
  }

  function settledAtOnce(prepared: PreparedPayment): Settled | undefined {
    const { payment, details, operation, connector, faultCode } = prepared
    const outcome =
      faultCode === undefined
        ? connector.decide(operation)
        : ({ kind: 'declined', code: faultCode } as const)
    if (outcome === undefined) return undefined
    const nowMs = clock.of(payment.entityId)
    return settledBy(payment, details, outcome, connector.approvalCode, nowMs)
  }

  async function beginReference(
    reference: Reference,
  ): Promise<PaymentRow | Refusal | Begun | Overtaken | Outdated> {
    const { request, connector, participants = [] } = reference
    const target = await store.read.payment(reference.targetId)
    if (target === undefined) throw new Error(`Payment ${reference.targetId} vanished`)
    const { reversalWindowMs } = connector
    const nowMs = clock.of(target.entityId)
    const decided = decideReference(target, { ...request, nowMs, reversalWindowMs })
    if (isRefusal(decided)) return namingRenewal(decided, target, store)
    const asked = { kind: request.kind, amountMinor: decided.amountMinor }
    const conflict = await holdChangeConflict(target, asked, store)
    if (conflict !== undefined) return conflict
    const preparing = reference.prepare(target, decided.amountMinor)
    const prepared = preparing instanceof Promise ? await preparing : preparing
    const { kind, isFinal } = request
    return begin(prepared, {
      participants: [...participants, ...prepared.participants],
      reference: { target, kind, isFinal, takenBackMinor: prepared.details.takenBackMinor ?? 0 },
    })
  }

  async function beginDecidedReference(
    reference: Reference,
  ): Promise<PaymentRow | Refusal | Begun | Overtaken> {
    const decided = await decideAgain(clock, async () => {
      const done = await beginReference(reference)
      return isOutdated(done) ? undefined : done
    })
    return decided ?? tooBusy
  }

  /** A payment that begins a family, prepared anew as long as somebody else is faster. */
  async function beginFirst(
    first: PreparedPayment,
    participants: readonly CommitParticipant[],
  ): Promise<Refusal | Overtaken | Carried> {
    let prepared = first
    const decided = await decideAgain(clock, async () => {
      const done = await begin(prepared, {
        participants: [...participants, ...prepared.participants],
      })
      if (!('overtaken' in done)) return { done, prepared }
      if (done.overtaken !== 'preparation') return { overtaken: 'participant' } as const
      const again = await prepared.again?.()
      if (again === undefined) return { overtaken: 'participant' } as const
      if (isRefusal(again)) return again
      prepared = again
      return undefined
    })
    return decided ?? tooBusy
  }

  return {
    async pay(prepared, participants = []) {
      const carried = await beginFirst(prepared, participants)
      if (isRefusal(carried) || 'overtaken' in carried) return carried
      const { done, prepared: last } = carried
      const payment = 'handedInAtMs' in done ? await settlement.finish(done) : done
      if (last.afterwards !== undefined) await followSuccess(payment, last.afterwards, log)
      return payment
    },

    async refer(reference) {
      // The turn ends before the connector is asked: its reservation is written down, and a slow
      // connector must not hold up other references to the same payment.
      const done = await turns.take(reference.targetId, () => beginDecidedReference(reference))
      if (done === undefined) return tooBusy
      return 'handedInAtMs' in done ? settlement.finish(done) : done
    },

    find: (id) => store.read.payment(id),

    refresh: (payment) => recovery.refresh(payment),

    isUnderWay: (id) => intents.isUnderWay(id),
  }
}

/** "Amount above the balance": another payment with the same gift card was quicker. */
const SHORT_OF_BALANCE = '100.550.311'

/** Only a participant with a balance of its own can meet a limit. */
function isShortOfBalance(result: CommitResult, participantChanges: number): boolean {
  return !result.applied && result.reason === 'limit' && result.at < participantChanges
}

function isOutdated(done: object): done is Outdated {
  return 'overtaken' in done && done.overtaken !== 'participant'
}

/** How many changes of a set, from its beginning, stand there for whom. */
interface SharesOfSet {
  /** Participants of the request: its key, its checkout. */
  readonly byRequest: number
  /** These, and the participants that the payment was prepared with. */
  readonly byParticipants: number
  /** These, and the further rows; nothing for a payment that cannot be prepared anew. */
  readonly byPreparation: number | undefined
}

/** Participants' changes stand first in a set: the position tells who moved on. */
function overtaken({ at }: Conflict, shares: SharesOfSet): Overtaken | Outdated {
  if (at < shares.byRequest) return { overtaken: 'participant' }
  if (at < (shares.byPreparation ?? 0)) return { overtaken: 'preparation' }
  return { overtaken: at < shares.byParticipants ? 'participant' : 'target' }
}

/** The same payment is being changed by too many at once. */
const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })
