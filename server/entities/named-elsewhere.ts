import type { Store } from '../store/port.ts'
import type { EntitySettings } from './settings.ts'

/** Something of another entity, or of none, that settings name. */
interface NamedElsewhere {
  /** A sentence about the setting. */
  readonly fault: string
  /** The command that lists what may be named. */
  readonly listedBy: string
}

type Naming = Pick<Partial<EntitySettings>, 'dispatching' | 'routing'>

/** What settings name that is no channel, or no connector account, that the entity may use. */
export async function namedElsewhere(
  store: Pick<Store, 'read'>,
  entityId: string,
  settings: Naming,
): Promise<NamedElsewhere | undefined> {
  const channel = await foreignChannel(store, entityId, settings)
  if (channel !== undefined) {
    return {
      fault: `dispatching names ${channel}, which is no channel of this entity`,
      listedBy: 'tillgate entity list',
    }
  }
  const account = await foreignAccount(store, entityId, settings)
  if (account === undefined) return undefined
  return {
    fault: `routing names ${account}, which is no connector account of this entity, of one above it or of one below it`,
    listedBy: 'tillgate account list',
  }
}

/** An id to which settings dispatch, and which is no channel at or below the entity. */
async function foreignChannel(
  { read }: Pick<Store, 'read'>,
  entityId: string,
  { dispatching }: Naming,
): Promise<string | undefined> {
  if (dispatching === undefined) return undefined
  const { rules, defaultChannelId } = dispatching
  const named = new Set(rules.map(({ channelId }) => channelId))
  if (defaultChannelId !== undefined) named.add(defaultChannelId)
  for (const id of named) {
    const path = await read.entityPath(id)
    if (path[0]?.kind !== 'channel' || !path.some((entity) => entity.id === entityId)) return id
  }
  return undefined
}

/**
 * An account that settings route to, and that no channel at or below the entity may use. Those that the settings of
 * the process make are in no table: they are named `simulator`, or `gateway:` and an entity of another server.
 */
async function foreignAccount(
  { read }: Pick<Store, 'read'>,
  entityId: string,
  { routing = [] }: Naming,
): Promise<string | undefined> {
  const path = await read.entityPath(entityId)
  for (const id of new Set(routing.map(({ account }) => account))) {
    const row = await read.connectorAccount(id)
    if (row === undefined && (id === 'simulator' || id.startsWith('gateway:'))) continue
    const isAbove = path.some((entity) => entity.id === row?.entityId)
    const ofAccount = row === undefined || isAbove ? [] : await read.entityPath(row.entityId)
    if (!isAbove && !ofAccount.some((entity) => entity.id === entityId)) return id
  }
  return undefined
}
