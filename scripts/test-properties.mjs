/**
 * Runs the property tests (every test file that uses fast-check) under a new seed, or under a given one:
 * node run.mjs test:properties 1712. `npm test` always runs them under the same seed.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { CODE_FOLDERS } from './prepare/folders.mjs'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'

helpIfAsked(import.meta.url)

const seed = process.argv[2] ?? String(Math.floor(Math.random() * 2 ** 31))
const files = filesUnder(CODE_FOLDERS)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"))

process.stdout.write(`Seed ${seed}, ${files.length} files\n`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...files],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TILLGATE_PROPERTY_SEED: seed } },
)
process.exitCode = status ?? 1
