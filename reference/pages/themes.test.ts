import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrastOf, contrastPairs, themeCss, themes } from './themes.ts'

const manual = readFileSync(new URL('../../docs/widget/styling.md', import.meta.url), 'utf8')

describe('a theme of the widget', () => {
  it.each(themes)('$id can be read: texts and edges have the contrast of WCAG', ({ variables }) => {
    for (const { name, front, back, least } of contrastPairs) {
      expect(contrastOf(variables[front], variables[back]), name).toBeGreaterThanOrEqual(least)
    }
  })

  it.each(themes)('$id sets variables that the widget has, all in its CSS', (theme) => {
    for (const [name, value] of Object.entries(theme.variables)) {
      expect(manual).toContain(`\`${name}\``)
      expect(themeCss(theme)).toContain(`  ${name}: ${value};`)
    }
  })
})

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 2)
  })
})
