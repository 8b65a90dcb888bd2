/**
 * Writes the table of settings in docs/settings.md, between `<!-- settings:begin -->` and
 * `<!-- settings:end -->`, out of server/kernel/settings/config.ts. With `--check` it writes nothing and fails when
 * the page says something else.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { markdownTable, replaceSection } from './markdown.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const page = join(ROOT, 'docs/settings.md')
const { SETTINGS } = /** @type {typeof import('../server/kernel/settings/config.ts')} */ (
  await importTypeScript('server/kernel/settings/config.ts')
)

const rows = Object.values(SETTINGS).map(({ variable, shownDefault, meaning, expected }) => [
  `\`${variable}\``,
  shownDefault,
  `${meaning} Takes ${expected}.`,
])
const table = markdownTable(['Variable', 'Default', 'Meaning'], rows)

const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
const after = replaceSection(before, 'settings', table)
if (after === undefined) {
  fail('docs/settings.md has no <!-- settings:begin --> and <!-- settings:end -->')
} else if (!process.argv.includes('--check')) {
  writeFileSync(page, after)
} else if (after !== before) {
  fail('The table of settings in docs/settings.md is stale: run node run.mjs settings')
}

/** @param {string} message */
function fail(message) {
  process.stdout.write(`${message}\n`)
  process.exitCode = 1
}
