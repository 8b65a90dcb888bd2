import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bcp47Of, localeCodes } from '../../common/locale-tags.ts'
import { AROUND, BELOW, BUTTON, CONTROL, LABEL, PAIRED, WIDE, wideIn } from './form-height.ts'

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

  it('gives the holder a row of its own where our styles do, in every language at every width', () => {
    for (const code of localeCodes) {
      const tag = bcp47Of(code)
      for (let width = 200; width < 600; width++)
        expect([code, width, width < wideIn(code)]).toEqual([code, width, hasOwnRow(tag, width)])
    }
  })
})

/** What the rules for the holder say of a form with this language and width inside. */
function hasOwnRow(tag: string, width: number): boolean {
  return css.split('@container (width < ').some((block) => {
    const [, below, rem, rules = ''] =
      /^(\d+)px\) or \(width < ([\d.]+)rem\) (.*?)\n {2}\}/s.exec(block) ?? []
    const holder = /\(\.wpwl-group-cardHolder(?::lang\((.*?)\))?\) \{\s+flex-basis: 100%/.exec(
      rules,
    )
    if (holder === null) return false
    expect(Number(rem) * 16).toBe(Number(below))
    const languages = holder[1]?.split(', ') ?? [tag]
    return width < Number(below) && languages.some((each) => `${tag}-`.startsWith(`${each}-`))
  })
}
