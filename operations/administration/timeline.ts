import { formatAmount } from '../../common/money.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { type HitBlock, readDetails } from '../../server/payments/index.ts'
import { descriptionOf, isResultCode, resultGroupOf } from '../../server/results/catalogue.ts'
import type {
  AuthenticationRow,
  DeliveryAttemptRow,
  DeliveryRow,
  DisputeEventRow,
  DisputeRow,
  EventRow,
  OperationRequestRow,
  PaymentRow,
} from '../../server/store/port.ts'
import type { AdminTimelineEntry } from './answer.ts'
import { riskScoreOf } from './payment-summary.ts'

/** Something that happened, with its moment in milliseconds, by which all are sorted. */
type Entry = AdminTimelineEntry & { readonly atMs: number }

/** All that is known of what happened to the payments of a family. */
export interface Happened {
  readonly family: readonly PaymentRow[]
  readonly events: readonly EventRow[]
  readonly authentications: readonly AuthenticationRow[]
  readonly deliveries: readonly {
    readonly row: DeliveryRow
    readonly attempts: readonly DeliveryAttemptRow[]
    /** Where it is sent. */
    readonly url: string
  }[]
  readonly disputes: readonly {
    readonly row: DisputeRow
    readonly events: readonly DisputeEventRow[]
  }[]
  readonly requests: readonly OperationRequestRow[]
}

/** Everything that happened to a family, oldest first. */
export function timelineOf(happened: Happened): readonly AdminTimelineEntry[] {
  const entries: readonly Entry[] = [
    ...happened.family.flatMap(ofPayment),
    ...happened.events.map(ofEvent),
    ...happened.authentications.map(ofAuthentication),
    ...happened.deliveries.flatMap(ofDelivery),
    ...happened.disputes.flatMap(({ row, events }) => events.map((one) => ofDispute(row, one))),
    ...happened.requests.filter(isNoReview).map(ofRequest),
  ]
  return entries
    .toSorted((one, other) => one.atMs - other.atMs)
    .map(({ atMs, ...entry }) => ({ ...entry, at: wireTimestamp(atMs) }))
}

/** The request, and what risk checks have added to it. */
function ofPayment(payment: PaymentRow): readonly Entry[] {
  const { id, paymentType, amountMinor, currency, createdAtMs, merchantTransactionId } = payment
  const details = readDetails(payment)
  const { resultDetails = {}, block } = details
  const facts: (readonly [string, string])[] = [
    ['amount', `${formatAmount({ minor: amountMinor, currency })} ${currency}`],
    ...(merchantTransactionId === null
      ? []
      : [['merchantTransactionId', merchantTransactionId] as const]),
  ]
  const at = { atMs: createdAtMs, at: '', paymentId: id }
  const risk = [
    ...factsOf({ riskScore: riskScoreOf(details) }),
    ...Object.entries(resultDetails).filter(([name]) => /^risk/i.test(name)),
  ]
  return [
    { ...at, kind: 'request', what: paymentType, facts },
    ...(risk.length === 0 ? [] : [{ ...at, kind: 'risk' as const, what: 'checked', facts: risk }]),
    ...(block === undefined ? [] : [{ ...at, ...ofBlock(block) }]),
  ]
}

/** Which block refused it, as it was then. */
function ofBlock({ shown, reason, blockedBy, blockedAt, entity }: HitBlock) {
  const facts = factsOf({ blocked: shown, blockedAt, blockedFor: entity, reason })
  return { kind: 'risk', what: 'blocked', by: blockedBy, facts } as const
}

function ofEvent({ paymentId, kind, atMs, data }: EventRow): Entry {
  const { code, by, reason, evidence } = JSON.parse(data) as Readonly<Record<string, string>>
  return {
    atMs,
    at: '',
    paymentId,
    kind: by === undefined ? 'state' : 'person',
    what: kind,
    ...(code === undefined ? {} : { code }),
    ...(by === undefined ? {} : { by }),
    ...(code !== undefined && isResultCode(code)
      ? { text: descriptionOf(code), codeGroup: resultGroupOf(code) }
      : {}),
    ...(reason === undefined ? {} : { facts: factsOf({ reason, evidence }) }),
  }
}

function factsOf(values: Readonly<Record<string, string | undefined>>) {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
}

function ofAuthentication({ paymentId, state, updatedAtMs, id }: AuthenticationRow): Entry {
  const facts = [['threeDSServerTransID', id] as const]
  return { atMs: updatedAtMs, at: '', paymentId, kind: 'authentication', what: state, facts }
}

/** Each call, and the delivery itself while nothing was sent; the last call says when the next one is due. */
function ofDelivery({ row, attempts, url }: Happened['deliveries'][number]): readonly Entry[] {
  const { kind, type, action, state, subjectId, webhookId, createdAtMs } = row
  const named = {
    kind: 'webhook',
    paymentId: subjectId,
    at: '',
    ...(webhookId === null ? {} : { webhookId, deliveryId: row.id }),
    text: [kind === 'webhook' ? type : kind, action].filter((one) => one !== null).join(' '),
  } as const
  const receiver = withoutQuery(url)
  const nextAttempt = state === 'waiting' ? wireTimestamp(row.dueAtMs) : undefined
  if (attempts.length === 0) {
    const facts = factsOf({ receiver, nextAttempt })
    return [{ ...named, atMs: createdAtMs, what: state, facts }]
  }
  const last = attempts.at(-1)
  return attempts.map((attempt) => ({
    ...named,
    atMs: attempt.atMs,
    what: attempt.reason === null ? 'delivered' : 'notDelivered',
    facts: factsOf({
      receiver,
      attempt: String(attempt.attempt),
      status: attempt.status === null ? undefined : String(attempt.status),
      reason: attempt.reason ?? undefined,
      duration: `${attempt.endedAtMs - attempt.atMs} ms`,
      nextAttempt: attempt === last ? nextAttempt : undefined,
    }),
  }))
}

/** An address as people may see it who may not see webhooks: a secret of the receiver is often in its query. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}

function ofDispute({ paymentId }: DisputeRow, event: DisputeEventRow): Entry {
  const { kind, stage, madeBy, note, atMs } = event
  return {
    atMs,
    at: '',
    paymentId,
    kind: 'dispute',
    what: kind,
    by: madeBy,
    facts: factsOf({ stage, note: note === '' ? undefined : note }),
  }
}

/** A payment that was rejected in review has an event of its own. */
function isNoReview({ state, madeId }: OperationRequestRow): boolean {
  return state !== 'made' || madeId !== null
}

function ofRequest(row: OperationRequestRow): Entry {
  const { paymentId, paymentType, amountMinor, currency, reason, state, createdAtMs } = row
  return {
    atMs: createdAtMs,
    at: '',
    paymentId,
    kind: 'person',
    what: state === 'made' ? 'asked' : `asked.${state}`,
    by: row.askedBy,
    text: paymentType,
    facts: factsOf({
      amount: `${formatAmount({ minor: amountMinor, currency })} ${currency}`,
      reason,
      decidedBy: row.decidedBy ?? undefined,
      decisionReason: row.decisionReason ?? undefined,
    }),
  }
}
