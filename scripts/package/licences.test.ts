import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../prepare/root.mjs'
import { isAllowed, licenceFaults, SHIPPED_LICENCES } from './licences.mjs'

const faultsOf = (entry: object, onlyTools = false) =>
  licenceFaults({ packages: { '': {}, 'node_modules/kite': entry } }, { onlyTools })

describe('the licence of a package', () => {
  it('that a release hands on is one that asks for its text alone', () => {
    expect(faultsOf({ license: 'MIT' })).toEqual([])
    for (const license of ['GPL-3.0', 'MPL-2.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md']) {
      expect(faultsOf({ license })).toEqual([
        `node_modules/kite has the licence ${license}, which handed on may not have`,
      ])
    }
    expect(faultsOf({})).toHaveLength(1)
  })

  it('of a tool may ask for more, and not for anything', () => {
    expect(faultsOf({ license: 'MPL-2.0', dev: true })).toEqual([])
    expect(faultsOf({ license: 'MPL-2.0' }, true)).toEqual([])
    expect(faultsOf({ license: 'GPL-3.0', dev: true })).toHaveLength(1)
  })

  it.each([
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0', false],
    ['(MIT AND GPL-3.0) OR Apache-2.0', true],
    ['GPL-3.0 OR AGPL-3.0', false],
    ['((MIT OR ISC) AND GPL-3.0)', false],
    ['', false],
  ])('that says %s is allowed: %s', (expression, expected) => {
    expect(isAllowed(expression, SHIPPED_LICENCES)).toBe(expected)
  })

  it('is allowed of every package that there is', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    expect(licenceFaults(lock, { onlyTools: false })).toEqual([])
  })
})
