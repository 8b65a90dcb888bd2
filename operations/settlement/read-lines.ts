import type {
  AcquirerAccountRow,
  EntityRow,
  PaymentRow,
  SettlementBatchRow,
  SettlementFileRow,
  SettlementLineRow,
  Store,
} from '../../server/store/port.ts'
import { answered } from './kept-text.ts'
import { type ReportedLine, recordTypeOf } from './reported-line.ts'

type BatchContext = Pick<ReportedLine, 'batch' | 'file' | 'account' | 'path'>

/** The rows that all lines of a batch share. */
export async function contextOf(batch: SettlementBatchRow, { read }: Store): Promise<BatchContext> {
  const [file, account, path] = await Promise.all([
    read.settlementFile(batch.fileId),
    read.acquirerAccount(batch.accountId),
    read.entityPath(batch.entityId),
  ])
  return {
    batch: answered(batch),
    file: file as SettlementFileRow,
    account: account as AcquirerAccountRow,
    path: path as readonly EntityRow[],
  }
}

/** Lines of a batch with their payments. Lines of types that are not reported are left out. */
export async function reportedLines(
  lines: readonly SettlementLineRow[],
  context: BatchContext,
  { read }: Store,
): Promise<readonly ReportedLine[]> {
  const shown = lines.filter((line) => recordTypeOf(line) !== undefined)
  const [first, last] = [shown.at(0), shown.at(-1)]
  if (first === undefined || last === undefined) return []
  const positions = shown.map(({ position }) => position)
  const matches = await read.settlementMatchesOfLines(
    context.batch.id,
    Math.min(...positions),
    Math.max(...positions),
  )
  const byPosition = new Map<number, string[]>()
  const disputes = new Map<number, string>()
  for (const { position, paymentId, disputeId } of matches) {
    byPosition.set(position, [...(byPosition.get(position) ?? []), paymentId])
    if (disputeId !== null) disputes.set(position, disputeId)
  }
  const ids = shown.flatMap(({ position }) => byPosition.get(position) ?? [])
  const payments = new Map<string, PaymentRow>()
  for (let at = 0; at < ids.length; at += 1000) {
    const found = await read.paymentsById([...new Set(ids.slice(at, at + 1000))])
    for (const payment of found) payments.set(payment.id, payment)
  }
  return shown.map((line) => {
    const paymentIds = byPosition.get(line.position) ?? []
    const [only, ...others] = paymentIds
    const isSole = line.matchState === 'MATCHED' && others.length === 0
    const payment = isSole && only !== undefined ? payments.get(only) : undefined
    const disputeId = disputes.get(line.position)
    return {
      ...context,
      line: answered(line),
      paymentIds,
      ...(payment && { payment }),
      ...(disputeId !== undefined && { disputeId }),
    }
  })
}
