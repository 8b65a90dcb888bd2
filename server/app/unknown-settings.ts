import { SETTINGS } from '../kernel/settings/config.ts'
import { closestName } from '../parameters/similar-names.ts'

/** How many unknown variables are named; further ones are counted. */
const MAX_NAMED = 10

const variables = Object.values(SETTINGS).map(({ variable }) => variable)

/**
 * One line about variables that look like settings and are none, each with the name that was probably
 * meant; `undefined` when there are none. Values are not shown: one of them may be a secret.
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const known = new Set(variables)
  const unknown = Object.keys(env)
    .filter((name) => name.startsWith('TILLGATE_') && !known.has(name))
    .sort()
  if (unknown.length === 0) return undefined
  const named = unknown.slice(0, MAX_NAMED).map(withNearName)
  const further = unknown.length - named.length
  const all = further === 0 ? named : [...named, `${further} more`]
  return `no such setting, ignored: ${all.join(', ')}`
}

function withNearName(name: string): string {
  const near = closestName(name, variables)
  return near === undefined ? name : `${name} (${near}?)`
}
