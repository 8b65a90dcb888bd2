import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './root.mjs'

/**
 * A stamp is a file with the state of the input for which a stage was done. The state is a hash of the
 * contents, not a time: a `git checkout` there and back leaves it valid, an edit within a second does not.
 */

/** @param {string} path relative to `root` @param {string} [root] @returns {string} empty when there is none */
export function readStamp(path, root = ROOT) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} path relative to `root` @param {string} text @param {string} [root] */
export function writeStamp(path, text, root = ROOT) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** @param {string} path relative to `root` @param {string} [root] */
export function removeStamp(path, root = ROOT) {
  rmSync(join(root, path), { force: true })
}

/**
 * Files under these paths but those of packages, relative to `root`, sorted. A path that does not exist has
 * none.
 *
 * @param {readonly string[]} paths
 * @param {string} [root]
 * @returns {string[]}
 */
export function filesUnder(paths, root = ROOT) {
  return paths.flatMap((path) => listFiles(path, root)).sort()
}

/** @param {string} path @param {string} root @returns {string[]} */
function listFiles(path, root) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (stats.isFile()) return [path]
  return readdirSync(join(root, path)).flatMap((name) =>
    name === 'node_modules' ? [] : listFiles(`${path}/${name}`, root),
  )
}

/**
 * SHA-256 over names and contents, and over further words that matter.
 *
 * @param {readonly string[]} files relative to `root`
 * @param {readonly string[]} [words]
 * @param {string} [root]
 */
export function hashOf(files, words = [], root = ROOT) {
  const hash = createHash('sha256').update(words.join('\n'))
  for (const file of files) {
    const content = readFileSync(join(root, file))
    hash.update(`\n${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
