import { amountText, minorDigitsOf } from '../../common/money.ts'
import type { PaymentRow, SettlementLineRow, Store } from '../../server/store/port.ts'
import type { AdminSettlementLine } from './answer.ts'
import { fileIdOf } from './file-book.ts'
import { answered } from './kept-text.ts'
import { feesOf } from './line-fees.ts'
import { type LinePlace, placeText } from './line-place.ts'

/** Payments of a line that are shown; `paymentCount` says how many there are. */
const MAX_PAYMENTS = 20
/** Ids that one read takes. */
const MAX_IDS = 1000

/** Lines of one file, of all its batches, after a place. */
export async function linesOfFile(
  fileId: string,
  after: LinePlace | undefined,
  limit: number,
  { read }: Store,
): Promise<readonly SettlementLineRow[]> {
  const end = `${fileId}.`
  if (after === undefined) return read.settlementLinesOfFile(`${fileId}-`, end, limit)
  const rest = await read.settlementLines(after.batchId, after.position, limit)
  if (rest.length === limit) return rest
  const next = await read.settlementLinesOfFile(after.batchId, end, limit - rest.length)
  return [...rest, ...next]
}

/** A payment with the merchant's reference, of a refund that has none that of what it refunds. */
export type PaymentOfLine = Pick<PaymentRow, 'id' | 'paymentType' | 'merchantTransactionId'>

/** A line with the payments that it is about. */
export interface LineOfPayments {
  readonly line: SettlementLineRow
  /** The first 20. */
  readonly payments: readonly PaymentOfLine[]
  readonly paymentCount: number
}

/** Lines, in their order, with the payments that they match for certain. */
export async function withPayments(
  lines: readonly SettlementLineRow[],
  { read }: Store,
): Promise<readonly LineOfPayments[]> {
  const idsOf = new Map<string, string[]>()
  for (const [batchId, positions] of byBatch(lines)) {
    const [from, to] = [Math.min(...positions), Math.max(...positions)]
    for (const match of await read.settlementMatchesOfLines(batchId, from, to)) {
      if (match.isCandidate) continue
      const place = placeText(match)
      idsOf.set(place, [...(idsOf.get(place) ?? []), match.paymentId])
    }
  }
  const shown = [...idsOf.values()].flatMap((ids) => ids.slice(0, MAX_PAYMENTS))
  const payments = await paymentsOf(shown, read)
  const roots = await paymentsOf(
    [...payments.values()].map(({ familyId }) => familyId),
    read,
  )
  return lines.map((line) => {
    const ids = idsOf.get(placeText(line)) ?? []
    const found = ids.slice(0, MAX_PAYMENTS).flatMap((id) => {
      const row = payments.get(id)
      if (row === undefined) return []
      const { paymentType, familyId } = row
      const root = roots.get(familyId) ?? row
      const merchantTransactionId = row.merchantTransactionId ?? root.merchantTransactionId
      return [{ id, paymentType, merchantTransactionId }]
    })
    return { line, payments: found, paymentCount: ids.length }
  })
}

async function paymentsOf(
  ids: readonly string[],
  read: Store['read'],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const wanted = [...new Set(ids)]
  const payments = new Map<string, PaymentRow>()
  for (let at = 0; at < wanted.length; at += MAX_IDS) {
    const found = await read.paymentsById(wanted.slice(at, at + MAX_IDS))
    for (const payment of found) payments.set(payment.id, payment)
  }
  return payments
}

function byBatch(lines: readonly SettlementLineRow[]): ReadonlyMap<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const { batchId, position } of lines) {
    positions.set(batchId, [...(positions.get(batchId) ?? []), position])
  }
  return positions
}

/** A line as pages and answers have it. */
export function shownFileLine({
  line: row,
  payments,
  paymentCount,
}: LineOfPayments): AdminSettlementLine {
  const line = answered(row)
  const { acquirerReference, merchantReference, flag, arn } = line
  return {
    id: placeText(line),
    payoutId: line.batchId,
    fileId: fileIdOf(line.batchId),
    lineNumber: line.lineNumber,
    type: line.type,
    acquirerType: line.acquirerType,
    state: line.matchState,
    ...(flag === null ? {} : { flag }),
    gross: shown(line.grossMinor, line.grossCurrency),
    grossCurrency: line.grossCurrency,
    fees: feesOf(line),
    net: shown(line.netMinor, line.currency),
    currency: line.currency,
    settledOn: line.settledOn,
    ...(acquirerReference === null ? {} : { acquirerReference }),
    ...(merchantReference === null ? {} : { merchantReference }),
    ...(arn === null ? {} : { arn }),
    payments: payments.map(({ id, paymentType, merchantTransactionId }) => ({
      id,
      paymentType,
      ...(merchantTransactionId === null ? {} : { merchantTransactionId }),
    })),
    paymentCount,
  }
}

function shown(minor: number, currency: string): string {
  return amountText(minor, minorDigitsOf(currency) ?? 2)
}
