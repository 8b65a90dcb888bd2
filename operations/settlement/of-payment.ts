import type {
  AcquirerAccountRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { ImportedFiles } from './imported-files.ts'
import { type Payout, payoutOf } from './payout-of.ts'

/** A settlement line that is about a payment, with where its money went. */
export interface SettlementOfPayment {
  readonly line: SettlementLineRow
  readonly match: SettlementMatchRow
  /** Of the payment. */
  readonly currency: string
  /** Payments that the line is about: its costs are for all of them. */
  readonly payments: number
  readonly account: AcquirerAccountRow
  readonly fileId: string
  readonly payout: Payout
}

/** Payments of a family whose lines are looked for, and lines that are answered. */
const MAX_PAYMENTS = 1000
const MAX_LINES = 100

/** The lines of imported files that match payments of a family, oldest first. */
export async function settlementOfFamily(
  familyId: string,
  store: Store,
): Promise<readonly SettlementOfPayment[]> {
  const { read } = store
  const family = (await read.paymentsOfFamily(familyId)).slice(0, MAX_PAYMENTS)
  if (family.length === 0) return []
  const matches = await read.settlementMatchesOfPayments(family.map(({ id }) => id))
  const certain = matches.filter(({ isCandidate }) => !isCandidate).sort(oldestFirst)
  const imported = await new ImportedFiles(store).linesOfImported(certain.slice(0, MAX_LINES))
  const found: SettlementOfPayment[] = []
  for (const match of imported) {
    const payment = family.find(({ id }) => id === match.paymentId)
    const one = payment && (await withPayout(match, payment.currency, store))
    if (one !== undefined) found.push(one)
  }
  return found
}

function oldestFirst(one: SettlementMatchRow, other: SettlementMatchRow): number {
  return one.batchId === other.batchId
    ? one.position - other.position
    : one.batchId < other.batchId
      ? -1
      : 1
}

async function withPayout(
  match: SettlementMatchRow,
  currency: string,
  { read }: Store,
): Promise<SettlementOfPayment | undefined> {
  const { batchId, position } = match
  const [line] = await read.settlementLines(batchId, position - 1, 1)
  const batch = await read.settlementBatch(batchId)
  const account = batch && (await read.acquirerAccount(batch.accountId))
  if (line === undefined || batch === undefined || account === undefined) return undefined
  const ofLine = await read.settlementMatchesOfLines(batchId, position, position)
  return {
    line,
    match,
    currency,
    payments: ofLine.length,
    account,
    fileId: batch.fileId,
    payout: await payoutOf(batch, read),
  }
}
