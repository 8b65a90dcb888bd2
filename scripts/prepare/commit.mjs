import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The commit that is checked out, 40 hex digits; zeros outside of a repository. Read from its files:
 * no git is needed to start, and git itself refuses repositories of other users.
 *
 * @param {string} root
 */
export function commitOf(root) {
  try {
    const git = gitFolder(root)
    const head = readText(join(git, 'HEAD'))
    const ref = /^ref: (.+)$/.exec(head)?.[1]
    return sound(ref === undefined ? head : resolveRef(git, ref))
  } catch {
    return sound('')
  }
}

/** In a second work tree `.git` is a file that says where the folder is. @param {string} root */
function gitFolder(root) {
  try {
    const linked = readText(join(root, '.git')).replace(/^gitdir: /, '')
    return resolve(root, linked)
  } catch {
    return join(root, '.git')
  }
}

/** @param {string} git @param {string} ref */
function resolveRef(git, ref) {
  const common = commonFolder(git)
  try {
    return readText(join(common, ref))
  } catch {
    const packed = readText(join(common, 'packed-refs')).split('\n')
    return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? ''
  }
}

/** Branches live in the repository's own folder, whatever the work tree. @param {string} git */
function commonFolder(git) {
  try {
    return resolve(git, readText(join(git, 'commondir')))
  } catch {
    return git
  }
}

/** @param {string} path */
function readText(path) {
  return readFileSync(path, 'utf8').trim()
}

/** @param {string} text */
function sound(text) {
  return /^[0-9a-f]{40}$/.test(text) ? text : '0'.repeat(40)
}
