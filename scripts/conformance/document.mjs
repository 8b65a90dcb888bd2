import { markdownTable } from '../markdown.mjs'

/**
 * @typedef {import('./written-tests.mjs').WrittenTest} WrittenTest
 * @typedef {import('./rules.mjs').RuleSection} RuleSection
 * @typedef {import('./rules.mjs').Rule} Rule
 * @typedef {{ section: string, count: number, rows: string }} RowSection
 */

/** The test that walks every row of every table of the interface document. */
const ROW_FILE = 'server/parameters/interface-rows.test.ts'
const ROW_TITLE = '$section: $name takes its longest value and refuses what is not $format'

/** Further tests that are named for a row, at most: the first few say enough. */
const USES_SHOWN = 3

/** The test that sends every row that a request takes. */
const WIRE_FILE = 'scripts/conformance/rows-on-the-wire.test.ts'
const WIRE_TITLE = '$section: $name is accepted, and refused by name when it is not $format'

/** Rows of interface.md that no request takes, and why. */
const UNSENT = [
  { section: /^Chargeback/, name: /./, why: 'waits for: disputes' },
  { section: /^Asynchronous response/, name: /./, why: 'of answers: R.19' },
  {
    section: /^Point of sale/,
    name: /^pos\.(clearing\.|merchantId|iccDataResponse|statusText|timestamp)/,
    why: 'of answers: N.46',
  },
]

/**
 * Why no request takes a row; nothing where one does.
 *
 * @param {string} section
 * @param {string} name
 */
export function whyUnsent(section, name) {
  return UNSENT.find((rows) => rows.section.test(section) && rows.name.test(name))?.why
}

/**
 * docs/conformance.md, and what is wrong with it: a rule without a test, a test that is not there.
 *
 * @param {{ rows: readonly RowSection[], rules: readonly RuleSection[], tests: readonly WrittenTest[] }} parts
 * @returns {{ text: string, faults: string[] }}
 */
export function conformance({ rows, rules, tests }) {
  const everyRule = rules.flatMap((section) => section.rules)
  const faults = [
    ...duplicateNumbers(everyRule),
    ...everyRule.flatMap((rule) => unheld(rule, tests)),
  ]
  if (!tests.some(({ file, title }) => file === ROW_FILE && title === ROW_TITLE)) {
    faults.push(`${ROW_FILE} has no test "${ROW_TITLE}": no row is covered`)
  }
  if (!tests.some(({ file, title }) => file === WIRE_FILE && title === WIRE_TITLE)) {
    faults.push(`${WIRE_FILE} has no test "${WIRE_TITLE}": no row is sent`)
  }
  const sections = [
    introduction(rows, everyRule),
    '## Rules',
    ...rules.flatMap(ruleTable),
    '## What waits for a feature',
    waiting(everyRule),
    '## Rows of the tables',
    `Every row is walked by \`${ROW_FILE}\` ("Section: name takes its longest value and refuses …"): its longest value is taken, a longer one, another alphabet and anything outside its list are refused. Every row that a request takes is sent by \`${WIRE_FILE}\` ("Section: name is taken, and named when it is not …"). The last column names further tests that send it, at most ${USES_SHOWN}.`,
    ...rows.flatMap((section) => rowTable(section, tests)),
  ]
  return { text: `${sections.join('\n\n')}\n`, faults }
}

/** @param {readonly RowSection[]} rows @param {readonly Rule[]} rules */
function introduction(rows, rules) {
  const count = rows.reduce((sum, section) => sum + section.count, 0)
  const waits = rules.filter(({ waitsFor }) => waitsFor !== undefined).length
  return `# Conformance

Every row of every table of the interface document, and every rule of it and of the decisions about what it leaves open, with the tests that hold them. Generated: \`node run.mjs conformance\` writes this page, a test says when it is stale, when a test that it names is gone, or when something is held by none. A title with \`$name\` or \`%s\` stands for many cases.

${count} rows in ${rows.length} tables; ${rules.length} rules, of which ${waits} wait for features that come later and are listed below as such.`
}

/** @param {RuleSection} section */
function ruleTable({ title, rules }) {
  const held = rules.filter(({ waitsFor }) => waitsFor === undefined)
  const lines = held.map(({ id, text, tests }) => [id, text, tests.map(shown).join('<br>')])
  return held.length === 0 ? [] : [`### ${title}`, markdownTable(['No.', 'Rule', 'Tests'], lines)]
}

/** @param {readonly Rule[]} rules */
function waiting(rules) {
  const lines = rules.flatMap(({ id, text, waitsFor }) =>
    waitsFor === undefined ? [] : [[id, text, waitsFor]],
  )
  return markdownTable(['No.', 'Rule', 'Waits for'], lines)
}

/** @param {RowSection} section @param {readonly WrittenTest[]} tests */
function rowTable({ section, rows }, tests) {
  const lines = rows
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', format = ''] = line.split('|').map((part) => part.trim())
      return [`\`${name}\``, format, `${section}: ${name} takes …`, usesOf(section, name, tests)]
    })
  return [`### ${section}`, markdownTable(['Row', 'Format', 'Row test', 'Over the wire'], lines)]
}

/**
 * @param {string} section
 * @param {string} name
 * @param {readonly WrittenTest[]} tests
 */
function usesOf(section, name, tests) {
  const mentions = mentionOf(name)
  const found = tests.filter(
    ({ file, text, isGroup }) => !isGroup && isOverTheWire(file) && mentions.test(text),
  )
  const named = [...new Set(found.map(shown))].slice(0, USES_SHOWN)
  const first = whyUnsent(section, name) ?? `${section}: ${name} is taken …`
  return [first, ...named].join('<br>')
}

/** @param {string} file */
function isOverTheWire(file) {
  return file.startsWith('server/') && !file.startsWith('server/parameters/')
}

/**
 * A parameter as tests write it: in quotes or before an equals sign, with any index or key.
 *
 * @param {string} name
 */
function mentionOf(name) {
  const written = name
    .replace(/[.[\]]/g, '\\$&')
    .replaceAll('\\[n\\]', '(?:\\[\\d+\\]|%5B\\d+%5D)')
    .replaceAll('\\[key\\]', '(?:\\[[\\w.]+\\]|%5B\\w+%5D)')
  // A short name is the word of many things: only what is sent counts.
  return new RegExp(`(?<![\\w.])${written}(?:=|'?: )|'${written}'`)
}

/** @param {{ file: string, title: string }} test */
function shown({ file, title }) {
  return `${file}: ${title}`
}

/** @param {readonly Rule[]} rules */
function duplicateNumbers(rules) {
  const ids = rules.map(({ id }) => id)
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} stands twice`)
}

/** @param {Rule} rule @param {readonly WrittenTest[]} tests */
function unheld({ id, tests: named }, tests) {
  return named
    .filter(
      ({ file, title }) =>
        !tests.some((test) => test.file === file && title !== '' && test.title.includes(title)),
    )
    .map((test) => `${id}: there is no test ${shown(test)}`)
}
