import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FREE } from '../borders/rooms.mjs'
import { readSource } from '../borders/source.mjs'
import { CODE_FOLDERS } from '../prepare/folders.mjs'
import { filesUnder } from '../prepare/stamp.mjs'
import { COMPOSING, OPERATIONS, withDependents } from './features.mjs'
import { makeCopy } from './make-copy.mjs'
import { takeOutOf } from './take-out.mjs'

/** @typedef {import('./features.mjs').ListedFeature} ListedFeature */

/** What the compiler knows of the types of a copy: with it, only what a change concerns is checked again. */
const KNOWN_TYPES = 'known-types.json'

/** Folders whose types are checked, beside what they import. */
const CHECKED = ['acquirers', 'server', 'operations', 'sandbox', 'reference']

/** It shows all operations, and takes the types of what it shows from their routes. */
const WEB_APP = 'operations/backoffice'

/** Folders whose tests are run. */
const TESTED = ['acquirers', 'server', 'operations', 'sandbox']

/**
 * Whether the gateway without a feature, and without what needs it, has the right types, builds and passes
 * the tests that are left. Prints what it does.
 *
 * @param {string} name
 * @param {readonly ListedFeature[]} features
 * @param {{ types: boolean, knownTypes: string }} options `knownTypes`: of `typesOfAll`.
 */
export function checkWithout(name, features, { types, knownTypes }) {
  const gone = withDependents(name, features)
  say(`without ${gone.map((feature) => feature.name).join(', ')}`)
  const copy = mkdtempSync(join(tmpdir(), 'tillgate-without-'))
  try {
    makeCopyOfGateway(copy)
    const paths = takeRoutes(copy, gone)
    takeOut(copy, name, gone)
    const left = takeTests(copy, paths)
    writeFileSync(join(copy, KNOWN_TYPES), knownTypes)
    say(`  ${left.removed} tests and fixtures go with it, ${left.tests.length} tests are left`)
    if (!checkTypes(copy)) return false
    if (types) return true
    const build = [
      'node_modules/vite/bin/vite.js',
      'build',
      '--mode',
      'server',
      '--logLevel',
      'error',
    ]
    if (!run(copy, 'build', build)) return false
    return run(copy, 'tests', ['node_modules/vitest/vitest.mjs', 'run', ...TESTED])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** What the compiler knows of the gateway with all its features, for `checkWithout`. */
export function typesOfAll() {
  const copy = mkdtempSync(join(tmpdir(), 'tillgate-with-all-'))
  try {
    makeCopyOfGateway(copy)
    const { stdout } = compile(copy)
    if (!existsSync(join(copy, KNOWN_TYPES))) throw new Error(`No types are known: ${stdout}`)
    return read(copy, KNOWN_TYPES)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * What the compiler says of a copy of the gateway that was changed.
 *
 * @param {string} copy an empty folder
 * @param {() => void} change
 */
export function compileCopy(copy, change) {
  makeCopyOfGateway(copy)
  change()
  return compile(copy).stdout
}

/** @param {string} copy */
function compile(copy) {
  const tsc = ['node_modules/typescript/bin/tsc', '--pretty', 'false', '-p', '.']
  return spawnSync(process.execPath, tsc, { cwd: copy, encoding: 'utf8' })
}

/** @param {string} copy */
function makeCopyOfGateway(copy) {
  makeCopy(copy)
  writeFileSync(join(copy, 'tsconfig.json'), gatewayOnly(copy))
}

/**
 * The settings of the compiler, for the gateway: simulation, browser tests and tools are about all features.
 *
 * @param {string} copy
 */
function gatewayOnly(copy) {
  const { compilerOptions, ...settings } = JSON.parse(read(copy, 'tsconfig.json'))
  const known = { incremental: true, tsBuildInfoFile: KNOWN_TYPES }
  return JSON.stringify({
    ...settings,
    compilerOptions: { ...compilerOptions, ...known },
    include: CHECKED,
    exclude: [WEB_APP],
  })
}

/** The beginnings of the addresses of their routes. @param {string} copy @param {readonly ListedFeature[]} gone */
function takeRoutes(copy, gone) {
  const files = gone.flatMap(({ folder }) => filesUnder([folder], copy))
  const texts = files.filter((path) => !FREE.test(path)).map((path) => read(copy, path))
  return texts.flatMap((text) =>
    [...text.matchAll(/\n\s+path: '(\/[\w/-]+)/g)].map(([, path = '']) => path),
  )
}

/** @param {string} copy @param {string} name @param {readonly ListedFeature[]} gone */
function takeOut(copy, name, gone) {
  const folders = name === OPERATIONS ? [OPERATIONS] : []
  folders.push(...gone.map(({ folder }) => folder).filter((each) => !isBelow(each, folders)))
  for (const folder of folders) rmSync(join(copy, folder), { recursive: true })
  const names = new Set(gone.map(({ constant }) => constant))
  for (const path of COMPOSING.filter((each) => !isBelow(each, folders))) {
    const text = takeOutOf(path, read(copy, path), (target) => isBelow(target, folders), names)
    writeFileSync(join(copy, path), text)
  }
}

/** @param {string} path @param {readonly string[]} folders */
function isBelow(path, folders) {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

/**
 * Takes tests and fixtures out that import what is gone, or send it a request; also those that import such
 * fixtures.
 *
 * @param {string} copy
 * @param {readonly string[]} paths
 */
function takeTests(copy, paths) {
  const sources = new Map(
    filesUnder(CODE_FOLDERS, copy)
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, read(copy, path)]),
  )
  const free = [...sources.keys()].filter((path) => FREE.test(path))
  let removed = 0
  for (let found = true; found; ) {
    const lost = free.filter((path) => {
      const text = sources.get(path)
      return text !== undefined && isLost(path, text, sources, paths)
    })
    for (const path of lost) {
      rmSync(join(copy, path))
      sources.delete(path)
    }
    removed += lost.length
    found = lost.length > 0
  }
  return { removed, tests: [...sources.keys()].filter((path) => /\.test\.tsx?$/.test(path)) }
}

/**
 * @param {string} path
 * @param {string} text
 * @param {ReadonlyMap<string, string>} sources
 * @param {readonly string[]} paths
 */
function isLost(path, text, sources, paths) {
  if (
    paths.some(
      (each) =>
        text.includes(`${each}'`) || text.includes(`${each}/`) || text.includes(`${each}\``),
    )
  )
    return true
  return readSource(path, text).imports.some(
    ({ target, isRelative }) =>
      isRelative &&
      /\.tsx?$/.test(target) &&
      /^(acquirers|server|operations|sandbox|simulation|reference)\//.test(target) &&
      !sources.has(target),
  )
}

/**
 * Whether the types are right. A test that does not compile any more is about the feature, and goes with it,
 * as does what imports it.
 *
 * @param {string} copy
 */
function checkTypes(copy) {
  for (;;) {
    const { status, stdout } = compile(copy)
    const wrong = new Set(
      [...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path),
    )
    if (status === 0 || wrong.size === 0 || [...wrong].some((path) => !FREE.test(path))) {
      say(`  types: ${status === 0 ? 'ok' : 'FAILED'}`)
      if (status !== 0) process.stdout.write(`${stdout.slice(0, 6_000)}\n`)
      return status === 0
    }
    for (const path of wrong) {
      say(`  ${path} asks for it, too`)
      rmSync(join(copy, path))
    }
    takeTests(copy, [])
  }
}

/** @param {string} copy @param {string} path */
function read(copy, path) {
  return readFileSync(join(copy, path), 'utf8')
}

/** @param {string} copy @param {string} what @param {readonly string[]} args */
function run(copy, what, args) {
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  say(`  ${what}: ${status === 0 ? 'ok' : 'FAILED'}`)
  if (status !== 0) process.stdout.write(`${stdout.slice(-6_000)}\n`)
  return status === 0
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
