import { locate } from './name-tree.ts'
import type { ParameterTable, PlannedFeature } from './table.ts'
import { allRows } from './tables.ts'

/** How many names one sentence lists. */
const MAX_NAMED = 20

/** What is said of a parameter that waits for a feature. */
export function unsupportedText(feature: PlannedFeature): string {
  return `Taken, not acted on yet: it waits for ${feature}.`
}

/** What a request sends and nothing acts on yet, as one sentence for each feature that it waits for. */
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

/** The rows of a table that are only passed on, reported or given back. */
export function passedOnRows({ rows, passedOn = [] }: ParameterTable): readonly string[] {
  if (!('allExcept' in passedOn)) return passedOn
  return Object.keys(rows).filter(
    (name) => !passedOn.allExcept.includes(name) && rows[name]?.waitsFor === undefined,
  )
}
