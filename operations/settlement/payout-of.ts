import type { SettlementBatchRow, Store } from '../../server/store/port.ts'

/** Where the money of a batch went. */
export interface Payout {
  readonly reference: string | null
  readonly isPaidOut: boolean
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
    isPaidOut: paid !== undefined,
    paidOn: paid?.paidOn ?? null,
    bankReference: paid?.bankReference ?? null,
  }
}

/** Tells which batches were paid out. Asks once for each batch. */
export class PaidBatches {
  readonly #read: Store['read']
  readonly #known = new Map<string, boolean>()

  constructor({ read }: Pick<Store, 'read'>) {
    this.#read = read
  }

  async isPaidOut(batchId: string): Promise<boolean> {
    const known = this.#known.get(batchId)
    if (known !== undefined) return known
    const batch = await this.#read.settlementBatch(batchId)
    const isPaidOut = batch !== undefined && (await payoutOf(batch, this.#read)).isPaidOut
    this.#known.set(batchId, isPaidOut)
    return isPaidOut
  }
}
