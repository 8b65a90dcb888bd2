import { Type } from 'typebox'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import {
  answered,
  answer as answerOf,
  facts,
  moment,
  type Shown,
  text,
  word,
} from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { limit, shaped, words } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { eventOfRow } from '../../server/payments/inbox/index.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { AcquirerEventRow, Store } from '../../server/store/port.ts'
import { accountsBelow, reachedAccount } from './routes.ts'

interface ToldRouteParts extends CallParts {
  readonly store: Store
}

const USUAL = 25
const MAX_EVENTS = 100

/** Accounts whose events one list has; of more, those with the first ids. */
const MAX_ACCOUNTS = 1000

const KINDS = [
  'outcome',
  'failedLater',
  'holdEnded',
  'voided',
  'madeElsewhere',
  'dispute',
  'fraudReport',
  'payout',
  'report',
  'other',
] as const

const toldSearch = requestOf(
  'admin.listAcquirerEvents',
  Type.Object({
    account: Type.Optional(words(1, 100, 'Only of this connector account.')),
    cursor: Type.Optional(
      shaped(/^[A-Za-z0-9_-]{1,1000}$/, 'the cursor of an answer as it was given', {
        description: 'What an earlier answer had as cursor: goes on with what is older.',
      }),
    ),
    limit: limit(MAX_EVENTS, USUAL),
  }),
  { elsewhere: 'what acquirers have told is searched by account' },
)

const toldEvent = Type.Object({
  id: text('Of the provider.'),
  account: text('The connector account.'),
  kind: word([...KINDS], 'other: a kind that the gateway does not know.'),
  name: text("The provider's own word for its kind."),
  state: word(
    ['kept', 'unmatched', 'refused'],
    'kept: the gateway does nothing with its kind. unmatched: its payment is not known here. refused: it contradicts what is stored.',
  ),
  receivedAt: moment(),
  occurredAt: Type.Optional(moment('When it happened, as the provider says.')),
  paymentId: Type.Optional(text('The payment that it is about.')),
  facts,
})

const toldList = answerOf(
  'AdminAcquirerEventList',
  {
    events: Type.Array(toldEvent),
    cursor: Type.Optional(text('There are older ones: send it as cursor.')),
  },
  'What acquirers have told and a person has to look at, newest first.',
)

/** `/admin/v1/acquirer-events`. */
export const toldRoutes: readonly Route<ToldRouteParts>[] = [
  {
    access: 'token',
    throttle: 'query',
    method: 'get',
    path: '/admin/v1/acquirer-events',
    right: 'finance.read',
    operation: toldSearch,
    docs: {
      id: 'listAcquirerEvents',
      tag: 'Administration',
      summary: 'List what acquirers have told and a person has to look at',
      description:
        'Of the accounts of an entity and all below it, or of one of them: disputes, fraud reports, payouts, operations made in the pages of the provider, kinds that are not known, and events that have no effect because their payment is not known or what is stored says otherwise. Kept for 90 days.',
      answers: [toldList],
    },
    handle: list,
  },
]

async function list(
  { call, request }: Asked<MerchantCall>,
  parts: ToldRouteParts,
): Promise<Answer | Refusal> {
  const { account, cursor, limit: most } = toldSearch.read(call.values)
  const after = cursor === undefined ? FIRST : placeOf(cursor)
  if (after === undefined) return noPlace(cursor ?? '')
  const reached = account === undefined ? undefined : await reachedAccount(account, call, parts)
  if (isRefusal(reached)) return reached
  const rows = reached === undefined ? await accountsBelow(call, parts) : [reached]
  const ids = rows.map(({ id }) => id).slice(0, MAX_ACCOUNTS)
  const { toldAcquirerEvents } = parts.store.read
  const found = ids.length === 0 ? [] : await toldAcquirerEvents(ids, ...after, most + 1)
  const shown = found.slice(0, most)
  const last = found.length > most ? shown.at(-1) : undefined
  const members = {
    events: shown.map(shownEvent),
    ...(last === undefined ? {} : { cursor: cursorOf(last) }),
  }
  return answered(toldList, members, { ndc: request.ndc, atMs: parts.clock.now() })
}

/** When an event was received, its account and its id. */
type Place = readonly [receivedAtMs: number, connector: string, eventId: string]

/** Before every event. */
const FIRST: Place = [Number.MAX_SAFE_INTEGER, '', '']

function cursorOf({ receivedAtMs, connector, eventId }: AcquirerEventRow): string {
  const place: Place = [receivedAtMs, connector, eventId]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function placeOf(cursor: string): Place | undefined {
  try {
    const [atMs, connector, eventId] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isPlace = Number.isSafeInteger(atMs) && atMs >= 0 && typeof connector === 'string'
    return isPlace && typeof eventId === 'string' ? [atMs, connector, eventId] : undefined
  } catch {
    return undefined
  }
}

function noPlace(cursor: string): Refusal {
  const message = 'must be the cursor of an answer as it was given'
  return refuseParameters([{ name: 'cursor', value: cursor, message }])
}

function shownEvent(row: AcquirerEventRow): Shown<typeof toldEvent> {
  const { eventId: id, connector: account, kind, name, state, occurredAtMs, paymentId } = row
  return {
    ...{ id, account, kind, name },
    state: state as 'kept' | 'unmatched' | 'refused',
    receivedAt: wireTimestamp(row.receivedAtMs),
    ...(occurredAtMs === null ? {} : { occurredAt: wireTimestamp(occurredAtMs) }),
    ...(paymentId === null ? {} : { paymentId }),
    facts: Object.entries(eventOfRow(row).facts ?? {}),
  }
}
