/**
 * Replaces the master key of two gateways on one PostgreSQL while a merchant pays, captures and refunds through both, by
 * the steps of docs/operations.md: `node run.mjs test:rotation --times 20`. Every fifth restart follows a kill. Prints
 * what happened each time; fails where an operation fails, is lost, or is done twice, where the card that was stored
 * before cannot be charged, and where `tillgate check` or `tillgate audit verify` finds a problem.
 */
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
if (!/^[1-9]\d{0,2}$/.test(values.times)) throw new Error('--times takes a number from 1 to 999')

const { rotate } = /** @type {typeof import('./rotation/rotation.ts')} */ (
  await importTypeScript('scripts/rotation/rotation.ts')
)
const faults = await rotate(Number(values.times), (line) => void process.stdout.write(`${line}\n`))
process.exitCode = faults === 0 ? 0 : 1
