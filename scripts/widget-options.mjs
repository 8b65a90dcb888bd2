/**
 * Writes what is said of the options of the widget out of widget/options/descriptions.ts: the tables
 * in docs/widget/options.md and the types in common/widget-types.ts. With `--check` it writes nothing
 * and fails where one of them says something else.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { markdownTable, replaceSection } from './markdown.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const DOCUMENT = 'docs/widget/options.md'
const TYPES = 'common/widget-types.ts'

const { optionDescriptions, callbackDescriptions } =
  /** @type {typeof import('../widget/options/descriptions.ts')} */ (
    await importTypeScript('widget/options/descriptions.ts')
  )
const { shownDefault, shownSince } =
  /** @type {typeof import('../widget/options/shown-default.ts')} */ (
    await importTypeScript('widget/options/shown-default.ts')
  )

update(DOCUMENT, (document) =>
  withSection(withSection(document, 'options', optionRows()), 'callbacks', callbackRows()),
)
update(TYPES, (source) => {
  const [head, rest = ''] = source.split('// options:begin')
  return formatted(
    `${head}// options:begin\n${optionTypes()}// options:end${rest.split('// options:end')[1]}`,
  )
})

function optionRows() {
  const rows = [...optionDescriptions].map(([name, option]) => [
    `\`${name}\``,
    `\`${option.type}\``,
    shownDefault(name, option),
    option.meaning,
    shownSince(option.since),
  ])
  return markdownTable(['Option', 'Type', 'Default', 'Meaning', 'Acts since'], rows)
}

function callbackRows() {
  const rows = [...callbackDescriptions].map(([name, { takes, returns, meaning, since }]) => [
    `\`${name}\``,
    `\`(${takes}) => ${returns}\``,
    meaning,
    shownSince(since),
  ])
  return markdownTable(['Callback', 'Signature', 'When', 'Called since'], rows)
}

function optionTypes() {
  const options = [...optionDescriptions].map(([name, option]) => {
    const text = `${option.meaning} Default: ${shownDefault(name, option)}.`
    return `${comment(text)}${name}?: ${option.type}\n`
  })
  const callbacks = [...callbackDescriptions].map(
    ([name, { takes, returns, meaning }]) => `${comment(meaning)}${name}?(${takes}): ${returns}\n`,
  )
  return `\n/** \`wpwlOptions\` of a page. */\nexport type WpwlOptions = {\n${options.join('')}${callbacks.join('')}}\n\n`
}

/** @param {string} meaning */
function comment(meaning) {
  const text = meaning.replaceAll(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '')
  return `/** ${text} */\n`
}

/**
 * @param {string} document
 * @param {string} name
 * @param {string} text
 */
function withSection(document, name, text) {
  const changed = replaceSection(document, name, text)
  if (changed === undefined) throw new Error(`${DOCUMENT} has no <!-- ${name}:begin --> and end`)
  return changed
}

/**
 * @param {string} path
 * @param {(before: string) => string} change
 */
function update(path, change) {
  const file = join(ROOT, path)
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, after)
  } else if (after !== before) {
    process.stdout.write(`${path} is stale: run node run.mjs widget-options\n`)
    process.exitCode = 1
  }
}

/** @param {string} source */
function formatted(source) {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${TYPES}`],
    { cwd: ROOT, input: source, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The types cannot be formatted: ${stderr}`)
  return stdout
}
