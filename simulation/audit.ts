import { readDetails } from '../server/payments/index.ts'
import type { Change, ChangeSet, CheckoutRow, PaymentRow } from '../server/store/port.ts'
import { AuditedAuthentications } from './audited-authentication.ts'
import { AuditedDisputes } from './audited-disputes.ts'
import { AuditedInbox } from './audited-inbox.ts'
import { AuditedOutbox } from './audited-outbox.ts'
import { AuditedOwnership } from './audited-ownership.ts'
import {
  type AuditedPayment,
  auditedPayment,
  latest,
  steppedRow,
  type Version,
} from './audited-payment.ts'
import { noteRelease, referencesIn } from './audited-release.ts'
import { AuditedSchedules, scheduleOf } from './audited-schedules.ts'
import { AuditedSettlement } from './audited-settlement.ts'
import { AuditedWork } from './audited-work.ts'
import { assertInvariant } from './invariants.ts'

/** The effect of one change set, for the checks. */
export interface AuditedSet {
  readonly changes: ChangeSet
  /** Payments, checkouts and registrations that were inserted or stepped, each once. */
  readonly paymentIds: ReadonlySet<string>
  readonly checkoutIds: ReadonlySet<string>
  readonly registrationIds: ReadonlySet<string>
}

export type SetJudge = (set: AuditedSet) => void

/**
 * A second copy of all durable data with its whole history, read from the journal alone. It is
 * independent of the tables; after each restart the two are compared.
 */
export class Audit {
  readonly payments = new Map<string, AuditedPayment>()
  readonly checkouts = new Map<string, Version<CheckoutRow>[]>()
  readonly ownings: AuditedOwnership
  readonly work = new AuditedWork()
  readonly outbox = new AuditedOutbox()
  readonly inbox = new AuditedInbox()
  readonly schedules = new AuditedSchedules()
  readonly authentications = new AuditedAuthentications()
  readonly settlement = new AuditedSettlement()
  readonly disputes: AuditedDisputes
  /** Payments by the merchant's name of the operation. */
  readonly byOperation = new Map<string, string[]>()
  /** Payments by their checkout. */
  readonly byCheckout = new Map<string, string[]>()
  /** Payments by the first balance of the gift card that their family is paid with. */
  readonly byGift = new Map<string, string[]>()
  readonly #judges: SetJudge[] = []
  readonly #stepOf: () => number

  constructor(stepOf: () => number) {
    this.#stepOf = stepOf
    this.ownings = new AuditedOwnership(stepOf)
    this.disputes = new AuditedDisputes(stepOf)
  }

  /** `judge` sees every change set from now on, right after it has become durable. */
  watch(judge: SetJudge): void {
    this.#judges.push(judge)
  }

  /** Takes an entry of the journal. */
  take(entry: string): void {
    const changes = JSON.parse(entry) as ChangeSet
    const references = referencesIn(changes, this)
    const paymentIds = new Set<string>()
    const checkoutIds = new Set<string>()
    const registrationIds = new Set<string>()
    for (const change of changes) {
      this.#fold(change)
      if (change.kind === 'insertPayment') paymentIds.add(change.row.id)
      if (change.kind === 'stepPayment') paymentIds.add(change.id)
      if (change.kind === 'insertCheckout') checkoutIds.add(change.row.id)
      if (change.kind === 'stepCheckout') checkoutIds.add(change.id)
      if (change.kind === 'insertRegistration') registrationIds.add(change.row.id)
      if (change.kind === 'stepRegistration') registrationIds.add(change.id)
    }
    for (const reference of references) noteRelease(reference, this)
    this.#foldSchedules(changes)
    const set = { changes, paymentIds, checkoutIds, registrationIds }
    for (const judge of this.#judges) judge(set)
  }

  /** The current payment. Throws for one that was never durable. */
  payment(id: string): AuditedPayment {
    const payment = this.payments.get(id)
    if (payment === undefined) throw new Error(`The audit knows no payment ${id}`)
    return payment
  }

  /** The same as for a change set that changed only this payment. */
  only(paymentId: string): AuditedSet {
    return {
      changes: [],
      paymentIds: new Set([paymentId]),
      checkoutIds: new Set(),
      registrationIds: new Set(),
    }
  }

  /** After all else: a payment names the run that was due before its commit. */
  #foldSchedules(changes: ChangeSet): void {
    const paid = new Set(
      changes.flatMap((change) => {
        if (change.kind !== 'insertPayment') return []
        const { request, shown } = readDetails(change.row)
        return scheduleOf(request, shown)?.id ?? []
      }),
    )
    for (const change of changes) {
      this.schedules.judgeStep(change, paid)
      this.schedules.fold(change)
    }
  }

  #fold(change: Change): void {
    switch (change.kind) {
      case 'insertPayment':
        this.#begin(change.row)
        break
      case 'stepPayment': {
        const { versions } = this.payment(change.id)
        versions.push(this.#asOfNow(steppedRow(latest(versions), change.set)))
        break
      }
      case 'appendEvent':
        this.payment(change.row.paymentId).events.push(change.row)
        break
      case 'appendPosting':
        this.payment(change.row.paymentId).postings.push(change.row)
        break
      case 'insertCheckout':
        this.checkouts.set(change.row.id, [this.#asOfNow(change.row)])
        break
      case 'stepCheckout': {
        const versions = this.checkouts.get(change.id)
        assertInvariant(
          'whole',
          versions !== undefined,
          () => 'a checkout was stepped that is not there',
        )
        versions.push(this.#asOfNow(steppedRow(latest(versions), change.set)))
        break
      }
      default:
        this.ownings.fold(change)
        this.work.fold(change)
        this.outbox.fold(change)
        this.inbox.fold(change)
        this.authentications.fold(change)
        this.settlement.fold(change)
        this.disputes.fold(change)
    }
  }

  #begin(row: PaymentRow): void {
    const isFirst = row.familyId === row.id
    const family = isFirst ? undefined : this.payment(row.familyId)
    const { request, shown } = readDetails(row)
    const schedule = scheduleOf(request, shown)
    const run = schedule && this.schedules.runOf(schedule.id, schedule.source)
    const partOfGift = this.#giftOfPart(row.id)
    const payment = auditedPayment(this.#asOfNow(row), { family, run, partOfGift })
    this.payments.set(row.id, payment)
    if (row.referencedId !== null) this.payment(row.referencedId).references.push(row.id)
    addTo(this.byOperation, payment.operationName, row.id)
    if (row.checkoutId !== null) addTo(this.byCheckout, row.checkoutId, row.id)
    if (payment.gift !== undefined) addTo(this.byGift, payment.gift, row.id)
  }

  #giftOfPart(id: string): string | undefined {
    const part = this.ownings.giftCardParts.get(id)
    const card = part && this.ownings.giftCards.get(part.giftCardId)
    return card && String(card.issuedMinor)
  }

  #asOfNow<Row>(row: Row): Version<Row> {
    return { row, fromStep: this.#stepOf() }
  }
}

function addTo(lists: Map<string, string[]>, name: string, id: string): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [id])
  else list.push(id)
}
