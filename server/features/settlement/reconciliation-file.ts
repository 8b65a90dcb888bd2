import { csvLine, plainCell } from '../../kernel/csv-line.ts'
import type { SettlementBatchRow, Store } from '../../store/port.ts'
import { contextOf, reportedLines } from './read-lines.ts'
import { RECONCILIATION_COLUMNS } from './reported-line.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Lines that are read together. */
const LINES_AT_ONCE = 200
const BATCHES_AT_ONCE = 100

/** Its separator (decisions §10). */
const SEPARATOR = ';'

/** Columns with texts of shoppers, merchants and acquirers; in all others a minus sign is one. */
const TEXTS: ReadonlySet<string> = new Set([
  'MerchantAccountName',
  'Descriptor',
  'AccountHolder',
  'ReasonDesc',
  'ClearingInsitituteName',
])

export const RECONCILIATION_HEADER = csvLine(
  RECONCILIATION_COLUMNS.map(({ column }) => column),
  SEPARATOR,
)

/**
 * The lines of a merchant's reconciliation file of a day, header first. It has what was imported on that day
 * (UTC), whatever date it was settled on, so that each line is in exactly one file.
 */
export async function* reconciliationLines(
  { entityIds, day }: { readonly entityIds: readonly string[]; readonly day: string },
  store: Store,
): AsyncGenerator<string> {
  yield RECONCILIATION_HEADER
  if (entityIds.length === 0) return
  for await (const batch of batchesOfDay(entityIds, day, store)) {
    const context = await contextOf(batch, store)
    let after = 0
    for (;;) {
      const lines = await store.read.settlementLines(batch.id, after, LINES_AT_ONCE)
      const last = lines.at(-1)
      if (last === undefined) break
      after = last.position
      for (const line of await reportedLines(lines, context, store)) {
        yield csvLine(
          RECONCILIATION_COLUMNS.map(({ column, value }) =>
            TEXTS.has(column) ? plainCell(value(line)) : value(line),
          ),
          SEPARATOR,
        )
      }
    }
  }
}

async function* batchesOfDay(
  entityIds: readonly string[],
  day: string,
  { read }: Store,
): AsyncGenerator<SettlementBatchRow> {
  const fromMs = Date.parse(day)
  let [afterMs, afterId] = [0, '']
  for (;;) {
    const found = await read.settlementBatchesOfTime(
      entityIds,
      fromMs,
      fromMs + DAY_MS,
      afterMs,
      afterId,
      BATCHES_AT_ONCE,
    )
    yield* found
    const last = found.at(-1)
    if (last === undefined) return
    ;[afterMs, afterId] = [last.createdAtMs, last.id]
  }
}

/** As the file is called. */
export function reconciliationName(merchantId: string, day: string): string {
  return `reconciliation_${merchantId}_${day}.csv`
}
