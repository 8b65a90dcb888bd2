import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lentByStart, lentModule, withShortNames } from './lent-by-start.mjs'

const source = `import { first, unlent } from '../a.ts'
import { second } from './b.ts'

export const kit = {
  first,
  second,
}
`

describe('what the script lends to the main code', () => {
  it('has one short name on both sides', () => {
    expect(withShortNames(source)).toContain('kit = {\n  a: first,\n  b: second,\n}')
    expect(lentByStart(source).map(({ path }) => path)).toEqual(['../a.ts', './b.ts'])
    expect(lentByStart(source).map(lentModule)).toEqual([
      'export const first = __TILLGATE_KIT__.a\n',
      'export const second = __TILLGATE_KIT__.b\n',
    ])
  })

  it('is all that the kit names, each by a name of its own', () => {
    const kit = readFileSync('widget/start/kit.ts', 'utf8')
    const lent = lentByStart(kit).flatMap((module) => module.exports)
    const [, members = ''] = kit.split('export const kit = {')
    expect(lent.map(({ name }) => name).sort()).toEqual((members.match(/\w+/g) ?? []).sort())
    expect(new Set(lent.map(({ short }) => short)).size).toBe(lent.length)
  })
})
