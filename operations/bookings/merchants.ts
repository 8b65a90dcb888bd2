import type { Store } from '../../server/store/port.ts'

/** The merchants of channels, each read once. */
export class Merchants {
  readonly #read: Store['read']
  readonly #known = new Map<string, { readonly id: string; readonly name: string }>()
  readonly #names = new Map<string, string>()

  constructor({ read }: Pick<Store, 'read'>) {
    this.#read = read
  }

  /** The merchant that an entity belongs to; itself where it is above merchants. */
  async of(entityId: string): Promise<string> {
    const known = this.#known.get(entityId)
    if (known !== undefined) return known.id
    const path = await this.#read.entityPath(entityId)
    const merchant = path.find(({ kind }) => kind === 'merchant') ?? path[0]
    const found = { id: merchant?.id ?? entityId, name: merchant?.name ?? '' }
    this.#known.set(entityId, found)
    this.#names.set(found.id, found.name)
    return found.id
  }

  nameOf(merchantId: string): string {
    return this.#names.get(merchantId) ?? ''
  }
}
