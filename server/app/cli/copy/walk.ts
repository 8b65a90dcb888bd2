import type { Scan, ScannedRow, ScanTable } from '../../../store/scan.ts'

/** Rows of some kilobytes that are read, held and written at once. */
export const PAGE_ROWS = 500

/** Of large rows so many that they have at most so many bytes. */
const PAGE_BYTES = 32 * 1024 * 1024

/** Rows of a table that are read, held and written at once. */
export function rowsOfPage({ maxRowBytes }: Pick<ScanTable, 'maxRowBytes'>): number {
  if (maxRowBytes === undefined) return PAGE_ROWS
  return Math.max(1, Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / maxRowBytes)))
}

/** Every row of a table in the order of its key, a page at a time. */
export async function* pagesOf(
  scan: Scan,
  table: ScanTable,
): AsyncGenerator<readonly ScannedRow[]> {
  const rows = rowsOfPage(table)
  let after: ScannedRow['key'] | undefined
  for (;;) {
    const page = await scan.page(table, after, rows)
    if (page.length > 0) yield page
    after = page.at(-1)?.key
    if (page.length < rows) return
  }
}
