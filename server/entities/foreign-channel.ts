import type { Store } from '../store/port.ts'
import type { EntitySettings } from './settings.ts'

/** An id to which settings dispatch, and which is no channel at or below the entity. */
export async function foreignChannel(
  { read }: Pick<Store, 'read'>,
  entityId: string,
  { dispatching }: Pick<Partial<EntitySettings>, 'dispatching'>,
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
