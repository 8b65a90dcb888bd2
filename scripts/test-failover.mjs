/**
 * Kills the PostgreSQL primary of two gateways while a merchant pays, captures and refunds through both, promotes the
 * standby that each commit waits for, and makes the other server a standby again: `node run.mjs test:failover --times 20`.
 * Prints what happened each time; fails where an operation fails, is lost, or is done twice, and where `tillgate check`
 * or `tillgate audit verify` finds a problem.
 */
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
if (!/^[1-9]\d{0,2}$/.test(values.times)) throw new Error('--times takes a number from 1 to 999')

const { failOver } = /** @type {typeof import('./failover/failover.ts')} */ (
  await importTypeScript('scripts/failover/failover.ts')
)
const faults = await failOver(
  Number(values.times),
  (line) => void process.stdout.write(`${line}\n`),
)
process.exitCode = faults === 0 ? 0 : 1
