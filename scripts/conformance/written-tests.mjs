import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { CODE_FOLDERS } from '../prepare/folders.mjs'
import { ROOT } from '../prepare/root.mjs'
import { filesUnder } from '../prepare/stamp.mjs'

/**
 * A test as it is written: the `title` of a test with many cases has `$name` or `%s` in it. A case of a
 * table of requests (`what: …`) counts as a test of its own.
 *
 * @typedef {{ file: string, title: string, text: string, isGroup: boolean }} WrittenTest
 */

/** Suites that several engines share count as tests: the files that run them have none of their own. */
const WITH_TESTS = /\.(test|suite|e2e|spec)\.tsx?$|\.shapes\.fixture\.ts$/

/** Tables of requests: each of their rows is a call whose first word is the title of a case. */
const SHAPES = /\.shapes\.fixture\.ts$/

/** Somebody's notes, which go again. */
const PASSING = /\.review\.test\.ts$/

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe'])

/**
 * Reads every test of the project out of its source: asking the runner takes minutes, because it
 * loads all that the tests load.
 *
 * @returns {WrittenTest[]}
 */
export function writtenTests() {
  return filesUnder(CODE_FOLDERS)
    .filter((path) => WITH_TESTS.test(path) && !PASSING.test(path))
    .flatMap((file) => testsIn(file, readFileSync(join(ROOT, file), 'utf8')))
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {WrittenTest[]}
 */
export function testsIn(file, source) {
  /** @type {WrittenTest[]} */
  const found = []
  const isShapes = SHAPES.test(file)
  /** @param {string | undefined} title @param {{ start: number, end: number }} node */
  const add = (title, { start, end }) => {
    const text = source.slice(start, end)
    if (title !== undefined) found.push({ file, title, text, isGroup: text.startsWith('describe') })
  }
  new Visitor({
    CallExpression(node) {
      const isCase = isShapes && node.callee.type === 'Identifier'
      if (isCase || isTestFunction(node.callee)) add(textOf(node.arguments[0], source), node)
    },
    ObjectExpression(node) {
      const what = node.properties.find(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name === 'what',
      )
      if (what?.type === 'Property') add(textOf(what.value, source), node)
    },
  }).visit(parseSync(file, source).program)
  return found
}

/**
 * `it`, `test.each(…)`, `describe.runIf(…)` and the like.
 *
 * @param {any} callee
 * @returns {boolean}
 */
function isTestFunction(callee) {
  const inner = callee.object ?? callee.callee ?? callee.tag
  if (inner !== undefined) return isTestFunction(inner)
  return callee.type === 'Identifier' && TEST_FUNCTIONS.has(callee.name)
}

/**
 * @param {any} node
 * @param {string} source
 * @returns {string | undefined}
 */
function textOf(node, source) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return source.slice(node.start + 1, node.end - 1)
  return undefined
}
