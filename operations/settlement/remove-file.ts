import type { Change, SettlementLineRow, Store } from '../../server/store/port.ts'
import { type ImportParts, LINES_AT_ONCE } from './file-writing.ts'

export type RemovalResult = 'removed' | 'unknown' | 'imported' | 'alreadyRemoved'

/** Gives the import of a file up: deletes its lines. What is imported stays. */
export async function removeFile(
  fileId: string,
  { store, clock }: Pick<ImportParts, 'store' | 'clock'>,
): Promise<RemovalResult> {
  const file = await store.read.settlementFile(fileId)
  if (file === undefined) return 'unknown'
  if (file.state === 'imported') return 'imported'
  if (file.state === 'importing') {
    // First the row: an import that still runs can then not end.
    const set = { state: 'removed', updatedAtMs: clock.now() } as const
    const { version: expectedVersion } = file
    const { applied } = await store.commit([
      { kind: 'stepSettlementFile', id: fileId, expectedVersion, set },
    ])
    if (!applied) return removeFile(fileId, { store, clock })
  }
  for (let removed = 0; ; removed += 1) {
    const lines = await store.read.settlementLinesOfFile(`${fileId}-`, `${fileId}.`, LINES_AT_ONCE)
    if (lines.length === 0) {
      return file.state === 'removed' && removed === 0 ? 'alreadyRemoved' : 'removed'
    }
    await store.commit(await removalOf(lines, store))
  }
}

async function removalOf(
  lines: readonly SettlementLineRow[],
  store: Store,
): Promise<readonly Change[]> {
  const changes: Change[] = []
  for (const { batchId: id, position, matchState } of lines) {
    if (matchState === 'MATCHED' || matchState === 'MULTIPLE_MATCHES') {
      const matches = await store.read.settlementMatchesOfLines(id, position, position)
      for (const { paymentId } of matches) {
        changes.push({ kind: 'removeSettlementMatch', batchId: id, position, paymentId })
      }
    }
    changes.push({ kind: 'removeSettlementLine', batchId: id, position })
  }
  return changes
}
