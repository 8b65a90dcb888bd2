import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  AcquirerAccountRow,
  JournalPostingRow,
  PaymentRow,
  SettlementBatchRow,
  SettlementLineRow,
  Store,
} from '../../server/store/port.ts'
import {
  acquirerAccount,
  entity,
  succeeded,
  timeAt,
} from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { fileAt } from './file-records.ts'
import type { ImportRequest } from './file-writing.ts'
import type { SettlementFormat } from './formats/format.ts'
import { formatNamed } from './formats/formats.ts'
import { TILLGATE_COLUMNS } from './formats/tillgate.ts'
import { type ImportResult, importFile } from './import.ts'
import { faultText } from './record.ts'

/** A merchant with a channel and an account, on a store in memory. */
export interface SettledShop {
  readonly store: Store
  readonly account: AcquirerAccountRow
  readonly channelId: string
  readonly merchantId: string
  /** Stores a payment of the channel. */
  pay(columns?: Partial<PaymentRow>): Promise<PaymentRow>
  /** Imports a text as a file. */
  import(
    text: string,
    more?: Partial<ImportRequest> & { format?: SettlementFormat },
  ): Promise<Imported>
  /** All lines of an imported file. */
  lines(fileId: string): Promise<readonly SettlementLineRow[]>
  batches(fileId: string): Promise<readonly SettlementBatchRow[]>
  /** What the ledger's accounts hold, as `account currency`: minor units. */
  ledger(fileId: string): Promise<Readonly<Record<string, number>>>
}

export type Imported = ImportResult & {
  /** Faults as a person reads them. */
  readonly texts: readonly string[]
}

/** As the vault makes it, under a key of the tests. */
export const keyedHash = async () => (text: string) =>
  createHmac('sha256', 'tests').update(text).digest('hex')

export const NOW_MS = timeAt(24 * 60 * 60 * 1000)

export async function settledShop({
  store = openMemoryStore(),
  account: columns = {},
  settings = '{}',
}: {
  readonly store?: Store
  readonly account?: Partial<AcquirerAccountRow>
  /** Of the merchant. */
  readonly settings?: string
} = {}): Promise<SettledShop> {
  const psp = entity({ kind: 'psp' })
  const merchant = entity({ kind: 'merchant', parentId: psp.id, name: 'Tea House', settings })
  const channel = entity({ kind: 'channel', parentId: merchant.id })
  const account = acquirerAccount(merchant.id, { currencies: '', ...columns })
  await given(store, [
    ...[psp, merchant, channel].map((row) => ({ kind: 'insertEntity', row }) as const),
    { kind: 'insertAcquirerAccount', row: account },
  ])
  const { read } = store
  const batches = (fileId: string) => read.settlementBatchesOfFile(fileId, '')
  return {
    store,
    account,
    channelId: channel.id,
    merchantId: merchant.id,
    async pay(more = {}) {
      const row = succeeded({
        entityId: channel.id,
        amountMinor: 10_000,
        details: '{"result":{"code":"000.100.110","description":"ok"}}',
        ...more,
      })
      await given(store, [{ kind: 'insertPayment', row }])
      return row
    },
    async import(text, { format = tillgate, ...more } = {}) {
      const path = await fileWith(text)
      const request = { file: fileAt(path), format, account, acceptsUnbalanced: false, ...more }
      const outcome = await importFile(request, { store, clock: { now: () => NOW_MS }, keyedHash })
      const faults = outcome.kind === 'refused' ? outcome.faults : []
      return { ...outcome, texts: faults.map(faultText) }
    },
    lines: (fileId) => read.settlementLinesOfFile(`${fileId}-`, `${fileId}.`, 1000),
    batches,
    async ledger(fileId) {
      const sums: Record<string, number> = {}
      for (const { account: name, currency, amountMinor } of await postingsOf(store, fileId)) {
        const key = `${name} ${currency}`
        sums[key] = (sums[key] ?? 0) + amountMinor
      }
      return sums
    },
  }
}

async function postingsOf(store: Store, fileId: string): Promise<readonly JournalPostingRow[]> {
  const found: JournalPostingRow[] = []
  for (const batch of await store.read.settlementBatchesOfFile(fileId, '')) {
    for (const { id } of await store.read.journalEntriesOfBatch(batch.id)) {
      found.push(...(await store.read.journalPostings(id)))
    }
  }
  return found
}

async function given(store: Store, changes: Parameters<Store['commit']>[0]): Promise<void> {
  const result = await store.commit(changes)
  if (!result.applied) throw new Error(`The fixture was not stored: ${result.reason}`)
}

/** The path of a file with this text, which is deleted after the test, or after all tests of a hook. */
export async function fileWith(
  text: string,
  { name = 'settlement.csv', after = onTestFinished as (clean: () => Promise<void>) => void } = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'settlement-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

export const tillgate = formatNamed('tillgate') as SettlementFormat
export const adyen = formatNamed('adyen-settlement-details') as SettlementFormat
export const stripe = formatNamed('stripe-payout-reconciliation') as SettlementFormat

type Cells = Partial<Record<(typeof TILLGATE_COLUMNS)[number], string>>

/** A file of our own format with these lines and its last line. */
export function tillgateFile(lines: readonly Cells[], { end = lines.length } = {}): string {
  const rows = [...lines, { record_id: String(end), record_type: 'END' }].map((cells: Cells) =>
    TILLGATE_COLUMNS.map((name) => cells[name] ?? '').join(';'),
  )
  return [TILLGATE_COLUMNS.join(';'), ...rows, ''].join('\n')
}

/** A line about a payment of 100.00 EUR with costs of 2.00. */
export function settledLine(account: AcquirerAccountRow, cells: Cells = {}): Cells {
  return {
    record_id: cells.payment_id ?? 'r1',
    record_type: 'SETTLED',
    merchant_id: account.merchantId,
    payment_brand: 'VISA',
    ordered_at: '2026-11-20 12:00:00',
    settled_on: '2026-11-21',
    gross_amount: '100.00',
    gross_currency: 'EUR',
    net_amount: '98.00',
    net_currency: 'EUR',
    interchange: '1.00',
    scheme_fee: '0.40',
    markup: '0.60',
    payout_reference: 'P1',
    ...cells,
  }
}

/** The payout of a file. */
export function payoutLine(account: AcquirerAccountRow, amount: string, cells: Cells = {}): Cells {
  return {
    record_id: 'payout-P1',
    record_type: 'PAYOUT',
    merchant_id: account.merchantId,
    settled_on: '2026-11-21',
    gross_amount: `-${amount}`,
    gross_currency: 'EUR',
    net_amount: `-${amount}`,
    net_currency: 'EUR',
    payout_reference: 'P1',
    paid_on: '2026-11-23',
    bank_reference: 'BANK 1',
    ...cells,
  }
}
