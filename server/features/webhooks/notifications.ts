import { formatAmount } from '../../../common/money.ts'
import { cached } from '../../entities/cached.ts'
import { newObjectId } from '../../kernel/ids.ts'
import { type EntityClock, wireTimestamp } from '../../kernel/timers/clock.ts'
import { currentTrace } from '../../kernel/trace-context.ts'
import {
  type CallKind,
  hasOutcome,
  type Notifications,
  type NotifiedChange,
  type NotifiedEntity,
  newDelivery,
  paymentChanges,
} from '../../payments/index.ts'
import type { PaymentExtension } from '../../payments/screen/index.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { NoticeRow, PaymentRow, Store, WebhookRow } from '../../store/port.ts'
import { WEBHOOK_RETRIES_MS } from './retry-plan.ts'
import { type WantedType, wantedTypesOf } from './webhook-settings.ts'

/** How long the webhooks of an entity are cached; a new webhook may miss the events of that time. */
const CACHED_MS = 1000

export function createNotifications(parts: {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}): Notifications {
  const { store, clock } = parts
  const load = async (entityId: string) => {
    const path = await store.read.entityPath(entityId)
    const found = await Promise.all(path.map(({ id }) => store.read.webhooksOfEntity(id)))
    const active = found.flat().filter(({ state }) => state === 'active')
    return notifiedEntity(path[0]?.name ?? '', active, clock)
  }
  return { of: cached(load, clock, CACHED_MS) }
}

function notifiedEntity(
  channelName: string,
  webhooks: readonly WebhookRow[],
  clock: EntityClock,
): NotifiedEntity {
  const wished = webhooks.map((webhook) => ({ webhook, types: wantedTypesOf(webhook) }))
  return {
    channelName,
    takes: (type) => wished.some(({ types }) => types.some((wanted) => wanted.type === type)),
    changesFor: (change) =>
      wished
        .filter(({ types }) => types.some((wanted) => isWanted(wanted, change)))
        .map(({ webhook }) => ({ kind: 'insertNotice', row: noticeOf(change, webhook, clock) })),
  }
}

function isWanted(
  { type, actions, paymentTypes }: WantedType,
  { type: own, action, paymentType }: NotifiedChange,
): boolean {
  if (type !== own) return false
  if (actions !== undefined && action !== undefined && !actions.includes(action)) return false
  return (
    paymentTypes === undefined || paymentType === undefined || paymentTypes.includes(paymentType)
  )
}

function noticeOf(change: NotifiedChange, webhook: WebhookRow, clock: EntityClock): NoticeRow {
  const { type, action, entityId, payload } = change
  const nowMs = clock.now()
  return {
    webhookId: webhook.id,
    orderKey: change.orderKey,
    subjectId: change.subjectId,
    sequence: change.sequence,
    id: newObjectId(nowMs),
    type,
    action: action ?? null,
    entityId,
    body:
      payload === undefined ? null : notificationBody({ type, action }, payload(), webhook.fields),
    trace: currentTrace(),
    dueAtMs: clock.of(entityId),
    createdAtMs: nowMs,
  }
}

/** The body of a notification (interface document, Events), before it is signed or encrypted. */
export function notificationBody(
  { type, action }: { readonly type: string; readonly action?: string | null | undefined },
  payload: string,
  fields: WebhookRow['fields'],
): string {
  const head = action ? `"type":"${type}","action":"${action}"` : `"type":"${type}"`
  const shown = fields === 'ALL' ? payload : withoutCustomerData(payload)
  return `{${head},"payload":${shown}}`
}

/** What says who a person is, or names an account of theirs, wherever it stands in a payload. */
const CUSTOMER_MEMBERS = new Set([
  'customer',
  'billing',
  'shipping',
  'corporate',
  'sender',
  'recipient',
  'passengers',
  'holder',
  // Often an e-mail address.
  'accountId',
  'bankAccount',
])

function withoutCustomerData(payload: string): string {
  const keep = (name: string, value: unknown) => (CUSTOMER_MEMBERS.has(name) ? undefined : value)
  return JSON.stringify(JSON.parse(payload, keep))
}

/** Reports every outcome of a payment, and its wait for the shopper, to webhooks, in the same commit. */
export function webhookExtension(notifications: Notifications): PaymentExtension {
  return {
    withFirst({ channel }) {
      const entity = notifications.of(channel.entity.id)
      return entity instanceof Promise ? entity.then(answerOf) : answerOf(entity)
    },
    participantsOf({ entityId }) {
      const entity = notifications.of(entityId)
      return entity instanceof Promise ? entity.then(participantsIn) : participantsIn(entity)
    },
  }
}

function answerOf(entity: NotifiedEntity) {
  return entity.takes('PAYMENT') ? { participants: [participantOf(entity)] } : undefined
}

function participantsIn(entity: NotifiedEntity): readonly CommitParticipant[] {
  return entity.takes('PAYMENT') ? [participantOf(entity)] : []
}

function participantOf(entity: NotifiedEntity): CommitParticipant {
  return {
    owner: 'webhooks',
    // An intent is no event: nearly all of them have their outcome before their request is answered.
    opened: (payment) =>
      payment.state === 'authenticating' ? paymentChanges(payment, entity) : [],
    recorded: (payment) => paymentChanges(payment, entity),
    // Answered as pending: its outcome is not known. An authentication was told when it began.
    requestEnded: (payment) => (payment.state === 'intent' ? paymentChanges(payment, entity) : []),
  }
}

/**
 * The deprecated `notificationUrl` of a request (interface document, Events): it gets the outcome of a
 * payment whose request was answered as pending. The call is stored in the commit of the outcome.
 */
export function notificationUrlExtension(clock: EntityClock): PaymentExtension {
  return {
    concernedByFirst: { sends: ['notificationUrl'] },
    concernedByStored: { details: ['notificationUrl'] },
    withFirst({ values }) {
      const notificationUrl = values.get('notificationUrl')
      return notificationUrl === undefined ? undefined : { details: { notificationUrl } }
    },
    participantsOf(payment, { notificationUrl }, wasAnswered) {
      const { state, authenticationId } = payment
      const isAwaited =
        wasAnswered || state === 'pending' || state === 'taken' || authenticationId !== null
      if (notificationUrl === undefined || !isAwaited) return []
      return [urlParticipant(notificationUrl, clock)]
    },
  }
}

function urlParticipant(url: string, clock: EntityClock): CommitParticipant {
  return {
    owner: 'notificationUrl',
    opened: () => [],
    recorded(payment) {
      if (!hasOutcome(payment.state)) return []
      const { id, entityId, familyId, version } = payment
      const row = newDelivery({
        url,
        kind: 'notificationUrl',
        type: 'PAYMENT',
        entityId,
        orderKey: familyId,
        subjectId: id,
        sequence: version,
        body: bodyOf(payment),
        nowMs: clock.now(),
        dueAtMs: clock.of(entityId),
      })
      return [{ kind: 'insertDelivery', row }]
    },
  }
}

/** It is not signed, so a receiver must read the payment by `resourcePath` and not trust the rest. */
function bodyOf(payment: PaymentRow): string {
  const { id, paymentType, paymentBrand, amountMinor, currency, resultCode } = payment
  const { merchantTransactionId, updatedAtMs } = payment
  return new URLSearchParams({
    id,
    resourcePath: `/v1/payments/${id}`,
    paymentType,
    paymentBrand,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    ...(merchantTransactionId === null ? {} : { merchantTransactionId }),
    'result.code': resultCode,
    'result.description': descriptionOf(resultCode),
    timestamp: wireTimestamp(updatedAtMs),
  }).toString()
}

/** A POST like those of webhooks, form-encoded as requests to the gateway are. */
export const notificationUrlCalls: CallKind = {
  retryDelaysMs: WEBHOOK_RETRIES_MS,
  async call({ url, body }) {
    if (url === null || body === null) return undefined
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    return { url, method: 'POST', headers, body, plainBody: body }
  },
}
