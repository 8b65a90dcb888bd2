/**
 * Writes the types of requests and answers out of the parameter tables: dist/types/wire.ts, which the back office is
 * written with, and dist/types/merchant-wire.ts, those of merchants' servers, which the client's package exports. The
 * build calls it.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const { openApiDocument } = /** @type {typeof import('../reference/openapi/document.ts')} */ (
  await importTypeScript('reference/openapi/document.ts')
)
const { documentParts } =
  /** @type {typeof import('../server/testing/all-features.fixture.ts')} */ (
    await importTypeScript('server/testing/all-features.fixture.ts')
  )
const { merchantTypes, wireTypes } =
  /** @type {typeof import('../reference/openapi/wire-types.ts')} */ (
    await importTypeScript('reference/openapi/wire-types.ts')
  )

const document = openApiDocument(documentParts('https://pay.example.com', 'test'))
write('dist/types/wire.ts', wireTypes(document))
write('dist/types/merchant-wire.ts', merchantTypes(document))

/** @param {string} path @param {string} source */
function write(path, source) {
  const file = join(ROOT, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, formatted(source))
}

/** @param {string} source */
function formatted(source) {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=wire.ts'],
    { cwd: ROOT, input: source, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`The types cannot be formatted: ${stderr}`)
  return stdout
}
