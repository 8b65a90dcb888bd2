import type { PageOptions } from '../options/page-options.ts'

/** The names inside of options that are objects, such as `labels.cvv`. */
export function memberNames(given: PageOptions): readonly string[] {
  return Object.entries(given).flatMap(([option, value]) =>
    isPlain(value) ? Object.keys(value).map((member) => `${option}.${member}`) : [],
  )
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
