/**
 * Writes docs/conformance.md: every row and rule of the interface with the tests that hold it. With
 * `--check` it writes nothing and fails when the page says something else. In both cases it fails
 * when a rule names a test that is not there.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { conformance } from './conformance/document.mjs'
import { writtenRules } from './conformance/rules.mjs'
import { writtenTests } from './conformance/written-tests.mjs'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const PAGE = 'docs/conformance.md'
const { documented } =
  /** @type {typeof import('../server/parameters/interface-rows.fixture.ts')} */ (
    await importTypeScript('server/parameters/interface-rows.fixture.ts')
  )

const { text, faults } = conformance({
  rows: documented,
  rules: writtenRules(),
  tests: writtenTests(),
})
const file = join(ROOT, PAGE)
const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (text !== before) faults.push(`${PAGE} is stale: run node run.mjs conformance`)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
