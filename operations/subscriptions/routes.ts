import { Type } from 'typebox'
import { readRegistrationDetails } from '../../server/features/registrations/index.ts'
import {
  changedRequest,
  expressionOf,
  findChangeable,
  findSchedule,
  nextRunsOf,
  planOf,
  planRefusedAlone,
  requestOf,
  retriedNow,
  type ScheduleService,
} from '../../server/features/schedules/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { amount, elsewhere, limit, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestDescribed } from '../../server/parameters/described-request.ts'
import { ParameterValues } from '../../server/parameters/values.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import {
  AFTER_ALL_IDS,
  type RegistrationRow,
  type ScheduleRow,
  type Store,
} from '../../server/store/port.ts'
import { channelsOf, entitiesOf, summaryOf } from '../administration/index.ts'
import { customerNames, linkOfSchedule } from '../customer-links/index.ts'
import {
  subscriptionChanged,
  subscriptionDetails,
  subscriptionList,
  subscriptionRuns,
} from './answer.ts'
import { ofRegistration, pageOf, STANDINGS } from './list.ts'
import { shownCard, shownSubscriptions } from './shown.ts'

export interface SubscriptionRouteParts extends CallParts {
  readonly store: Store
  readonly schedules: ScheduleService
}

type Call = Asked<MerchantCall>

const MAX_PLANS = 100
const MAX_OTHER_CARDS = 20
const SHOWN_RUNS = 5

const idText = (example: string, description: string) =>
  shaped(/^[0-9a-f]{32}$/, 'the id as it was given', { example, description })

const listRequest = requestDescribed(
  'subscriptions.list',
  Type.Object({
    state: Type.Optional(
      Type.Enum([...STANDINGS], { description: 'Only those that stand so; absent: all.' }),
    ),
    registrationId: Type.Optional(
      idText(
        '8ac7a49f6e1d4b3c9a0f1e2d3c4b5a69',
        'Only those that these stored details pay, the first of them: they have no cursor.',
      ),
    ),
    limit: limit(200, 50),
    cursor: Type.Optional(
      shaped(
        /^(?:pastDue|paused|active|ended)\.[0-9a-f]{32}$/,
        'the cursor of an answer as it was given',
        {
          example: 'active.019ab3c4d5e6f708192a3b4c5d6e7f80',
          description: 'What an earlier answer had as cursor: goes on after it.',
        },
      ),
    ),
  }),
  { elsewhere },
)

const runsRequest = requestDescribed(
  'subscriptions.runs',
  Type.Object({
    limit: limit(200, 50),
    cursor: Type.Optional(
      idText(
        '019ab3c4d5e6f708192a3b4c5d6e7f80',
        'What an earlier answer had as cursor: goes on with what is older.',
      ),
    ),
  }),
  { elsewhere },
)

const cardRequest = requestDescribed(
  'subscriptions.card',
  Type.Object({
    registrationId: idText(
      '8ac7a49f6e1d4b3c9a0f1e2d3c4b5a69',
      'The stored details that it is paid with from now on, of the same channel.',
    ),
  }),
  { elsewhere: 'a subscription keeps all else of its plan' },
)

const amountRequest = requestDescribed(
  'subscriptions.amount',
  Type.Object({ amount: amount('Of each run from the next one on, in the currency of the plan.') }),
  { elsewhere: 'a subscription keeps all else of its plan' },
)

const common = { access: 'token' } as const
const tag = 'Administration'
const subject = 'schedule'
const change = {
  ...common,
  method: 'post',
  right: 'payments.move',
  scopes: 'ofPaymentType',
  throttle: 'registrations',
  once: true,
} as const
const of = { tag, subject, further: { 404: 'RefusalAnswer' } } as const

/** `/admin/v1/subscriptions`: what is paid again and again, as people look after it. */
export const subscriptionRoutes: readonly Route<SubscriptionRouteParts>[] = [
  {
    ...common,
    method: 'get',
    path: '/admin/v1/subscriptions',
    right: 'customers.read',
    operation: listRequest,
    throttle: 'status',
    docs: {
      id: 'listSubscriptions',
      tag,
      summary: 'List subscriptions',
      description:
        'Schedules of the entity and all below it: past due first, then paused, active and ended ones, each newest first. One that a later plan has replaced is in the list as that plan.',
      label: 'Subscriptions',
      answers: [subscriptionList],
    },
    handle: list,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/subscriptions/{id}',
    right: 'customers.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      ...of,
      id: 'readSubscription',
      summary: 'Read a subscription',
      description:
        'With its plans and what else is stored of the customer. Any id of its plans is taken.',
      label: 'Subscription',
      answers: [subscriptionDetails],
    },
    handle: read,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/subscriptions/{id}/runs',
    right: 'payments.read',
    operation: runsRequest,
    throttle: 'status',
    docs: {
      ...of,
      id: 'listSubscriptionRuns',
      summary: 'List the payments of a subscription',
      description: 'Of all its plans, newest first, repeated tries too.',
      label: 'Subscription runs',
      answers: [subscriptionRuns],
    },
    handle: listRuns,
  },
  {
    ...change,
    path: '/admin/v1/subscriptions/{id}/retry',
    operation: 'status',
    docs: {
      ...of,
      id: 'retrySubscription',
      summary: 'Pay an unpaid run at once',
      description:
        'The latest run is tried once more, however often it was tried. The answer comes before the payment: the subscription says how it went.',
      label: 'Subscription retry',
      answers: [subscriptionChanged],
    },
    handle: retry,
  },
  {
    ...change,
    path: '/admin/v1/subscriptions/{id}/card',
    operation: cardRequest,
    docs: {
      ...of,
      id: 'changeCardOfSubscription',
      summary: 'Pay a subscription with another card',
      description:
        'From now on; a run that is unpaid is paid with it at once. One that was paused because its card had expired goes on. One person moves at most `secondPersonAbove`.',
      body: 'AdminSubscriptionCard',
      label: 'Subscription card',
      examples: [
        {
          name: 'card',
          summary: 'Another card',
          parameters: { registrationId: '8ac7a49f6e1d4b3c9a0f1e2d3c4b5a69' },
        },
      ],
      answers: [subscriptionChanged],
    },
    handle: changeCard,
  },
  {
    ...change,
    path: '/admin/v1/subscriptions/{id}/amount',
    operation: amountRequest,
    docs: {
      ...of,
      id: 'changeAmountOfSubscription',
      summary: 'Change the amount of a subscription',
      description:
        'From the next run on. A run that is unpaid is not paid again by itself. One person moves at most `secondPersonAbove`.',
      body: 'AdminSubscriptionAmount',
      label: 'Subscription amount',
      examples: [{ name: 'amount', summary: 'A lower price', parameters: { amount: '7.99' } }],
      answers: [subscriptionChanged],
    },
    handle: changeAmount,
  },
]

const metaOf = (ndc: string, { clock }: SubscriptionRouteParts) => ({ ndc, atMs: clock.now() })

async function list(
  { call, request }: Call,
  parts: SubscriptionRouteParts,
): Promise<Answer | Refusal> {
  const entityIds = await channelsOf(call, parts.store)
  if (isRefusal(entityIds)) return entityIds
  const { state: standing, registrationId, limit: most, ...sent } = listRequest.read(call.values)
  const asked = { standing, cursor: sent.cursor, limit: most }
  const { rows, cursor } =
    registrationId === undefined
      ? await pageOf(entityIds, asked, parts.store)
      : await ofRegistration(registrationId, { entityIds, ...asked }, parts.store)
  const subscriptions = await shownSubscriptions(rows, parts.store)
  const shown = { subscriptions, ...(cursor === undefined ? {} : { cursor }) }
  return answered(subscriptionList, shown, metaOf(request.ndc, parts))
}

/** The plan in force of the chain of a schedule, else its last one. */
async function latestOf(row: ScheduleRow, { read }: Pick<Store, 'read'>): Promise<ScheduleRow> {
  const [last = row] = await read.schedulesOfChain(row.chainId, 1)
  return (await read.currentSchedule(row.chainId)) ?? last
}

async function read(
  { id, call, request }: Call,
  parts: SubscriptionRouteParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const found = await findSchedule(id, call, parts)
  if (isRefusal(found)) return found
  const row = await latestOf(found, store)
  const [subscription] = await shownSubscriptions([row], store)
  if (subscription === undefined) throw new Error('A schedule is not shown')
  const values = requestOf(row)
  const card = await store.read.registration(row.registrationId)
  const others = card === undefined ? [] : await otherCardsOf(card, store)
  const plans = await store.read.schedulesOfChain(row.chainId, MAX_PLANS)
  const shown = {
    subscription,
    times: expressionOf(values),
    timeZone: values.get('job.timeZone') ?? 'UTC',
    nextRuns:
      row.state === 'active' ? nextRunsOf(planOf(values), row, SHOWN_RUNS).map(wireTimestamp) : [],
    canRetry: retriedNow(row, parts.clock.of(row.entityId)) !== undefined,
    otherCards: others.map(shownCard),
    plans: (await shownSubscriptions(plans, store)).map(({ card: paidWith, ...plan }, at) => ({
      id: plan.id,
      amount: plan.amount,
      currency: plan.currency,
      registrationId: paidWith?.registrationId ?? plans[at]?.registrationId ?? '',
      createdAt: plan.createdAt,
    })),
  }
  return answered(subscriptionDetails, shown, metaOf(request.ndc, parts))
}

/** What else the customer of stored details has stored in their channel, and may pay with. */
async function otherCardsOf(
  { id, entityId, details }: RegistrationRow,
  { read }: Store,
): Promise<readonly RegistrationRow[]> {
  const names = customerNames(readRegistrationDetails(details).request)
  if (names.length === 0) return []
  const links = await read.linkedTo([entityId], names, 'registration', AFTER_ALL_IDS, 100)
  const ids = links.map(({ linkedId }) => linkedId).filter((linkedId) => linkedId !== id)
  const rows = await Promise.all(ids.map((linkedId) => read.registration(linkedId)))
  const active = rows.filter((row) => row?.state === 'active')
  return active.flatMap((row) => row ?? []).slice(0, MAX_OTHER_CARDS)
}

async function listRuns(
  { id, call, request }: Call,
  parts: SubscriptionRouteParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const found = await findSchedule(id, call, parts)
  if (isRefusal(found)) return found
  const { limit: most, cursor } = runsRequest.read(call.values)
  const plans = await store.read.schedulesOfChain(found.chainId, MAX_PLANS)
  const names = plans.map((plan) => linkOfSchedule(plan.id))
  const { entityId } = found
  const links = await store.read.linkedTo(
    [entityId],
    names,
    'payment',
    cursor ?? AFTER_ALL_IDS,
    most,
  )
  const ids = links.map(({ linkedId }) => linkedId)
  const rows = ids.length === 0 ? [] : await store.read.paymentsById(ids)
  const entityOf = await entitiesOf([entityId], store)
  const newestFirst = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const next = ids.length < most ? undefined : ids.at(-1)
  const shown = {
    payments: newestFirst.map((row) => summaryOf(row, entityOf(entityId))),
    ...(next === undefined ? {} : { cursor: next }),
  }
  return answered(subscriptionRuns, shown, metaOf(request.ndc, parts))
}

async function retry(
  { id, call, entry, request }: Call,
  parts: SubscriptionRouteParts,
): Promise<Worked> {
  const row = await findChangeable(id, call, parts)
  if (isRefusal(row)) return row
  const answerOf = changedAnswer(request.ndc, parts)
  const extraParts = keyParts(entry, answerOf)
  return answerTo(await parts.schedules.retry(row, { extraParts }), answerOf)
}

function changedAnswer(ndc: string, parts: SubscriptionRouteParts) {
  return ({ id, nextRunAtMs, retryAtMs }: ScheduleRow) =>
    answered(
      subscriptionChanged,
      {
        id,
        ...(nextRunAtMs === null ? {} : { nextRun: wireTimestamp(nextRunAtMs) }),
        ...(retryAtMs === null ? {} : { retryAt: wireTimestamp(retryAtMs) }),
      },
      metaOf(ndc, parts),
    )
}

async function changeCard(asked: Call, parts: SubscriptionRouteParts): Promise<Worked> {
  const { registrationId } = cardRequest.read(asked.call.values)
  const row = await findChangeable(asked.id, asked.call, parts)
  if (isRefusal(row)) return row
  if (await isOfAnother(registrationId, row, parts.store)) return ofAnother
  // The tries of an unpaid run are over, and the new plan has none: a person who gives another card wants it to be paid.
  const sent = [['registrationId', registrationId]] as const
  const made = await changePlan(asked, { sent, paysUnpaid: true }, parts)
  return answerTo(made, changedAnswer(asked.request.ndc, parts))
}

/** Whether stored details are known to be another customer's than those that the subscription is paid with. */
async function isOfAnother(
  registrationId: string,
  row: ScheduleRow,
  { read }: Pick<Store, 'read'>,
): Promise<boolean> {
  const { registrationId: present } = await latestOf(row, { read })
  const [own, wanted] = await Promise.all([present, registrationId].map((id) => namesOf(id, read)))
  return own !== undefined && !!wanted?.length && !wanted.some((name) => own.includes(name))
}

/** Of whom stored details are; `undefined`: there are none. */
async function namesOf(id: string, read: Store['read']): Promise<readonly string[] | undefined> {
  const row = await read.registration(id)
  return row && customerNames(readRegistrationDetails(row.details).request)
}

const ofAnother = refuseParameters([
  {
    name: 'registrationId',
    value: '',
    message:
      'is of another customer than the present one: choose stored details of this customer, or have the shop store some',
  },
])

async function changeAmount(asked: Call, parts: SubscriptionRouteParts): Promise<Worked> {
  const sent = amountRequest.read(asked.call.values)
  const made = await changePlan(asked, { sent: [['amount', sent.amount]] }, parts)
  return answerTo(made, changedAnswer(asked.request.ndc, parts))
}

/** Replaces the plan of a subscription by one with these values, where one person may do that. */
async function changePlan(
  { id, call, entry, request }: Call,
  {
    sent,
    paysUnpaid = false,
  }: {
    readonly sent: readonly (readonly [name: string, value: string])[]
    readonly paysUnpaid?: boolean
  },
  parts: SubscriptionRouteParts,
): Promise<Awaited<ReturnType<ScheduleService['change']>>> {
  const row = await findChangeable(id, call, parts)
  if (isRefusal(row)) return row
  const channel = await parts.access.channelOf(row.entityId)
  if (isRefusal(channel)) return channel
  const values = ParameterValues.of(sent)
  const present = await latestOf(row, parts.store)
  const planned = changedRequest(requestOf(present), values)
  const plan = { channel, request: planned, present, isDryRun: false }
  const alone = await planRefusedAlone(call, plan, parts)
  if (alone !== undefined) return alone
  const extraParts = keyParts(entry, changedAnswer(request.ndc, parts))
  return parts.schedules.change(row, { channel, values, extraParts, paysUnpaid })
}
