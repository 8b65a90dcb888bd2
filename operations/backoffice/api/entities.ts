import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { folded } from '../../../common/fold.ts'
import type { AdminEntity } from '../../people/answer.ts'
import { read } from './request.ts'
import { may } from './session.ts'
import { type Reading, useRead } from './use-read.ts'

/** An entity of the tree, as `GET /admin/v1/entities` lists it: each before its children. */
export interface ListedEntity extends AdminEntity {
  readonly parentId?: string
  readonly active: boolean
  readonly createdAt: string
}

export interface EntityList {
  readonly entities: readonly ListedEntity[]
  /** There are more than are shown. */
  readonly isCut: boolean
}

export function useEntities(): Reading<EntityList> {
  return useRead<EntityList>('/entities')
}

/** What was read last, for the pages that only offer a choice: they need not wait for it each time. */
const known = signal<EntityList | undefined>(undefined)

/** The entities as they were read last, and what reads them again; a failure leaves them as they are. */
export function useKnownEntities(): {
  readonly list: EntityList | undefined
  reload(): void
} {
  const reload = async () => {
    const answer = await read<EntityList>('/entities')
    if (answer.ok) known.value = answer.body
  }
  useEffect(() => {
    if (known.value === undefined && may('entities.read')) void reload()
  }, [])
  return { list: known.value, reload: () => void reload() }
}

export interface PlacedEntity extends ListedEntity {
  /** Of the first one: 0. */
  readonly depth: number
}

/** The entities as a tree is read: each followed by all below it. */
export function inTreeOrder(entities: readonly ListedEntity[]): readonly PlacedEntity[] {
  const ids = new Set(entities.map(({ id }) => id))
  const below = (parentId: string | undefined, depth: number): readonly PlacedEntity[] =>
    entities
      .filter((entity) =>
        parentId === undefined
          ? entity.parentId === undefined || !ids.has(entity.parentId)
          : entity.parentId === parentId,
      )
      .flatMap((entity) => [{ ...entity, depth }, ...below(entity.id, depth + 1)])
  return below(undefined, 0)
}

/**
 * Those of a tree whose name or id has a text, whatever its case and accents are, each below the entities that it
 * belongs to.
 */
export function foundInTree(
  entities: readonly PlacedEntity[],
  typed: string,
): readonly PlacedEntity[] {
  const text = folded(typed.trim())
  if (text === '') return entities
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  const found = new Set<PlacedEntity>()
  for (const entity of entities) {
    if (!folded(`${entity.name} ${entity.id}`).includes(text)) continue
    let above: PlacedEntity | undefined = entity
    while (above !== undefined && !found.has(above)) {
      found.add(above)
      above = above.parentId === undefined ? undefined : byId.get(above.parentId)
    }
  }
  return entities.filter((entity) => found.has(entity))
}
