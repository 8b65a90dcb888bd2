/** What a merchant's page hands in: anything. */
export type PageOptions = Readonly<Record<string, unknown>>

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

/**
 * The language that a form of the page will probably have: its session and texts are asked for by it.
 *
 * @param lang of its placeholder
 */
export function pageLanguage(lang?: string): string {
  const { locale } = pageOptions()
  return (typeof locale === 'string' && locale) || lang || document.documentElement.lang
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
