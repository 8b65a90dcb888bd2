/**
 * What the script lends to the main code (`widget/start/kit.ts`), by names of one letter: the names stand in both,
 * and no compression reaches from one file to the other.
 */

/** @typedef {{ readonly name: string, readonly short: string }} Lent */
/** @typedef {{ readonly path: string, readonly exports: readonly Lent[] }} LentModule */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The modules that the kit imports, by their paths as it names them, with what it lends of each.
 *
 * @param {string} kit its source
 * @returns {LentModule[]}
 */
export function lentByStart(kit) {
  const names = namesOf(kit)
  return [...kit.matchAll(/^import \{([^}]*)\} from '(\..+)'$/gm)].map(
    ([, list = '', path = '']) => {
      const imported = list.split(',').map((name) => name.trim())
      return { path, exports: names.filter(({ name }) => imported.includes(name)) }
    },
  )
}

/**
 * The source of such a module for the main code.
 *
 * @param {LentModule} module
 */
export function lentModule({ exports }) {
  const lines = exports.map(
    ({ name, short }) => `export const ${name} = __TILLGATE_KIT__.${short}\n`,
  )
  return lines.join('')
}

/** @param {string} kit its source */
export function withShortNames(kit) {
  return namesOf(kit).reduce(
    (source, { name, short }) => source.replace(`  ${name},\n`, `  ${short}: ${name},\n`),
    kit,
  )
}

/** @param {string} kit @returns {Lent[]} */
function namesOf(kit) {
  const [, members = ''] = kit.split('export const kit = {')
  const names = Array.from(members.matchAll(/^ {2}(\w+),$/gm), ([, name = '']) => name)
  if (names.length > LETTERS.length) throw new Error(`${names.length} names: add letters`)
  return names.map((name, index) => ({ name, short: LETTERS[index] ?? '' }))
}
