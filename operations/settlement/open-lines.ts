import type {
  AcquirerAccountRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { ImportedFiles } from './imported-files.ts'
import type { LinePlace } from './line-place.ts'

export interface OpenLine {
  readonly line: SettlementLineRow
  /** Payments that fit equally well. */
  readonly candidates: readonly SettlementMatchRow[]
}

/** Lines of an account that wait for a person, after a place: they match no payment, or several, or are flagged. */
export async function openLines(
  account: AcquirerAccountRow,
  after: LinePlace,
  limit: number,
  store: Store,
): Promise<readonly OpenLine[]> {
  const { batchId, position } = after
  const { read } = store
  const lines = await read.openSettlementLines(account.id, batchId, position, limit)
  const shown = await new ImportedFiles(store).linesOfImported(lines)
  const found: OpenLine[] = []
  for (const line of shown) {
    const candidates =
      line.matchState === 'MULTIPLE_MATCHES'
        ? await read.settlementMatchesOfLines(line.batchId, line.position, line.position)
        : []
    found.push({ line, candidates })
  }
  return found
}
