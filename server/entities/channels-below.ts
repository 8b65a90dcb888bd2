import { type Refusal, refuse } from '../results/refusal.ts'
import type { EntityRow, Store } from '../store/port.ts'

/** How many channels one query covers. */
export const MAX_CHANNELS = 1000

export const tooManyChannels: Refusal = refuse('200.300.407', {
  description: `This entity has more than ${MAX_CHANNELS} channels: give the entityId of a merchant or channel below it`,
})

/**
 * The channels at or below an entity, including itself. Stops at `MAX_CHANNELS + 1`, which shows that
 * there are too many.
 */
export async function channelsBelow(
  entity: Pick<EntityRow, 'id' | 'kind'>,
  store: Store,
): Promise<readonly string[]> {
  if (entity.kind === 'channel') return [entity.id]
  const channels: string[] = []
  const waiting = [entity.id]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    for (const child of await store.read.childEntities(id)) {
      if (child.kind !== 'channel') waiting.push(child.id)
      else if (channels.push(child.id) > MAX_CHANNELS) return channels
    }
  }
  return channels
}

/** How many entities one look goes through. */
const MAX_ENTITIES = 20_000

/** An entity and those below it, at most 20,000. */
export async function entitiesBelow(
  entity: Pick<EntityRow, 'id' | 'kind'>,
  store: Store,
): Promise<readonly string[]> {
  const found = [entity.id]
  const waiting = entity.kind === 'channel' ? [] : [entity.id]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    for (const child of await store.read.childEntities(id)) {
      if (found.length === MAX_ENTITIES) return found
      found.push(child.id)
      if (child.kind !== 'channel') waiting.push(child.id)
    }
  }
  return found
}
