import { createContext } from 'preact'
import type { ListedEntity } from '../../api/entities.ts'

/** A channel that settings can name. */
export interface Channel {
  readonly id: string
  readonly name: string
}

/** The channels at or below the entity whose settings are shown. */
export const Channels = createContext<readonly Channel[]>([])

/** The channels at or below an entity; those with the same name have the beginning of their ids, too. */
export function channelsBelow(
  entities: readonly ListedEntity[],
  entityId: string,
): readonly Channel[] {
  const reached = new Set([entityId])
  for (const { id, parentId } of entities) {
    if (parentId !== undefined && reached.has(parentId)) reached.add(id)
  }
  const channels = entities.filter(({ id, kind }) => kind === 'channel' && reached.has(id))
  return channels.map(({ id, name }) => {
    const isAlone = channels.every((other) => other.id === id || other.name !== name)
    return { id, name: isAlone ? name : `${name} (${id.slice(0, 8)})` }
  })
}
