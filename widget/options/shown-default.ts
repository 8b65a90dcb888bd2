import type { OptionDescription } from './descriptions.ts'
import { optionTable } from './table.ts'

const rules: Readonly<Record<string, { readonly fallback: unknown }>> = optionTable

/** The default of an option in Markdown, for documents and types. No part of the script. */
export function shownDefault(
  name: string,
  { shownDefault: words, type }: Pick<OptionDescription, 'shownDefault' | 'type'>,
): string {
  if (words !== undefined) return words
  const fallback = type === 'boolean' ? false : undefined
  const value = name in rules ? rules[name]?.fallback : fallback
  return value === undefined ? 'none' : `\`${JSON.stringify(value).replaceAll('"', "'")}\``
}

/** The first version that acts on an option, for documents. */
export function shownSince(since: OptionDescription['since']): string {
  return since === 'never' ? 'no effect' : since
}
