import { describe, expect, it } from 'vitest'
import { RIGHTS, ROLE_RIGHTS, ROLES } from '../../../server/entities/rights.ts'
import { routes } from '../../../server/testing/all-features.fixture.ts'
import { ACTIONS, actionOf } from './actions.ts'

const actions = Object.entries(ACTIONS).map(([name, facts]) => ({ name, ...facts }))

describe('an action of the pages', () => {
  it.each(actions)('$name needs the right that its route needs', ({ request, right }) => {
    const [method = '', path = ''] = request.split(' ')
    const route = routes.find(
      (one) => one.method === method.toLowerCase() && one.path === `/admin/v1${path}`,
    )
    const needed = route !== undefined && 'right' in route ? route.right : undefined
    expect(route, request).toBeDefined()
    expect(needed === 'signedIn' || needed === undefined ? 'own' : needed).toBe(right)
  })

  it('about what may do everything is for those who may', () => {
    const givers = ROLES.filter((role) => ROLE_RIGHTS[role].includes('tokens.administer'))
    expect(givers).not.toEqual([])
    for (const role of givers) expect(ROLE_RIGHTS[role]).toEqual(RIGHTS)
    expect(ACTIONS['token.showAdministrator'].further).toBe('tokens.administer')
  })

  it('is found by its request', () => {
    expect(actionOf('DELETE', '/blocks/8ac7')).toBe('block.remove')
    expect(actionOf('POST', '/entities/8ac7')).toBe('entity.change')
    expect(actionOf('DELETE', '/disputes/8ac7/documents/8ac8')).toBe('dispute.removeDocument')
    expect(actionOf('POST', '/entities/8ac7/tokens')).toBe('token.create')
  })

  it('is unknown where the table does not have the request', () => {
    expect(actionOf('POST', '/payments/8ac7/forget')).toBe(undefined)
  })
})
