import type { PaymentRow, PostingAccount } from '../server/store/port.ts'
import type { AcquirerBook, BookEntry } from './acquirer-book.ts'
import { isLateFailure, latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'

/** A settled payment agrees with what the acquirer has done. */
export function judgeBook(
  row: PaymentRow,
  { acquirer }: Pick<JudgeParts, 'acquirer'>,
  name: string,
): void {
  if (row.connector !== 'remote') return
  if (isLateFailure(row)) {
    const entry = acquirer.book.entry(row.referencedId ?? '')
    const isSo = entry !== undefined && hasFailedThere(entry)
    assertInvariant('books', isSo, () => `${name} books a failure that is none at the acquirer`)
    return
  }
  const entry = acquirer.book.entry(row.id)
  const isApproved = entry?.outcome.kind === 'approved'
  if (row.state === 'succeeded') {
    // What was only accepted counts as done where the account says so. What has failed since is told later.
    const isAccepted = entry?.wasTaken === true && acquirer.kind.takenIsDone
    const wasDone = isApproved || entry?.hasFailedLater === true || isAccepted
    const agrees = wasDone && entry.operation.amount.minor === row.amountMinor
    assertInvariant('books', agrees, () => `${name} succeeded here, but not at the acquirer`)
  }
  if (row.state === 'failed') {
    assertInvariant(
      'books',
      !isApproved || entry?.isTooLate === true,
      () => `${name} failed here, but the acquirer has approved it`,
    )
    const mayCome = acquirer.book.mayStillApprove(row.id)
    assertInvariant('books', !mayCome, () => `${name} failed before its time was over`)
  }
}

/** Nothing is carried out twice, whatever was sent. */
export function judgeExecutions(paymentId: string, book: AcquirerBook, name: string): void {
  const times = book.executionsOf(paymentId)
  assertInvariant('once', times <= 1, () => `${name} was carried out ${times} times`)
}

/** What had been done, or accepted, and was not done in the end. */
function hasFailedThere({ outcome, hasFailedLater, wasTaken }: BookEntry): boolean {
  return outcome.kind === 'declined' && (hasFailedLater === true || wasTaken === true)
}

/** Whether a person was told to look at the acquirer for a payment. */
function isTold({ id }: PaymentRow, audit: JudgeParts['audit']): boolean {
  return audit.payment(id).events.some(({ kind }) => kind === 'review')
}

/** When everything was told: what was done there is done here, and what failed there has failed here. */
export function judgeBooksEnd({ acquirer, audit, nameOf }: JudgeParts): void {
  for (const { operation, outcome, isTooLate } of acquirer.book.entries) {
    const row = latest(audit.payment(operation.paymentId).versions)
    const isDone = row.state === 'succeeded' && row.failedLaterAtMs === null
    if (outcome.kind === 'approved') {
      assertInvariant(
        'books',
        isDone || (row.state === 'failed' && isTooLate) || acquirer.hasNoOutcome(row),
        () => `${nameOf(row)} was approved there and is ${row.state} here`,
      )
    }
    assertInvariant(
      'books',
      outcome.kind !== 'declined' || !isDone,
      () => `${nameOf(row)} has failed there and counts as done here`,
    )
  }
  judgeSums({ acquirer, audit, nameOf })
}

/** Accounts whose sums both sides must have: an acquirer keeps no account of what it does not hold any more. */
const SUMMED: readonly PostingAccount[] = ['captured', 'credited', 'refunded']

/** The sums of both ledgers, but for what a person has been told to look at. */
function judgeSums({ acquirer, audit }: Pick<JudgeParts, 'acquirer' | 'audit' | 'nameOf'>): void {
  const ours = new Map<PostingAccount, number>()
  for (const { versions, postings } of audit.payments.values()) {
    if (latest(versions).connector === 'remote') addAll(ours, postings)
  }
  const theirs = new Map<PostingAccount, number>()
  for (const { operation, outcome, isTooLate } of acquirer.book.entries) {
    if (outcome.kind !== 'approved') continue
    const row = latest(audit.payment(operation.paymentId).versions)
    if (row.state !== 'succeeded' && isTold(row, audit)) continue
    // What was approved after it had failed is money there that nobody counts here (R-LATE-1).
    if (row.state === 'failed' && isTooLate) continue
    const target = row.referencedId === null ? undefined : audit.payment(row.referencedId)
    addAll(theirs, movesOf(row, target && latest(target.versions)))
  }
  for (const account of SUMMED) {
    const [here, there] = [ours.get(account) ?? 0, theirs.get(account) ?? 0]
    assertInvariant('books', here === there, () => `${account} is ${here} here and ${there} there`)
  }
}

interface Move {
  readonly account: PostingAccount
  readonly amountMinor: number
}

function addAll(sums: Map<PostingAccount, number>, moves: readonly Move[]): void {
  for (const { account, amountMinor } of moves) {
    sums.set(account, (sums.get(account) ?? 0) + amountMinor)
  }
}

/** What an approved operation moves at the acquirer, in the accounts that are compared. */
function movesOf({ paymentType, amountMinor }: PaymentRow, target: PaymentRow | undefined): Move[] {
  const booked = target?.paymentType === 'CD' ? 'credited' : 'captured'
  switch (paymentType) {
    case 'DB':
    case 'RB':
    case 'CP':
      return [{ account: 'captured', amountMinor }]
    case 'CD':
      return [{ account: 'credited', amountMinor }]
    case 'RF':
      return [
        { account: booked, amountMinor: -amountMinor },
        { account: 'refunded', amountMinor },
      ]
    case 'RV':
      return target?.paymentType === 'PA' ? [] : [{ account: booked, amountMinor: -amountMinor }]
    default:
      return []
  }
}
