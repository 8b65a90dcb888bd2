import type { Right } from '../entities/rights.ts'
import type { CallerRoute, Route, TokenRoute } from './route.ts'

/** The rights that people need for the routes of a feature. */
export interface RightsOfPeople {
  readonly read: Right
  readonly write: Right
}

/**
 * The routes of merchants' servers once more under `/admin/v1`, for people who are signed in and for access
 * tokens of administrators: the same parameters, rules and answers. Routes without an access token have
 * none, and those of the test environment neither.
 */
export function forPeople<Parts>(
  routes: readonly Route<Parts>[],
  { read, write }: RightsOfPeople,
): readonly Route<Parts>[] {
  return routes.flatMap((route) => {
    if (route.access !== 'token' || route.testOnly === true || 'stream' in route) return []
    const twin: TokenRoute<Parts> | CallerRoute<Parts> = {
      ...route,
      path: route.path.replace(/^\/(scheduling\/)?v[13]\//, '/admin/v1/'),
      right: route.method === 'get' ? read : write,
      docs: { leftOut: `it is ${route.path} for people who are signed in: docs/back-office.md` },
    }
    return [twin]
  })
}
