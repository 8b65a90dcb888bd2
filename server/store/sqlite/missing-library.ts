import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Of the loader, where the native part of better-sqlite3 is not there or is of another Node. */
const LOADING = /bindings file|NODE_MODULE_VERSION|better_sqlite3\.node/

/**
 * What an operator does where SQLite cannot be loaded, because its native part is missing or was made for another Node;
 * `undefined` for any other error. Each cause of the error is looked at.
 */
export function missingLibrary(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (LOADING.test(each.message)) return explained()
  }
  return undefined
}

function explained(): string {
  const { version, platform, arch } = process
  return (
    `SQLite cannot be loaded: the package better-sqlite3${placed()} has no native part for Node ${version} on ${platform} ${arch}. ` +
    'Its install script did not run, or could neither download that part nor compile it. ' +
    'Run there: npm rebuild better-sqlite3 --foreground-scripts. It takes seconds where a prebuilt file can be downloaded; ' +
    'else one to two minutes, a C++ compiler, make and Python 3 (on Debian: apt-get install g++ make python3). ' +
    'With PostgreSQL (TILLGATE_DATABASE_URL) it is not needed'
  )
}

/** The folder in which npm has installed it, if it is there at all. */
function placed(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('better-sqlite3/package.json')
    return ` in ${dirname(dirname(dirname(manifest)))}`
  } catch {
    return ''
  }
}
