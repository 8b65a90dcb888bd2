import { amountText, minorDigitsOf } from '../../common/money.ts'
import type { SettlementLineRow } from '../../server/store/port.ts'
import type { AdminSettlementFee } from './answer.ts'

/** The costs of the line by their kinds, without those that are zero. */
export function feesOf(line: SettlementLineRow): readonly AdminSettlementFee[] {
  const costs = {
    interchange: line.interchangeMinor,
    scheme: line.schemeMinor,
    markup: line.markupMinor,
    dispute: line.disputeMinor,
    monthly: line.monthlyMinor,
  } as const
  const kinds = Object.keys(costs) as (keyof typeof costs)[]
  return kinds
    .filter((kind) => costs[kind] !== 0)
    .map((kind) => ({
      kind,
      amount: amountText(costs[kind], minorDigitsOf(line.currency) ?? 2),
    }))
}
