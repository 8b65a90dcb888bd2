import { newObjectId } from '../../server/kernel/ids.ts'
import { withoutNumbers } from '../../server/parameters/masking.ts'
import type { SettlementFileRow } from '../../server/store/port.ts'
import { checkFile, latestDayOf } from './check-file.ts'
import {
  type ImportCounts,
  type ImportParts,
  type ImportRequest,
  MAX_TRIES,
  Writing,
} from './file-writing.ts'
import type { LineFault } from './record.ts'
import { removeFile } from './remove-file.ts'

export type ImportResult =
  | {
      readonly kind: 'imported'
      readonly file: SettlementFileRow
      readonly counts: ImportCounts
      /** Other merchants of the company whose lines were passed over, and how many lines each of them has. */
      readonly otherMerchants: ReadonlyMap<string, number>
    }
  | { readonly kind: 'alreadyImported'; readonly file: SettlementFileRow }
  /** Nothing of the file is booked. The first faults, and how many there are. */
  | { readonly kind: 'refused'; readonly faults: readonly LineFault[]; readonly count: number }

/**
 * Imports a settlement file, whole or not at all. First it is read to its end and checked; then its lines
 * are written in parts, below a file row that is `importing`, which no report shows; the last commit makes
 * the row `imported`, with batches and journal entries. After a crash the same import goes on where it was:
 * lines that are there are left as they are.
 */
export async function importFile(
  request: ImportRequest,
  parts: ImportParts,
): Promise<ImportResult> {
  const latestDay = await latestDayOf(request.account, parts)
  const checked = await checkFile(request, latestDay, parts)
  if ('faults' in checked) return { kind: 'refused', ...checked }
  const file = await openFile(request, checked.hash, parts)
  if (file.state === 'imported') return { kind: 'alreadyImported', file }
  const writing = await Writing.begin(request, file, parts)
  const fault = (await writing.writeLines(checked.hash)) ?? (await writing.finish())
  if (fault === undefined) return { ...writing.outcome(), otherMerchants: checked.otherMerchants }
  await removeFile(file.id, parts)
  return { kind: 'refused', faults: [fault], count: 1 }
}

/** The row of the file: a new one, or that of an import that has ended or was interrupted. */
async function openFile(
  { file, format, account, importer }: ImportRequest,
  hash: string,
  { store, clock }: ImportParts,
): Promise<SettlementFileRow> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await store.read.settlementFileOfHash(account.id, hash)
    if (found !== undefined) return found
    const nowMs = clock.now()
    const row: SettlementFileRow = {
      id: newObjectId(nowMs),
      accountId: account.id,
      hash,
      name: withoutNumbers(file.name).slice(0, 255),
      format: format.name,
      state: 'importing',
      supersedesId: null,
      settledFrom: null,
      settledTo: null,
      lineCount: 0,
      bookedCount: 0,
      matchedCount: 0,
      severalCount: 0,
      unmatchedCount: 0,
      flaggedCount: 0,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      importedBy: importer?.by ?? null,
      importedById: importer?.byId ?? null,
      version: 1,
    }
    const { applied } = await store.commit([{ kind: 'insertSettlementFile', row }])
    if (applied) return row
  }
  throw new Error(`The row of a settlement file changes all the time: ${hash}`)
}
