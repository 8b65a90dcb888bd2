import type { TimerHandler } from '../../server/kernel/timers/timers.ts'
import type { Core } from '../../server/payments/index.ts'
import { type LateFailureParts, recordLateFailure } from '../../server/payments/record/index.ts'
import { needsSecondPerson } from '../../server/payments/second-person/index.ts'
import type { PaymentRow, SettlementLineRow, SettlementMatchRow } from '../../server/store/port.ts'
import { fileIdOf } from './file-book.ts'

/** Lines of one claim of the timer: well within its lease. */
const MAX_AT_ONCE = 500
const READ_AT_ONCE = 50

/** "Declined, no reason given": a file has the acquirer's own words, which the payment keeps besides. */
const FAILED = '800.100.100'

export interface FailureParts extends Omit<LateFailureParts, 'clock'> {
  readonly clock: Core['clock']
  readonly access: Pick<Core['access'], 'settingsOf'>
}

/**
 * Books the payments that lines of an imported file take back. A line whose payment has failed, by this or because
 * the acquirer has told it before, needs no person any more; the others keep their flag. Booking twice changes
 * nothing, so a crash between payment and line is no harm.
 */
export function createFiledFailures(parts: FailureParts): TimerHandler {
  const { store, clock } = parts
  return async ({ subjectId: fileId }) => {
    const file = await store.read.settlementFile(fileId)
    if (file === undefined) return 'done'
    let after = { batchId: fileId, position: 0 }
    for (let booked = 0; booked < MAX_AT_ONCE; ) {
      const { batchId, position } = after
      const lines = await store.read.openSettlementLines(
        file.accountId,
        batchId,
        position,
        READ_AT_ONCE,
      )
      for (const line of lines) {
        if (fileIdOf(line.batchId) !== fileId) return 'done'
        if (await bookOne(line, parts)) booked += 1
        after = line
      }
      if (lines.length < READ_AT_ONCE) return 'done'
    }
    return { dueAtMs: clock.now() }
  }
}

/** Whether the payment of a line has failed, and the line needs no person for it. */
async function bookOne(line: SettlementLineRow, parts: FailureParts): Promise<boolean> {
  const { store } = parts
  const { batchId, position, flag, matchState } = line
  if (flag !== 'failedLater' || matchState !== 'MATCHED') return false
  const matches = await store.read.settlementMatchesOfLines(batchId, position, position)
  const [match] = matches
  const payment = match && (await store.read.payment(match.paymentId))
  if (matches.length !== 1 || match === undefined || payment === undefined) return false
  if (payment.failedLaterAtMs === null) {
    const isWhole =
      Math.abs(line.grossMinor) === payment.amountMinor && line.grossCurrency === payment.currency
    if (!isWhole || (await waitsForPerson(match, payment, parts))) return false
    const { reasonCode, reasonText, acquirerType } = line
    const resultDetails = { AcquirerResponse: reasonCode ?? reasonText ?? acquirerType }
    const word = { kind: 'failedLater', code: FAILED, resultDetails } as const
    // A payment that was not done is no success to take back.
    if ((await recordLateFailure(payment.id, word, parts)) === undefined) return false
  }
  const state = { expectedState: matchState, matchState, flag: null }
  await store.commit([{ kind: 'matchSettlementLine', batchId, position, ...state }])
  return true
}

/** What one person brings takes back no more than one person alone may move. */
async function waitsForPerson(
  { batchId, matchedById }: SettlementMatchRow,
  { entityId, familyId, amountMinor: minor, currency }: PaymentRow,
  { store, clock, access }: FailureParts,
): Promise<boolean> {
  const file = await store.read.settlementFile(fileIdOf(batchId))
  if (matchedById === null && (file?.importedById ?? null) === null) return false
  const settings = await access.settingsOf(entityId)
  const before = await store.read.operationRequestsOfFamily(familyId)
  return needsSecondPerson(
    { minor, currency },
    { settings, before, nowMs: clock.safeNow(entityId) },
  )
}
