import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needsOf } from '../borders/source.mjs'
import { ROOT } from '../prepare/root.mjs'

/** The folder of all features of operations; also their name together. */
export const OPERATIONS = 'operations'

/** The lists of features, in their order. */
export const LISTS = ['sandbox/features.ts', 'operations/features.ts', 'server/features.ts']

/** The files that list features, and that make them. */
export const COMPOSING = [...LISTS, 'server/compose.ts']

/**
 * A feature of the list: its constant there, the folder of its manifest, its name, and what it needs.
 *
 * @typedef {{
 *   constant: string, folder: string, name: string, needs: readonly string[], isInSandbox: boolean,
 * }} ListedFeature
 */

/** The features of both lists, in their order. @returns {readonly ListedFeature[]} */
export function readFeatures() {
  return LISTS.flatMap(listedIn)
}

/** @param {string} path @returns {readonly ListedFeature[]} */
function listedIn(path) {
  const list = readFileSync(join(ROOT, path), 'utf8')
  const imports = list.matchAll(/import \{ (\w+) \} from '(.+?)\/feature\.ts'/g)
  return [...imports].map(([, constant = '', place = '']) => {
    const folder = join(dirname(path), place)
    const manifest = `${folder}/feature.ts`
    const text = existsSync(join(ROOT, manifest)) ? readFileSync(join(ROOT, manifest), 'utf8') : ''
    const name = /\n {2}name: '([\w-]+)'/.exec(text)?.[1] ?? /name: '([\w-]+)'/.exec(text)?.[1]
    if (name === undefined) throw new Error(`${manifest} has no name`)
    const needs = needsOf(manifest, text) ?? []
    return { constant, folder, name, needs, isInSandbox: dirname(folder) === 'sandbox' }
  })
}

/**
 * A feature, or all of operations, with all that need it, and those that need these.
 *
 * @param {string} name
 * @param {readonly ListedFeature[]} features
 */
export function withDependents(name, features) {
  const ofOperations = features.filter(({ folder }) => folder.startsWith(`${OPERATIONS}/`))
  const gone = new Set(name === OPERATIONS ? ofOperations.map((each) => each.name) : [name])
  for (const one of gone) {
    for (const other of features) if (other.needs.includes(one)) gone.add(other.name)
  }
  return features.filter((feature) => gone.has(feature.name))
}
