import { describe, expect, it } from 'vitest'
import { codeFiles, codeTable } from './code-files.ts'

describe('the hashes of fetched code', () => {
  const files = codeFiles({
    button: 'load("method-" + name, "fields", __TILLGATE_PARTS__)',
    'method-transfer': 'banks()',
    billing: 'streets()',
    fields: 'inputs()',
    registration: 'cards()',
  })
  const textOf = (name: string) => files.get(name)?.body.toString()

  it('are in the script for all but parts, whose hashes are in the code that names them', () => {
    expect(Object.keys(codeTable(files))).toEqual(['button', 'registration'])
    const hash = files.get('method-transfer')?.hash
    const hashes = { 'method-transfer': hash, fields: files.get('fields')?.hash }
    expect(textOf('button')).toBe(`load("method-" + name, "fields", ${JSON.stringify(hashes)})`)
    expect(textOf('method-transfer')).toBe('banks()')
  })

  it('change in the script when the code of a part changes', () => {
    const changed = codeFiles({
      button: 'load("method-" + name, "fields", __TILLGATE_PARTS__)',
      'method-transfer': 'other()',
    })
    expect(codeTable(changed).button).not.toBe(codeTable(files).button)
  })
})
