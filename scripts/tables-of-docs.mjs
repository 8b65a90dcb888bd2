/**
 * Writes the tables of the docs that are made from code, each between `<!-- name:begin -->` and `<!-- name:end -->`:
 * the settings (server/kernel/settings/config.ts), what tillgate doctor looks at (server/app/doctor), what was shown of each provider's connector
 * (acquirers/providers.ts), and what becomes of the fields there (`fields.ts` of the connector). With `--check` it writes nothing and fails when a page says something else.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { markdownTable, replaceSection } from './markdown.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const ACQUIRERS = 'acquirers'
/** @typedef {import('../server/payments/connectors/field-uses.ts').FieldTable} FieldTable */
/** @typedef {import('../server/payments/accounts/provider.ts').Provider} Provider */

const { SETTINGS } = /** @type {typeof import('../server/kernel/settings/config.ts')} */ (
  await importTypeScript('server/kernel/settings/config.ts')
)
const { PROVIDERS } = /** @type {typeof import('../acquirers/providers.ts')} */ (
  await importTypeScript('acquirers/providers.ts')
)

const { DOCTOR_CHECKS } = /** @type {typeof import('../server/app/doctor/checks.ts')} */ (
  await importTypeScript('server/app/doctor/checks.ts')
)

const TABLES = [
  { page: 'docs/going-live.md', name: 'doctor', table: doctorTable() },
  { page: 'docs/accounts.md', name: 'proven', table: provenTable() },
  { page: 'docs/settings.md', name: 'settings', table: settingsTable() },
  ...(await tablesOfFields()),
]

for (const { page, name, table } of TABLES) write(join(ROOT, page), page, name, table)

function doctorTable() {
  const rows = DOCTOR_CHECKS.map(({ name, looksAt, why, fix, quick }) => [
    `\`${name}\`${quick ? ', at each live start' : ''}`,
    sentence(looksAt),
    `${sentence(why)}.`,
    sentence(fix),
  ])
  return markdownTable(['Check', 'Looks at', 'Where it is wrong', 'What mends it'], rows)
}

/** @param {string} text */
function sentence(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function settingsTable() {
  const rows = Object.values(SETTINGS).map(
    ({ variable, shownDefault, meaning, expected, secret }) => [
      `\`${variable}\``,
      shownDefault,
      `${meaning} Takes ${expected}.${secret ? ' Secret: also `…_FILE`, `…_COMMAND`.' : ''}`,
    ],
  )
  return markdownTable(['Variable', 'Default', 'Meaning'], rows)
}

/** Of each provider whose connector has a table of fields, on its page of the docs. */
async function tablesOfFields() {
  const tables = []
  for (const { name, title } of PROVIDERS) {
    const file = `${ACQUIRERS}/${name}/fields.ts`
    if (!existsSync(join(ROOT, file))) continue
    const module = /** @type {Record<string, FieldTable>} */ (await importTypeScript(file))
    const uses = Object.entries(module).find(([exported]) => exported.endsWith('_FIELDS'))?.[1]
    if (uses === undefined) throw new Error(`${file} exports no table whose name ends in _FIELDS`)
    tables.push({ page: `docs/${name}.md`, name: 'fields', table: fieldsTable(title, uses) })
  }
  return tables
}

/**
 * @param {string} provider
 * @param {FieldTable} uses
 */
function fieldsTable(provider, uses) {
  const rows = uses.map((use) => [
    use.fields.map((name) => (name === '*' ? 'any other' : `\`${name}\``)).join(', '),
    'as' in use ? use.as : leftOut(use.leftOut),
  ])
  return markdownTable(['Field', `At ${provider}`], rows)
}

function provenTable() {
  const rows = PROVIDERS.flatMap((/** @type {Provider} */ { title, proven }) =>
    proven === undefined
      ? []
      : [
          [
            title,
            proven.schema,
            proven.testAccount ?? 'not yet',
            proven.live === undefined
              ? 'not yet'
              : `since ${proven.live.day}, says ${proven.live.by}`,
          ],
        ],
  )
  return markdownTable(['Provider', 'Published API', 'Account of test', 'Live'], rows)
}

/** @param {import('../server/payments/connectors/field-uses.ts').Effect} effect */
function leftOut(effect) {
  return effect === 'nothing' ? 'left out' : `left out: this may change the ${effect}`
}

/** @param {string} path @param {string} page @param {string} name @param {string} table */
function write(path, page, name, table) {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const after = replaceSection(before, name, table)
  if (after === undefined) {
    fail(`${page} has no <!-- ${name}:begin --> and <!-- ${name}:end -->`)
  } else if (!process.argv.includes('--check')) {
    writeFileSync(path, after)
  } else if (after !== before) {
    fail(`The table of ${name} in ${page} is stale: run node run.mjs tables`)
  }
}

/** @param {string} message */
function fail(message) {
  process.stdout.write(`${message}\n`)
  process.exitCode = 1
}
