import type { DocumentedBody, RouteDocs, RouteFacts } from '../../server/http/route.ts'

/** The environment that the document describes: live has nothing that chooses outcomes. */
export type DocumentedEnvironment = 'test' | 'live'

/** A route as the document describes it. */
export type DocumentedRoute = RouteDocs &
  Pick<RouteFacts, 'method' | 'path' | 'operation' | 'access' | 'once' | 'fileBody'>

/** The routes in the document. */
export function documentedRoutes(routes: readonly RouteFacts[]): readonly DocumentedRoute[] {
  return routes.flatMap(({ docs, ...facts }) => ('leftOut' in docs ? [] : [{ ...facts, ...docs }]))
}

/** Every body that a route takes; none for routes without parameters. */
export function bodiesOf({ operation, body, alternative }: DocumentedRoute) {
  if (operation === undefined || body === undefined) return []
  const own: DocumentedBody = { operation, body }
  return alternative === undefined ? [own] : [own, alternative]
}
