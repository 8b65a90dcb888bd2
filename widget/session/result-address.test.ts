import { describe, expect, it } from 'vitest'
import { endpointOf, resourcePath, resultAddress, shopperResultUrl } from './result-address.ts'

const id = '8A82944A.uat01-vm-tx01'
const path = resourcePath(id, '/payment')
const added = `id=${id}&resourcePath=%2Fv1%2Fcheckouts%2F${id}%2Fpayment`

describe('the return address of the shop', () => {
  it.each([
    ['https://shop.example/done', `https://shop.example/done?${added}`],
    ['https://shop.example/app?order=7#/paid', `https://shop.example/app?order=7&${added}#/paid`],
  ])('%s becomes %s', (shop, address) => {
    expect(resultAddress(shop, id, path)).toBe(address)
  })

  it('names the registration of a pure registration', () => {
    expect(resourcePath(id, '/registration')).toBe(`/v1/checkouts/${id}/registration`)
  })
})

describe('the endpoint of a submit', () => {
  it('is what the session says, however the script was asked for', () => {
    expect(endpointOf({ endpoint: '/registration' }, { registration: false })).toBe('/registration')
    expect(endpointOf({ endpoint: '/payment' }, { registration: true })).toBe('/payment')
  })

  it("follows from the script's address until there is a session", () => {
    expect(endpointOf(undefined, { registration: true })).toBe('/registration')
    expect(endpointOf(undefined, { registration: false })).toBe('/payment')
  })
})

describe('shopperResultUrl', () => {
  const sources = {
    option: '',
    action: '',
    checkout: undefined,
    page: 'https://shop.example/pay?x=1',
  }

  it('is the option, else the form, else the checkout, else the page itself', () => {
    const all = { ...sources, option: '/a', action: '/b', checkout: 'https://shop.example/c' }
    expect(shopperResultUrl(all)).toBe('https://shop.example/a')
    expect(shopperResultUrl({ ...all, option: '' })).toBe('https://shop.example/b')
    expect(shopperResultUrl({ ...all, option: '', action: ' ' })).toBe('https://shop.example/c')
    expect(shopperResultUrl(sources)).toBe('https://shop.example/pay?x=1')
  })

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'https://'])(
    '%s is passed over',
    (action) => {
      expect(shopperResultUrl({ ...sources, action })).toBe(sources.page)
    },
  )
})
