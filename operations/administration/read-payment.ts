import { formatAmount } from '../../common/money.ts'
import { type Answer, membersOf } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { flatTree } from '../../server/parameters/tree.ts'
import type { Connector } from '../../server/payments/connectors/index.ts'
import { hasOutcome, paymentReadAnswer, readDetails } from '../../server/payments/index.ts'
import { needsSecondToReject, openDecisions } from '../../server/payments/record/index.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type {
  DeliveryRow,
  DisputeRow,
  OperationRequestRow,
  PaymentRow,
  PostingRow,
} from '../../server/store/port.ts'
import { type AdminPaymentDetails, paymentDetails } from './answer.ts'
import { type AdministrationParts, answerWith, entitiesOf, reachedPayment } from './call-parts.ts'
import { declineOf } from './decline-advice.ts'
import { operationsOf, requestAbout } from './operations.ts'
import { summaryOf } from './payment-summary.ts'
import { type Happened, timelineOf } from './timeline.ts'

/** Payments of a family whose history is shown: a recurring one may have hundreds. */
const MOST_TOLD = 50

/** Deliveries whose calls are shown. */
const MOST_CALLED = 100

/** Decisions as a request sends them. */
const SENT = { accepted: 'accept', rejected: 'reject' } as const

/** `GET /admin/v1/payments/{id}`: everything that is known of a payment and its family. */
export async function readPayment(
  { id, call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const reached = await reachedPayment(id, call, parts)
  if (isRefusal(reached)) return reached
  const payment = await parts.payments.refresh(reached)
  return answerWith(paymentDetails, await detailsOf(payment, parts), request.ndc, parts)
}

async function detailsOf(
  payment: PaymentRow,
  parts: AdministrationParts,
): Promise<AdminPaymentDetails> {
  const { store, access, clock } = parts
  const family = await store.read.paymentsOfFamily(payment.familyId)
  const entityOf = await entitiesOf([payment.entityId], store)
  const settings = await access.settingsOf(payment.entityId)
  const nowMs = clock.of(payment.entityId)
  const told = [payment, ...others(family, payment).slice(-MOST_TOLD)]
  const happened = await happenedTo(told, parts)
  const paymentOf = ({ paymentId }: OperationRequestRow) =>
    family.find(({ id }) => id === paymentId)
  const seen = { family, requests: happened.requests }
  const connectors = new Map<string, Connector>()
  for (const { connector } of told) connectors.set(connector, await parts.connectorOf(connector))
  const context = { settings, nowMs, connectors, seen }
  const { amounts, ...members } = membersOf(paymentReadAnswer(payment, ''))
  const { ndc: _ndc, buildNumber: _build, ...shown } = members
  const decline = declineOf(payment, readDetails(payment))
  return {
    payment: summaryOf(
      payment,
      entityOf(payment.entityId),
      family.find(({ id }) => id === payment.familyId),
    ),
    ...(decline === undefined ? {} : { decline }),
    openDisputes: happened.disputes.flatMap(({ row }) =>
      row.outcome === 'open' ? [shownDispute(row)] : [],
    ),
    amounts: (amounts ?? {}) as AdminPaymentDetails['amounts'],
    ...(payment.expiresAtMs === null ? {} : { expiresAt: wireTimestamp(payment.expiresAtMs) }),
    operations: actedOn(payment, told).flatMap((one) => operationsOf(one, context)),
    canResolve: !hasOutcome(payment.state),
    ...reviewMembers(payment, { settings, before: happened.requests, nowMs }),
    family: family.map((row) => ({
      ...summaryOf(row, entityOf(row.entityId)),
      ...(row.referencedId === null ? {} : { referencedId: row.referencedId }),
    })),
    timeline: timelineOf(happened),
    postings: (await store.read.postingsOfFamily(payment.familyId)).map(shownPosting),
    members: Object.entries(flatTree(shown)),
    requests: happened.requests.map((row) => requestAbout(paymentOf(row), row, nowMs)),
  }
}

/** What one person may decide of a payment in review, and whether a second one is missing for the rest. */
function reviewMembers(
  payment: PaymentRow,
  known: Parameters<typeof needsSecondToReject>[1],
): Pick<AdminPaymentDetails, 'reviewDecisions' | 'rejectionNeedsSecond'> {
  const open = openDecisions(payment)
  const needsSecond = open.includes('rejected') && needsSecondToReject(payment, known)
  const own = needsSecond ? open.filter((decision) => decision !== 'rejected') : open
  return {
    reviewDecisions: own.map((decision) => SENT[decision]),
    ...(needsSecond ? { rejectionNeedsSecond: true } : {}),
  }
}

/**
 * The payments that buttons beside a payment act on: itself, and the captures of a hold, because what was
 * captured is refunded by them. A refund shows none of its payment, which would look as if it were about the refund.
 */
function actedOn(payment: PaymentRow, told: readonly PaymentRow[]): readonly PaymentRow[] {
  const captures = told.filter(
    ({ paymentType, referencedId }) => paymentType === 'CP' && referencedId === payment.id,
  )
  return [payment, ...captures]
}

function others(family: readonly PaymentRow[], payment: PaymentRow): readonly PaymentRow[] {
  return family.filter(({ id }) => id !== payment.id)
}

/** Reads what happened to payments, one read after the other: a page of a person is in no hurry. */
async function happenedTo(
  family: readonly PaymentRow[],
  { store: { read } }: AdministrationParts,
): Promise<Happened> {
  const events: Happened['events'][number][] = []
  const authentications: Happened['authentications'][number][] = []
  const deliveries: Happened['deliveries'][number][] = []
  const disputes: Happened['disputes'][number][] = []
  const urls = new Map<string, string>()
  const familyId = family[0]?.familyId
  const requests = familyId === undefined ? [] : await read.operationRequestsOfFamily(familyId)
  for (const { id, authenticationId } of family) {
    events.push(...(await read.events(id)))
    const authentication =
      authenticationId === null ? undefined : await read.authentication(authenticationId)
    if (authentication !== undefined) authentications.push(authentication)
    for (const row of await read.deliveriesOfSubject(id)) {
      if (deliveries.length < MOST_CALLED) deliveries.push(await withAttempts(row, urls, read))
    }
    for (const row of await read.disputesOfPayment(id)) {
      disputes.push({ row, events: await read.disputeEvents(row.id) })
    }
  }
  return { family, events, authentications, deliveries, disputes, requests }
}

/** A delivery with its calls, and where it goes; `urls` keeps those of webhooks, which most deliveries share. */
async function withAttempts(
  row: DeliveryRow,
  urls: Map<string, string>,
  read: AdministrationParts['store']['read'],
) {
  const { webhookId } = row
  if (webhookId !== null && !urls.has(webhookId)) {
    urls.set(webhookId, (await read.webhook(webhookId))?.url ?? '')
  }
  return {
    row,
    attempts: row.attempts === 0 ? [] : await read.deliveryAttempts(row.id),
    url: row.url ?? urls.get(webhookId ?? '') ?? '',
  }
}

function shownDispute({ id, amountMinor, currency, stage, respondByMs }: DisputeRow) {
  return {
    id,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    stage,
    ...(respondByMs === null ? {} : { respondBy: wireTimestamp(respondByMs) }),
  }
}

function shownPosting({ paymentId, account, amountMinor, currency, atMs }: PostingRow) {
  const amount = formatAmount({ minor: Math.abs(amountMinor), currency })
  return {
    paymentId,
    account,
    amount: amountMinor < 0 ? `-${amount}` : amount,
    currency,
    at: wireTimestamp(atMs),
  }
}
