import { CommandFault } from '../../../cli/command.ts'
import type { Store } from '../../../store/port.ts'
import { SCAN_TABLES, type Scan, type ScanTable, type ScanValue } from '../../../store/scan.ts'
import { BalancedSets } from './balanced-sets.ts'
import { Digest, type TableDigest } from './digest.ts'
import { ParentsFirst } from './parents-first.ts'
import { pagesOf } from './walk.ts'

/** Writes every row of a scan into a store; answers what was read, table by table. */
export async function copyTables(from: Scan, to: Store): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of SCAN_TABLES) digests.push(await copyTable(table, from, to))
  return digests
}

/** What every table of a scan holds. */
export async function digestTables(scan: Scan): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of SCAN_TABLES) {
    const digest = new Digest(table)
    for await (const page of pagesOf(scan, table)) for (const { values } of page) digest.add(values)
    digests.push(digest.end())
  }
  return digests
}

async function copyTable(table: ScanTable, from: Scan, to: Store): Promise<TableDigest> {
  const digest = new Digest(table)
  const order = new ParentsFirst(table)
  const sets = new BalancedSets(table)
  for await (const page of pagesOf(from, table)) {
    for (const { values } of page) {
      digest.add(values)
      for (const row of order.next(values)) {
        const full = sets.add(row)
        if (full !== undefined) await write(table, full, to)
      }
    }
  }
  order.end()
  await write(table, sets.end(), to)
  return digest.end()
}

async function write(
  table: ScanTable,
  rows: readonly (readonly ScanValue[])[],
  to: Store,
): Promise<void> {
  if (rows.length === 0) return
  const result = await to.commit(rows.map(table.insert))
  if (result.applied) return
  throw new CommandFault(
    1,
    `the target did not take a row of ${table.name} (${result.reason}): run tillgate check on the source`,
  )
}
