/**
 * The gateway without a feature: takes its folder out of a copy, and what needs it, leaves both out of the lists
 * of features and of server/compose.ts, checks the types, builds the server and runs the tests that are left.
 *
 *   npm run without -- gift-cards          one feature
 *   npm run without -- operations          all that people do after the sale, with their web app
 *   npm run without                        each feature in turn
 *   npm run without -- --round 2           two of them, others each day
 *   npm run without -- risk --types        checks the types alone
 *
 * A test is left out with a feature if it imports something of it, sends it a request, or does not compile
 * without it. Checkouts stay: the widget is served for them; and registrations, which they need.
 */
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { ofThisRound } from './rounds.mjs'
import { checkWithout, typesOfAll } from './without/check-without.mjs'
import { OPERATIONS, readFeatures } from './without/features.mjs'

helpIfAsked(import.meta.url)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { round: { type: 'string' }, types: { type: 'boolean', default: false } },
})

const features = readFeatures()
/** What the host of the widget stands on. */
const STAYING = ['checkouts', 'registrations']
const removable = [
  ...features
    .filter(({ name, isInSandbox }) => !isInSandbox && !STAYING.includes(name))
    .map(({ name }) => name),
  OPERATIONS,
]
const unknown = positionals.filter((name) => !removable.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(', ')} cannot be left out, only ${removable.join(', ')}\n`)
  process.exit(1)
}
const wanted = positionals.length > 0 ? positionals : ofThisRound(removable, values.round)
const options = { types: values.types, knownTypes: typesOfAll() }
let failed = 0
for (const name of wanted) failed += checkWithout(name, features, options) ? 0 : 1
process.stdout.write(`${wanted.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
