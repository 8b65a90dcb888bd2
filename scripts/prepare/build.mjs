import { PrepareError, run, say } from './command.mjs'
import { commitOf } from './commit.mjs'
import { PRODUCT_FOLDERS } from './folders.mjs'
import { ROOT } from './root.mjs'
import { filesUnder, hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs'

const OUTPUT = 'dist'
const STAMP = `${OUTPUT}/.stamp`
const BUILD_INFO = `${OUTPUT}/build-info.json`

/** What is in the folder of the built files and not of this build: the lock, and benchmarks. */
const NOT_OUTPUT = new RegExp(`^${OUTPUT}/(\\.|bench/|build-info\\.json$)`)

/** All that the built files are made of. */
const SOURCES = [
  ...PRODUCT_FOLDERS,
  'docs',
  'locales',
  'index.html',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/package/notices.mjs',
  'tsconfig.json',
  'vite.config.ts',
]

/** @param {string} root */
function sourcesOf(root) {
  const files = filesUnder(SOURCES, root).filter((file) => !/\.test\.tsx?$/.test(file))
  return hashOf(files, [], root)
}

/**
 * The built files too: one that another command has replaced, or that is gone, is built anew.
 *
 * @param {string} sources of `sourcesOf`
 * @param {string} root
 */
function stampOf(sources, root) {
  const built = filesUnder([OUTPUT], root).filter((file) => !NOT_OUTPUT.test(file))
  return `${sources}\n${hashOf(built, [], root)}\n`
}

/** Whether what is built is what was made of the sources as they are. @param {string} [root] */
export function isBuilt(root = ROOT) {
  const stamp = readStamp(STAMP, root)
  // Without a stamp nothing is hashed for nothing.
  return stamp !== '' && stamp === stampOf(sourcesOf(root), root)
}

/** Everything in dist, and the commit and time that the gateway gives as its buildNumber. */
export const build = {
  isFresh: () => isBuilt() && readBuildInfo().commit === commitOf(ROOT),

  run() {
    const isThere = isBuilt()
    if (!isThere) buildWith(buildAll)
    // Two commits without a build between them have the same code, and keep the time of the build.
    const date = (isThere && readBuildInfo().date) || wireDate(new Date())
    writeStamp(BUILD_INFO, `${JSON.stringify({ commit: commitOf(ROOT), date })}\n`)
  },
}

/**
 * Builds by `make`, which throws where it fails, and notes what was built of which sources.
 *
 * @param {() => void} make
 * @param {string} [root]
 */
export function buildWith(make, root = ROOT) {
  removeStamp(STAMP, root)
  const sources = sourcesOf(root)
  make()
  writeStamp(STAMP, stampOf(sources, root), root)
}

function buildAll() {
  say('Building')
  // Whatever NODE_ENV the shell has: a build for development would not be what was tested.
  const result = run(process.execPath, ['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })
  if (!result.ok) throw new PrepareError(`${result.output}\n\nThe build failed.`)
  if (result.output !== '') process.stderr.write(`${result.output}\n`)
}

/** @returns {{ commit?: string, date?: string }} */
function readBuildInfo() {
  const text = readStamp(BUILD_INFO)
  return text === '' ? {} : JSON.parse(text)
}

/** `yyyy-MM-dd HH:mm:ss +0000` @param {Date} time */
function wireDate(time) {
  const iso = time.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} +0000`
}
