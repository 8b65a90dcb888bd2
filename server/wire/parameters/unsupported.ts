import { locate } from './name-tree.ts'
import type { ParameterTable, PlannedFeature } from './table.ts'
import { allRows } from './tables.ts'

/** How many names one sentence lists. */
const MAX_NAMED = 20

/** The note on a parameter whose feature does not exist yet. */
export function unsupportedText(feature: PlannedFeature): string {
  return `Taken, not acted on yet: it waits for ${feature}.`
}

/** One sentence for each missing feature, with the parameters of the request that wait for it. */
export function unsupportedNotes(sent: Iterable<readonly [name: string, ...unknown[]]>): string[] {
  const waiting = new Map<PlannedFeature, string[]>()
  for (const [name] of sent) {
    const feature = locate(allRows, name)?.waitsFor
    if (feature === undefined) continue
    const names = waiting.get(feature) ?? []
    waiting.set(feature, [...names, name])
  }
  return [...waiting].map(
    ([feature, names]) => `${listed(names)}: taken, not acted on yet; waits for ${feature}`,
  )
}

function listed(names: readonly string[]): string {
  const left = names.length - MAX_NAMED
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return left > 0 ? `${shown} and ${left} more` : shown
}

/** The rows of a table that are only passed on, reported or shown in answers. */
export function passedOnRows({ rows, passedOn = [] }: ParameterTable): readonly string[] {
  if (!('allExcept' in passedOn)) return passedOn
  return Object.keys(rows).filter(
    (name) => !passedOn.allExcept.includes(name) && rows[name]?.waitsFor === undefined,
  )
}
