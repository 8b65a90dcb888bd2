import { describe, expect, it } from 'vitest'
import { keyAction } from './keys.ts'

const pressed = (key: string, given = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...given,
})

describe('a key', () => {
  it.each([
    ['/', 'search'],
    ['j', 'next'],
    ['k', 'previous'],
    ['?', 'help'],
    ['x', undefined],
  ])('%s does %s', (key, action) => {
    expect(keyAction(pressed(key), false)).toBe(action)
  })

  it('does nothing of ours while somebody types, nor with a modifier', () => {
    expect(keyAction(pressed('j'), true)).toBe(undefined)
    expect(keyAction(pressed('k', { ctrlKey: true }), false)).toBe(undefined)
  })
})
