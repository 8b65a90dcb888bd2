import { describe, expect, it } from 'vitest'
import { documentedRoutes } from '../openapi/route-table.ts'
import { groupOf } from './groups.ts'

describe('what is counted together', () => {
  it.each([
    ['POST', '/v1/payments', 'payments'],
    ['POST', '/v1/payments/:id', 'payments'],
    ['GET', '/v1/payments/:id', 'status'],
    ['HEAD', '/v1/payments/:id', 'status'],
    ['POST', '/v1/risk', 'payments'],
    ['GET', '/v1/risk/:id', 'status'],
    ['POST', '/v1/threeDSecure', 'payments'],
    ['POST', '/v1/checkouts', 'checkouts'],
    ['POST', '/v1/checkouts/:id', 'checkouts'],
    ['DELETE', '/v1/checkouts/:id', 'checkouts'],
    ['GET', '/v1/checkouts/:id/payment', 'status'],
    ['GET', '/v1/checkouts/:id/registration', 'status'],
    ['POST', '/v1/registrations', 'registrations'],
    ['DELETE', '/v1/registrations/:id', 'registrations'],
    ['POST', '/v1/registrations/:id/extendlife', 'registrations'],
    ['POST', '/v1/registrations/:id/payments', 'payments'],
    ['GET', '/v1/registrations/:id', 'status'],
    ['GET', '/v1/query', 'query'],
    ['GET', '/v1/query/:id', 'query'],
    ['GET', '/v3/query', 'query'],
    ['GET', '/reports/v1/reconciliations/aggregations', 'reports'],
    ['POST', '/scheduling/v1/schedules', 'registrations'],
    ['GET', '/scheduling/v1/schedules/:id', 'status'],
    ['POST', '/test/clock', undefined],
    ['GET', '/healthz', undefined],
    ['POST', undefined, undefined],
  ])('%s %s is one of %s', (method, path, group) => {
    expect(groupOf({ method, path })).toBe(group)
  })

  it('has a place for every documented route of the interface that takes a token', () => {
    const routes = documentedRoutes.filter(
      ({ access, path }) => access === 'token' && !path.startsWith('/test/'),
    )
    const unplaced = routes.filter(({ method, path }) => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
      return groupOf({ method: method.toUpperCase(), path: pattern }) === undefined
    })
    expect(routes.length).toBeGreaterThan(0)
    expect(unplaced).toEqual([])
  })
})
