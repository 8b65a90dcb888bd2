import type { Clock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import {
  type Core,
  casePaymentOf,
  type FiledChargeback,
  type MoneyOfCase,
  type ReportFiledChargeback,
} from '../../payments/index.ts'
import type {
  Change,
  MatchState,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../store/port.ts'
import { chargebackCode } from './chargeback-codes.ts'
import { fileIdOf } from './file-book.ts'
import { isChargeback, isSignUnexpected } from './match-rules.ts'

/**
 * What a match begins with: disputes hear of chargebacks that are about a payment for certain, and that move money
 * the way that they say.
 */
export function disputeStateOf(
  { type, acquirerType, grossMinor }: ChargebackLine,
  state: MatchState,
): SettlementMatchRow['disputeState'] {
  if (state !== 'MATCHED' || !isChargeback(type) || grossMinor === 0) return null
  return isSignUnexpected({ type, acquirerType, grossMinor }) ? null : 'due'
}

type ChargebackLine = Pick<SettlementLineRow, 'type' | 'acquirerType' | 'grossMinor'>

/** The timer that reports the chargebacks of a file. In the commit that makes one due. */
export function chargebackTimer(fileId: string, nowMs: number): Change {
  return {
    kind: 'insertTimer',
    row: {
      kind: 'filedChargebacks',
      subjectId: fileId,
      entityId: null,
      dueAtMs: nowMs,
      attempts: 0,
      createdAtMs: nowMs,
      version: 1,
    },
  }
}

interface Parts extends Pick<Core, 'store' | 'log'> {
  readonly clock: Clock
  readonly report: ReportFiledChargeback
}

/** Chargebacks of one claim of the timer: well within its lease. */
const MAX_AT_ONCE = 500
const READ_AT_ONCE = 50
/** Payments whose lines are looked at for one case. */
const MAX_PAYMENTS = 1000
/** After a report that met too many others. */
const BUSY_MS = 30_000

/**
 * Reports the chargebacks of an imported file that disputes have not heard of. The match is marked in the
 * commit of the dispute, so that a crash neither loses a report nor makes it twice.
 */
export function createFiledChargebacks(parts: Parts): TimerHandler {
  const { store, clock } = parts
  return async ({ subjectId: fileId }) => {
    for (let reported = 0; reported < MAX_AT_ONCE; ) {
      const due = await store.read.dueSettlementMatches(`${fileId}-`, `${fileId}.`, READ_AT_ONCE)
      if (due.length === 0) return 'done'
      for (const match of due) {
        if (!(await reportOne(match, parts))) return { dueAtMs: clock.now() + BUSY_MS }
      }
      reported += due.length
    }
    return { dueAtMs: clock.now() }
  }
}

/** False where it has to be tried again later. */
async function reportOne(match: SettlementMatchRow, parts: Parts): Promise<boolean> {
  const { store, log, report } = parts
  const { batchId, position, paymentId } = match
  const mark = (disputeState: 'reported' | 'refused', disputeId: string | null): Change => {
    return { kind: 'reportSettlementMatch', batchId, position, paymentId, disputeState, disputeId }
  }
  const outcome = await report(
    () => filedOf(match, store),
    (disputeId) => [mark('reported', disputeId)],
  )
  if (outcome === 'busy') return false
  if (typeof outcome === 'string') return true
  log.warn({ batchId, position, why: outcome.refused }, 'a chargeback of a file is no dispute')
  const line = await lineAt(match, store)
  if (line === undefined) return true
  // A person looks at what is flagged. A conflict: the line was matched to something else meanwhile.
  const { matchState } = line
  const flag = line.flag ?? 'notDisputed'
  const flagged = { batchId, position, expectedState: matchState, matchState, flag }
  await store.commit([mark('refused', null), { kind: 'matchSettlementLine', ...flagged }])
  return true
}

/** What there is to report of a match as it is now. */
async function filedOf(
  { batchId, position, paymentId }: SettlementMatchRow,
  store: Store,
): Promise<FiledChargeback | undefined> {
  const line = await lineAt({ batchId, position }, store)
  const ofCase = await paymentsOfCase(paymentId, store)
  const matches = await store.read.settlementMatchesOfPayments([...ofCase.keys()])
  const own = matches.find(
    (one) => one.batchId === batchId && one.position === position && one.paymentId === paymentId,
  )
  if (line === undefined || own?.disputeState !== 'due') return undefined
  const caseReference = caseOf(line)
  const moneyIn = (of: SettlementLineRow, match: SettlementMatchRow) =>
    moneyOf(of, match, ofCase.get(match.paymentId), store)
  const money = await moneyIn(line, own)
  const told = [money]
  for (const match of matches) {
    if (match.disputeState !== 'reported') continue
    const earlier = await lineAt(match, store)
    if (earlier !== undefined && caseOf(earlier) === caseReference) {
      told.push(await moneyIn(earlier, match))
    }
  }
  return {
    paymentId,
    caseReference,
    ...money,
    told,
    reasonCode: line.reasonCode,
    resultCode: chargebackCode(line.reasonCode),
    note: `Line ${line.lineNumber} of the settlement file ${fileIdOf(batchId)}`,
  }
}

/** A payment with its refunds, each with its currency: lines of one case may be about either. */
async function paymentsOfCase(
  paymentId: string,
  { read }: Store,
): Promise<ReadonlyMap<string, string>> {
  const named = await read.payment(paymentId)
  if (named === undefined) return new Map()
  const family = await read.paymentsOfFamily(named.familyId)
  const others = family.filter((one) => casePaymentOf(one) === casePaymentOf(named))
  const all = [named, ...others].slice(0, MAX_PAYMENTS)
  return new Map(all.map(({ id, currency }) => [id, currency]))
}

/**
 * What a line takes or gives back of a payment. In another currency than the payment's it is the amount of the
 * line, as the acquirer tells it, or where the line is about several payments the payment's own.
 */
async function moneyOf(
  { type, grossMinor, grossCurrency }: SettlementLineRow,
  { batchId, position, amountMinor }: SettlementMatchRow,
  currency = grossCurrency,
  { read }: Store,
): Promise<MoneyOfCase> {
  const isReversal = type === 'chargebackReversed'
  const own = { isReversal, amount: { minor: Math.abs(amountMinor), currency } }
  if (currency === grossCurrency) return own
  const matches = await read.settlementMatchesOfLines(batchId, position, position)
  if (matches.length > 1) return own
  return { isReversal, amount: { minor: Math.abs(grossMinor), currency: grossCurrency } }
}

/** The acquirer's number of the case. A line without references is a case of its own. */
function caseOf({ operationReference, acquirerReference, recordId }: SettlementLineRow): string {
  return operationReference ?? acquirerReference ?? recordId
}

async function lineAt(
  { batchId, position }: Pick<SettlementMatchRow, 'batchId' | 'position'>,
  { read }: Store,
): Promise<SettlementLineRow | undefined> {
  const [line] = await read.settlementLines(batchId, position - 1, 1)
  return line?.position === position ? line : undefined
}
