import type { SettlementBatchRow, SettlementLineRow, Store } from '../../server/store/port.ts'
import { NO_CURRENCY } from './record.ts'

/** Where the money of a batch went. */
export interface Payout {
  readonly reference: string | null
  /** A file says that it is paid out, on whatever day, and none that it came back since. */
  readonly isTold: boolean
  readonly paidOn: string | null
  readonly bankReference: string | null
  /** When the bank has sent back what was paid out before, `yyyy-MM-dd`. */
  readonly returnedOn: string | null
}

/** How often the same money may come back and go out again. */
const MAX_RETURNS = 10

/**
 * A payout may be told by another file than its lines: the one that says what was paid counts. Where a bank has sent it
 * back, its money is in the batch that says so, and goes out with the payout of that one.
 */
export async function payoutOf(batch: SettlementBatchRow, read: Store['read']): Promise<Payout> {
  let payout = await toldPayoutOf(batch, read)
  let holder = batch
  for (let returns = 0; returns < MAX_RETURNS && payout.isTold; returns += 1) {
    const returned = await returnOf(holder, read)
    if (returned === undefined) break
    const { settledOn: returnedOn } = returned.line
    const isElsewhere = returned.batch.reference !== holder.reference
    holder = returned.batch
    const next = isElsewhere ? await toldPayoutOf(holder, read) : { ...payout, isTold: false }
    payout = { ...next, returnedOn }
  }
  return payout
}

async function toldPayoutOf(batch: SettlementBatchRow, read: Store['read']): Promise<Payout> {
  const { accountId, reference, currency } = batch
  const batches =
    batch.paidMinor !== null || reference === null
      ? [batch]
      : await read.settlementBatchesOfPayout(accountId, reference, currency)
  const paid = batches.find(({ paidMinor }) => paidMinor !== null)
  return {
    reference,
    isTold: paid !== undefined,
    paidOn: paid?.paidOn ?? null,
    bankReference: paid?.bankReference ?? null,
    returnedOn: null,
  }
}

/** The line of an imported file that says that the payout of a batch came back. */
async function returnOf(
  { accountId, reference, currency }: SettlementBatchRow,
  read: Store['read'],
): Promise<{ readonly line: SettlementLineRow; readonly batch: SettlementBatchRow } | undefined> {
  if (reference === null) return undefined
  for (const line of await read.settlementLinesOfReturnedPayout(accountId, reference)) {
    const batch = line.currency === currency ? await read.settlementBatch(line.batchId) : undefined
    if (batch !== undefined) return { line, batch }
  }
  return undefined
}

/** Whether the money is at the bank: files tell payouts days before. `today`: `yyyy-MM-dd`, UTC. */
export function isPaidOut({ isTold, paidOn }: Payout, today: string): boolean {
  return isTold && (paidOn === null || paidOn <= today)
}

/** Tells which batches were paid out, or will be. Asks once for each batch. */
export class PaidBatches {
  readonly #read: Store['read']
  readonly #known = new Map<string, boolean>()

  constructor({ read }: Pick<Store, 'read'>) {
    this.#read = read
  }

  async isTold(batchId: string): Promise<boolean> {
    const known = this.#known.get(batchId)
    if (known !== undefined) return known
    const batch = await this.#read.settlementBatch(batchId)
    // What another acquirer settles is paid out by that one.
    const isElsewhere = batch?.currency === NO_CURRENCY
    const isTold =
      batch !== undefined && (isElsewhere || (await payoutOf(batch, this.#read)).isTold)
    this.#known.set(batchId, isTold)
    return isTold
  }
}
