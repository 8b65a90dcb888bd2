/**
 * Prints the house in figures: `npm run house`. For each folder its files and lines (tests and fixtures left
 * out), what others use of it, and whom it imports (types and the wiring in `server/app` included); for each
 * feature what its manifest brings, and how many files of others import it; circles of imports; and the ways
 * of four requests, as `npm run walk` counts them.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importCycles } from './borders/cycles.mjs'
import { FREE } from './borders/rooms.mjs'
import { readSource } from './borders/source.mjs'
import { helpIfAsked } from './help.mjs'
import { PRODUCT_FOLDERS } from './prepare/folders.mjs'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'
import { readFeatures } from './without/features.mjs'

helpIfAsked(import.meta.url)

/** What a manifest may bring, and the names of its steps' parts. */
const PARTS = [
  'routes',
  'extensions',
  'instruments',
  'authentication',
  'calls',
  'timers',
  'work',
  'commands',
  'checks',
  'seals',
  'readSettings',
  'ndc',
]

const FOLDERS = [...PRODUCT_FOLDERS, 'simulation']

/** @type {Map<string, { files: number, lines: number, used: Set<string>, uses: Set<string> }>} */
const rooms = new Map()
const paths = filesUnder(FOLDERS).filter((path) => /\.tsx?$/.test(path) && !FREE.test(path))
/** @type {import('./borders/source.mjs').Source[]} */
const sources = []
for (const path of paths) {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const source = readSource(path, text)
  sources.push(source)
  const own = roomOf(path)
  const room = entryOf(own)
  room.files += 1
  room.lines += text.split('\n').length - 1
  for (const { target, isRelative } of source.imports) {
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
  `\nserver: ${linesOf(/^server/)} lines, outside features ${linesOf(/^server\/(?!features)/)}; operations without the web app: ${linesOf(/^operations\/(?!backoffice$)/)}\n`,
)

process.stdout.write('\nfeatures, and what their manifests bring\n')
for (const { name, folder, needs, isInSandbox } of readFeatures()) {
  const manifest = readFileSync(join(ROOT, folder, 'feature.ts'), 'utf8')
  const brings = PARTS.filter((part) => new RegExp(`\\b${part}\\b[:(]`).test(manifest))
  const users = sources.filter(
    ({ path, imports }) =>
      !path.startsWith(`${folder}/`) &&
      imports.some(
        ({ target }) => target.startsWith(`${folder}/`) && !target.endsWith('/feature.ts'),
      ),
  )
  const needed = needs.length === 0 ? '' : `, needs ${needs.join(', ')}`
  const where = isInSandbox ? ' (test only)' : ''
  process.stdout.write(
    `${(name + where).padEnd(30)}${brings.join(', ')}${needed}; imported by ${users.length} files\n`,
  )
}

const withTypes = sources.map((source) => ({
  ...source,
  imports: source.imports.map((each) => ({ ...each, isType: false })),
}))
process.stdout.write(
  `\ncircles of imports: ${importCycles(sources).length}; with types: ${importCycles(withTypes).length}\n`,
)

for (const way of ['payment', 'submit', 'webhook', 'schedule']) {
  const args = ['scripts/walk.mjs', way]
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  process.stdout.write(`${stdout.trimEnd().split('\n').at(-1)}\n`)
}

/** The folder that a file is counted in: a feature, else one below `server` or `operations`, else the first. @param {string} path */
function roomOf(path) {
  const [root = '', second = '', third = ''] = path.split('/')
  if (root !== 'server' && root !== 'operations') return root
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
