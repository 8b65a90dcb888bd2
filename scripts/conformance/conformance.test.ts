import { describe, expect, test } from 'vitest'
import { documented } from '../../server/parameters/interface-rows.fixture.ts'
import { conformance } from './document.mjs'
import { rulesIn, writtenRules } from './rules.mjs'
import { testsIn, writtenTests } from './written-tests.mjs'

describe('the report of conformance', () => {
  const made = conformance({ rows: documented, rules: writtenRules(), tests: writtenTests() })

  test('names a test for every rule, and only tests that exist', () => {
    expect(made.faults).toEqual([])
  })

  test('has no empty cell', () => {
    expect(made.text.split('\n').filter((line) => /\|\s+\|/.test(line))).toEqual([])
  })
})

describe('the tests in the source', () => {
  test('are found with their titles, of one case or many, and cases of tables of requests', () => {
    const source = `
      it('does this', () => {})
      it.each([1])('counts %i', () => {})
      describe.runIf(x)(\`of many\`, () => {})
      const shape = { what: 'a debit', body: 'amount=1' }
      expect('nothing')`
    expect(testsIn('a.test.ts', source).map(({ title }) => title)).toEqual([
      'does this',
      'counts %i',
      'of many',
      'a debit',
    ])
  })
})

describe('the rules in rules.txt', () => {
  test('name tests by file and part of a title, or what they wait for', () => {
    const [section] = rulesIn(
      '# About\n\n## One\nA.1 | must be | a.test.ts: is: so; or so; c/b.test.ts: too\nA.2 | may be | waits for: rain\n',
    )
    expect(section).toEqual({
      title: 'One',
      rules: [
        {
          id: 'A.1',
          text: 'must be',
          tests: [
            { file: 'a.test.ts', title: 'is: so; or so' },
            { file: 'c/b.test.ts', title: 'too' },
          ],
        },
        { id: 'A.2', text: 'may be', tests: [], waitsFor: 'rain' },
      ],
    })
  })

  test('are faults when they name no test, or a test that does not exist', () => {
    expect(() => rulesIn('## One\nA.1 | must be\n')).toThrow('a line of other parts')
    const rules = rulesIn(
      '## One\nA.1 | must be | a.test.ts: is so\nA.1 | twice | waits for: rain\n',
    )
    const { faults } = conformance({ rows: [], rules, tests: [] })
    expect(faults).toEqual([
      'A.1 stands twice',
      'A.1: there is no test a.test.ts: is so',
      expect.stringContaining('no row is covered'),
      expect.stringContaining('no row is sent'),
    ])
  })
})
