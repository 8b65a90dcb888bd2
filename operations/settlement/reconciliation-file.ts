import { csvLine, plainCell } from '../../common/csv-line.ts'
import { DAY_MS } from '../../common/durations.ts'
import type { SettlementBatchRow, Store } from '../../server/store/port.ts'
import type { LinePlace } from './line-place.ts'
import { contextOf, reportedLines } from './read-lines.ts'
import { RECONCILIATION_COLUMNS } from './reported-line.ts'

/** Lines that are read together. */
const LINES_AT_ONCE = 200
const BATCHES_AT_ONCE = 100

/** Its separator (decisions §10). */
const SEPARATOR = ';'

/** Columns in which a minus sign is one. All others may have texts of shoppers, merchants and acquirers. */
const NUMBERS: ReadonlySet<string> = new Set([
  'Amount',
  'SettlementAmount',
  'SettlementFee',
  'SettlementFxRate',
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
  of: DayOfEntities,
  store: Store,
): AsyncGenerator<string> {
  yield RECONCILIATION_HEADER
  for await (const { lines } of parts(of, undefined, store)) yield* lines
}

interface DayOfEntities {
  readonly entityIds: readonly string[]
  readonly day: string
}

/** Some lines of the file, without the header. */
interface LinesOfFile {
  readonly lines: readonly string[]
  /** Of the last settlement line that they tell of. */
  readonly place: LinePlace
}

/**
 * About `limit` lines of the file, after those up to a place; `place` is where the next ones follow, absent at
 * the end of the file.
 */
export async function reconciliationPart(
  of: DayOfEntities,
  { after, limit }: { readonly after: LinePlace | undefined; readonly limit: number },
  store: Store,
): Promise<{ readonly lines: readonly string[]; readonly place?: LinePlace }> {
  const lines: string[] = []
  for await (const part of parts(of, after, store)) {
    lines.push(...part.lines)
    if (lines.length >= limit) return { lines, place: part.place }
  }
  return { lines }
}

async function* parts(
  { entityIds, day }: DayOfEntities,
  from: LinePlace | undefined,
  store: Store,
): AsyncGenerator<LinesOfFile> {
  if (entityIds.length === 0) return
  for await (const batch of batchesOfDay({ entityIds, day }, from?.batchId, store)) {
    const context = await contextOf(batch, store)
    let after = batch.id === from?.batchId ? from.position : 0
    for (;;) {
      const lines = await store.read.settlementLines(batch.id, after, LINES_AT_ONCE)
      const last = lines.at(-1)
      if (last === undefined) break
      after = last.position
      const reported = await reportedLines(lines, context, store)
      yield {
        place: { batchId: batch.id, position: after },
        lines: reported.map((line) =>
          csvLine(
            RECONCILIATION_COLUMNS.map(({ column, value }) =>
              NUMBERS.has(column) ? value(line) : plainCell(value(line)),
            ),
            SEPARATOR,
          ),
        ),
      }
    }
  }
}

/** The batches of a day; `from`: this one, if it is one of them, and those after it. */
async function* batchesOfDay(
  { entityIds, day }: DayOfEntities,
  from: string | undefined,
  { read }: Store,
): AsyncGenerator<SettlementBatchRow> {
  const fromMs = Date.parse(day)
  let [afterMs, afterId] = [0, '']
  const first = from === undefined ? undefined : await read.settlementBatch(from)
  if (first !== undefined && entityIds.includes(first.entityId)) {
    yield first
    ;[afterMs, afterId] = [first.createdAtMs, first.id]
  }
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
