import type { PageOptions } from '../options/page-options.ts'

/** How each option is read, by its name (`widget/options/table.ts`). */
export type OptionRules = Readonly<Record<string, { read(value: unknown): unknown }>>

/** The names of options and callbacks whose value is of a wrong type, and so counts as not given. */
export function unreadableOptions(given: PageOptions, rules: OptionRules): readonly string[] {
  return Object.entries(given)
    .filter(([name, value]) => value != null && !isReadable(name, value, rules))
    .map(([name]) => name)
}

function isReadable(name: string, value: unknown, rules: OptionRules): boolean {
  if (/^on[A-Z]/.test(name)) return typeof value === 'function'
  return !Object.hasOwn(rules, name) || rules[name]?.read(value) !== undefined
}
