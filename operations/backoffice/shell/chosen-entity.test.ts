import { describe, expect, it } from 'vitest'
import { entityStep, withEntity } from './chosen-entity.ts'

const SHOP = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)

describe('the entity of an address', () => {
  it('is carried to a page that a link leads to without one', () => {
    const led = { url: '/backoffice/overview?days=30', wasPush: true }
    expect(entityStep(led, SHOP)).toEqual({
      chosen: SHOP,
      to: `/backoffice/overview?days=30&entity=${SHOP}`,
    })
  })

  it('is the one that the address names', () => {
    const led = { url: `/backoffice/payments?entity=${OTHER}`, wasPush: true }
    expect(entityStep(led, SHOP)).toEqual({ chosen: OTHER })
  })

  it('is none where Back or the address field opens a page without one', () => {
    const typed = { url: '/backoffice/payments', wasPush: false }
    expect(entityStep(typed, SHOP)).toEqual({ chosen: undefined })
  })

  it('is remembered behind pages that are about no entity', () => {
    for (const path of ['/backoffice/users', `/backoffice/payments/${OTHER}`]) {
      expect(entityStep({ url: path, wasPush: true }, SHOP)).toEqual({ chosen: SHOP })
    }
  })

  it('leaves the account of another entity behind, and keeps all else', () => {
    const url = `/backoffice/settlements?account=TEAHOUSE1%40simulator&view=files&entity=${SHOP}`
    expect(withEntity(url, undefined)).toBe('/backoffice/settlements?view=files')
    expect(withEntity(url, OTHER)).toBe(`/backoffice/settlements?view=files&entity=${OTHER}`)
  })
})
