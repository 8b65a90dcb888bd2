import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isAllowed, SHIPPED_LICENCES } from './licences.mjs'

/** What leaves code in built files and is no module of them: its own CSS, and helpers of the bundler. */
const LEFT_BY_TOOLS = ['rolldown', 'tailwindcss', 'vite']

/**
 * The packages whose code is in what was built.
 *
 * @param {readonly string[]} moduleIds of all chunks, as the bundler names them
 * @returns {readonly string[]} names, sorted
 */
export function bundledPackages(moduleIds) {
  const names = moduleIds.flatMap((id) => packageOf(id) ?? [])
  return [...new Set([...names, ...LEFT_BY_TOOLS])].sort()
}

/** @param {string} id */
function packageOf(id) {
  const [path = ''] = id.replaceAll('\0', '').split('?')
  const below = path.split(sep).join('/').split('/node_modules/').slice(1).at(-1)
  if (below === undefined) return undefined
  const [scopeOrName = '', name = ''] = below.split('/')
  return scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName
}

/**
 * The notices of these packages, in one text: name, version, licence and the licence's own text. Throws where a package
 * has none of the licences that are allowed, or does not bring its text.
 *
 * @param {readonly string[]} names
 * @param {string} root the folder of `node_modules`
 */
export function noticesOf(names, root) {
  const parts = names.map((name) => noticeOf(name, join(root, 'node_modules', name)))
  return [HEAD, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`).concat('\n')
}

/** What follows is bundled in the tool, not in what it leaves in our files. */
const OF_TOOL_ITSELF = /^# Licenses of bundled dependencies/m

const HEAD = `Third-party notices

The built files of Tillgate contain code of these packages. What is installed beside it brings its own licences.`

/** @param {string} name @param {string} folder */
function noticeOf(name, folder) {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!isAllowed(license, SHIPPED_LICENCES)) {
    throw new Error(`${name} is bundled and has the licence ${license}, which is not allowed here`)
  }
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each))
  if (file === undefined) {
    throw new Error(`${name} is bundled and brings no text of its licence`)
  }
  const [text = ''] = readFileSync(join(folder, file), 'utf8').split(OF_TOOL_ITSELF)
  return `${name} ${version} (${license})\n\n${text.trim()}`
}

/**
 * Names of the packages whose notices are in a text of `noticesOf`.
 *
 * @param {string} notices
 * @returns {readonly string[]}
 */
export function noticedPackages(notices) {
  return Array.from(notices.matchAll(/^(\S+) \d\S* \([^\n]+\)$/gm), ([, name = '']) => name)
}
