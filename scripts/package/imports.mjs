import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

/** An import or export of the bundler's own making: a statement at the beginning of a line, or a call. */
const STATEMENT = /^(?:import|export)\b[^"'\n]*["']([^"']+)["'];?$/gm
const CALL = /\b(?:import|require)\(["']([^"']+)["']\)/g

/**
 * The packages that files of the server import when they run, sorted: what they import but parts of themselves and of
 * Node.
 *
 * @param {string} folder of the built server
 * @returns {readonly string[]}
 */
export function importedPackages(folder) {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
  const named = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => importsOf(readFileSync(join(folder, file), 'utf8')))
  return [...new Set(named)].filter((name) => !name.startsWith('.') && !isBuiltin(name)).sort()
}

/** @param {string} code @returns {readonly string[]} */
export function importsOf(code) {
  return [STATEMENT, CALL].flatMap((form) =>
    [...code.matchAll(form)].flatMap(([, name]) => name ?? []),
  )
}
