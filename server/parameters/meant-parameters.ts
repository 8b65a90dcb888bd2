import { lastOfEachName, withoutCredentials } from './legacy.ts'
import { locate } from './name-tree.ts'
import type { Operation } from './operations.ts'
import { type Profile, planOf } from './plan.ts'
import type { FlatBody } from './table.ts'

/**
 * The parameters of a request that can have an effect: without those that its operation ignores in this profile,
 * and, in `legacy`, without credentials and without all but the last of a name. Two requests with the same ones
 * are the same request.
 */
export function meantParameters(flat: FlatBody, operation: Operation, profile: Profile): FlatBody {
  const { rows, ignored, refused } = planOf(operation, profile)
  if (profile === 'strict') return flat.filter(([name]) => !ignored.has(name))
  return lastOfEachName(withoutCredentials(flat)).filter(
    ([name]) => locate(rows, name) !== undefined || locate(refused, name) !== undefined,
  )
}
