import { settingsOf } from '../../server/entities/settings.ts'
import type { AcquirerAccountRow, SettlementBatchRow, Store } from '../../server/store/port.ts'
import { channelsOf } from './accounts.ts'
import { dayOf, YEAR_MS } from './days.ts'
import {
  type EarlierPayout,
  type EarlierPayouts,
  FileBook,
  linesText,
  payoutKey,
  payoutText,
  type ToldPayout,
} from './file-book.ts'
import { fileRecords } from './file-records.ts'
import type { ImportParts, ImportRequest } from './file-writing.ts'
import { KeptTexts } from './kept-text.ts'
import type { LineFault } from './record.ts'

/** How many faults are told. */
const MAX_FAULTS = 20

/** Other merchants of a company that are counted each; the rest together. */
const MAX_OTHER_MERCHANTS = 20

/** Reads the whole file and writes nothing. */
export async function checkFile(
  { file, format, account, acceptsUnbalanced, onProgress, pause }: ImportRequest,
  latestDay: string,
  { store, keyedHash }: ImportParts,
): Promise<
  | { readonly hash: string; readonly otherMerchants: ReadonlyMap<string, number> }
  | { readonly faults: readonly LineFault[]; readonly count: number }
> {
  const otherMerchants = new Map<string, number>()
  const book = new FileBook(format)
  const faults: LineFault[] = []
  let count = 0
  function note(fault: LineFault): void {
    count += 1
    if (faults.length < MAX_FAULTS) faults.push(fault)
  }
  const records = fileRecords(
    file,
    format,
    { ...expectedOf(account), latestDay },
    new KeptTexts(keyedHash),
  )
  let next = await records.next()
  for (; !next.done; next = await records.next()) {
    for (const fault of next.value.faults) note(fault)
    for (const name of next.value.otherMerchants) {
      const isNamed = otherMerchants.has(name) || otherMerchants.size < MAX_OTHER_MERCHANTS
      const key = isNamed ? name : 'others'
      otherMerchants.set(key, (otherMerchants.get(key) ?? 0) + 1)
    }
    for (const record of next.value.records) {
      const fault = book.add(record)
      if (fault !== undefined) return { faults: [...faults, fault], count: count + 1 }
    }
    onProgress?.('checked', book.lineCount)
    await pause?.()
  }
  if (count === 0 && !acceptsUnbalanced) {
    for (const payout of await unbalancedPayouts(book, account, store)) {
      const message = `${payoutText(payout)}, ${linesText(payout.netMinor, payout.currency)}: the file may be cut; to book it as it is, accept the difference`
      note({ lineNumber: 1, message })
    }
  }
  return count > 0 ? { faults, count } : { hash: next.value, otherMerchants }
}

/** Payouts that lines of this file do not sum to, nor these together with those of earlier files. */
async function unbalancedPayouts(
  book: FileBook,
  account: AcquirerAccountRow,
  store: Store,
): Promise<readonly ToldPayout[]> {
  const suspects = book.payouts().filter(({ paidMinor, netMinor }) => paidMinor !== netMinor)
  const earlier = await earlierPayouts(suspects, account, store)
  return suspects.filter((payout) => {
    const before = earlier.get(payoutKey(payout))?.netMinor ?? 0
    return payout.paidMinor !== before + payout.netMinor
  })
}

/** What earlier files have booked of payouts. `exceptFileId`: not counted. */
export async function earlierPayouts(
  payouts: readonly { readonly reference: string | null; readonly currency: string }[],
  { id }: Pick<AcquirerAccountRow, 'id'>,
  { read }: Store,
  exceptFileId?: string,
): Promise<EarlierPayouts> {
  const found = new Map<string, EarlierPayout>()
  for (const payout of payouts) {
    if (payout.reference === null) continue
    const all = await read.settlementBatchesOfPayout(id, payout.reference, payout.currency)
    const batches = all.filter(({ fileId }) => fileId !== exceptFileId)
    if (batches.length === 0) continue
    const sumOf = (minorOf: (batch: SettlementBatchRow) => number) =>
      batches.reduce((sum, batch) => sum + minorOf(batch), 0)
    found.set(payoutKey(payout), {
      parts: batches.filter(({ payoutPart }) => payoutPart !== null).length,
      paidMinor: sumOf(({ paidMinor }) => paidMinor ?? 0),
      netMinor: sumOf(({ netMinor, earlierNetMinor }) => netMinor + earlierNetMinor),
    })
  }
  return found
}

/**
 * The last day that a file may name: a year ahead by the clock of the account, or of the one of its channels that
 * is furthest ahead. A later one is a mistake.
 */
export async function latestDayOf(
  account: AcquirerAccountRow,
  { store, clock }: ImportParts,
): Promise<string> {
  let aheadMs = 0
  for (const id of [account.entityId, ...(await channelsOf(account, store))]) {
    const { clockOffsetMs = 0 } = settingsOf(await store.read.entityPath(id))
    aheadMs = Math.max(aheadMs, clockOffsetMs)
  }
  return dayOf(clock.now() + aheadMs + YEAR_MS)
}

export function expectedOf({ merchantId, currencies }: AcquirerAccountRow) {
  return { merchantId, currencies: currencies === '' ? [] : currencies.split(',') }
}
