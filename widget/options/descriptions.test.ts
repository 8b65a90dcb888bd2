import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { optionDescriptions } from './descriptions.ts'
import { optionTable } from './table.ts'

/** A value of each type. */
const samples: readonly (readonly [type: RegExp, value: unknown, wrong: unknown])[] = [
  [/^boolean$/, true, 'perhaps'],
  [/^string$/, 'text', {}],
  [/^readonly string\[\]$/, ['text'], 'text'],
  [/^(Readonly<Record<|\{)/, {}, 'text'],
]

describe('the descriptions of the options', () => {
  // Whatever could mean "on" is read as on in the other two.
  const strict = Object.entries(optionTable).filter(
    ([name]) => !['useSummaryPage', 'enableSAQACompliance'].includes(name),
  )

  it.each(strict)('give %s the type that is read', (name, rule) => {
    const { type = '' } = optionDescriptions.get(name) ?? {}
    const words = [...type.matchAll(/'(\w+)'/g)].map(([, word]) => word)
    const sample = samples.find(([pattern]) => pattern.test(type))
    const rights = sample === undefined ? words : [sample[1]]
    expect(rights.length).toBeGreaterThan(0)
    for (const right of rights) expect(rule.read(right)).toEqual(right)
    expect(rule.read(sample === undefined ? 'another' : sample[2])).toBeUndefined()
  })

  it('are what the document and the exported types say', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['scripts/widget-options.mjs', '--check'],
      { encoding: 'utf8' },
    )
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })
})
