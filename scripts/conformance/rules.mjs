import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../prepare/root.mjs'

/**
 * A rule of the interface document or of the decisions. Either tests hold it, or it waits for a
 * feature that does not exist yet.
 *
 * @typedef {{ file: string, title: string }} NamedTest
 * @typedef {{ id: string, text: string, tests: readonly NamedTest[], waitsFor?: string }} Rule
 * @typedef {{ title: string, rules: readonly Rule[] }} RuleSection
 */

const FILE = 'scripts/conformance/rules.txt'
/** A semicolon before a path: titles have semicolons as well. */
const BETWEEN_TESTS = /; (?=[\w-]+\/)/

const WAITS = /^waits for: (.+)$/

/** @returns {RuleSection[]} */
export function writtenRules() {
  return rulesIn(readFileSync(join(ROOT, FILE), 'utf8'))
}

/**
 * @param {string} source
 * @returns {RuleSection[]}
 */
export function rulesIn(source) {
  const [, ...sections] = source.split(/^## /m)
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n').filter((line) => line.trim() !== '')
    return { title, rules: lines.map(ruleOf) }
  })
}

/**
 * @param {string} line
 * @returns {Rule}
 */
function ruleOf(line) {
  const [id = '', text = '', held = '', ...more] = line.split(' | ')
  if (held === '' || more.length > 0) throw new Error(`${FILE} has a line of other parts: ${line}`)
  const waitsFor = WAITS.exec(held)?.[1]
  if (waitsFor !== undefined) return { id, text, tests: [], waitsFor }
  return { id, text, tests: held.split(BETWEEN_TESTS).map(namedTest) }
}

/**
 * @param {string} text
 * @returns {NamedTest}
 */
function namedTest(text) {
  const at = text.indexOf(': ')
  return { file: text.slice(0, at), title: text.slice(at + 2) }
}
