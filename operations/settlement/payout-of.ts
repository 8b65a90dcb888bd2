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

/** The batch of a line with the number of the line's payout, whatever file has told it. */
type Holder = Pick<
  SettlementBatchRow,
  'accountId' | 'reference' | 'currency' | 'paidMinor' | 'paidOn' | 'bankReference'
>

/**
 * A payout may be told by another file than its lines: the one that says what was paid counts. Where a bank has sent it
 * back, its money is in the batch that says so, and goes out with the payout of that one. `paidWith`: of the line.
 */
export async function payoutOf(
  batch: SettlementBatchRow,
  { paidWith }: Pick<SettlementLineRow, 'paidWith'>,
  read: Store['read'],
): Promise<Payout> {
  let holder = holderOf(batch, paidWith)
  let payout = await toldPayoutOf(holder, read)
  for (let returns = 0; returns < MAX_RETURNS && payout.isTold; returns += 1) {
    const returned = await returnOf(holder, read)
    if (returned === undefined) break
    const { settledOn: returnedOn, paidWith: next } = returned.line
    const { reference } = holder
    holder = holderOf(returned.batch, next)
    const isElsewhere = holder.reference !== reference
    payout = {
      ...(isElsewhere ? await toldPayoutOf(holder, read) : { ...payout, isTold: false }),
      returnedOn,
    }
  }
  return payout
}

function holderOf(batch: SettlementBatchRow, paidWith: string | null): Holder {
  return { ...batch, reference: batch.reference ?? paidWith }
}

async function toldPayoutOf(holder: Holder, read: Store['read']): Promise<Payout> {
  const { accountId, reference, currency } = holder
  const batches =
    holder.paidMinor !== null || reference === null
      ? [holder]
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
  { accountId, reference, currency }: Holder,
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
export function isPaidOut(payout: Payout, today: string): boolean {
  return payout.isTold && isAtBank(payout, today)
}

/** Whether the day of a payout has come; one without a day counts as there. `today`: `yyyy-MM-dd`, UTC. */
export function isAtBank({ paidOn }: Pick<Payout, 'paidOn'>, today: string): boolean {
  return paidOn === null || paidOn <= today
}

/** Lines whose numbers of payouts are read at once. */
const LINES_OF_PAGE = 200

/** Tells which lines were paid out, or will be. Reads each batch once, and of those without a number their lines. */
export class PaidLines {
  readonly #read: Store['read']
  readonly #batches = new Map<string, SettlementBatchRow | undefined>()
  readonly #known = new Map<string, boolean>()
  /** Of a page of lines of a batch those that a later file has numbered: by position. */
  readonly #numbered = new Map<string, ReadonlyMap<number, string>>()

  constructor({ read }: Pick<Store, 'read'>) {
    this.#read = read
  }

  async isTold({
    batchId,
    position,
  }: Pick<SettlementLineRow, 'batchId' | 'position'>): Promise<boolean> {
    const batch = await this.#batch(batchId)
    // What another acquirer settles is paid out by that one.
    if (batch === undefined || batch.currency === NO_CURRENCY) return batch !== undefined
    const paidWith = batch.reference === null ? await this.#paidWith(batchId, position) : null
    const key = `${batchId} ${paidWith ?? ''}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { isTold } = await payoutOf(batch, { paidWith }, this.#read)
    this.#known.set(key, isTold)
    return isTold
  }

  async #batch(id: string): Promise<SettlementBatchRow | undefined> {
    if (!this.#batches.has(id)) this.#batches.set(id, await this.#read.settlementBatch(id))
    return this.#batches.get(id)
  }

  async #paidWith(batchId: string, position: number): Promise<string | null> {
    const after = Math.floor((position - 1) / LINES_OF_PAGE) * LINES_OF_PAGE
    const key = `${batchId} ${after}`
    const page = this.#numbered.get(key) ?? (await this.#numberedAfter(batchId, after))
    this.#numbered.set(key, page)
    return page.get(position) ?? null
  }

  async #numberedAfter(batchId: string, after: number): Promise<ReadonlyMap<number, string>> {
    const lines = await this.#read.settlementLines(batchId, after, LINES_OF_PAGE)
    return new Map(
      lines.flatMap(({ position, paidWith }) => (paidWith === null ? [] : [[position, paidWith]])),
    )
  }
}
