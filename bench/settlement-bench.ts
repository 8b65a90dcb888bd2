/**
 * How long a settlement file takes to import, and how much memory: `npm run bench:settlement`, with
 * `-- --lines 100000`. Writes payments and a file of our own format about them below the temporary
 * directory, imports it into SQLite with every line matched, imports a restated copy, and checks the ledger.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { formatNamed } from '../server/features/settlement/formats/formats.ts'
import { TILLGATE_COLUMNS } from '../server/features/settlement/formats/tillgate.ts'
import { importFile } from '../server/features/settlement/import.ts'
import { csvLine } from '../server/kernel/csv-line.ts'
import type { AcquirerAccountRow, Store } from '../server/store/port.ts'
import { openSqliteStore } from '../server/store/sqlite/open-sqlite-store.ts'
import { acquirerAccount, entity, succeeded } from '../server/store/testing/sample-rows.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } })
const lines = Number(values.lines)
const format = formatNamed('tillgate')
if (format === undefined) throw new Error('There is no format tillgate')

const folder = await mkdtemp(join(tmpdir(), 'settlement-bench-'))
let peakMb = 0
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1e6)
}, 50)

try {
  const file = join(folder, 'tillgate.db')
  // As `tillgate settlement import` writes: on a thread of its own.
  const url = new URL('../server/sqlite-worker.js', import.meta.url)
  const store = await openSqliteStore({ file, committer: { kind: 'worker', url } })
  const { account, ids } = await seed(store)
  const [path, restated] = [join(folder, 'day.csv'), join(folder, 'restated.csv')]
  await writeFileOf(path, ids, account)
  await writeFileOf(restated, ids.toReversed(), account)
  print('file', `${((await stat(path)).size / 1e6).toFixed(0)} MB, ${lines} lines`)
  const sizeBefore = (await stat(file)).size
  for (const [name, each] of [
    ['import', path],
    ['restated file', restated],
  ] as const) {
    peakMb = 0
    const startMs = performance.now()
    const before = process.cpuUsage()
    const request = { path: each, format, account, acceptsUnbalanced: false }
    const outcome = await importFile(request, { store, clock: { now: () => Date.now() } })
    const seconds = (performance.now() - startMs) / 1000
    const { user, system } = process.cpuUsage(before)
    const processor = ((user + system) / 1e6).toFixed(1)
    const counts = outcome.kind === 'imported' ? JSON.stringify(outcome.counts) : outcome.kind
    // Of all threads: says the same on a busy machine.
    const times = `${seconds.toFixed(1)} s, ${processor} s of processor time`
    print(name, `${times}, ${peakMb.toFixed(0)} MB at most, ${counts}`)
  }
  await store.close()
  print('database', `${(((await stat(file)).size - sizeBefore) / 1e6).toFixed(0)} MB more`)
} finally {
  clearInterval(watch)
  await rm(folder, { recursive: true, force: true })
}

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(14)} ${text}\n`)
}

/** A merchant with an account and as many payments as lines. */
async function seed(store: Store) {
  const merchant = entity({ kind: 'merchant' })
  const channel = entity({ kind: 'channel', parentId: merchant.id })
  const account = acquirerAccount(merchant.id, { currencies: 'EUR' })
  await store.commit([
    { kind: 'insertEntity', row: merchant },
    { kind: 'insertEntity', row: channel },
    { kind: 'insertAcquirerAccount', row: account },
  ])
  const ids: string[] = []
  for (let at = 0; at < lines; at += 1000) {
    const rows = Array.from({ length: Math.min(1000, lines - at) }, () =>
      succeeded({ entityId: channel.id, amountMinor: 10_000 }),
    )
    ids.push(...rows.map(({ id }) => id))
    await store.commit(rows.map((row) => ({ kind: 'insertPayment', row })))
  }
  return { account, ids }
}

async function writeFileOf(
  path: string,
  ids: readonly string[],
  { merchantId }: AcquirerAccountRow,
): Promise<void> {
  const file = createWriteStream(path)
  const write = async (cells: Partial<Record<string, string>>) => {
    const line = csvLine(
      TILLGATE_COLUMNS.map((name) => cells[name] ?? ''),
      ';',
    )
    if (!file.write(`${line}\n`)) await once(file, 'drain')
  }
  file.write(`${TILLGATE_COLUMNS.join(';')}\n`)
  const common = { merchant_id: merchantId, settled_on: '2026-11-21', payout_reference: 'P1' }
  const euros = { gross_currency: 'EUR', net_currency: 'EUR' }
  for (const id of ids) {
    await write({
      ...common,
      ...euros,
      record_id: `r-${id}`,
      record_type: 'SETTLED',
      acquirer_reference: `psp-${id}`,
      payment_id: id,
      payment_brand: 'VISA',
      ordered_at: '2026-11-20 12:00:00',
      gross_amount: '100.00',
      net_amount: '98.00',
      interchange: '1.00',
      scheme_fee: '0.40',
      markup: '0.60',
    })
  }
  const paid = `-${ids.length * 98}.00`
  const payout = {
    record_id: 'payout',
    record_type: 'PAYOUT',
    gross_amount: paid,
    net_amount: paid,
  }
  await write({ ...common, ...euros, ...payout, paid_on: '2026-11-23' })
  await write({ record_id: String(ids.length + 1), record_type: 'END' })
  file.end()
  await finished(file)
}
