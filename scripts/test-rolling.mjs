/**
 * Updates two processes on one PostgreSQL to a next version, one after the other, while a merchant pays, captures and
 * refunds through both: `node run.mjs test:rolling --times 20`. The present version is that of its package, the next one a
 * build with a higher number and a migration more. Prints what happened in each update; fails where an operation fails,
 * is lost, or is done twice, and where `tillgate check` finds a problem.
 */
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
if (!/^[1-9]\d{0,2}$/.test(values.times)) throw new Error('--times takes a number from 1 to 999')

const { roll } = /** @type {typeof import('./rolling/rolling.ts')} */ (
  await importTypeScript('scripts/rolling/rolling.ts')
)
const faults = await roll(Number(values.times), (line) => void process.stdout.write(`${line}\n`))
process.exitCode = faults === 0 ? 0 : 1
