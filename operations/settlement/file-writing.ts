import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type {
  AcquirerAccountRow,
  Change,
  SettlementFileRow,
  SettlementLineRow,
  Store,
} from '../../server/store/port.ts'
import { channelsOf } from './accounts.ts'
import { earlierPayouts, expectedOf } from './check-file.ts'
import { batchId, FileBook, fileIdOf } from './file-book.ts'
import { fileRecords, type SettlementSource } from './file-records.ts'
import { chargebackTimer, isToReport } from './filed-chargebacks.ts'
import type { SettlementFormat } from './formats/format.ts'
import { KeptTexts, type KeyedHash } from './kept-text.ts'
import {
  differenceOf,
  lineChanges,
  matchesOf,
  numberingChanges,
  type Sorted,
  type SortFault,
} from './line-changes.ts'
import { type Match, unflagging } from './match-rules.ts'
import { Matcher } from './matcher.ts'
import type { LineFault, SettlementRecord } from './record.ts'

export interface ImportRequest {
  readonly file: SettlementSource
  readonly format: SettlementFormat
  readonly account: AcquirerAccountRow
  /** Takes payouts that their lines do not sum to: they are booked and flagged. */
  readonly acceptsUnbalanced: boolean
  /** The person who has sent it; absent: a command or the watched folder. */
  readonly importer?: { readonly by: string; readonly byId: string } | undefined
  /** Called after each part, with the number of lines so far. */
  readonly onProgress?: (step: 'checked' | 'written', lines: number) => void
  /** Called after each part too; the import goes on when it resolves. */
  readonly pause?: () => Promise<void>
}

export interface FileCounts {
  readonly lines: number
  /** Lines that earlier files had. */
  readonly repeated: number
  readonly matched: number
  readonly severalMatches: number
  readonly notMatched: number
  readonly flagged: number
}

export interface ImportCounts extends FileCounts {
  /** That the file tells. */
  readonly payouts: number
}

export interface ImportParts {
  readonly store: Store
  readonly clock: Clock
  /** The key of the vault: card numbers in files are kept as their hash. Asked for only where there is one. */
  readonly keyedHash: () => Promise<KeyedHash>
  /** Waits for the next turn of the event loop; Node's own when absent. */
  readonly turn?: () => Promise<unknown>
}

/** Lines that are matched and written together. */
export const LINES_AT_ONCE = 1_000

/** Lines that are looked for by amount and date in one import: each search may look at 1,000 payments. */
const SEARCHES_OF_IMPORT = 1_000

/** Another process may import the same file. */
export const MAX_TRIES = 5

/** The second reading of a file, which writes its lines. */
export class Writing {
  readonly #request: ImportRequest
  readonly #file: SettlementFileRow
  readonly #parts: ImportParts
  readonly #book: FileBook
  readonly #matcher: Matcher
  /** How many lines of each batch are written. */
  readonly #positions = new Map<number, number>()
  readonly #states = { MATCHED: 0, MULTIPLE_MATCHES: 0, NOT_MATCHED: 0 }
  /** What was found of the next part before it is written. */
  readonly #ahead = new Map<readonly SettlementRecord[], Sorted | SortFault>()
  readonly #otherFiles = new Map<string, SettlementFileRow | undefined>()
  /** Whether batches of other files have the number of their payout. */
  readonly #numbered = new Map<string, boolean>()
  #supersedesId: string | null = null
  #flagged = 0
  /** Of its lines some are to be reported to payments or disputes. */
  #isToReport = false
  #imported: SettlementFileRow | undefined

  private constructor(
    request: ImportRequest,
    file: SettlementFileRow,
    parts: ImportParts,
    channels: readonly string[],
  ) {
    this.#request = request
    this.#file = file
    this.#parts = parts
    this.#book = new FileBook(request.format)
    const options = { toleranceMinor: 0, searches: SEARCHES_OF_IMPORT }
    this.#matcher = new Matcher(parts.store, request.account, channels, options)
  }

  static async begin(
    request: ImportRequest,
    file: SettlementFileRow,
    parts: ImportParts,
  ): Promise<Writing> {
    const channels = await channelsOf(request.account, parts.store)
    return new Writing(request, file, parts, channels)
  }

  /** Writes all lines that are not there yet. Answers a fault that only the store could show. */
  async writeLines(hash: string): Promise<LineFault | undefined> {
    const { onProgress, pause } = this.#request
    const parts = this.#partsOfFile()
    let next = await parts.next()
    while (!next.done) {
      const part = next.value
      // While the store writes this part, the next one is read and looked for: they run on two cores.
      let following: ReturnType<typeof parts.next> | undefined
      const readOn = () => {
        following = afterCommitHasBegun(this.#parts)
          .then(() => parts.next())
          .then((after) => this.#lookAhead(after, part))
        // A failure is thrown below, where it is awaited.
        following.catch(() => undefined)
      }
      const fault = await this.#writePart(part, readOn)
      if (fault !== undefined) return fault
      onProgress?.('written', this.#book.lineCount)
      await pause?.()
      next = await (following ?? parts.next())
    }
    if (next.value === hash) return undefined
    const message = 'the file was changed while it was imported: import it again'
    return { lineNumber: 1, message, mayPass: true }
  }

  /** The records of the file, as many as are written together. Returns the hash of the file. */
  async *#partsOfFile(): AsyncGenerator<readonly SettlementRecord[], string> {
    const { file, format, account } = this.#request
    const texts = new KeptTexts(this.#parts.keyedHash)
    const records = fileRecords(file, format, expectedOf(account), texts)
    let next = await records.next()
    for (; !next.done; next = await records.next()) {
      const { records: read } = next.value
      for (let at = 0; at < read.length; at += LINES_AT_ONCE) {
        yield read.slice(at, at + LINES_AT_ONCE)
      }
    }
    return next.value
  }

  /**
   * Looks for the records of the next part, and for their payments, while the store writes this one. Where both
   * have a record, that has to wait: it is found only when this part is written.
   */
  async #lookAhead(
    next: IteratorResult<readonly SettlementRecord[], string>,
    written: readonly SettlementRecord[],
  ): Promise<IteratorResult<readonly SettlementRecord[], string>> {
    this.#ahead.clear()
    if (next.done) return next
    const part = next.value
    const ids = new Set(written.map(({ recordId }) => recordId))
    if (part.some(({ recordId }) => ids.has(recordId))) return next
    const [sorted] = await Promise.all([this.#sort(part), this.#matcher.readAhead(part)])
    this.#ahead.set(part, sorted)
    return next
  }

  /** `meanwhile`: begun once, while the store writes. */
  async #writePart(
    records: readonly SettlementRecord[],
    meanwhile: () => void,
  ): Promise<LineFault | undefined> {
    for (const record of records) this.#book.add(record)
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const sorted = (tries === 0 && this.#ahead.get(records)) || (await this.#sort(records))
      if ('fault' in sorted) return sorted.fault
      const fresh = [...sorted.fresh]
      const matches = await this.#matcher.match(fresh)
      const counts = new Map(this.#positions)
      const changes = this.#linesOf(
        records,
        { ...sorted, matches: matchesOf(fresh, matches) },
        counts,
      )
      // An empty set would be made durable, too: a restated file has nothing but such parts.
      if (changes.length === 0) return this.#note(records, sorted, changes, counts)
      const committed = this.#parts.store.commit(changes)
      if (tries === 0) meanwhile()
      const result = await committed
      if (result.applied) return this.#note(records, sorted, changes, counts)
      // The same lines came from another process: look again.
    }
    throw new Error(`Lines of a settlement file change all the time: ${this.#file.id}`)
  }

  /** Tells records that are new from those that this file, or an earlier one, has written. */
  async #sort(records: readonly SettlementRecord[]): Promise<Sorted | SortFault> {
    const { store } = this.#parts
    const linesOf = async (ids: readonly string[]) =>
      ids.length === 0
        ? []
        : store.read.settlementLinesOfRecords(this.#request.account.id, [...new Set(ids)])
    const [found, former] = await Promise.all([
      linesOf(records.map(({ recordId }) => recordId)),
      linesOf(records.flatMap(({ formerRecordId }) => formerRecordId ?? [])),
    ])
    const stored = new Map([...former, ...found].map((line) => [line.recordId, line]))
    const fresh = new Set<SettlementRecord>()
    const own = new Map<SettlementRecord, SettlementLineRow>()
    const unnumbered = new Map<SettlementRecord, SettlementLineRow>()
    const seen = new Map<string, number>()
    for (const record of records) {
      const { recordId, formerRecordId, lineNumber } = record
      const line = stored.get(recordId) ?? stored.get(formerRecordId ?? '')
      const before = seen.get(recordId) ?? (this.#isOwn(line) ? line.lineNumber : lineNumber)
      if (before !== lineNumber) {
        return { fault: { lineNumber, message: `repeats the record of line ${before}` } }
      }
      seen.set(recordId, lineNumber)
      if (line === undefined) fresh.add(record)
      else if (this.#isOwn(line)) own.set(record, line)
      else {
        const fault = await this.#faultOfRepeated(record, line)
        if (fault !== undefined) return { fault }
        const isNumbered = record.payout.reference === null || (await this.#isNumbered(line))
        if (!isNumbered) unnumbered.set(record, line)
      }
    }
    return { fresh, own, unnumbered }
  }

  #isOwn(line: SettlementLineRow | undefined): line is SettlementLineRow {
    return line !== undefined && fileIdOf(line.batchId) === this.#file.id
  }

  /** Why a record that an earlier file has cannot be passed over. */
  async #faultOfRepeated(
    record: SettlementRecord,
    line: SettlementLineRow,
  ): Promise<LineFault | undefined> {
    const { lineNumber } = record
    const file = await this.#otherFile(fileIdOf(line.batchId))
    if (file?.state !== 'imported') {
      const message = `is in the file ${file?.name ?? '?'} (${file?.id ?? '?'}), whose import has not ended: import that file again, or remove it`
      return { lineNumber, message, mayPass: true }
    }
    const differs = differenceOf(record, line)
    if (differs !== undefined) {
      const message = `${differs} is not what the file ${file.name} (${file.id}) has in line ${line.lineNumber}: a record is booked once, a correction needs a record of its own`
      return { lineNumber, message }
    }
    this.#supersedesId ??= file.id
    return undefined
  }

  async #isNumbered({ batchId: id }: SettlementLineRow): Promise<boolean> {
    const known = this.#numbered.get(id)
    if (known !== undefined) return known
    const batch = await this.#parts.store.read.settlementBatch(id)
    const isNumbered = batch?.reference !== null
    this.#numbered.set(id, isNumbered)
    return isNumbered
  }

  async #otherFile(id: string): Promise<SettlementFileRow | undefined> {
    if (!this.#otherFiles.has(id)) {
      this.#otherFiles.set(id, await this.#parts.store.read.settlementFile(id))
    }
    return this.#otherFiles.get(id)
  }

  #linesOf(
    records: readonly SettlementRecord[],
    sorted: Sorted & { readonly matches: ReadonlyMap<SettlementRecord, Match> },
    counts: Map<number, number>,
  ): readonly Change[] {
    const { fresh, own, matches } = sorted
    const changes: Change[] = [...numberingChanges(sorted)]
    const { id: accountId } = this.#request.account
    const atMs = this.#parts.clock.now()
    for (const record of records) {
      const batch = this.#book.batchOf(record)
      if (!fresh.has(record) && !own.has(record)) continue
      const position = (counts.get(batch) ?? 0) + 1
      counts.set(batch, position)
      const id = batchId(this.#file.id, batch)
      const written = own.get(record)
      if (written !== undefined) {
        if (written.position === position && written.batchId === id) continue
        throw new Error(
          `The import of ${this.#file.id} cannot go on: remove the file and begin again`,
        )
      }
      const match = matches.get(record)
      changes.push(...lineChanges(record, match, { id, accountId, position, atMs }))
      changes.push(...unflagging(match))
    }
    return changes
  }

  #note(
    records: readonly SettlementRecord[],
    { fresh, own, unnumbered }: Sorted,
    changes: readonly Change[],
    counts: ReadonlyMap<number, number>,
  ): LineFault | undefined {
    for (const [batch, position] of counts) this.#positions.set(batch, position)
    const rows = changes.flatMap((one) => (one.kind === 'insertSettlementLine' ? [one.row] : []))
    for (const one of changes) {
      const isOfFile = one.kind === 'matchSettlementLine' && fileIdOf(one.batchId) === this.#file.id
      if (isOfFile) this.#flagged -= 1
    }
    for (const line of [...rows, ...own.values()]) {
      const { matchState, flag } = line
      if (matchState !== 'NONE') this.#states[matchState] += 1
      if (flag !== null) this.#flagged += 1
      if (isToReport(line)) this.#isToReport = true
    }
    for (const record of records) {
      if (unnumbered.has(record)) this.#book.addEarlier(record)
      if (!fresh.has(record) && !own.has(record)) continue
      const fault = this.#book.addNew(record)
      if (fault !== undefined) return fault
    }
    return undefined
  }

  /** The commit that makes the file imported. */
  async finish(): Promise<LineFault | undefined> {
    const { store, clock } = this.#parts
    const { account, acceptsUnbalanced } = this.#request
    const references = this.#book.references()
    // Another process may have ended the import of this file.
    const earlier = await earlierPayouts(references, account, store, this.#file.id)
    const message = this.#book.payoutFault(earlier, acceptsUnbalanced)
    if (message !== undefined) return { lineNumber: 1, message }
    const nowMs = clock.now()
    const set = {
      state: 'imported',
      supersedesId: this.#supersedesId,
      settledFrom: this.#book.settledFrom,
      settledTo: this.#book.settledTo,
      lineCount: this.#book.lineCount,
      bookedCount: this.#book.newCount,
      matchedCount: this.#states.MATCHED,
      severalCount: this.#states.MULTIPLE_MATCHES,
      unmatchedCount: this.#states.NOT_MATCHED,
      flaggedCount: this.#flagged,
      updatedAtMs: nowMs,
    } as const
    const { id, version } = this.#file
    const result = await store.commit([
      { kind: 'stepSettlementFile', id, expectedVersion: version, set },
      ...this.#book.changes(this.#file, account, { earlier, nowMs }),
      ...(this.#isToReport ? [chargebackTimer(id, nowMs)] : []),
    ])
    if (!result.applied && result.reason === 'exists') {
      return {
        lineNumber: 1,
        message: 'another file has told the same payout meanwhile: try again',
        mayPass: true,
      }
    }
    const after = await store.read.settlementFile(id)
    if (after?.state !== 'imported') {
      return { lineNumber: 1, message: 'the import was given up meanwhile', mayPass: true }
    }
    this.#imported = after
    return undefined
  }

  outcome() {
    const file = this.#imported as SettlementFileRow
    const payouts = this.#book.payouts().length
    return { kind: 'imported' as const, file, counts: { ...countsOf(file), payouts } }
  }
}

/** What became of the lines of a file when it was imported. */
export function countsOf(file: SettlementFileRow): FileCounts {
  return {
    lines: file.lineCount,
    repeated: file.lineCount - file.bookedCount,
    matched: file.matchedCount,
    severalMatches: file.severalCount,
    notMatched: file.unmatchedCount,
    flagged: file.flaggedCount,
  }
}

/** A store hands a set to its writer at the end of a turn of the event loop. */
async function afterCommitHasBegun({ turn = nextTurn }: Pick<ImportParts, 'turn'>): Promise<void> {
  await turn()
  await turn()
}
