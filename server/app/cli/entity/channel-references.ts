import { CommandFault } from '../../../cli/command.ts'
import { foreignChannel } from '../../../entities/foreign-channel.ts'
import type { EntitySettings } from '../../../entities/settings.ts'
import type { Store } from '../../../store/port.ts'

/** Refuses settings that dispatch to what is no channel at or below the entity. */
export async function assertOwnChannels(
  store: Store,
  entityId: string,
  settings: Pick<Partial<EntitySettings>, 'dispatching'>,
): Promise<void> {
  const id = await foreignChannel(store, entityId, settings)
  if (id === undefined) return
  throw new CommandFault(
    1,
    `dispatching names ${id}, which is no channel of this entity: see tillgate entity list`,
  )
}
