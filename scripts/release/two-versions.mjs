import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { packageOf } from '../package/contents.mjs'
import { packInto } from '../package/pack.mjs'
import { PrepareError, run } from '../prepare/command.mjs'
import { ROOT } from '../prepare/root.mjs'
import { makeCopy } from '../without/make-copy.mjs'

/** @typedef {{ version: string, main: string, cli: string }} Version `main`, `cli`: paths of its gateway and its command */

/**
 * The package of the version that is checked out, as it is after an install. What npm would fetch is linked, so that no
 * registry is asked.
 *
 * @param {string} folder an empty one
 * @returns {Version}
 */
export function presentVersion(folder) {
  const { file } = packInto(folder)
  const place = join(folder, 'package')
  const { ok, output } = run('tar', ['xzf', file, '-C', folder])
  if (!ok) throw new PrepareError(output)
  const { json } = packageOf(readJson(ROOT, 'package.json'), readJson(ROOT, 'package-lock.json'))
  for (const name of Object.keys(/** @type {object} */ (json.dependencies))) {
    const link = join(place, 'node_modules', name)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
  return versionIn(place)
}

/** What the next version adds to a table that every payment is in. */
const COLUMN = "ALTER TABLE payment ADD COLUMN next_version TEXT NOT NULL DEFAULT '';\n"

const MIGRATIONS = ['server/store/migrations', 'server/store/postgres/migrations']

/**
 * A next version, built of a copy of the sources: a higher number, and one migration more on each engine.
 *
 * @param {string} folder an empty one
 * @returns {Version}
 */
export function nextVersion(folder) {
  makeCopy(folder)
  const own = readJson(folder, 'package.json')
  const [major = 0, minor = 0] = String(own.version).split('.').map(Number)
  const raised = { ...own, version: `${major}.${minor + 1}.0` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(raised))
  for (const path of MIGRATIONS) {
    const last = readdirSync(join(folder, path)).filter((name) => name.endsWith('.sql')).length
    const name = `${String(last + 1).padStart(4, '0')}-next-version.sql`
    writeFileSync(join(folder, path, name), COLUMN)
  }
  const build = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--mode',
    'server',
    '--logLevel',
    'error',
  ]
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = spawnSync(process.execPath, build, { cwd: folder, env, encoding: 'utf8' })
  if (built.status !== 0) throw new PrepareError(`${built.stdout}${built.stderr}`)
  return versionIn(folder)
}

/** @param {string} folder @returns {Version} */
function versionIn(folder) {
  const server = join(folder, 'dist/server')
  const { version } = readJson(folder, 'package.json')
  return { version, main: join(server, 'main.js'), cli: join(server, 'cli.js') }
}

/** @param {string} folder @param {string} path */
function readJson(folder, path) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'))
}
