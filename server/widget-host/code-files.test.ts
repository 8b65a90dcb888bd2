import { describe, expect, it } from 'vitest'
import { hashTable } from '../../common/hash-table.ts'
import { codeFiles, codeTable } from './code-files.ts'

describe('the hashes of fetched code', () => {
  const bundles = {
    button: 'load("method-" + name, "fields", __TILLGATE_PARTS__)',
    main: 'load("button", __TILLGATE_PARTS__)',
    'method-transfer': 'banks()',
    billing: 'streets()',
    fields: 'inputs()',
    registration: 'cards()',
  }
  const files = codeFiles(bundles, 'test')
  const textOf = (name: string) => files.get(name)?.body.toString()
  const tableOf = (...names: string[]) =>
    hashTable(names.map((name) => [name, { hash: files.get(name)?.hash ?? '' }]))

  it('are in the code that names it, and that of the main code in the script', () => {
    expect(codeTable(files)).toBe(tableOf('main'))
    expect(textOf('main')).toBe(`load("button", "${tableOf('button')}")`)
    const table = tableOf('method-transfer', 'fields')
    expect(textOf('button')).toBe(`load("method-" + name, "fields", "${table}")`)
    expect(textOf('method-transfer')).toBe('banks()')
  })

  it('leave out wallets of the other environment', () => {
    const wallets = { 'method-wallet': 'simulated()', 'method-wallet-apple': 'ofApple()' }
    const namesIn = (environment: 'test' | 'live') =>
      [...codeFiles({ ...bundles, ...wallets }, environment).keys()].filter((name) =>
        name.startsWith('method-wallet'),
      )
    expect(namesIn('test')).toEqual(['method-wallet'])
    expect(namesIn('live')).toEqual(['method-wallet-apple'])
  })

  it('change in the script when the code of a part changes', () => {
    const changed = codeFiles({ ...bundles, 'method-transfer': 'other()' }, 'test')
    expect(codeTable(changed)).not.toBe(codeTable(files))
  })
})
