/**
 * Tries the connector to Stripe or Adyen with an account of your own, in the provider's test environment:
 *
 *   node run.mjs prove stripe --merchant-id acct_… --credentials credentials.json
 *   node run.mjs prove adyen --merchant-id AcmeECOM --credentials credentials.json \
 *                            --public-url https://tunnel.example --port 8443
 *   node run.mjs prove stripe --emulated           the same steps with the emulator, to see what it does
 *
 * `credentials.json` has the credentials of the account by their names (docs/accounts.md), such as {"secretKey":
 * "sk_test_…"}; it is read once, and what it says is in no record. `--settings '{…}'` are the account's settings.
 * Where a provider tells outcomes by events alone, as Adyen does, `--public-url` is an address that leads to `--port`
 * of this machine: enter the address that is printed as its webhook. Pages of banks are for you: open them as asked.
 *
 * Starts a gateway in a folder that is removed at the end, asks the account what it may do, and then pays by card,
 * with 3-D Secure and with a saved card, captures in parts, releases, refunds and is declined. Writes a record with the
 * day (`--out FILE`, by default prove-PROVIDER-DAY.json), and exits with 1 where a step did not pass. The record
 * proves what it names, with this account, on this day; it is no certificate of the provider.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'

helpIfAsked(import.meta.url)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'merchant-id': { type: 'string' },
    credentials: { type: 'string' },
    settings: { type: 'string', default: '{}' },
    'public-url': { type: 'string' },
    port: { type: 'string' },
    out: { type: 'string' },
    emulated: { type: 'boolean', default: false },
  },
})

try {
  const { prove } = /** @type {typeof import('./prove/prove.ts')} */ (
    await importTypeScript('scripts/prove/prove.ts')
  )
  process.exitCode = (await prove(wanted())) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}

/** @returns {import('./prove/prove.ts').Wanted} */
function wanted() {
  const [provider] = positionals
  if (provider !== 'stripe' && provider !== 'adyen') throw new Error('Name stripe or adyen')
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`)
  const { emulated, credentials, out } = values
  /** @type {import('./prove/prove.ts').Wanted} */
  const common = { provider, print, ...(out === undefined ? {} : { out }) }
  if (emulated) return common
  const merchantId = values['merchant-id']
  if (merchantId === undefined) throw new Error('--merchant-id is missing: the account there')
  if (credentials === undefined) throw new Error('--credentials is missing: a JSON file')
  return {
    ...common,
    account: {
      merchantId,
      settings: values.settings,
      credentials: JSON.parse(readFileSync(credentials, 'utf8')),
    },
    ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'] }),
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
  }
}
