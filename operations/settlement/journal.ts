import type { Change, LedgerAccount, SettlementLineType } from '../../server/store/port.ts'
import { FEE_KINDS, type Fees, sumOfFees } from './record.ts'

/** What lines of one type and pair of currencies in a batch sum to. */
export interface JournalSums {
  readonly type: SettlementLineType
  readonly grossMinor: number
  readonly grossCurrency: string
  readonly netMinor: number
  readonly currency: string
  readonly fees: Fees
  /** Another acquirer settles them: the net amount is nothing. */
  readonly isExternal: boolean
}

/** Where the gross amount of a line comes from: the account that it is taken out of. */
const SOURCES: Readonly<Record<SettlementLineType, LedgerAccount>> = {
  settled: 'receivable',
  refunded: 'receivable',
  refundReversed: 'receivable',
  chargeback: 'disputes',
  chargebackReversed: 'disputes',
  // Fees and costs have no gross amount.
  fee: 'adjustments',
  cost: 'adjustments',
  payout: 'bank',
  payoutReturned: 'bank',
  reserve: 'reserve',
  carried: 'carried',
  correction: 'adjustments',
  other: 'suspense',
}

/** A leg of an entry that is not yet numbered. */
export interface Leg {
  readonly account: LedgerAccount
  readonly amountMinor: number
  readonly currency: string
}

/**
 * The legs that book the lines: the gross amount out of its source, costs, and the net amount into the
 * balance at the acquirer. Where the two currencies differ, the account `clearing` takes the one and gives
 * the other; what another acquirer settles goes into the account `external`. They sum to zero in each currency
 * because net is gross without costs; legs of 0 are left out.
 */
export function legsOf(sums: JournalSums): readonly Leg[] {
  const { type, grossMinor, grossCurrency, netMinor, currency, fees, isExternal } = sums
  const legs: Leg[] = [
    { account: SOURCES[type], amountMinor: -grossMinor, currency: grossCurrency },
    ...FEE_KINDS.map((kind) => ({
      account: `fees.${kind}` as const,
      amountMinor: fees[kind],
      currency,
    })),
    { account: 'balance', amountMinor: netMinor, currency },
  ]
  if (isExternal) {
    legs.push({ account: 'external', amountMinor: grossMinor, currency: grossCurrency })
  } else if (grossCurrency !== currency) {
    const settledMinor = netMinor + sumOfFees(fees)
    legs.push({ account: 'clearing', amountMinor: grossMinor, currency: grossCurrency })
    legs.push({ account: 'clearing', amountMinor: -settledMinor, currency })
  }
  return legs.filter(({ amountMinor }) => amountMinor !== 0)
}

/** A payout that no line reports: out of the balance, into the bank. */
export function payoutLegs(paidMinor: number, currency: string): readonly Leg[] {
  const legs: Leg[] = [
    { account: 'bank', amountMinor: paidMinor, currency },
    { account: 'balance', amountMinor: -paidMinor, currency },
  ]
  return legs.filter(({ amountMinor }) => amountMinor !== 0)
}

/** The changes that write an entry. Nothing is written for one without legs. */
export function entryChanges(
  entry: { id: string; accountId: string; kind: string; batchId: string | null; atMs: number },
  legs: readonly Leg[],
): readonly Change[] {
  if (legs.length === 0) return []
  return [
    { kind: 'insertJournalEntry', row: entry },
    ...legs.map((leg, at): Change => {
      return {
        kind: 'appendJournalPosting',
        row: { entryId: entry.id, sequence: at + 1, ...leg },
      }
    }),
  ]
}
