import { describe, expect, it } from 'vitest'
import { roundedPath } from './rounded-path.mjs'

describe('a rounded path', () => {
  it.each([
    ['M1.234 5.678L9.87 6.54z', 'M1.2 5.7 9.9 6.5z'],
    ['m.04.04.04.04.04.04', 'm0 0 .1.1 0 0'],
    ['M0 0a1.26 1.26 0 011.5-1.44', 'M0 0a1.3 1.3 0 011.5-1.4'],
    ['M10 10h-.26v.26c.1.2.3.4.5.6', 'M10 10h-.3v.3c.1.2.3.4.5.6'],
    ['M1 1l2 2zm3 3h1', 'M1 1l2 2zm3 3h1'],
    ['M10.51 20.49l-10.26.04', 'M10.5 20.5l-10.2 0'],
  ])('%s becomes %s', (path, expected) => {
    expect(roundedPath(path)).toBe(expected)
  })

  it('does not drift: a hundred steps end where they did', () => {
    const path = roundedPath(`M0 0${'h.16'.repeat(100)}`)
    const steps = path.slice(path.indexOf('h') + 1).match(/-?(?:\d*\.\d+|\d+)/g) ?? []
    expect(steps.reduce((sum, step) => sum + Number(step), 0)).toBeCloseTo(16, 5)
  })

  it('says what it cannot read', () => {
    expect(() => roundedPath('M1')).toThrow('No number of M')
  })
})
