import type { AdminExportPart } from '../../administration/answer.ts'
import type { AdminBookingsExport } from '../../bookings/answer.ts'
import { type Answer, type Form, read } from './request.ts'

/** Lines that are asked for at once. */
const LINES_OF_PART = '1000'
/** All lines are in the memory of the browser until they are saved. */
export const MAX_LINES = 200_000
/** How often a part that is refused because of a limit is asked for again. */
const MAX_TRIES = 10

/** Without it spreadsheets read "Müller" as if it were not UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export interface Download {
  readonly path: string
  readonly query: Form
  /** A program that is no spreadsheet reads it, and takes no mark before its first line. */
  readonly isUnmarked?: boolean | undefined
  /** Ends it before it is whole. */
  readonly signal: AbortSignal
  /** Called with the number of lines that have come, without the head. */
  readonly onRows: (rows: number) => void
}

export interface DownloadedCsv {
  readonly text: string
  /** There is more than `MAX_LINES`. */
  readonly isCut: boolean
  /** How many rows the format has no place for. */
  readonly leftOut: number
}

/** Reads a list as lines of a file that a spreadsheet opens, part after part, so that the person sees how far it is. */
export async function readCsv(download: Download): Promise<Answer<DownloadedCsv>> {
  const { path, query, onRows } = download
  const lines: string[] = []
  let header = ''
  let footer: string | undefined
  let leftOut = 0
  let cursor: string | undefined
  do {
    const asked = { ...query, limit: LINES_OF_PART, cursor }
    const part = await readPatiently<ExportPart>(path, asked, download.signal)
    if (!part.ok) return part
    header = part.body.header
    footer = part.body.footer
    leftOut += part.body.leftOut ?? 0
    lines.push(...part.body.lines)
    cursor = part.body.cursor
    onRows(lines.length)
  } while (cursor !== undefined && lines.length < MAX_LINES)
  const all = [header, ...lines, ...(footer === undefined ? [] : [footer])].join('\r\n')
  const text = `${download.isUnmarked === true ? '' : BYTE_ORDER_MARK}${all}\r\n`
  return { ok: true, body: { text, isCut: cursor !== undefined, leftOut } }
}

/** Files of accounting programs have more than lists have. */
type ExportPart = AdminExportPart & Pick<AdminBookingsExport, 'footer' | 'leftOut'>

/** The gateway limits how much is searched at once: it says when to ask again. */
export async function readPatiently<Body>(
  path: string,
  query: Form,
  signal: AbortSignal,
): Promise<Answer<Body>> {
  for (let tries = 1; ; tries++) {
    const answer = await read<Body>(path, query, signal)
    const { status = 0, retryAfterMs = 0 } = answer.ok ? {} : answer.failure
    if (status !== 429 || tries === MAX_TRIES || signal.aborted) return answer
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
  }
}

/** The browser has begun to save a file by then. */
const SAVING_MS = 60_000

/** Lets the browser save a list as a file. */
export function saveCsv(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv' }), name)
}

/** Lets the browser save a file; it opens nothing. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
}
