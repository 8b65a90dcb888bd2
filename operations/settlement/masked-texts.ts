import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type { RepeatedWork } from '../../server/payments/index.ts'
import {
  type Change,
  INSTALLATION_ID,
  type SettlementBatchRow,
  type SettlementLineRow,
  type Store,
} from '../../server/store/port.ts'
import { KeptTexts, type KeyedHash } from './kept-text.ts'

/** Lines that one turn looks at; there is one turn a second. */
const LINES_AT_ONCE = 500
const EVERY_MS = 1_000
/** Accounts and files that are read together. */
const ROWS_AT_ONCE = 1_000

interface Parts {
  readonly store: Store
  readonly clock: Pick<EntityClock, 'now'>
  readonly keyedHash: () => Promise<KeyedHash>
}

/**
 * Takes card numbers out of the texts of settlement files that versions before kept as they came, once for a
 * database: it is written down when it has ended, and begins again after a stop. What is masked already stays as it
 * is, so any number of processes may do it.
 */
export function createTextMasking(parts: Parts): RepeatedWork {
  const { store, clock, keyedHash } = parts
  const texts = new KeptTexts(keyedHash)
  let isDone = false
  let turns: AsyncGenerator<ChangesOfTurn> | undefined

  async function turn(): Promise<void> {
    const row = await store.read.installation(INSTALLATION_ID)
    isDone = row !== undefined && row.textsMaskedAtMs !== null
    // The clock of the process makes the row.
    if (isDone || row === undefined) return
    turns ??= changesOf(store, texts)
    const current = turns
    // After a failure it begins again.
    turns = undefined
    const { value: changes, done } = await current.next()
    if (done) {
      const set = { textsMaskedAtMs: clock.now() }
      const { id, version: expectedVersion } = row
      // A conflict: the time was written meanwhile, and it is looked at once more.
      await store.commit([{ kind: 'stepInstallation', id, expectedVersion, set }])
      return
    }
    // A conflict: the import of a file has taken an id meanwhile, and it begins again.
    if (changes.length === 0 || (await store.commit(changes)).applied) turns = current
  }

  return {
    everyMs: EVERY_MS,
    async run() {
      if (!isDone) await turn()
      return false
    },
  }
}

type ChangesOfTurn = readonly Change[]

async function* changesOf(store: Store, texts: KeptTexts): AsyncGenerator<ChangesOfTurn> {
  const { read } = store
  for await (const fileId of fileIds(store)) {
    for (let afterId = ''; ; ) {
      const batches = await read.settlementBatchesOfFile(fileId, afterId)
      yield await changesOfRows(batches, texts, maskedBatch)
      if (batches.length < ROWS_AT_ONCE) break
      afterId = batches.at(-1)?.id ?? afterId
    }
    for await (const lines of linesOf(fileId, store))
      yield await changesOfRows(lines, texts, (line) => maskedLine(line, texts, store))
  }

  async function changesOfRows<Row extends object>(
    rows: readonly Row[],
    of: KeptTexts,
    masked: (row: Row, texts: KeptTexts) => Promise<Change | undefined>,
  ): Promise<ChangesOfTurn> {
    const cells = (row: Row) => Object.values(row).filter((cell) => typeof cell === 'string')
    await of.prepare(rows.map((row) => ({ cells: cells(row) })))
    const changes = await Promise.all(rows.map((row) => masked(row, of)))
    return changes.filter((change) => change !== undefined)
  }
}

async function* fileIds({ read }: Store): AsyncGenerator<string> {
  for (let afterId = ''; ; ) {
    const accounts = await read.acquirerAccounts(afterId, ROWS_AT_ONCE)
    for (const { id } of accounts) {
      for (let beforeId = '~'; ; ) {
        const files = await read.settlementFilesOf(id, beforeId, ROWS_AT_ONCE)
        for (const file of files) yield file.id
        if (files.length < ROWS_AT_ONCE) break
        beforeId = files.at(-1)?.id ?? beforeId
      }
    }
    if (accounts.length < ROWS_AT_ONCE) return
    afterId = accounts.at(-1)?.id ?? afterId
  }
}

/** Also of an import that was interrupted, which has lines and no batches. */
async function* linesOf(fileId: string, { read }: Store) {
  for (let afterBatchId = `${fileId}-`; ; ) {
    const [first] = await read.settlementLinesOfFile(afterBatchId, `${fileId}.`, 1)
    if (first === undefined) return
    afterBatchId = first.batchId
    for (let after = 0; ; ) {
      const lines = await read.settlementLines(first.batchId, after, LINES_AT_ONCE)
      yield lines
      if (lines.length < LINES_AT_ONCE) break
      after = lines.at(-1)?.position ?? after
    }
  }
}

const maskedOf = (text: string | null, texts: KeptTexts) => text && texts.of(text)

async function maskedBatch(row: SettlementBatchRow, texts: KeptTexts): Promise<Change | undefined> {
  const set = {
    reference: maskedOf(row.reference, texts),
    bankReference: maskedOf(row.bankReference, texts),
  }
  return isSame(row, set) ? undefined : { kind: 'maskSettlementBatch', id: row.id, ...set }
}

async function maskedLine(
  row: SettlementLineRow,
  texts: KeptTexts,
  { read }: Store,
): Promise<Change | undefined> {
  const { batchId, position, accountId } = row
  const set = {
    recordId: texts.of(row.recordId),
    acquirerType: texts.of(row.acquirerType),
    acquirerReference: maskedOf(row.acquirerReference, texts),
    operationReference: maskedOf(row.operationReference, texts),
    merchantReference: maskedOf(row.merchantReference, texts),
    reasonText: maskedOf(row.reasonText, texts),
  }
  if (isSame(row, set)) return undefined
  if (set.recordId !== row.recordId) {
    const [booked] = await read.settlementLinesOfRecords(accountId, [set.recordId])
    // The record was booked twice, by the version before and by this one: no account has an id twice.
    if (booked !== undefined) set.recordId = texts.of(`${row.recordId} ${batchId} ${position}`)
  }
  return { kind: 'maskSettlementLine', batchId, position, ...set }
}

function isSame<Row extends object>(row: Row, set: Partial<Row>): boolean {
  return Object.entries(set).every(([name, text]) => row[name as keyof Row] === text)
}
