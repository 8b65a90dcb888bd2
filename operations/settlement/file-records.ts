import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { csvRows } from './csv.ts'
import type { SettlementFormat } from './formats/format.ts'
import type { KeptTexts } from './kept-text.ts'
import type { LineFault, SettlementRecord } from './record.ts'
import { createRecordReader, type ExpectedAccount, type RecordReader } from './record-reader.ts'

/** Records that were read together, the faults of other lines, and whose lines were passed over, one by one. */
export interface ReadPart {
  readonly records: readonly SettlementRecord[]
  readonly faults: readonly LineFault[]
  readonly otherMerchants: readonly string[]
}

/** Merchants of a company that are named where none of the lines is of the account. */
const MAX_NAMED = 5

/** About a thousand lines: as many as are written in one commit, while the next ones are read. */
const CHUNK_BYTES = 256 * 1024

/** Lines without an id of their own are told apart by counting equal ones, each of which takes memory. */
const MAX_LINES_WITHOUT_ID = 100_000

/** A file that is imported. It is read twice. */
export interface SettlementSource {
  /** Its name without folders. */
  readonly name: string
  /** Its bytes, from the beginning each time. */
  read(): AsyncIterable<Uint8Array>
}

/** A file of this machine. */
export function fileAt(path: string): SettlementSource {
  return {
    name: basename(path),
    read: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
  }
}

/** Reads the records of a file, part by part. Returns the hash of its bytes: SHA-256, hex. */
export async function* fileRecords(
  source: SettlementSource,
  format: SettlementFormat,
  account: ExpectedAccount,
  texts: KeptTexts,
): AsyncGenerator<ReadPart, string> {
  const digest = createHash('sha256')
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.read()) {
      digest.update(chunk)
      yield chunk
    }
  }
  const lines = new FileLines(format, account, texts)
  const rows = csvRows(chunks(), format.separator)
  try {
    let next = await rows.next()
    for (; !next.done; next = await rows.next()) {
      await texts.prepare(next.value)
      const part = lines.read(next.value)
      yield part
      if (lines.isUnreadable) return ''
    }
    const csvFault = next.value
    if (csvFault !== undefined) {
      yield nothingBut([{ lineNumber: csvFault.line, message: csvFault.message }])
      return ''
    }
    yield nothingBut(lines.end())
    return digest.digest('hex')
  } finally {
    // Closes the file where the reader has stopped before its end.
    await rows.return(undefined)
  }
}

/** The lines of a file after each other, from its header to its end. */
class FileLines {
  /** Whether the header is no header of the format: nothing further can be read. */
  isUnreadable = false
  readonly #format: SettlementFormat
  readonly #account: ExpectedAccount
  readonly #texts: KeptTexts
  #reader: RecordReader | undefined
  #lastLine = 0
  #count = 0
  #counted: number | undefined
  readonly #withoutId = new Map<string, number>()
  #ownCount = 0
  /** Some of the merchants whose lines were passed over. */
  readonly #otherMerchants = new Set<string>()

  constructor(format: SettlementFormat, account: ExpectedAccount, texts: KeptTexts) {
    this.#texts = texts
    this.#format = format
    this.#account = account
  }

  read(rows: readonly { readonly line: number; readonly cells: readonly string[] }[]): ReadPart {
    const records: SettlementRecord[] = []
    const faults: LineFault[] = []
    const otherMerchants: string[] = []
    for (const { line, cells } of rows) {
      this.#lastLine = line
      if (this.#reader === undefined) {
        const header = cells.map((cell) => cell.trim())
        const reader = createRecordReader(this.#format, header, this.#account, this.#texts)
        if ('faults' in reader) {
          this.isUnreadable = true
          return nothingBut(reader.faults)
        }
        this.#reader = reader
        continue
      }
      if (this.#counted !== undefined) {
        faults.push({ lineNumber: line, message: 'comes after the last line' })
        continue
      }
      const read = this.#reader.read(line, cells)
      if (read.kind === 'faults') faults.push(...read.faults)
      else if (read.kind === 'end') this.#counted = read.count
      else if (read.kind === 'ofOther') {
        otherMerchants.push(read.merchantId)
        if (this.#otherMerchants.size < MAX_NAMED) this.#otherMerchants.add(read.merchantId)
      } else this.#take(read.record, records, faults)
      if (read.kind !== 'end') this.#count += 1
    }
    this.#ownCount += records.length + faults.length
    return { records, faults, otherMerchants }
  }

  #take(record: SettlementRecord, records: SettlementRecord[], faults: LineFault[]): void {
    if (record.isUnique) {
      records.push(record)
      return
    }
    const { recordId, lineNumber } = record
    const before = this.#withoutId.get(recordId) ?? 0
    if (before === 0 && this.#withoutId.size === MAX_LINES_WITHOUT_ID) {
      const message = `has no id, as ${MAX_LINES_WITHOUT_ID} lines before it: divide the file`
      faults.push({ lineNumber, message })
      return
    }
    this.#withoutId.set(recordId, before + 1)
    records.push(before === 0 ? record : numbered(record, before + 1))
  }

  /** What is wrong with the file as a whole. */
  end(): readonly LineFault[] {
    const lineNumber = this.#lastLine + 1
    if (this.#reader === undefined) return [{ lineNumber: 1, message: 'the file is empty' }]
    if (this.#ownCount === 0 && this.#otherMerchants.size > 0) {
      const names = [...this.#otherMerchants].join(', ')
      const message = `no line is of the account's merchant ${this.#account.merchantId}; there are lines of ${names}`
      return [{ lineNumber: 1, message }]
    }
    if (this.#format.end === undefined) return []
    if (this.#counted === undefined) {
      const message = `the last line, ${this.#format.end.type}, is missing: the file is cut`
      return [{ lineNumber, message }]
    }
    if (this.#counted === this.#count) return []
    const message = `the last line counts ${this.#counted} lines, there are ${this.#count}`
    return [{ lineNumber: this.#lastLine, message }]
  }
}

function nothingBut(faults: readonly LineFault[]): ReadPart {
  return { records: [], faults, otherMerchants: [] }
}

/** The record of a line that says what other lines before it have said. */
function numbered(record: SettlementRecord, number: number): SettlementRecord {
  const { recordId, formerRecordId } = record
  const former = formerRecordId && { formerRecordId: `${formerRecordId}#${number}` }
  return { ...record, recordId: `${recordId}#${number}`, ...former }
}
