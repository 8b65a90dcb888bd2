import { missingObject } from '../wire/errors.ts'
import type { Kinds, StripeObject } from './types.ts'

/** Objects that the emulator keeps; a run that needs more starts another one. */
const MAX_OBJECTS = 200_000

/** All objects by their ids, in the order in which they were made. */
export function createStore() {
  const byId = new Map<string, StripeObject>()
  const byKind = new Map<string, StripeObject[]>()

  function find<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined {
    const found = byId.get(id)
    return found?.object === kind ? (found as Kinds[K]) : undefined
  }

  return {
    find,

    add<O extends StripeObject>(object: O): O {
      if (byId.size >= MAX_OBJECTS) throw new Error(`more than ${MAX_OBJECTS} objects`)
      byId.set(object.id, object)
      const known = byKind.get(object.object)
      if (known === undefined) byKind.set(object.object, [object])
      else known.push(object)
      return object
    },

    /** An object that the path names, or the parameter `param`. */
    need<K extends keyof Kinds>(kind: K, id: string, param?: string): Kinds[K] {
      const found = find(kind, id)
      if (found !== undefined) return found
      throw missingObject(kind, id, param ?? 'id', param === undefined ? 404 : 400)
    },

    /** All of a kind, the newest first. */
    all<K extends keyof Kinds>(kind: K): Kinds[K][] {
      return [...(byKind.get(kind) ?? [])].reverse() as Kinds[K][]
    },

    byId: (id: string): StripeObject | undefined => byId.get(id),
  }
}

export type Store = ReturnType<typeof createStore>
