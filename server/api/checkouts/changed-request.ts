import type { FlatBody } from '../../wire/parameters/flat-body.ts'
import { MAX_BODY_BYTES, MAX_PARAMETERS } from '../../wire/parameters/limits.ts'
import { isMapName } from '../../wire/parameters/tables.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'

/**
 * The request of a checkout after an update: what is sent takes the place of what was sent before
 * under the same name. A list, such as `cart.items`, is replaced as a whole: what an item had before
 * would not fit the one that stands in its place.
 */
export function changedRequest(before: FlatBody, sent: FlatBody): FlatBody | Refusal {
  const names = new Set(sent.map(([name]) => name))
  const lists = new Set(sent.map(([name]) => listOf(name)))
  const kept = before.filter(([name]) => {
    const list = listOf(name)
    return list === undefined ? !names.has(name) : !lists.has(list)
  })
  const changed = [...kept, ...sent]
  return isTooLarge(changed) ? tooLarge : changed
}

/** `cart.items` of `cart.items[0].name`; nothing for what stands in no list. */
function listOf(name: string): string | undefined {
  const open = name.indexOf('[')
  if (open === -1) return undefined
  const head = name.slice(0, open)
  return isMapName(head) ? undefined : head
}

/** Many updates must not make more of a checkout than one request could. */
function isTooLarge(flat: FlatBody): boolean {
  const characters = flat.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return flat.length > MAX_PARAMETERS || characters > MAX_BODY_BYTES
}

const tooLarge: Refusal = refuse('200.300.404', {
  description:
    'With this update the checkout would be larger than a request may be (20,000 parameters, 1 MiB): create a new one',
})
