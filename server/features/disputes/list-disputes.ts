import { channelsBelow, MAX_CHANNELS } from '../../entities/channels-below.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import type { MerchantCall } from '../../http/call.ts'
import type { Asked } from '../../http/route.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { DisputeOutcome, DisputeRow, EntityRow, Store } from '../../store/port.ts'
import { disputeMembers } from './answer.ts'

interface ListParts {
  readonly store: Store
  readonly clock: EntityClock
}

const ALL: readonly DisputeOutcome[] = ['open', 'won', 'lost', 'accepted', 'expired']

/**
 * The parts of a list, each in an order of its own. `newest`: all, by the time of their opening. `due`: those
 * with a deadline, the nearest first. `open` and `ended`: those without one, newest first.
 */
type Part = 'newest' | 'due' | 'open' | 'ended'

/** The parts of each order, one after the other. */
const PARTS_OF: Readonly<Record<string, readonly Part[]>> = {
  openedAt: ['newest'],
  respondBy: ['due', 'open', 'ended'],
}

/** Where a list goes on: after this dispute of this part. */
interface Place {
  readonly part: Part
  readonly respondByMs: number
  readonly id: string
}

/** Which disputes are asked for. */
interface Wanted {
  readonly entityIds: readonly string[]
  readonly outcomes: readonly DisputeOutcome[]
}

/** `GET /v1/disputes`: those of the named entity and all below it, else of the token's own. */
export async function listDisputes(
  { call, request }: Asked<MerchantCall>,
  parts: ListParts,
): Promise<Answer | Refusal> {
  const entity = await entityOf(call, parts.store)
  const entityIds = await channelsBelow(entity, parts.store)
  if (entityIds.length > MAX_CHANNELS) return tooManyChannels
  const { values } = call
  const order = PARTS_OF[values.get('sortValue') ?? 'openedAt'] ?? ['newest']
  const cursor = values.get('cursor')
  const after = cursor === undefined ? undefined : placeOf(cursor)
  if (after !== undefined && !order.includes(after.part)) return otherOrder(cursor ?? '')
  const outcome = values.get('disputeOutcome') as DisputeOutcome | undefined
  const wanted: Wanted = { entityIds, outcomes: outcome === undefined ? ALL : [outcome] }
  const limit = Number(values.get('limit'))
  const found =
    entityIds.length === 0
      ? []
      : await find(wanted, { order, after, limit: limit + 1 }, parts.store)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const members = {
    disputes: shown.map(({ row }) => disputeMembers(row)),
    ...(last === undefined ? {} : { cursor: cursorOf(last) }),
  }
  const meta = { ndc: request.ndc, atMs: parts.clock.of(entity.id) }
  return { status: 200, body: bodyOf('000.100.110', meta, { after: members }) }
}

async function entityOf({ usable, token }: MerchantCall, store: Store): Promise<EntityRow> {
  const entity = usable?.entity ?? (await store.read.entity(token.entityId))
  if (entity === undefined) throw new Error(`The entity of a token is gone: ${token.entityId}`)
  return entity
}

/** A dispute, and the part of the list in which it stands. */
interface Listed {
  readonly part: Part
  readonly row: DisputeRow
}

async function find(
  wanted: Wanted,
  {
    order,
    after,
    limit,
  }: {
    readonly order: readonly Part[]
    readonly after: Place | undefined
    readonly limit: number
  },
  store: Store,
): Promise<readonly Listed[]> {
  const listed: Listed[] = []
  const first = after === undefined ? 0 : order.indexOf(after.part)
  for (const part of order.slice(first)) {
    const place = after?.part === part ? after : undefined
    const rows = await readPart(wanted, { part, place, limit: limit - listed.length }, store)
    listed.push(...rows.map((row) => ({ part, row })))
    if (listed.length === limit) break
  }
  return listed
}

async function readPart(
  { entityIds, outcomes }: Wanted,
  {
    part,
    place,
    limit,
  }: { readonly part: Part; readonly place: Place | undefined; readonly limit: number },
  { read }: Store,
): Promise<readonly DisputeRow[]> {
  if (part === 'due') {
    // Only open disputes have a deadline.
    if (!outcomes.includes('open')) return []
    return read.disputesByDeadline(entityIds, place?.respondByMs ?? 0, place?.id ?? '', limit)
  }
  const ofPart = outcomes.filter(
    (outcome) => part === 'newest' || (outcome === 'open') === (part === 'open'),
  )
  if (ofPart.length === 0) return []
  const deadline = part === 'newest' ? 'any' : 'none'
  return read.disputesOfEntities(entityIds, ofPart, deadline, place?.id ?? LAST_ID, limit)
}

/** After every id. */
const LAST_ID = 'g'

function cursorOf({ part, row: { respondByMs, id } }: Listed): string {
  return `${part}.${respondByMs ?? 0}.${id}`
}

/** The place of a cursor that parameters have accepted. */
function placeOf(cursor: string): Place {
  const [part, respondByMs, id = ''] = cursor.split('.')
  return { part: part as Part, respondByMs: Number(respondByMs), id }
}

function otherOrder(cursor: string): Refusal {
  const message = 'is of a list in another order: send the sortValue of the request that gave it'
  return refuseParameters([{ name: 'cursor', value: cursor, message }])
}

const tooManyChannels: Refusal = refuse('200.300.407', {
  description: `This entity has more than ${MAX_CHANNELS} channels: give the entityId of a merchant or channel below it`,
})
