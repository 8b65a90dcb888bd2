import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Writes SHA256SUMS of these files into a folder, in the form that `sha256sum --check` reads.
 *
 * @param {string} to
 * @param {readonly string[]} files paths
 * @returns {string} what was written
 */
export function writeSums(to, files) {
  const sums = files.map((file) => {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
    return `${hash}  ${basename(file)}\n`
  })
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
  return sums.join('')
}
