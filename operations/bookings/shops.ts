import type { EntityRow, Store } from '../../server/store/port.ts'
import type { ShopOf } from './booking.ts'

/** The names of channels and their merchants, each read once. */
export class Shops {
  readonly #read: Store['read']
  readonly #known = new Map<string, EntityRow | undefined>()

  constructor({ read }: Pick<Store, 'read'>) {
    this.#read = read
  }

  /** The names of these entities, and of those above them. */
  async of(entityIds: Iterable<string>): Promise<ShopOf> {
    for (const id of new Set(entityIds)) {
      const row = await this.#find(id)
      if (row?.kind === 'channel' && row.parentId !== null) await this.#find(row.parentId)
    }
    return (id) => {
      const row = this.#known.get(id)
      const above = row?.kind === 'channel' ? this.#known.get(row.parentId ?? '') : row
      return [row?.name ?? '', above?.name ?? '']
    }
  }

  async #find(id: string): Promise<EntityRow | undefined> {
    if (!this.#known.has(id)) this.#known.set(id, await this.#read.entity(id))
    return this.#known.get(id)
  }
}
