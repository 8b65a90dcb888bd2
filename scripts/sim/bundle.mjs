/**
 * Bundles the simulation with the gateway's own source, as it stands now. The bundle
 * differs from the gateway in two ways: ids come from the seed, and a planted bug may be in it.
 */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, parseSync } from 'vite'
import { ROOT } from '../prepare/root.mjs'

/** @typedef {import('./planted-bugs.mjs').PlantedBug} PlantedBug */

const IDS = join(ROOT, 'server/kernel/ids.ts')
const SEEDED_IDS = join(ROOT, 'simulation/seeded-ids.ts')

/** A folder for bundles, which the caller removes. */
export function bundleFolder() {
  return mkdtempSync(join(tmpdir(), 'tillgate-sim-'))
}

/**
 * Writes the bundle and answers its path. Throws when a planted bug does not fit the source any more.
 *
 * @param {string} folder
 * @param {PlantedBug} [bug]
 */
export async function bundle(folder, bug) {
  const name = bug?.name ?? 'as-it-is'
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [seededIds(), ...(bug === undefined ? [] : [planted(bug)])],
    // From its folder no package is found.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input: join(ROOT, 'simulation/run.ts'),
        output: { entryFileNames: `${name}.mjs` },
      },
    },
  })
  return join(folder, `${name}.mjs`)
}

/**
 * Throws, with the names of all that do not, unless the bugs fit the source and can be compiled: before
 * minutes of runs, not in the middle of them.
 *
 * @param {readonly PlantedBug[]} bugs
 */
export function assertBugsFit(bugs) {
  const wrong = bugs.flatMap(({ name, edits }) => {
    /** @type {Map<string, string>} */
    const files = new Map()
    const misfits = edits.flatMap(({ file, find, replacement }) => {
      const parts = (files.get(file) ?? readFileSync(join(ROOT, file), 'utf8')).split(
        anyLayout(find),
      )
      files.set(file, parts.join(replacement))
      return parts.length === 2 ? [] : `${file} holds the text of ${name} ${parts.length - 1} times`
    })
    if (misfits.length > 0) return misfits
    return [...files].flatMap(([file, code]) =>
      parseSync(file, code).errors.length === 0 ? [] : `${file} cannot be compiled with ${name}`,
    )
  })
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** @returns {import('vite').Plugin} */
function seededIds() {
  return {
    name: 'seeded-ids',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('/ids.ts') || importer === SEEDED_IDS) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved?.id === IDS ? SEEDED_IDS : null
    },
  }
}

/**
 * Puts one bug in. Its text must stand in its file exactly once: a bug that cannot be planted proves
 * nothing.
 *
 * @param {PlantedBug} bug
 * @returns {import('vite').Plugin}
 */
function planted({ name, edits }) {
  const left = new Set(edits)
  return {
    name: `planted-bug-${name}`,
    enforce: 'pre',
    transform(code, id) {
      let changed = code
      for (const edit of edits.filter(({ file }) => file === relative(ROOT, id))) {
        const parts = changed.split(anyLayout(edit.find))
        if (parts.length !== 2) {
          throw new Error(`${edit.file} holds the text of ${name} ${parts.length - 1} times`)
        }
        changed = parts.join(edit.replacement)
        left.delete(edit)
      }
      return changed === code ? null : { code: changed, map: null }
    },
    buildEnd(error) {
      if (error === undefined && left.size > 0) {
        throw new Error(`${[...left].map(({ file }) => file)} is not part of the simulation`)
      }
    },
  }
}

/**
 * Finds a text however the formatter breaks its lines.
 *
 * @param {string} text
 */
export function anyLayout(text) {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(words.join('\\s+'))
}
