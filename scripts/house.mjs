/**
 * Prints the house in figures: `npm run house`. For each folder its files and lines (tests and fixtures left
 * out), what others use of it, and whom it imports (types and the wiring in `server/app` included).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FREE } from './borders/rooms.mjs'
import { readSource } from './borders/source.mjs'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'

helpIfAsked(import.meta.url)

const FOLDERS = ['common', 'server', 'sandbox', 'reference', 'simulation', 'shop', 'widget']

/** @type {Map<string, { files: number, lines: number, used: Set<string>, uses: Set<string> }>} */
const rooms = new Map()
const paths = filesUnder(FOLDERS).filter((path) => /\.tsx?$/.test(path) && !FREE.test(path))
for (const path of paths) {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const own = roomOf(path)
  const room = entryOf(own)
  room.files += 1
  room.lines += text.split('\n').length - 1
  for (const { target, isRelative } of readSource(path, text).imports) {
    const other = roomOf(target)
    if (!isRelative || other === own || !FOLDERS.includes(other.split('/')[0] ?? '')) continue
    room.uses.add(other)
    entryOf(other).used.add(own)
  }
}

const rows = [...rooms].toSorted(([a], [b]) => (a < b ? -1 : 1))
for (const [name, { files, lines, used, uses }] of rows) {
  const figures = `${String(files).padStart(5)} files ${String(lines).padStart(6)} lines`
  process.stdout.write(`${name.padEnd(34)}${figures}   uses ${uses.size}, used by ${used.size}\n`)
}
process.stdout.write(
  `\nserver: ${linesOf(/^server/)} lines, outside features ${linesOf(/^server\/(?!features)/)}\n`,
)

/** The folder that a file is counted in: a feature, else the folder below `server`, else the first one. @param {string} path */
function roomOf(path) {
  const [root = '', second = '', third = ''] = path.split('/')
  if (root !== 'server') return root
  return second === 'features' ? `${root}/${second}/${third}` : `${root}/${second}`
}

/** @param {string} name */
function entryOf(name) {
  const room = rooms.get(name) ?? { files: 0, lines: 0, used: new Set(), uses: new Set() }
  rooms.set(name, room)
  return room
}

/** @param {RegExp} name */
function linesOf(name) {
  return rows.reduce((sum, [room, { lines }]) => sum + (name.test(room) ? lines : 0), 0)
}
