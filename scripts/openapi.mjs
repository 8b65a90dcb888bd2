/**
 * Looks at the OpenAPI document as its readers do: Spectral must find no error, and clients that openapi-typescript
 * and hey-api generate must compile with a payment of few parameters (scripts/openapi/clients).
 *
 *   node scripts/openapi.mjs
 *
 * What only this needs is installed in scripts/openapi when it is first needed. The document and the clients are
 * written to test-results/openapi.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const FOLDER = join(ROOT, 'scripts/openapi')
const PACKAGES = join(FOLDER, 'node_modules')
const OUTPUT = join(ROOT, 'test-results/openapi')
const DOCUMENT = join(OUTPUT, 'openapi.json')

if (!existsSync(join(PACKAGES, '.package-lock.json'))) install()
await writeDocument()
const [linted, ...generated] = await Promise.all([
  run(join(FOLDER, 'lint.mjs'), DOCUMENT),
  run(join(PACKAGES, 'openapi-typescript/bin/cli.js'), DOCUMENT, '-o', join(OUTPUT, 'schema.d.ts')),
  run(
    join(PACKAGES, '@hey-api/openapi-ts/bin/run.js'),
    ...['-i', DOCUMENT, '-o', join(OUTPUT, 'hey-api'), '-c', '@hey-api/client-fetch'],
  ),
])
const compiled = generated.every(Boolean) && (await run(...compiler()))
process.exitCode = linted && compiled ? 0 : 1

function install() {
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  process.stderr.write('npm ci in scripts/openapi failed: is the package registry within reach?\n')
  process.exit(1)
}

async function writeDocument() {
  const { openApiDocument } = /** @type {typeof import('../reference/openapi/document.ts')} */ (
    await importTypeScript('reference/openapi/document.ts')
  )
  const { documentParts } =
    /** @type {typeof import('../server/testing/all-features.fixture.ts')} */ (
      await importTypeScript('server/testing/all-features.fixture.ts')
    )
  mkdirSync(OUTPUT, { recursive: true })
  const document = openApiDocument(documentParts('https://pay.example.com', 'test'))
  writeFileSync(DOCUMENT, JSON.stringify(document))
}

/** @returns {[string, ...string[]]} */
function compiler() {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  return [tsc, '--noEmit', '-p', join(FOLDER, 'clients')]
}

/**
 * Whether a program ends well. What it writes is shown where it does not.
 *
 * @param {[string, ...string[]]} command
 * @returns {Promise<boolean>}
 */
function run(...command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: FOLDER })
    let told = ''
    const tell = (/** @type {Buffer} */ chunk) => {
      told += chunk
    }
    child.stdout.on('data', tell)
    child.stderr.on('data', tell)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(told)
      resolve(code === 0)
    })
  })
}
