import type { Scan, ScannedRow, ScanTable } from '../../../store/scan.ts'

/** Rows that are read, held and written at once. A row is some kilobytes, seldom more. */
export const PAGE_ROWS = 500

/** Every row of a table in the order of its key, a page at a time. */
export async function* pagesOf(
  scan: Scan,
  table: ScanTable,
): AsyncGenerator<readonly ScannedRow[]> {
  let after: ScannedRow['key'] | undefined
  for (;;) {
    const page = await scan.page(table, after, PAGE_ROWS)
    if (page.length > 0) yield page
    after = page.at(-1)?.key
    if (page.length < PAGE_ROWS) return
  }
}
