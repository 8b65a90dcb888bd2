import {
  channelsBelow,
  MAX_CHANNELS,
  tooManyChannels,
} from '../../server/entities/channels-below.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import type { Refusal } from '../../server/results/refusal.ts'
import {
  AFTER_ALL_IDS,
  type DisputeOutcome,
  type DisputeRow,
  type EntityRow,
  type Store,
} from '../../server/store/port.ts'
import {
  type DisputePage,
  otherOrder,
  type SortValue,
  sortedPage,
  USUAL_ORDER,
  type Wanted,
} from './sorted-disputes.ts'

const ALL: readonly DisputeOutcome[] = ['open', 'won', 'lost', 'accepted', 'expired']

/**
 * The parts of a list, each in an order of its own. `newest`: all, by the time of their opening. `due`: those
 * with a deadline, the nearest first. `open` and `ended`: those without one, newest first.
 */
type Part = 'newest' | 'due' | 'open' | 'ended'

/** The parts of each order, one after the other. */
const PARTS_OF: Readonly<Record<Exclude<SortValue, 'amount'>, readonly Part[]>> = {
  openedAt: ['newest'],
  respondBy: ['due', 'open', 'ended'],
}

/** Where a list goes on: after this dispute of this part. */
interface Place {
  readonly part: Part
  readonly respondByMs: number
  readonly id: string
}

/** The disputes of an entity and all below it that parameters of `disputes.list` ask for. */
export async function pageOf(
  entity: Pick<EntityRow, 'id' | 'kind'>,
  values: Pick<ParameterValues, 'get'>,
  store: Store,
): Promise<DisputePage | Refusal> {
  const entityIds = await channelsBelow(entity, store)
  if (entityIds.length > MAX_CHANNELS) return tooManyChannels
  if (entityIds.length === 0) return { disputes: [] }
  const outcome = values.get('disputeOutcome') as DisputeOutcome | undefined
  const wanted: Wanted = { entityIds, outcomes: outcome === undefined ? ALL : [outcome] }
  const limit = Number(values.get('limit'))
  const sortValue = (values.get('sortValue') ?? 'openedAt') as SortValue
  const cursor = values.get('cursor')
  const sortOrder = values.get('sortOrder') ?? USUAL_ORDER[sortValue]
  if (sortValue === 'amount' || sortOrder !== USUAL_ORDER[sortValue]) {
    return sortedPage(wanted, { sortValue, isRising: sortOrder === 'ASC', cursor, limit }, store)
  }
  const order = PARTS_OF[sortValue]
  const after = cursor === undefined ? undefined : placeOf(cursor)
  if (after !== undefined && !order.includes(after.part)) return otherOrder(cursor ?? '')
  const found = await find(wanted, { order, after, limit: limit + 1 }, store)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    disputes: shown.map(({ row }) => row),
    ...(last === undefined ? {} : { cursor: cursorOf(last) }),
  }
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
  return read.disputesOfEntities(entityIds, ofPart, deadline, place?.id ?? AFTER_ALL_IDS, limit)
}

function cursorOf({ part, row: { respondByMs, id } }: Listed): string {
  return `${part}.${respondByMs ?? 0}.${id}`
}

/** The place of a cursor that parameters have accepted. */
function placeOf(cursor: string): Place {
  const [part, respondByMs, id = ''] = cursor.split('.')
  return { part: part as Part, respondByMs: Number(respondByMs), id }
}
