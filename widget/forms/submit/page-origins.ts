/** As many as the gateway takes. */
const MAX_ORIGINS = 8

/**
 * The origins of a page and of all pages around it, joined by blanks: only they may show the gateway's pages of
 * the payment in a frame. Empty where the browser does not tell all (Firefox): a part of them would keep
 * the gateway's page out of this one.
 */
export function pageOrigins(page: Pick<Window, 'origin' | 'location' | 'self' | 'top'>): string {
  const ancestors: Iterable<string> | undefined = page.location.ancestorOrigins
  if (!ancestors && page.self !== page.top) return ''
  // That of a page in a sandbox is `null`, which `location.origin` does not say.
  const origins = [page.origin, ...(ancestors ?? [])]
  return origins.length > MAX_ORIGINS ? '' : origins.join(' ')
}
