import type { EntityRow, Store } from '../../server/store/port.ts'

/** Entities of one tree that are shown. */
const MOST = 2000

/** An entity and all below it, each before its children; cut where there are too many. */
export async function treeBelow(
  root: EntityRow,
  { read }: Pick<Store, 'read'>,
): Promise<{ readonly entities: readonly EntityRow[]; readonly isCut: boolean }> {
  const entities: EntityRow[] = [root]
  for (let at = 0; at < entities.length; at++) {
    const { id, kind } = entities[at] as EntityRow
    if (kind === 'channel') continue
    for (const child of await read.childEntities(id)) {
      if (entities.length === MOST) return { entities, isCut: true }
      entities.push(child)
    }
  }
  return { entities, isCut: false }
}
