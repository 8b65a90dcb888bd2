/**
 * A finance day on a gateway of its own: payments, refunds, disputes and a monthly fee, the acquirer's files,
 * their import, payouts, and the reconciliation file on an FTP server: `node run.mjs demo:finance`. Prints what was
 * captured, settled and paid out, and exits with 1 where that does not add up to the cent.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { importTypeScript } from './import-typescript.mjs'

helpIfAsked(import.meta.url)

/** @typedef {import('../server/app/finance-day.fixture.ts').FinanceSums} FinanceSums */

const [{ FinanceDay, faultsOfSums }, { startFtpServer }, { startServerProcess }] =
  /** @type {[typeof import('../server/app/finance-day.fixture.ts'), typeof import('../operations/settlement/ftp-server.fixture.ts'), typeof import('../server/testing/server-process.fixture.ts')]} */ (
    await Promise.all(
      [
        'server/app/finance-day.fixture.ts',
        'operations/settlement/ftp-server.fixture.ts',
        'server/testing/server-process.fixture.ts',
      ].map(importTypeScript),
    )
  )

const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-finance-'))
const ftp = await startFtpServer()
const server = await startServerProcess({ dataDir })
try {
  const day = new FinanceDay(server, { dataDir, ftp })
  for (const step of day.steps) {
    const startMs = performance.now()
    await step.run()
    print(`${((performance.now() - startMs) / 1000).toFixed(1).padStart(5)} s  ${step.name}`)
  }
  const sums = await day.sums()
  print('')
  table(sums, ['captured', 'settled', 'open'])
  print('')
  table(sums, ['net', 'paid', 'reserve', 'left', 'reported'])
  print('')
  const found = (await day.check()).trimEnd().split('\n').at(-1) ?? ''
  print(`tillgate check: ${found}`)
  const faults = [...faultsOfSums(sums), ...(found.includes(' 0 problems') ? [] : [found])]
  for (const fault of faults) print(`FAULT ${fault}`)
  print(
    faults.length === 0
      ? 'captured = settled + open, and settled = paid out + reserve + what is left, to the cent'
      : 'The day does not add up',
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await server.interrupt()
  ftp.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * @param {readonly FinanceSums[]} sums
 * @param {readonly Exclude<keyof FinanceSums, 'currency'>[]} columns
 */
function table(sums, columns) {
  print(['   ', ...columns.map((name) => name.padStart(12))].join(''))
  for (const row of sums) {
    const amounts = columns.map((name) => (row[name] / 100).toFixed(2).padStart(12))
    print([row.currency, ...amounts].join(''))
  }
}
