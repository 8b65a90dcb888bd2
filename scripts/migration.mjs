/**
 * Writes a new migration for SQLite and PostgreSQL: the tables and columns that server/store/tables describes and no
 * migration has yet.
 *
 *   node run.mjs migration -- who has shown a token
 *
 * The words are the name of both files, and their first line, which is to be made a sentence that says why. What is
 * by hand is printed: CHECKs of amounts, indexes, triggers. A column whose type, NULL, default or key has changed is
 * refused: SQLite builds such a table anew, which is written by hand.
 */

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const words = process.argv
  .slice(2)
  .filter((word) => word !== '--')
  .join(' ')
  .toLowerCase()
  .split(/[^a-z0-9]+/)
  .filter((word) => word !== '')

const { migratedSqliteColumns } = /** @type {typeof import('./migration/stored-schema.ts')} */ (
  await importTypeScript('scripts/migration/stored-schema.ts')
)
const { newMigration } = /** @type {typeof import('./migration/new-migration.ts')} */ (
  await importTypeScript('scripts/migration/new-migration.ts')
)

if (words.length === 0) fail('Say what it is for, in some words: node run.mjs migration -- WORDS')
else write()

function write() {
  try {
    const made = newMigration(migratedSqliteColumns())
    if (made === undefined)
      return fail('The migrations have all that server/store/tables describes')
    writeFile('server/store/migrations', made.sqlite)
    writeFile('server/store/postgres/migrations', made.postgres)
    for (const line of made.byHand) process.stdout.write(`by hand: ${line}\n`)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} folder @param {string} sql */
function writeFile(folder, sql) {
  const numbers = readdirSync(join(ROOT, folder)).map((name) => Number(/^(\d+)-/.exec(name)?.[1]))
  const number = String(Math.max(0, ...numbers.filter(Number.isInteger)) + 1).padStart(4, '0')
  const path = `${folder}/${number}-${words.join('-')}.sql`
  const sentence = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
  writeFileSync(join(ROOT, path), `-- ${sentence}.\n${sql}`, { flag: 'wx' })
  process.stdout.write(`${path}\n`)
}

/** @param {string} message */
function fail(message) {
  process.stdout.write(`${message}\n`)
  process.exitCode = 1
}
