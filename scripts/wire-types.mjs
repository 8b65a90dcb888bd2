/**
 * Writes common/wire-types.ts, the types of requests and answers, out of the parameter tables. With
 * `--check` it writes nothing and fails when the file says something else.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const PATH = 'common/wire-types.ts'
const file = join(ROOT, PATH)
const { openApiDocument } = /** @type {typeof import('../reference/openapi/document.ts')} */ (
  await importTypeScript('reference/openapi/document.ts')
)
const { documentParts } =
  /** @type {typeof import('../server/testing/all-features.fixture.ts')} */ (
    await importTypeScript('server/testing/all-features.fixture.ts')
  )
const { wireTypes } = /** @type {typeof import('../reference/openapi/wire-types.ts')} */ (
  await importTypeScript('reference/openapi/wire-types.ts')
)

const document = openApiDocument(documentParts('https://pay.example.com', 'test'))
const text = formatted(wireTypes(document))
const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (text !== before) {
  process.stdout.write(`${PATH} is stale: run node scripts/wire-types.mjs\n`)
  process.exitCode = 1
}

/** @param {string} source */
function formatted(source) {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${PATH}`],
    { cwd: ROOT, input: source, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`The types cannot be formatted: ${stderr}`)
  return stdout
}
