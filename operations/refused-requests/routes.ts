import { Type } from 'typebox'
import { entitiesBelow } from '../../server/entities/channels-below.ts'
import type { Answer } from '../../server/http/answer.ts'
import { type CallParts, entityOfCall, type MerchantCall } from '../../server/http/call.ts'
import {
  answer,
  answered,
  count,
  fact,
  id as idText,
  type MembersOf,
  moment,
  type Shown,
  shownEntity,
  text,
} from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { OBJECT_IDS_END } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { elsewhere, limit, shaped, words } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import type { RefusedRequestRow, Store } from '../../server/store/port.ts'

export interface RefusedRequestParts extends CallParts {
  readonly store: Store
}

/** Entities whose requests one read looks for. */
const READ_AT_ONCE = 1000

/** Answers with one `ndc`: one, but nothing prevents a second. */
const MAX_OF_NDC = 10

const requestSearch = requestOf(
  'refusedRequests.list',
  Type.Object({
    ndc: Type.Optional(
      words(1, 128, 'Only that whose answer had this ndc: what an integrator reads in an answer.'),
    ),
    limit: limit(500, 100),
    cursor: Type.Optional(
      shaped(/^[0-9a-f]{32}$/, 'what an earlier answer had as cursor', {
        example: '8ac7a4019ab3c4d5e6f708192a3b4c5d',
        description: 'What an earlier answer had as cursor: goes on with what is older.',
      }),
    ),
  }),
  { elsewhere },
)

const shownRequest = Type.Object({
  id: idText('Of the entry.'),
  at: moment(),
  entity: shownEntity,
  ndc: text('What its answer had as ndc.'),
  request: text('The route with its method.'),
  subjectId: Type.Optional(text('The id in its address.')),
  status: count('HTTP status of its answer.'),
  code: text('Result code of its answer.'),
  description: text('What its answer said.'),
  faults: Type.Array(
    fact('The name of a parameter and what was wrong with it; values are not kept.'),
  ),
  about: Type.Array(
    fact('Which request it was: type, brand, amount, currency and order, if it had them.'),
  ),
  token: text('The label of the access token.'),
  address: Type.Optional(text('The address of the server that has asked.')),
})

/** A refused request of a merchant's server. */
export type AdminRefusedRequest = Shown<typeof shownRequest>

const requestList = answer(
  'AdminRefusedRequestList',
  {
    requests: Type.Array(shownRequest),
    cursor: Type.Optional(idText('Sent for what is older: there may be more.')),
  },
  'Refused requests, newest first.',
)

export type AdminRefusedRequestList = MembersOf<typeof requestList>

/** `/admin/v1/refused-requests`: what merchants' servers have asked in vain. */
export const refusedRequestRoutes: readonly Route<RefusedRequestParts>[] = [
  {
    method: 'get',
    path: '/admin/v1/refused-requests',
    access: 'token',
    right: 'payments.read',
    operation: requestSearch,
    throttle: 'status',
    docs: {
      id: 'listRefusedRequests',
      tag: 'Administration',
      summary: 'List refused requests',
      description:
        'What servers with an access token of the entity and all below it have asked and were refused, newest first, for 30 days; at most 60 a minute of the tokens of one entity. Not kept are requests without a valid token, those that name an entity of others, and what was throttled. What was carried out, also with a declined payment, is a payment.',
      answers: [requestList],
    },
    handle: list,
  },
]

async function list(
  { call, request }: Asked<MerchantCall>,
  { store, clock, access }: RefusedRequestParts,
): Promise<Answer> {
  const sent = requestSearch.read(call.values)
  const entity = await entityOfCall(call, store)
  if (sent.ndc !== undefined) {
    const found = await store.read.refusedRequestsOfNdc(sent.ndc, MAX_OF_NDC)
    const own = await Promise.all(
      found.map(async (row) => ((await access.isWithin(row.entityId, entity.id)) ? [row] : [])),
    )
    return answeredWith(own.flat(), undefined)
  }
  const ids = await entitiesBelow(entity, store)
  const rows = await newestOf(ids, sent.cursor ?? OBJECT_IDS_END, sent.limit + 1, store)
  const shown = rows.slice(0, sent.limit)
  return answeredWith(shown, rows.length > sent.limit ? shown.at(-1)?.id : undefined)

  async function answeredWith(found: readonly RefusedRequestRow[], cursor: string | undefined) {
    const members = {
      requests: await Promise.all(found.map((row) => membersOf(row, store))),
      ...(cursor === undefined ? {} : { cursor }),
    }
    return answered(requestList, members, { ndc: request.ndc, atMs: clock.now() })
  }
}

async function newestOf(
  ids: readonly string[],
  beforeId: string,
  most: number,
  { read }: Store,
): Promise<readonly RefusedRequestRow[]> {
  const found: RefusedRequestRow[] = []
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    found.push(...(await read.refusedRequestsOf(ids.slice(at, at + READ_AT_ONCE), beforeId, most)))
  }
  return found.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most)
}

async function membersOf(row: RefusedRequestRow, { read }: Store): Promise<AdminRefusedRequest> {
  const [entity, token] = await Promise.all([read.entity(row.entityId), read.token(row.tokenHash)])
  return {
    id: row.id,
    at: wireTimestamp(row.atMs),
    entity: { id: row.entityId, name: entity?.name ?? '', kind: entity?.kind ?? 'channel' },
    ndc: row.ndc,
    request: `${row.method} ${row.path}`,
    ...(row.subjectId === null ? {} : { subjectId: row.subjectId }),
    ...{ status: row.status, code: row.code, description: row.description },
    faults: JSON.parse(row.faults),
    about: Object.entries(JSON.parse(row.about)),
    token: token?.label ?? '',
    ...(row.address === null ? {} : { address: row.address }),
  }
}
