import { PrepareError, run, say } from './command.mjs'
import { commitOf } from './commit.mjs'
import { ROOT } from './root.mjs'
import { filesUnder, hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs'

const STAMP = 'dist/.stamp'
const BUILD_INFO = 'dist/build-info.json'

/** All that the built files are made of. */
const SOURCES = [
  'backoffice',
  'common',
  'docs',
  'locales',
  'reference',
  'sandbox',
  'server',
  'shop',
  'widget',
  'index.html',
  'package-lock.json',
  'scripts/build.mjs',
  'tsconfig.json',
  'vite.config.ts',
  'wrappers',
]

function key() {
  const files = filesUnder(SOURCES).filter((file) => !/\.test\.tsx?$/.test(file))
  return hashOf(files)
}

/** Everything in dist, and the commit and time that the gateway gives as its buildNumber. */
export const build = {
  isFresh: () => readStamp(STAMP) === key() && readBuildInfo().commit === commitOf(ROOT),

  run() {
    const built = key()
    const isBuilt = readStamp(STAMP) === built
    if (!isBuilt) buildAll()
    // Two commits without a build between them have the same code, and keep the time of the build.
    const date = (isBuilt && readBuildInfo().date) || wireDate(new Date())
    writeStamp(BUILD_INFO, `${JSON.stringify({ commit: commitOf(ROOT), date })}\n`)
    writeStamp(STAMP, built)
  },
}

function buildAll() {
  say('Building')
  removeStamp(STAMP)
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
