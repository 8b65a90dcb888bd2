/**
 * What one file of the widget lends to another (its "kit") has names of one letter in what browsers load: the names
 * stand in both files, and no compression reaches from one to the other. The sources have them whole.
 */

/** @typedef {ReadonlyMap<string, string>} ShortNames */

/** What the script lends to the main code. */
export const START_KIT = 'widget/start/kit.ts'

/** What the main code lends to fetched code. */
export const FORM_KIT = 'widget/main/kit.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The compiler of markup asks for these by name. */
const COMPILERS = ['Fragment', 'jsx', 'jsxs']

const KIT = /(const kit = \{\n)([^}]*)\}/

/**
 * @param {readonly string[]} kits sources of kits
 * @returns {ShortNames}
 */
export function shortNamesOf(kits) {
  const all = kits.flatMap((kit) => KIT.exec(kit)?.[2]?.match(/\w+/g) ?? [])
  const names = [...new Set(all)].filter((name) => !COMPILERS.includes(name))
  if (names.length > LETTERS.length) throw new Error(`${names.length} names: add letters`)
  return new Map(names.map((name, index) => [name, LETTERS[index] ?? '']))
}

/**
 * A kit's source, which lends by short names.
 *
 * @param {string} source
 * @param {ShortNames} short
 */
export function lendingBy(source, short) {
  return source.replace(KIT, (_, start, members) => `${start}${renamed(members, short)}}`)
}

/**
 * The source of fetched code, which takes from its kit by short names.
 *
 * @param {string} source
 * @param {ShortNames} short
 */
export function takingBy(source, short) {
  return source
    .replace(/\{([^{}]*)\}(?=\s*=\s*__TILLGATE_KIT__)/g, (_, list) => `{${renamed(list, short)}}`)
    .replace(/(__TILLGATE_KIT__\.)(\w+)/g, (_, kit, name) => kit + (short.get(name) ?? name))
}

/**
 * Of each module that the kit of the start imports, by its path as that names it: what the main code has in its place.
 *
 * @param {string} kit its source
 * @param {ShortNames} short
 * @returns {Map<string, string>}
 */
export function lentModules(kit, short) {
  const imports = kit.matchAll(/^import \{([^}]*)\} from '(\..+)'$/gm)
  const modules = Array.from(imports, ([, list = '', path = '']) => {
    const names = (list.match(/\w+/g) ?? []).filter((name) => short.has(name))
    const lines = names.map(
      (name) => `export const ${name} = __TILLGATE_KIT__.${short.get(name)}\n`,
    )
    return /** @type {const} */ ([path, lines.join('')])
  })
  return new Map(modules)
}

/** @param {string} list @param {ShortNames} short */
function renamed(list, short) {
  return list.replace(/\w+/g, (name) => (short.has(name) ? `${short.get(name)}: ${name}` : name))
}
