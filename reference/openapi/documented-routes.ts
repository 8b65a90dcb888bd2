import type { DescribedAnswer } from '../../server/http/described-answer.ts'
import type {
  DocumentedAnswer,
  DocumentedBody,
  RouteDocs,
  RouteFacts,
} from '../../server/http/route.ts'

/** The environment that the document describes: live has nothing that chooses outcomes. */
export type DocumentedEnvironment = 'test' | 'live'

/** A route as the document describes it. */
export interface DocumentedRoute
  extends Omit<RouteDocs, 'answers' | 'failures' | 'further'>,
    Pick<RouteFacts, 'method' | 'path' | 'operation' | 'access' | 'once' | 'fileBody'> {
  /** Names of schemas. */
  readonly answers: readonly string[]
  readonly failures?: readonly string[]
  readonly further?: Readonly<Record<number, string>>
  /** The answers that the route describes itself. */
  readonly described: readonly DescribedAnswer[]
}

/** The routes in the document. */
export function documentedRoutes(routes: readonly RouteFacts[]): readonly DocumentedRoute[] {
  return routes.flatMap(({ docs, ...facts }) => ('leftOut' in docs ? [] : [named(facts, docs)]))
}

function named(
  facts: Omit<RouteFacts, 'docs'>,
  { answers, failures, further = {}, ...docs }: RouteDocs,
): DocumentedRoute {
  const all = [...answers, ...(failures ?? []), ...Object.values(further)]
  const statuses = Object.entries(further).map(([status, one]) => [status, nameOf(one)])
  return {
    ...facts,
    ...docs,
    answers: answers.map(nameOf),
    ...(failures === undefined ? {} : { failures: failures.map(nameOf) }),
    further: Object.fromEntries(statuses),
    described: all.filter((one) => typeof one !== 'string'),
  }
}

function nameOf(documented: DocumentedAnswer): string {
  return typeof documented === 'string' ? documented : documented.name
}

/** Every body that a route takes; none for routes without parameters. */
export function bodiesOf({ operation, body, alternative }: DocumentedRoute) {
  if (operation === undefined || body === undefined) return []
  const own: DocumentedBody = { operation, body }
  return alternative === undefined ? [own] : [own, alternative]
}
