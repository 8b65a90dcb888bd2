import { describe, expect, it } from 'vitest'
import { isNavigation } from './navigation.ts'

const PAGE = { accept: 'text/html,application/xhtml+xml;q=0.9', 'upgrade-insecure-requests': '1' }

describe('isNavigation', () => {
  it.each([
    ['a browser that says so', { 'sec-fetch-mode': 'navigate' }, true],
    ['a script that says so', { 'sec-fetch-mode': 'cors', ...PAGE }, false],
    ['a browser over plain HTTP', PAGE, true],
    ['a server in Java', { accept: 'text/html, image/gif, image/jpeg, *; q=.2' }, false],
    ['a server without headers', {}, false],
    ['a server with a token', { ...PAGE, authorization: 'Bearer x' }, false],
  ])('knows %s', (_, headers, is) => {
    expect(isNavigation({ headers })).toBe(is)
  })
})
