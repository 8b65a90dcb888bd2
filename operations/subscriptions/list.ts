import {
  AFTER_ALL_IDS,
  type ScheduleRow,
  type ScheduleStanding,
  type Store,
} from '../../server/store/port.ts'

/** The order of a list: what needs somebody first. */
export const STANDINGS = [
  'pastDue',
  'paused',
  'active',
  'ended',
] as const satisfies readonly ScheduleStanding[]

/** Schedules of stored details that are looked at. */
const MAX_OF_REGISTRATION = 1000

/** Where a list goes on: after this schedule of those that stand so. */
interface Place {
  readonly standing: ScheduleStanding
  readonly id: string
}

export interface SubscriptionPage {
  readonly rows: readonly ScheduleRow[]
  readonly cursor?: string
}

/** Schedules of channels, in the order of how they stand, each newest first. */
export async function pageOf(
  entityIds: readonly string[],
  asked: {
    /** Absent: all. */
    readonly standing: ScheduleStanding | undefined
    readonly cursor: string | undefined
    readonly limit: number
  },
  { read }: Pick<Store, 'read'>,
): Promise<SubscriptionPage> {
  if (entityIds.length === 0) return { rows: [] }
  const order: readonly ScheduleStanding[] =
    asked.standing === undefined ? STANDINGS : [asked.standing]
  const after = placeOf(asked.cursor)
  const first = after === undefined ? 0 : order.indexOf(after.standing)
  const found: { readonly standing: ScheduleStanding; readonly row: ScheduleRow }[] = []
  for (const standing of order.slice(Math.max(first, 0))) {
    const beforeId = standing === after?.standing ? after.id : AFTER_ALL_IDS
    const room = asked.limit + 1 - found.length
    const rows = await read.schedulesOfEntities(entityIds, standing, beforeId, room)
    found.push(...rows.map((row) => ({ standing, row })))
    if (found.length > asked.limit) break
  }
  const shown = found.slice(0, asked.limit)
  const last = found.length > asked.limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ row }) => row),
    ...(last === undefined ? {} : { cursor: `${last.standing}.${last.row.id}` }),
  }
}

/** Those that stored details pay, in the same order. */
export async function ofRegistration(
  registrationId: string,
  asked: {
    readonly entityIds: readonly string[]
    readonly standing: ScheduleStanding | undefined
    readonly limit: number
  },
  { read }: Pick<Store, 'read'>,
): Promise<SubscriptionPage> {
  const rows = await read.schedulesOf(registrationId, '', MAX_OF_REGISTRATION)
  const wanted = rows.filter(
    (row) =>
      asked.entityIds.includes(row.entityId) &&
      (asked.standing === undefined || standingOf(row) === asked.standing),
  )
  const order = STANDINGS.flatMap((standing) =>
    wanted.filter((row) => standingOf(row) === standing).toReversed(),
  )
  return { rows: order.slice(0, asked.limit) }
}

function standingOf({ state, pastDueSinceMs }: ScheduleRow): ScheduleStanding | 'replaced' {
  if (state === 'active' && pastDueSinceMs !== null) return 'pastDue'
  return state === 'descheduled' ? 'ended' : state
}

function placeOf(cursor: string | undefined): Place | undefined {
  const [standing, id] = cursor?.split('.') ?? []
  return standing === undefined || id === undefined
    ? undefined
    : { standing: standing as ScheduleStanding, id }
}
