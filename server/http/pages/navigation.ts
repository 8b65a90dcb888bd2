import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser asks for a page, not a script or a server for data: by Fetch Metadata; where that is missing
 * (plain HTTP, old browsers) by the headers that only navigations have. A request with credentials is none.
 */
export function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers.authorization !== undefined) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  // Servers in Java ask for text/html as well.
  const isUpgradable = headers['upgrade-insecure-requests'] === '1'
  return isUpgradable && headers.accept?.startsWith('text/html') === true
}
