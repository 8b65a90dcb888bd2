/**
 * A million payments with their later life on SQLite, as an operator would meet them: `npm run
 * bench:settlement`, with `-- --payments 100000`. The gateway makes a payment and a refund, which are copied: a
 * tenth of the payments are refunded. A file of our own format settles all of them and charges a hundredth back.
 * It is imported by the command, the gateway makes disputes of the chargebacks, a restated copy in another order
 * is imported, and `tillgate check` looks through all of it.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { sqliteSetup } from './database-setups.ts'
import { type CommandUse, runCommand } from './measure/command.ts'
import { type Home, startGateway } from './servers.ts'
import { writeFileOf } from './settlement/file.ts'
import { linesOf, payOnce, seed } from './settlement/payments.ts'

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000000' },
    directory: { type: 'string', default: tmpdir() },
  },
})
const payments = Number(values.payments)
const MERCHANT_ID = 'BENCH-00001'
const LOOK_EVERY_MS = 100

const directory = await mkdtemp(join(values.directory, 'tillgate-settlement-'))
try {
  const home = await sqliteSetup(directory).newHome('settlement')
  const { accountId, copied } = await firstPayments(home)
  print('payments', `${payments}, ${(await seed(home, payments, copied)).toFixed(0)} MB`)
  const lines = linesOf(payments)
  const [day, restated] = [join(directory, 'day.csv'), join(directory, 'restated.csv')]
  await writeFileOf(day, MERCHANT_ID, lines)
  await writeFileOf(restated, MERCHANT_ID, lines.toReversed())
  print('file', `${((await stat(day)).size / 1e6).toFixed(0)} MB, ${lines.length} lines`)
  const importing = ['settlement', 'import', '--format', 'tillgate', '--account', accountId]
  printUse('import', await runCommand(home, [...importing, day]))
  print('disputes', `${(await disputesSeconds(home)).toFixed(1)} s`)
  printUse('restated file', await runCommand(home, [...importing, restated]))
  printUse('check', await runCommand(home, ['check']))
  print('database', `${((await stat(fileOf(home))).size / 1e6).toFixed(0)} MB`)
} finally {
  await rm(directory, { recursive: true, force: true })
}

function fileOf({ dataDir }: Home): string {
  return join(dataDir, 'tillgate.db')
}

/** The merchant's account at the acquirer, and the payments that all others are copies of. */
async function firstPayments(home: Home) {
  const gateway = await startGateway(home)
  try {
    const { target } = gateway
    const account = [
      '--connector',
      'simulator',
      '--merchant-id',
      MERCHANT_ID,
      '--acquirer',
      'Bench',
    ]
    const create = ['acquirer', 'create', '--entity', target.entityId, ...account]
    const { output } = await runCommand(home, create)
    return { accountId: output.trim(), copied: await payOnce(target) }
  } finally {
    await gateway.stop()
  }
}

/** From the start of a gateway until no chargeback waits for its dispute. */
async function disputesSeconds(home: Home): Promise<number> {
  const gateway = await startGateway(home)
  const database = new Database(fileOf(home), { readonly: true })
  try {
    const due = database.prepare(
      "SELECT 1 FROM settlement_match WHERE dispute_state = 'due' LIMIT 1",
    )
    const startMs = performance.now()
    while (due.get() !== undefined) await pause(LOOK_EVERY_MS)
    return (performance.now() - startMs) / 1000
  } finally {
    database.close()
    await gateway.stop()
  }
}

function printUse(name: string, { seconds, processorSeconds, peakMb, output }: CommandUse): void {
  const times = `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time`
  print(name, `${times}, ${peakMb.toFixed(0)} MB at most; ${output.trimEnd().split('\n').at(-1)}`)
}

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(14)} ${text}\n`)
}
