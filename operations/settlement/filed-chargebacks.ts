import { DAY_MS } from '../../common/durations.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { TimerHandler } from '../../server/kernel/timers/timers.ts'
import type { Core } from '../../server/payments/index.ts'
import {
  casePaymentOf,
  chargebackCode,
  type DecideAskedFile,
  type FiledChargeback,
  type MoneyOfCase,
  type ReportFiledChargeback,
} from '../../server/payments/record/index.ts'
import type {
  Change,
  MatchState,
  OperationRequestRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { fileIdOf } from './file-book.ts'
import { isChargeback, isSignUnexpected, type LineFlag } from './match-rules.ts'

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

/** Whether a line says of its payment what disputes, or payments themselves, have to hear. */
export function isToReport(
  line: ChargebackLine & Pick<SettlementLineRow, 'matchState' | 'flag'>,
): boolean {
  const isFailure = line.matchState === 'MATCHED' && line.flag === 'failedLater'
  return isFailure || disputeStateOf(line, line.matchState) !== null
}

type ChargebackLine = Pick<SettlementLineRow, 'type' | 'acquirerType' | 'grossMinor'>

/** The timer that reports chargebacks and late failures of a file. In the commit that makes one due. */
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

/** Without disputes, chargebacks of files wait as due for a process that has them. */
const WITHOUT_DISPUTES_MS = DAY_MS

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
export function createFiledChargebacks({
  report,
  ...others
}: Omit<Parts, 'report'> & { readonly report: Parts['report'] | undefined }): TimerHandler {
  const { store, clock } = others
  return async ({ subjectId: fileId }) => {
    for (let reported = 0; reported < MAX_AT_ONCE; ) {
      const due = await store.read.dueSettlementMatches(`${fileId}-`, `${fileId}.`, READ_AT_ONCE)
      if (due.length === 0) return 'done'
      if (report === undefined) return { dueAtMs: clock.now() + WITHOUT_DISPUTES_MS }
      for (const match of due) {
        if (!(await reportOne(match, { ...others, report })))
          return { dueAtMs: clock.now() + BUSY_MS }
      }
      reported += due.length
    }
    return { dueAtMs: clock.now() }
  }
}

/** False where it has to be tried again later. */
async function reportOne(match: SettlementMatchRow, parts: Parts): Promise<boolean> {
  const { store, log, report } = parts
  const line = await lineAt(match, store)
  const mark = markOf(match, 'due')
  const outcome = await report(() => filedOf(match, { state: 'due' }, store), {
    reported: (disputeId) => [mark('reported', disputeId)],
    waiting: () => [mark('waiting'), ...flagging(line, 'waitsForSecond')],
  })
  if (outcome === 'busy') return false
  if (typeof outcome === 'string') return true
  const { batchId, position } = match
  log.warn({ batchId, position, why: outcome.refused }, 'a chargeback of a file is no dispute')
  // A person looks at what is flagged. A conflict: the line was matched to something else meanwhile.
  await store.commit([mark('refused'), ...flagging(line, 'notDisputed')])
  return true
}

type Place = Pick<SettlementMatchRow, 'batchId' | 'position' | 'paymentId'>

/** What becomes of a match that disputes were to hear of. */
function markOf({ batchId, position, paymentId }: Place, expected: 'due' | 'waiting') {
  const place = { batchId, position, paymentId }
  return (
    disputeState: 'reported' | 'refused' | 'waiting',
    disputeId: string | null = null,
  ): Change => ({ kind: 'reportSettlementMatch', ...place, expected, disputeState, disputeId })
}

/** Flags a line, unless a person looks at it for another reason already; takes back that it waits. */
function flagging(line: SettlementLineRow | undefined, flag: LineFlag | null): readonly Change[] {
  if (line === undefined) return []
  const { batchId, position, matchState } = line
  const others = line.flag === WAITS ? null : line.flag
  const flagged = { batchId, position, expectedState: matchState, matchState, flag: others ?? flag }
  return [{ kind: 'matchSettlementLine', ...flagged }]
}

const WAITS: LineFlag = 'waitsForSecond'

/** Decides about lines that wait for a second person. `report`: as for those that do not. */
export function createAskedFiles({
  store,
  report,
}: Pick<Parts, 'store' | 'report'>): DecideAskedFile {
  return {
    async accept(load, decided) {
      let request: OperationRequestRow | undefined
      let line: SettlementLineRow | undefined
      const loadFiled = async () => {
        request = await load()
        if (request === undefined) return undefined
        const place = placeOf(request)
        line = await lineAt(place, store)
        return filedOf(place, { state: 'waiting', isAgreed: true }, store)
      }
      return report(loadFiled, {
        reported(disputeId, madeId) {
          if (request === undefined) return []
          const mark = markOf(placeOf(request), 'waiting')('reported', disputeId)
          return [mark, ...flagging(line, null), ...decided(request, madeId ?? null)]
        },
        waiting: () => [],
      })
    },

    async rejected(request) {
      const place = placeOf(request)
      const [match] = (
        await store.read.settlementMatchesOfLines(place.batchId, place.position, place.position)
      ).filter(({ paymentId }) => paymentId === place.paymentId)
      // The line was matched anew: another request is about that.
      if (match?.disputeState !== 'waiting') return []
      const line = await lineAt(place, store)
      return [markOf(place, 'waiting')('refused'), ...flagging(line, 'notDisputed')]
    },
  }
}

/** The line that a request is about. */
function placeOf({ id, report }: OperationRequestRow): Place {
  if (report === null) throw new Error(`The request ${id} is about no file`)
  // Written by `broughtBy` only.
  return (JSON.parse(report) as { readonly filed: Place }).filed
}

/** The person who has matched a line, else who has brought its file; `undefined`: no person has. */
async function broughtBy(
  { batchId, position, paymentId, matchedBy, matchedById }: SettlementMatchRow,
  isAgreed: boolean,
  { read }: Store,
): Promise<Pick<FiledChargeback, 'broughtBy'>> {
  const place = JSON.stringify({ filed: { batchId, position, paymentId } })
  if (matchedById !== null) {
    return { broughtBy: { by: matchedBy, byId: matchedById, place, isAgreed } }
  }
  const file = await read.settlementFile(fileIdOf(batchId))
  if (file === undefined || file.importedById === null) return {}
  const { importedBy, importedById: byId } = file
  return { broughtBy: { by: importedBy ?? '', byId, place, isAgreed } }
}

/** What there is to report of a match as it is now. */
async function filedOf(
  { batchId, position, paymentId }: Place,
  { state, isAgreed = false }: { readonly state: 'due' | 'waiting'; readonly isAgreed?: boolean },
  store: Store,
): Promise<FiledChargeback | undefined> {
  const line = await lineAt({ batchId, position }, store)
  const ofCase = await paymentsOfCase(paymentId, store)
  const matches = await store.read.settlementMatchesOfPayments([...ofCase.keys()])
  const own = matches.find(
    (one) => one.batchId === batchId && one.position === position && one.paymentId === paymentId,
  )
  if (line === undefined || own?.disputeState !== state) return undefined
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
    ...(await broughtBy(own, isAgreed, store)),
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
