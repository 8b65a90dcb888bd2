/** A row of a CSV file, with the number of the line where it begins. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Why a file is no CSV file. */
export interface CsvFault {
  readonly line: number
  readonly message: string
}

/** More is no settlement file; without a limit an unclosed quote would take all memory. */
const MAX_ROW_CHARS = 100_000

/**
 * Reads CSV (RFC 4180) as it comes, in batches of rows: quoted cells may have separators, quotes and line
 * breaks; lines end with LF or CRLF; a byte order mark and empty lines are left out. Returns a fault, or
 * nothing at the end. Memory: one chunk and one row.
 */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  separator: string,
): AsyncGenerator<readonly CsvRow[], CsvFault | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const state: State = { separator, rest: '', line: 1 }
  for await (const chunk of chunks) {
    const text = decoded(decoder, chunk)
    if (text === undefined) return notUtf8(state)
    // No store of texts takes it.
    if (text.includes('\0')) return { line: state.line, message: NUL }
    state.rest += text
    const rows: CsvRow[] = []
    const fault = takeRows(state, rows, false)
    if (rows.length > 0) yield rows
    if (fault !== undefined) return fault
  }
  const end = decoded(decoder)
  if (end === undefined) return notUtf8(state)
  state.rest += end
  const rows: CsvRow[] = []
  const fault = takeRows(state, rows, true)
  if (rows.length > 0) yield rows
  return fault
}

interface State {
  readonly separator: string
  /** What is read and not yet a whole row. */
  rest: string
  /** The line where it begins. */
  line: number
}

/** The text of some bytes; of the end without bytes. Nothing where they are no UTF-8. */
function decoded(decoder: TextDecoder, chunk?: Uint8Array): string | undefined {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    return undefined
  }
}

const NUL = 'has a NUL character here or soon after: save the file as text in UTF-8'

function notUtf8({ line }: State): CsvFault {
  return { line, message: 'is not UTF-8 here or soon after: save the file as UTF-8' }
}

/** Takes all whole rows out of the text that is there. */
function takeRows(state: State, rows: CsvRow[], isEnd: boolean): CsvFault | undefined {
  const { rest, separator } = state
  let at = 0
  while (at < rest.length) {
    const newline = rest.indexOf('\n', at)
    if (newline === -1 && !isEnd) break
    const end = newline === -1 ? rest.length : newline
    const text = rest.slice(at, end)
    if (text.includes('"')) {
      const row = quotedRow(rest, at, separator, isEnd)
      if (row === 'unfinished') break
      if ('message' in row) return { line: state.line, message: row.message }
      rows.push({ line: state.line, cells: row.cells })
      state.line += row.lines
      at = row.end
      continue
    }
    const plain = text.endsWith('\r') ? text.slice(0, -1) : text
    if (plain !== '') rows.push({ line: state.line, cells: plain.split(separator) })
    state.line += 1
    at = end + 1
  }
  state.rest = rest.slice(at)
  if (state.rest.length <= MAX_ROW_CHARS) return undefined
  return { line: state.line, message: `is longer than ${MAX_ROW_CHARS} characters` }
}

interface QuotedRow {
  readonly cells: readonly string[]
  /** Where the next row begins. */
  readonly end: number
  readonly lines: number
}

/** Reads a row with quotes, cell by cell. */
function quotedRow(
  text: string,
  from: number,
  separator: string,
  isEnd: boolean,
): QuotedRow | 'unfinished' | { readonly message: string } {
  const cells: string[] = []
  let at = from
  let lines = 1
  for (;;) {
    let cell = ''
    if (text[at] === '"') {
      let open = at + 1
      for (;;) {
        const quote = text.indexOf('"', open)
        // A quote at the end of a chunk may be the first one of two.
        if (quote === -1 || (quote === text.length - 1 && !isEnd)) {
          return isEnd ? { message: 'has a quote that is not closed' } : 'unfinished'
        }
        cell += text.slice(open, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
        open = at + 1
      }
      lines += cell.split('\n').length - 1
    } else {
      const start = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1
      if (at === text.length && !isEnd) return 'unfinished'
      cell = text.slice(start, at)
      if (cell.endsWith('\r')) cell = cell.slice(0, -1)
      if (cell.includes('"')) return { message: 'has a quote inside of a cell that is not quoted' }
    }
    cells.push(cell)
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text[at] === '\r' && text[at + 1] === undefined && !isEnd) return 'unfinished'
    if (text[at] === '\r') at += 1
    if (at < text.length && text[at] !== '\n') {
      return { message: 'has text between a closing quote and the separator' }
    }
    return { cells, end: at + 1, lines }
  }
}
