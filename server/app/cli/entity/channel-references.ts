import { CommandFault } from '../../../cli/command.ts'
import type { EntitySettings } from '../../../entities/settings.ts'
import type { Store } from '../../../store/port.ts'

/** Refuses settings that dispatch to what is no channel at or below the entity. */
export async function assertOwnChannels(
  store: Store,
  entityId: string,
  { dispatching }: Pick<Partial<EntitySettings>, 'dispatching'>,
): Promise<void> {
  if (dispatching === undefined) return
  const { rules, defaultChannelId } = dispatching
  const named = new Set(rules.map(({ channelId }) => channelId))
  if (defaultChannelId !== undefined) named.add(defaultChannelId)
  for (const id of named) {
    const path = await store.read.entityPath(id)
    if (path[0]?.kind === 'channel' && path.some((entity) => entity.id === entityId)) continue
    throw new CommandFault(
      1,
      `dispatching names ${id}, which is no channel of this entity: see tillgate entity list`,
    )
  }
}
