import type { PaymentRow, PostingAccount } from '../store/port.ts'
import type { SimulatedAcquirer } from './acquirer.ts'
import { type Audit, type AuditedPayment, type AuditedSet, latest } from './audit.ts'
import { promise } from './promises.ts'

export interface JudgeParts {
  readonly audit: Audit
  readonly acquirer: SimulatedAcquirer
  /** What the story calls a payment. */
  readonly nameOf: (payment: PaymentRow) => string
}

/** Holds every change set, once it is durable, against what the gateway promises. */
export function judgeSet(set: AuditedSet, { audit, acquirer, nameOf }: JudgeParts): void {
  for (const id of set.paymentIds) {
    const payment = audit.payment(id)
    const name = nameOf(latest(payment.versions))
    judgeTransition(payment, name)
    judgeEvents(payment, name)
    judgeLedger(payment, audit, name)
    judgeMoney(payment, audit, name)
    judgeTarget(payment, audit, nameOf)
    judgeRecovery(payment, audit, name)
    judgeBook(latest(payment.versions), acquirer, name)
    const twins = audit.byOperation.get(payment.operationName)?.length ?? 0
    promise('once', twins <= 1, () => `${name}: one request made ${twins} payments`)
  }
  for (const id of set.checkoutIds) judgeCheckout(id, audit)
}

/** What goes outside was written down before (R-UNK-2), and goes once. */
export function judgeSend(paymentId: string, { audit, acquirer, nameOf }: JudgeParts): void {
  const payment = audit.payments.get(paymentId)
  promise('once', payment !== undefined, () => 'a payment was sent before it was durable')
  const row = latest(payment.versions)
  promise('once', row.state === 'intent', () => `${nameOf(row)} was sent when it was ${row.state}`)
  promise('once', acquirer.isFirstSending(paymentId), () => `${nameOf(row)} was sent twice`)
}

/** Only an intent may change; what is settled stays so. */
function judgeTransition({ versions }: AuditedPayment, name: string): void {
  const [before, after] = [versions.at(-2)?.row, latest(versions)]
  if (before === undefined) return
  const isSame =
    before.paymentType === after.paymentType &&
    before.amountMinor === after.amountMinor &&
    before.currency === after.currency
  promise('acknowledged', isSame, () => `${name} changed its type or amount`)
  if (before.state === 'intent') return
  const stays = before.state === after.state && before.resultCode === after.resultCode
  promise('acknowledged', stays, () => `${name} went from ${before.state} to ${after.state}`)
}

/** One event for each state, and one for a review, each under the version that it made. */
function judgeEvents({ versions, events }: AuditedPayment, name: string): void {
  const told = events.filter(({ kind }) => kind !== 'review')
  const states = versions.filter(({ row }, index) => row.state !== versions[index - 1]?.row.state)
  const expected = states.map(({ row }) => `${row.version} ${row.state}`).join(', ')
  const found = told.map(({ sequence, kind }) => `${sequence} ${kind}`).join(', ')
  promise('events', found === expected, () => `${name} has events [${found}], not [${expected}]`)
  const isAscending = events.every(
    ({ sequence }, index) => sequence > (events[index - 1]?.sequence ?? 0),
  )
  promise('events', isAscending, () => `${name} has events out of order`)
}

function judgeLedger({ versions, postings }: AuditedPayment, audit: Audit, name: string): void {
  const row = latest(versions)
  const isBooked = row.state === 'succeeded' && row.amountMinor > 0
  const target = row.referencedId === null ? undefined : audit.payment(row.referencedId)
  const expected = isBooked ? legsOf(row, target && latest(target.versions)) : []
  const found = postings.map(({ account, amountMinor }) => `${account} ${amountMinor}`)
  promise(
    'ledger',
    expected.join() === found.join(),
    () => `${name} is ${row.state} and has postings [${found}], not [${expected}]`,
  )
}

function legsOf(row: PaymentRow, target: PaymentRow | undefined): string[] {
  const [from, to] = accountsOf(row, target)
  return [`${from} ${-row.amountMinor}`, `${to} ${row.amountMinor}`]
}

function accountsOf(
  row: PaymentRow,
  target: PaymentRow | undefined,
): readonly [PostingAccount, PostingAccount] {
  const booked = target?.paymentType === 'CD' ? 'credited' : 'captured'
  switch (row.paymentType) {
    case 'PA':
      return ['shopper', 'authorised']
    case 'DB':
      return ['shopper', 'captured']
    case 'CD':
      return ['merchant', 'credited']
    case 'CP':
      return ['authorised', 'captured']
    case 'RV':
      return [target?.paymentType === 'PA' ? 'authorised' : booked, 'reversed']
    case 'RF':
      return [booked, 'refunded']
  }
}

/** R-INV-1, and that a payment's sums are the sums of what refers to it and has not failed. */
function judgeMoney({ versions, references }: AuditedPayment, audit: Audit, name: string): void {
  const row = latest(versions)
  const living = references
    .map((id) => audit.payment(id))
    .filter((reference) => latest(reference.versions).state !== 'failed')
  const sumOf = (type: string) =>
    living
      .map(({ versions: its }) => latest(its))
      .filter(({ paymentType }) => paymentType === type)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const captures = living.filter(({ versions: its }) => latest(its).paymentType === 'CP').length
  const said = [row.capturedMinor, row.reversedMinor, row.refundedMinor, row.captureCount]
  const summed = [sumOf('CP'), sumOf('RV'), sumOf('RF'), captures]
  promise(
    'whole',
    said.join() === summed.join(),
    () => `${name} says ${said}, its references ${summed}`,
  )
  const isFinal = living.some((reference) => reference.isFinal)
  promise('limits', row.finalised === isFinal, () => `${name} is not as final as its references`)
  const succeeded = row.state === 'succeeded'
  const held = succeeded && row.paymentType === 'PA' ? row.amountMinor : 0
  const moved =
    succeeded && row.paymentType !== 'PA' && row.paymentType !== 'RV' ? row.amountMinor : 0
  const holds =
    row.authorisedMinor === held &&
    row.bookedMinor === moved &&
    row.capturedMinor + row.reversedMinor + row.refundedMinor <= held + moved &&
    (row.captureCount <= (row.maximumCaptures ?? 98) || row.captureCount === 0)
  promise(
    'limits',
    holds,
    () => `${name} breaks a limit: ${JSON.stringify(said)} of ${held + moved}`,
  )
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

/** Somebody will ask about every intent, and about nothing else. */
function judgeRecovery({ versions, events }: AuditedPayment, audit: Audit, name: string): void {
  const row = latest(versions)
  const hasTimer = audit.timer('paymentRecovery', row.id) !== undefined
  const isReviewed = events.at(-1)?.kind === 'review'
  const expected = row.state === 'intent' && !isReviewed
  promise('known', hasTimer === expected, () =>
    expected
      ? `${name} is an intent that nobody will ask about`
      : `${name} is settled, its timer stands`,
  )
}

/** What is settled here is what the acquirer has done. */
export function judgeBook(row: PaymentRow, acquirer: SimulatedAcquirer, name: string): void {
  if (row.connector !== 'remote') return
  const entry = acquirer.book.get(row.id)
  const isApproved = entry?.outcome.kind === 'approved'
  if (row.state === 'succeeded') {
    const agrees = isApproved && entry.operation.amount.minor === row.amountMinor
    promise('books', agrees, () => `${name} succeeded here, but not at the acquirer`)
  }
  if (row.state === 'failed') {
    promise('books', !isApproved, () => `${name} failed here, but the acquirer has approved it`)
  }
}

function judgeCheckout(id: string, audit: Audit): void {
  const checkout = latest(audit.checkouts.get(id) ?? [])
  const rows = [...audit.payments.values()]
    .map(({ versions }) => latest(versions))
    .filter(({ checkoutId }) => checkoutId === id)
  const living = rows.filter(({ state }) => state !== 'failed')
  promise(
    'checkout',
    living.length <= 1,
    () => `a checkout has ${living.length} payments that live`,
  )
  const isPaid = living.some(({ state }) => state === 'succeeded')
  promise(
    'checkout',
    (checkout.state === 'done') === isPaid,
    () => `a checkout is ${checkout.state}, its payments are ${rows.map(({ state }) => state)}`,
  )
  const isUnderWay = living.some(({ state }) => state === 'intent')
  promise(
    'checkout',
    (checkout.state === 'processing') === isUnderWay,
    () => `a checkout is ${checkout.state}, its payments are ${rows.map(({ state }) => state)}`,
  )
}
