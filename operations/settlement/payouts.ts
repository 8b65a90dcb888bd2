import type { JournalSum, SettlementBatchRow, Store } from '../../server/store/port.ts'
import { type Payout, payoutOf } from './payout-of.ts'
import { FEE_KINDS, NO_CURRENCY } from './record.ts'

/**
 * How the money of a payout stands. `announced`: a file tells a day that has not come. `waiting`: no file tells yet
 * that it is paid out. `carriedOver`: there is nothing to pay out, and what the merchant owes, if anything, is taken out of a
 * later payout. `returned`: the bank has sent it back.
 */
export type PayoutState = 'paid' | 'announced' | 'waiting' | 'carriedOver' | 'returned'

/** What the lines of a payout sum to, in minor units of the currency in which it is paid out; costs are not in them. */
export interface PayoutSums {
  /** What was captured. */
  readonly grossMinor: number
  /** With a minus sign: given back. */
  readonly refundsMinor: number
  readonly chargebacksMinor: number
  /** What an earlier payout has left for this one; with a minus sign: what this one leaves, or takes for an earlier one. */
  readonly carriedMinor: number
  /** Reserves, corrections, returned payouts and records of unknown type. */
  readonly otherMinor: number
  /** Costs; with a minus sign: given back. */
  readonly feesMinor: number
  /** The five sums without the costs. */
  readonly netMinor: number
}

/** A payout as lists have it: what one file tells of it. */
export interface ListedPayout {
  readonly batch: SettlementBatchRow
  readonly sums: PayoutSums
  readonly payout: Payout
}

const KINDS: Readonly<Record<string, keyof PayoutSums>> = {
  settled: 'grossMinor',
  refunded: 'refundsMinor',
  refundReversed: 'refundsMinor',
  chargeback: 'chargebacksMinor',
  chargebackReversed: 'chargebacksMinor',
  carried: 'carriedMinor',
}

const FEES: ReadonlySet<string> = new Set(FEE_KINDS.map((kind) => `fees.${kind}`))

/** The sums of a batch out of its journal. What is paid out is no part of them. */
export function sumsOf(
  { currency }: Pick<SettlementBatchRow, 'currency'>,
  journal: readonly JournalSum[],
): PayoutSums {
  const sums = {
    grossMinor: 0,
    refundsMinor: 0,
    chargebacksMinor: 0,
    carriedMinor: 0,
    otherMinor: 0,
    feesMinor: 0,
    netMinor: 0,
  }
  for (const { kind, account, currency: of, amountMinor } of journal) {
    if (of !== currency || kind === 'payout') continue
    const isFee = FEES.has(account)
    if (!isFee && account !== 'balance') continue
    // What is settled is what comes into the balance, and what is kept of it.
    sums[KINDS[kind] ?? 'otherMinor'] += amountMinor
    if (isFee) sums.feesMinor += amountMinor
    else sums.netMinor += amountMinor
  }
  return sums
}

/** Payouts with their sums and where their money is, in the order of their batches (at most 1000). */
export async function listedPayouts(
  batches: readonly SettlementBatchRow[],
  { read }: Store,
): Promise<readonly ListedPayout[]> {
  const paidOut = batches.filter(({ currency }) => currency !== NO_CURRENCY)
  if (paidOut.length === 0) return []
  const journal = new Map<string, JournalSum[]>()
  for (const sum of await read.journalSumsOfBatches(paidOut.map(({ id }) => id))) {
    journal.set(sum.batchId, [...(journal.get(sum.batchId) ?? []), sum])
  }
  return Promise.all(
    paidOut.map(async (batch) => ({
      batch,
      sums: sumsOf(batch, journal.get(batch.id) ?? []),
      // What a line of its own is paid out with is shown where the line is.
      payout: await payoutOf(batch, { paidWith: null }, read),
    })),
  )
}

/** `today`: `yyyy-MM-dd`, UTC. */
export function stateOf({ batch, payout }: ListedPayout, today: string): PayoutState {
  if (payout.isTold) {
    return payout.paidOn === null || payout.paidOn <= today ? 'paid' : 'announced'
  }
  if (payout.returnedOn !== null) return 'returned'
  return batch.netMinor + batch.earlierNetMinor > 0 ? 'waiting' : 'carriedOver'
}
