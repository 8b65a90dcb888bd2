/**
 * Traces of one machine in a file that goes to all: paths below somebody's folders, the address of a
 * registry in a lock file or an npm setting. One line each.
 *
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function tracesIn(path, text) {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const trace = traceIn(path, line)
    return trace === undefined ? [] : [`${path}:${index + 1} ${trace}`]
  })
}

/** Absolute paths only: the path of `https://example.com/home/page` is none. */
const MACHINE_PATH = /(?<![\w.-])\/(home|root|Users|work)\/[\w.-]+/

/** @param {string} path @param {string} line */
function traceIn(path, line) {
  if (path.endsWith('package-lock.json')) return registryTrace(line)
  if (path.endsWith('.npmrc') && /(^|:)registry\s*=/.test(line)) return 'names a registry'
  const found = MACHINE_PATH.exec(line)?.[0]
  return found === undefined ? undefined : `names a folder of one machine, ${found}`
}

/** Where packages come from is every machine's own setting (.npmrc: omit-lockfile-registry-resolved). */
function registryTrace(/** @type {string} */ line) {
  if (/"resolved":/.test(line)) return 'says where a package was fetched from'
  const host = /https?:\/\/([^/"]+)/.exec(line)?.[1] ?? ''
  const isRegistry = /registry|npmjs|localhost|^[\d.:[\]]+$/.test(host)
  return isRegistry ? `names the registry ${host}` : undefined
}
