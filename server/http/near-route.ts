import { editDistance } from '../../common/edit-distance.ts'

/** A route as it was registered: `/v1/payments/:id`. */
export interface KnownRoute {
  readonly method: string
  readonly url: string
}

/** Longer paths are no misspelling of a route. */
const MAX_COMPARED = 120
/** How many letters may be wrong, missing or too many. */
const MAX_EDITS = 2

/** What merchants' servers call; pages and their files are no suggestions. */
const API = /^\/(v[0-9]|scheduling|reports|test)\//

/**
 * The route of the API that was probably meant by an unknown path: with another spelling, or without its
 * version. `GET /v1/payments/{id}` for `GET /v1/payment/8ac7a4`.
 */
export function nearRoute(
  method: string,
  path: string,
  known: readonly KnownRoute[],
): string | undefined {
  if (path.length > MAX_COMPARED) return undefined
  const sent = path
    .toLowerCase()
    .replace(/\/+$/, '')
    .replaceAll(/\/{2,}/g, '/')
  let near: KnownRoute | undefined
  let nearest = MAX_EDITS + 1
  for (const route of known) {
    if (!API.test(route.url)) continue
    // A route of the same method is nearer than any of another one.
    const ofOther = route.method === method ? 0 : 0.5
    const edits = Math.min(editsOf(sent, route.url), editsOf(`/v1${sent}`, route.url)) + ofOther
    if (edits >= nearest) continue
    near = route
    nearest = edits
  }
  return near && `${near.method} ${near.url.replaceAll(/:(\w+)/g, '{$1}')}`
}

/** In each segment of a route; an id may be any text. */
function editsOf(sent: string, url: string): number {
  const segments = sent.split('/')
  const wanted = url.toLowerCase().split('/')
  if (segments.length !== wanted.length) return Number.POSITIVE_INFINITY
  return wanted.reduce((edits, segment, at) => {
    const own = segments[at] ?? ''
    if (segment.startsWith(':')) return own === '' ? Number.POSITIVE_INFINITY : edits
    return edits + editDistance(own, segment, MAX_EDITS + 1)
  }, 0)
}
