import { optionTable, type WidgetOptions } from './table.ts'

/** What a merchant's page hands in: anything. */
export type PageOptions = Readonly<Record<string, unknown>>

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

/** The names of options and callbacks whose value is of a wrong type, and so counts as not given. */
export function unreadableOptions(given: PageOptions): readonly string[] {
  return Object.entries(given)
    .filter(([name, value]) => value != null && !isReadable(name, value))
    .map(([name]) => name)
}

function isReadable(name: string, value: unknown): boolean {
  if (/^on[A-Z]/.test(name)) return typeof value === 'function'
  const rule = optionTable[name as keyof typeof optionTable]
  return rule === undefined || rule.read(value) !== undefined
}

declare const wpwlOptions: unknown

/** Whether the page has declared `wpwlOptions` by now. */
export function hasPageOptions(): boolean {
  return globalOptions() !== undefined
}

/**
 * The page's `wpwlOptions` as they are now. A top-level `const` or `let` is no property of `window`,
 * so the bare name is asked.
 */
export function pageOptions(): PageOptions {
  return globalOptions() ?? {}
}

/** The language that a form of the page will probably have: its session and texts are asked for by it. */
export function pageLanguage(): string {
  const { locale } = pageOptions()
  return typeof locale === 'string' ? locale : document.documentElement.lang
}

function globalOptions(): PageOptions | undefined {
  try {
    const given = typeof wpwlOptions === 'undefined' ? undefined : wpwlOptions
    return typeof given === 'object' && given !== null ? (given as PageOptions) : undefined
  } catch {
    // A `const` or `let` whose line has not run yet.
    return undefined
  }
}
