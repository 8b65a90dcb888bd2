import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AROUND, BELOW, BUTTON, CONTROL, LABEL, PAIRED, WIDE } from './form-height.ts'

const css = readFileSync(new URL('../styles/themes.css', import.meta.url), 'utf8')

/** A length in pixels out of the first rule with exactly this selector inside `:where()`. */
function px(selector: string, property: string): number {
  const [, rule = ''] = css.split(`&:where(${selector}) {`)
  const [, length = 'none'] =
    new RegExp(`(?<![\\w-])${property}: (?:max\\()?(?:var\\(--tillgate-[\\w-]+, )?(\\d+)px`).exec(
      rule.split('}')[0] ?? '',
    ) ?? []
  return Number(length)
}

const THEME = '[data-wpwl-style="card"], [data-wpwl-style="logos"]'

describe('the height of a form that is not there yet', () => {
  it('is made of the sizes of our styles', () => {
    expect(LABEL).toBe(px('.wpwl-label', 'block-size'))
    expect(CONTROL).toBe(px('.wpwl-wrapper, .wpwl-control', '--_height'))
    expect(BELOW.label).toBe(px('.wpwl-label', 'margin-block-end'))
    expect(BELOW.group).toBe(px('.wpwl-group', 'margin-block-end'))
    expect(BUTTON).toBe(px('.wpwl-button-pay', 'min-block-size'))
    for (const width of [WIDE, PAIRED])
      expect(css).toContain(`@container (width < ${width}px) or (width < ${width / 16}rem)`)
    const border = 2 * px(THEME, 'border')
    expect(AROUND.card).toBe(2 * px(THEME, '--_side') + border)
    const [, narrow = ''] = css.split(`@media (width < ${WIDE}px)`)
    expect(AROUND.narrow).toBe(2 * Number(/--_side: (\d+)px/.exec(narrow)?.[1]) + border)
  })
})
