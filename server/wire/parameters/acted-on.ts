import { locate } from './name-tree.ts'
import type { ParameterTable, WaitedFor } from './table.ts'
import { allRows } from './tables.ts'

/** How many names one sentence lists. */
const MAX_NAMED = 20

/** What is said of a parameter that waits for a feature. */
export function waitingWords(feature: WaitedFor): string {
  return `Taken, not acted on yet: it waits for ${feature}.`
}

/** What a request sends and nothing acts on yet, as one sentence for each feature that it waits for. */
export function notActedOn(sent: Iterable<readonly [name: string, ...unknown[]]>): string[] {
  const waiting = new Map<WaitedFor, string[]>()
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
export function carriedRows({ rows, carried = [] }: ParameterTable): readonly string[] {
  if (!('allBut' in carried)) return carried
  return Object.keys(rows).filter(
    (name) => !carried.allBut.includes(name) && rows[name]?.waitsFor === undefined,
  )
}
