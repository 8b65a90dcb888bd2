import type { SettlementBatchRow, Store } from '../../server/store/port.ts'
import { NO_CURRENCY } from './record.ts'

/** Where the money of a batch went. */
export interface Payout {
  readonly reference: string | null
  /** A file says that it is paid out, on whatever day. */
  readonly isTold: boolean
  readonly paidOn: string | null
  readonly bankReference: string | null
}

/** A payout may be told by another file than its lines: the one that says what was paid counts. */
export async function payoutOf(batch: SettlementBatchRow, read: Store['read']): Promise<Payout> {
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
  }
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
