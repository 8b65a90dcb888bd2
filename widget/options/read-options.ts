import type { PageOptions } from './page-options.ts'
import { optionTable, type WidgetOptions } from './table.ts'

/**
 * Reads the options that a form needs. Unknown names are ignored: pages carry old and misspelt ones.
 * An unreadable value counts as absent.
 */
export function readOptions(given: PageOptions): WidgetOptions {
  const entries = Object.entries(optionTable).map(([name, rule]) => [
    name,
    rule.read(given[name]) ?? rule.fallback,
  ])
  return Object.fromEntries(entries) as WidgetOptions
}
