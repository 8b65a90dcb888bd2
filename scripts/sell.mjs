/**
 * One shop sells through four acquirers, and nothing of it changes but the account of its channel: the simulator, a
 * second Tillgate, Stripe and Adyen (both emulated): `node run.mjs sell`.
 *
 * Starts the built gateways on free ports, in folders that are removed at the end. With each account it pays by card,
 * with 3-D Secure and with a saved card, captures in parts, releases, refunds, is declined, answers a dispute with a
 * document and wins it, runs a subscription of a year by the test clock, and imports the settlement file that the
 * acquirer writes. Then the books of both sides are compared payment by payment. Prints what happened with each, and exits with 1 where anything differs.
 *
 * `--faults SEED`: the emulators inject faults into their requests and events, drawn by the seed. The shop asks again
 * for what has failed, time passes for what is not known, and in the end the books must be equal all the same.
 */

import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({ options: { faults: { type: 'string' } } })
if (values.faults !== undefined && !/^\d{1,9}$/.test(values.faults)) {
  throw new Error('--faults takes a number')
}

const { sell } = /** @type {typeof import('./sell/sell.ts')} */ (
  await importTypeScript('scripts/sell/sell.ts')
)
const faults = await sell({
  print: (line) => void process.stdout.write(`${line}\n`),
  faultsSeed: values.faults,
})
process.exitCode = faults === 0 ? 0 : 1
