/**
 * How long a settlement file takes to import, and how much memory: `npm run bench:settlement`, with
 * `-- --payments 100000`. Writes payments below the temporary directory, of which a tenth was refunded, and a
 * file of our own format about them, in which a hundredth is charged back; imports it into SQLite with every
 * line matched, makes disputes of the chargebacks, and imports a restated copy.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createAccess } from '../server/entities/access.ts'
import { createDisputeService } from '../server/features/disputes/service.ts'
import { fileAt } from '../server/features/settlement/file-records.ts'
import { createFiledChargebacks } from '../server/features/settlement/filed-chargebacks.ts'
import { formatNamed } from '../server/features/settlement/formats/formats.ts'
import { TILLGATE_COLUMNS } from '../server/features/settlement/formats/tillgate.ts'
import { importFile } from '../server/features/settlement/import.ts'
import { csvLine } from '../server/kernel/csv-line.ts'
import { noNotifications } from '../server/payments/index.ts'
import type { AcquirerAccountRow, PaymentRow, Store } from '../server/store/port.ts'
import { openSqliteStore } from '../server/store/sqlite/open-sqlite-store.ts'
import { acquirerAccount, entity, succeeded } from '../server/store/testing/sample-rows.ts'

const { values } = parseArgs({ options: { payments: { type: 'string', default: '1000000' } } })
const payments = Number(values.payments)
const format = formatNamed('tillgate')
if (format === undefined) throw new Error('There is no format tillgate')

/** What each type of line says; the payments are of 100.00. */
const AMOUNTS = {
  SETTLED: {
    gross: 100,
    net: 98,
    costs: { interchange: '1.00', scheme_fee: '0.40', markup: '0.60' },
  },
  REFUNDED: { gross: -100, net: -100.1, costs: { markup: '0.10' } },
  CHARGEBACK: { gross: -100, net: -115, costs: { dispute_fee: '15.00' } },
} as const

const DETAILS = '{"result":{"code":"000.100.110","description":"ok"}}'

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
  const { account, lines } = await seed(store)
  const [path, restated] = [join(folder, 'day.csv'), join(folder, 'restated.csv')]
  await writeFileOf(path, lines, account)
  await writeFileOf(restated, lines.toReversed(), account)
  print('file', `${((await stat(path)).size / 1e6).toFixed(0)} MB, ${lines.length} lines`)
  const sizeBefore = (await stat(file)).size
  for (const [name, each] of [
    ['import', path],
    ['restated file', restated],
  ] as const) {
    peakMb = 0
    const startMs = performance.now()
    const before = process.cpuUsage()
    const request = { file: fileAt(each), format, account, acceptsUnbalanced: false }
    const outcome = await importFile(request, { store, clock: { now: () => Date.now() } })
    const seconds = (performance.now() - startMs) / 1000
    const { user, system } = process.cpuUsage(before)
    const processor = ((user + system) / 1e6).toFixed(1)
    const counts = outcome.kind === 'imported' ? JSON.stringify(outcome.counts) : outcome.kind
    // Of all threads: says the same on a busy machine.
    const times = `${seconds.toFixed(1)} s, ${processor} s of processor time`
    print(name, `${times}, ${peakMb.toFixed(0)} MB at most, ${counts}`)
    if (each === path && outcome.kind === 'imported') await makeDisputes(store, outcome.file.id)
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

/** Does what the timer of an imported file does, until disputes have heard of all of its chargebacks. */
async function makeDisputes(store: Store, fileId: string): Promise<void> {
  const clock = { now: () => Date.now(), of: () => Date.now() } as never
  const vault = { sealCredential: () => '', openCredential: () => '' }
  const access = createAccess(store, clock)
  const notifications = noNotifications
  const disputes = createDisputeService({ store, vault, clock, notifications, access })
  const log = { warn: () => undefined, error: () => undefined } as never
  const handle = createFiledChargebacks({ store, clock, log, report: disputes.reportFiled })
  const startMs = performance.now()
  const timer = await store.read.timer('filedChargebacks', fileId)
  if (timer === undefined) return
  while ((await handle(timer)) !== 'done');
  print('disputes', `${((performance.now() - startMs) / 1000).toFixed(1)} s`)
}

/** What a line says of a payment. */
interface Line {
  readonly id: string
  readonly type: 'SETTLED' | 'REFUNDED' | 'CHARGEBACK'
}

/** A merchant with an account and payments; each tenth is refunded, each hundredth charged back. */
async function seed(store: Store) {
  const merchant = entity({ kind: 'merchant' })
  const channel = entity({ kind: 'channel', parentId: merchant.id })
  const account = acquirerAccount(merchant.id, { currencies: 'EUR' })
  await store.commit([
    { kind: 'insertEntity', row: merchant },
    { kind: 'insertEntity', row: channel },
    { kind: 'insertAcquirerAccount', row: account },
  ])
  const lines: Line[] = []
  for (let at = 0; at < payments; at += 1000) {
    const rows = Array.from({ length: Math.min(1000, payments - at) }, () =>
      succeeded({ entityId: channel.id, amountMinor: 10_000, details: DETAILS }),
    )
    const refunds = rows.flatMap((row, place) =>
      place % 10 === 0 ? [refundOf(row, channel.id)] : [],
    )
    lines.push(...rows.map(({ id }): Line => ({ id, type: 'SETTLED' })))
    lines.push(...refunds.map(({ id }): Line => ({ id, type: 'REFUNDED' })))
    const disputed = rows.filter((_row, place) => place % 100 === 1)
    lines.push(...disputed.map(({ id }): Line => ({ id, type: 'CHARGEBACK' })))
    await store.commit([...rows, ...refunds].map((row) => ({ kind: 'insertPayment', row })))
  }
  return { account, lines }
}

function refundOf({ id }: PaymentRow, entityId: string): PaymentRow {
  const about = { referencedId: id, familyId: id, paymentType: 'RF', operation: 'refund' } as const
  return succeeded({ ...about, entityId, amountMinor: 10_000, details: DETAILS })
}

async function writeFileOf(
  path: string,
  lines: readonly Line[],
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
  let paidCents = 0
  for (const { id, type } of lines) {
    const { gross, net, costs } = AMOUNTS[type]
    paidCents += Math.round(net * 100)
    await write({
      ...common,
      ...euros,
      ...costs,
      record_id: `${type}-${id}`,
      record_type: type,
      acquirer_reference: `psp-${id}`,
      payment_id: id,
      payment_brand: 'VISA',
      ordered_at: '2026-11-20 12:00:00',
      gross_amount: gross.toFixed(2),
      net_amount: net.toFixed(2),
    })
  }
  const paid = (-paidCents / 100).toFixed(2)
  const payout = {
    record_id: 'payout',
    record_type: 'PAYOUT',
    gross_amount: paid,
    net_amount: paid,
  }
  await write({ ...common, ...euros, ...payout, paid_on: '2026-11-23' })
  await write({ record_id: String(lines.length + 1), record_type: 'END' })
  file.end()
  await finished(file)
}
