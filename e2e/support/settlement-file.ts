import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TILLGATE_COLUMNS } from '../../operations/settlement/formats/tillgate.ts'
import { runCommand } from '../../server/testing/command.fixture.ts'
import { expect } from './back-office.ts'

const ACCOUNT = 'TEAHOUSE1@simulator'

interface Imported {
  /** Of the gateway's database. */
  readonly dataDir: string
  /** The channel that the account belongs to. */
  readonly entityId: string
}

/** Cells of a line of a settlement file, by its columns. */
export type Line = Readonly<Record<string, string>>

/** A line of 91.50 that names no payment. */
export const STRAY: Line = {
  record_id: 'stray',
  record_type: 'SETTLED',
  merchant_id: 'TEAHOUSE1',
  payment_id: 'unknown',
  settled_on: '2026-11-21',
  gross_amount: '91.50',
  gross_currency: 'EUR',
  net_amount: '91.50',
  net_currency: 'EUR',
}

/** Gateways that have the account: files of tests that follow each other share one. */
const made = new Set<string>()

/** Makes an account at the simulated acquirer, once for each gateway. */
export async function createAccount({ dataDir, entityId }: Imported): Promise<void> {
  if (made.has(dataDir)) return
  made.add(dataDir)
  const create = ['acquirer', 'create', '--entity', entityId, '--connector', 'simulator']
  await run([...create, '--merchant-id', 'TEAHOUSE1', '--acquirer', 'Simulated Acquirer'], dataDir)
}

/** Imports lines as the file `settlement.csv`. */
export async function importLines(lines: readonly Line[], { dataDir }: Imported): Promise<void> {
  const path = join(dataDir, 'settlement.csv')
  await writeFile(path, fileOf(lines))
  await run(['settlement', 'import', path, '--format', 'tillgate', '--account', ACCOUNT], dataDir)
}

function fileOf(lines: readonly Line[]): string {
  const end = { record_id: String(lines.length), record_type: 'END' }
  const rows = [...lines, end].map((cells: Line) =>
    TILLGATE_COLUMNS.map((name) => cells[name] ?? '').join(';'),
  )
  return [TILLGATE_COLUMNS.join(';'), ...rows, ''].join('\n')
}

async function run(words: readonly string[], dataDir: string): Promise<void> {
  const { code, output } = await runCommand(words, { dataDir })
  expect(code, output).toBe(0)
}
