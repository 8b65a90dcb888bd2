/**
 * Writes dist/conformance.md: every row and rule of the interface with the tests that hold it. Fails when a
 * rule names a test that is not there.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { conformance } from './conformance/document.mjs'
import { writtenRules } from './conformance/rules.mjs'
import { writtenTests } from './conformance/written-tests.mjs'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const PAGE = 'dist/conformance.md'
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
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, text)
process.stdout.write(`${PAGE} is written\n`)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
