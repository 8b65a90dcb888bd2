import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { manualLines } from './manual.fixture.ts'

const manual = readFileSync(join(import.meta.dirname, '../../docs/three-d-secure.md'), 'utf8')

it('docs/three-d-secure.md has every card, scenario and outcome of the simulated issuer', () => {
  expect(manualLines().filter((line) => !manual.includes(`${line}\n`))).toEqual([])
})
