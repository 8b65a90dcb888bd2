import { CHARGE_REPLAYED_MS, type ConnectorOperation } from '../server/payments/connectors/index.ts'
import { MAX_TRANSIT_MS } from './acquirer-book.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { type AuditedPayment, latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'
import {
  judgeAuthentication,
  judgeSecrets,
  judgeSentAuthentication,
} from './judge-authentications.ts'
import { judgeBook, judgeExecutions } from './judge-books.ts'
import { judgeAmounts, judgeCheckout } from './judge-checkouts.ts'
import { judgeGiftCards } from './judge-gift-cards.ts'
import { judgeGiftParts } from './judge-gift-parts.ts'
import { judgeHoldTime, judgeLateReference } from './judge-holds.ts'
import { judgeInbox } from './judge-inbox.ts'
import { judgeLedger, judgeMoney } from './judge-money.ts'
import { judgeDelivered, judgeOutbox } from './judge-outbox.ts'
import { judgeNumbers, judgeRegistration, judgeStoring } from './judge-registrations.ts'
import type { JudgeParts } from './judging.ts'
import { isPrepared } from './prepared-charges.ts'

/** Compares every durable change set with the guarantees of the gateway. */
export function judgeSet(set: AuditedSet, parts: JudgeParts): void {
  const { audit, acquirer, nameOf } = parts
  for (const id of set.paymentIds) {
    const payment = audit.payment(id)
    const name = nameOf(latest(payment.versions))
    judgeTransition(payment, name)
    judgeEvents(payment, name)
    judgeLedger(payment, audit, name)
    judgeMoney(payment, audit, name)
    judgeTarget(payment, audit, nameOf)
    judgeTimers(payment, audit, name)
    judgeHoldTime(payment, parts, name)
    judgeLateReference(payment, audit, name)
    judgeStoring(payment, audit, name)
    judgeBook(latest(payment.versions), parts, name)
    judgeExecutions(id, acquirer.book, name)
    judgeAuthentication(payment, parts, name)
    const twins = audit.byOperation.get(payment.operationName)?.length ?? 0
    assertInvariant('once', twins <= 1, () => `${name}: one request made ${twins} payments`)
  }
  for (const id of set.checkoutIds) judgeCheckout(id, audit)
  for (const id of set.registrationIds) judgeRegistration(id, audit)
  judgeNumbers(set, audit, nameOf)
  judgeAmounts(set, audit, nameOf)
  judgeGiftCards(set, audit)
  judgeGiftParts(set, audit, nameOf)
  judgeSecrets(set, parts)
  judgeInbox(set, audit)
  judgeOutbox(set, parts)
  judgeDelivered(set, parts)
}

/** What goes outside was written down before (R-UNK-2), and goes once. */
export function judgeSend(operation: ConnectorOperation, parts: JudgeParts): void {
  const { audit, acquirer, nameOf } = parts
  const { paymentId } = operation
  const payment = audit.payments.get(paymentId)
  assertInvariant('once', payment !== undefined, () => 'a payment was sent before it was durable')
  const row = latest(payment.versions)
  assertInvariant(
    'once',
    row.state === 'intent',
    () => `${nameOf(row)} was sent when it was ${row.state}`,
  )
  const maySend = acquirer.maySend(operation)
  assertInvariant('once', maySend, () => `${nameOf(row)} was sent twice`)
  judgePrepared(operation, parts)
  judgeSentAuthentication(operation, payment, parts)
}

/** No shopper is charged who does not wait for it any more (R-REPLAY-1). */
export function judgeArrival(operation: ConnectorOperation, sentAgoMs: number): void {
  const isWanted = sentAgoMs <= CHARGE_REPLAYED_MS + MAX_TRANSIT_MS
  assertInvariant(
    'once',
    isWanted || !isPrepared(operation),
    () => `a charge arrives for the first time ${sentAgoMs} ms after it was sent`,
  )
}

/** What is charged under a name was written down under it before: else its outcome could not be read. */
function judgePrepared(
  { paymentId, prepared = [] }: ConnectorOperation,
  { audit: { inbox } }: JudgeParts,
): void {
  for (const { kind, value } of prepared) {
    const isWritten = inbox.names.get(`${kind} ${value}`) === paymentId
    assertInvariant('once', isWritten, () => `${value} was charged before its name was durable`)
  }
}

/** Only what is not decided yet may change, and only towards its outcome. */
function judgeTransition({ versions }: AuditedPayment, name: string): void {
  const [before, after] = [versions.at(-2)?.row, latest(versions)]
  if (before === undefined) return
  const isSame =
    before.paymentType === after.paymentType &&
    before.amountMinor === after.amountMinor &&
    before.currency === after.currency
  assertInvariant('acknowledged', isSame, () => `${name} changed its type or amount`)
  // After a soft decline an intent is authenticated; after its authentication it is an intent again.
  if (before.state === 'intent' || before.state === 'authenticating') return
  const stays = before.state === after.state && before.resultCode === after.resultCode
  const isWaiting = before.state === 'pending' || before.state === 'taken'
  const isDecided = isWaiting && after.state !== 'intent' && after.state !== 'authenticating'
  assertInvariant(
    'acknowledged',
    stays || isDecided,
    () => `${name} went from ${before.state} to ${after.state}`,
  )
}

/** Events that change no state. */
const BESIDE_STATES: ReadonlySet<string> = new Set([
  'review',
  'expired',
  'failedLater',
  'replayed',
  'returned',
  'voiding',
])

/**
 * One event for each state, one for a review, and one for an authentication that begins anew, each
 * under the version that it made.
 */
function judgeEvents({ versions, events }: AuditedPayment, name: string): void {
  const told = events.filter(({ kind }) => !BESIDE_STATES.has(kind))
  const states = versions.filter(({ row }, index) => {
    const before = versions[index - 1]?.row
    return row.state !== before?.state || row.authenticationId !== before.authenticationId
  })
  const expected = states.map(({ row }) => `${row.version} ${row.state}`).join(', ')
  const found = told.map(({ sequence, kind }) => `${sequence} ${kind}`).join(', ')
  assertInvariant(
    'events',
    found === expected,
    () => `${name} has events [${found}], not [${expected}]`,
  )
  const isAscending = events.every(
    ({ sequence }, index) => sequence > (events[index - 1]?.sequence ?? 0),
  )
  assertInvariant('events', isAscending, () => `${name} has events out of order`)
}

/** A reference that failed has to give back what it had reserved, in the same set. */
function judgeTarget(
  { versions }: AuditedPayment,
  audit: Audit,
  nameOf: JudgeParts['nameOf'],
): void {
  const { referencedId } = latest(versions)
  if (referencedId === null) return
  const target = audit.payment(referencedId)
  judgeMoney(target, audit, nameOf(latest(target.versions)))
}

/** Every intent and every pending payment has a timer, and no other payment has one. */
function judgeTimers({ versions, events }: AuditedPayment, audit: Audit, name: string): void {
  const row = latest(versions)
  const isReviewed = events.at(-1)?.kind === 'review'
  for (const [kind, state] of [
    ['paymentRecovery', 'intent'],
    ['pendingPayment', 'pending'],
    ['takenPayment', 'taken'],
    ['authentication', 'authenticating'],
  ] as const) {
    const hasTimer = audit.work.timer(kind, row.id) !== undefined
    const expected = row.state === state && !isReviewed
    // What was accepted is asked for also when a person was told.
    const mayGoOn = row.state === state && state === 'taken' && isReviewed
    assertInvariant('known', mayGoOn || hasTimer === expected, () =>
      expected
        ? `${name} is ${state}, and nobody will ask about it`
        : `${name} is ${row.state}, its timer ${kind} stands`,
    )
  }
}
