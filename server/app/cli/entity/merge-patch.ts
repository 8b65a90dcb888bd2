import { isJsonObject } from '../../../../common/json-object.ts'

/**
 * Merges a patch into JSON by RFC 7396: objects member by member, `null` takes a member out, and
 * whatever else is given takes the place of what was there, lists as a whole.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}
