import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  FORM_KIT,
  lendingBy,
  lentModules,
  START_KIT,
  shortNamesOf,
  takingBy,
} from './short-kits.mjs'

const kit = `import { first, unlent } from '../a.ts'
import { second } from './b.ts'

export const kit = {
  first,
  jsx,
  second,
}
`
const short = shortNamesOf([kit])

describe('a kit', () => {
  it('lends by names of one letter, but to the compiler of markup', () => {
    expect(lendingBy(kit, short)).toContain('kit = {\n  a: first,\n  jsx,\n  b: second,\n}')
  })

  it('is taken from by the same names', () => {
    const code = 'const {\n  first,\n  own,\n} = __TILLGATE_KIT__\nuse(__TILLGATE_KIT__.second)'
    expect(takingBy(code, short)).toBe(
      'const {\n  a: first,\n  own,\n} = __TILLGATE_KIT__\nuse(__TILLGATE_KIT__.b)',
    )
  })

  it('of the start stands for the modules that it imports', () => {
    expect([...lentModules(kit, short)]).toEqual([
      ['../a.ts', 'export const first = __TILLGATE_KIT__.a\n'],
      ['./b.ts', 'export const second = __TILLGATE_KIT__.b\n'],
    ])
  })

  it.each([[[START_KIT]], [[FORM_KIT]]])('has a letter of its own for each name: %s', (files) => {
    const sources = files.map((file) => readFileSync(file, 'utf8'))
    const names = shortNamesOf(sources)
    expect(names.size).toBeGreaterThan(10)
    expect(new Set(names.values()).size).toBe(names.size)
    for (const source of sources) expect(lendingBy(source, names)).not.toBe(source)
  })
})
