import type {
  Change,
  ChangeSet,
  CheckoutRow,
  EventRow,
  IdempotencyRow,
  PaymentRow,
  PostingRow,
  TimerRow,
} from '../store/port.ts'
import { promise } from './promises.ts'

/** Where a shopper's submit carries the name of its operation. */
export const SHOPPERS_NAME = 'customParameters[SHOPPER_operation]'

/** A row as it stood from a step of the run on. */
export interface Version<Row> {
  readonly row: Row
  readonly fromStep: number
}

/** All that was ever durable about one payment. */
export interface AuditedPayment {
  readonly versions: Version<PaymentRow>[]
  readonly events: EventRow[]
  readonly postings: PostingRow[]
  /** Ids of the captures, reversals and refunds that name it. */
  readonly references: string[]
  /** The merchant's name for the operation that made it. */
  readonly operationName: string
  /** `sequence=FINAL` was asked for. */
  readonly isFinal: boolean
}

/** What one change set did, for those who judge it. */
export interface AuditedSet {
  readonly changes: ChangeSet
  /** Payments that were inserted or stepped, each once. */
  readonly paymentIds: ReadonlySet<string>
  readonly checkoutIds: ReadonlySet<string>
}

export type SetJudge = (set: AuditedSet) => void

/**
 * Everything that is durable, kept a second time from the journal alone and with all its history.
 * It is the simulation's own idea of what the tables are: after each restart the two are compared.
 */
export class Audit {
  readonly payments = new Map<string, AuditedPayment>()
  readonly checkouts = new Map<string, Version<CheckoutRow>[]>()
  readonly timers = new Map<string, TimerRow>()
  readonly idempotency = new Map<string, IdempotencyRow>()
  /** Payments by the merchant's name of the operation. */
  readonly byOperation = new Map<string, string[]>()
  readonly #judges: SetJudge[] = []
  readonly #stepOf: () => number

  constructor(stepOf: () => number) {
    this.#stepOf = stepOf
  }

  /** `judge` sees every change set from now on, right after it has become durable. */
  watch(judge: SetJudge): void {
    this.#judges.push(judge)
  }

  /** Takes an entry of the journal. */
  take(entry: string): void {
    const changes = JSON.parse(entry) as ChangeSet
    const paymentIds = new Set<string>()
    const checkoutIds = new Set<string>()
    for (const change of changes) {
      this.#fold(change)
      if (change.kind === 'insertPayment') paymentIds.add(change.row.id)
      if (change.kind === 'stepPayment') paymentIds.add(change.id)
      if (change.kind === 'insertCheckout') checkoutIds.add(change.row.id)
      if (change.kind === 'stepCheckout') checkoutIds.add(change.id)
    }
    for (const judge of this.#judges) judge({ changes, paymentIds, checkoutIds })
  }

  /** The payment as it stands. Throws for one that was never durable. */
  payment(id: string): AuditedPayment {
    const payment = this.payments.get(id)
    if (payment === undefined) throw new Error(`The audit knows no payment ${id}`)
    return payment
  }

  /** As if a change set had touched this payment alone. */
  only(paymentId: string): AuditedSet {
    return { changes: [], paymentIds: new Set([paymentId]), checkoutIds: new Set() }
  }

  timer(kind: TimerRow['kind'], subjectId: string): TimerRow | undefined {
    return this.timers.get(`${kind} ${subjectId}`)
  }

  #fold(change: Change): void {
    switch (change.kind) {
      case 'insertPayment':
        this.#begin(change.row)
        break
      case 'stepPayment': {
        const { versions } = this.payment(change.id)
        versions.push(this.#after(latest(versions), change.set))
        break
      }
      case 'appendEvent':
        this.payment(change.row.paymentId).events.push(change.row)
        break
      case 'appendPosting':
        this.payment(change.row.paymentId).postings.push(change.row)
        break
      case 'insertCheckout':
        this.checkouts.set(change.row.id, [{ row: change.row, fromStep: this.#stepOf() }])
        break
      case 'stepCheckout': {
        const versions = this.checkouts.get(change.id)
        promise('whole', versions !== undefined, () => 'a checkout was stepped that is not there')
        versions.push(this.#after(latest(versions), change.set))
        break
      }
      default:
        this.#foldDueWork(change)
    }
  }

  #foldDueWork(change: Change): void {
    switch (change.kind) {
      case 'insertTimer':
        this.timers.set(`${change.row.kind} ${change.row.subjectId}`, change.row)
        break
      case 'stepTimer': {
        const before = this.timer(change.timer, change.subjectId)
        promise('whole', before !== undefined, () => 'a timer was stepped that is not there')
        const after = { ...before, ...change.set, version: before.version + 1 }
        this.timers.set(`${change.timer} ${change.subjectId}`, after)
        break
      }
      case 'endTimer':
        this.timers.delete(`${change.timer} ${change.subjectId}`)
        break
      case 'insertIdempotency':
        this.idempotency.set(`${change.row.scope} ${change.row.key}`, change.row)
        break
      case 'answerIdempotency': {
        const key = `${change.scope} ${change.key}`
        const before = this.idempotency.get(key)
        promise('whole', before !== undefined, () => 'a key was answered that is not there')
        this.idempotency.set(key, { ...before, answer: change.answer })
        break
      }
      case 'deleteIdempotency': {
        const key = `${change.scope} ${change.key}`
        const isOver = (this.idempotency.get(key)?.expiresAtMs ?? 0) <= change.nowMs
        if (isOver) this.idempotency.delete(key)
        break
      }
      default:
    }
  }

  #begin(row: PaymentRow): void {
    const { request, isFinal } = JSON.parse(row.details) as {
      readonly request: Readonly<Record<string, string>>
      readonly isFinal?: boolean
    }
    const operationName = request.merchantTransactionId ?? request[SHOPPERS_NAME] ?? ''
    this.payments.set(row.id, {
      versions: [{ row, fromStep: this.#stepOf() }],
      events: [],
      postings: [],
      references: [],
      operationName,
      isFinal: isFinal === true,
    })
    if (row.referencedId !== null) this.payment(row.referencedId).references.push(row.id)
    this.byOperation.set(operationName, [...(this.byOperation.get(operationName) ?? []), row.id])
  }

  #after<Row extends { readonly version: number }>(before: Row, set: Partial<Row>): Version<Row> {
    const row = Object.assign({}, before, set, { version: before.version + 1 })
    return { row, fromStep: this.#stepOf() }
  }
}

/** The row as it stands now. */
export function latest<Row>(versions: readonly Version<Row>[]): Row {
  const last = versions.at(-1)
  if (last === undefined) throw new Error('No version of a row')
  return last.row
}

/** The rows that were in force at some time since a step of the run. */
export function since<Row>(versions: readonly Version<Row>[], step: number): Row[] {
  return versions
    .filter((_, index) => (versions[index + 1]?.fromStep ?? Number.POSITIVE_INFINITY) >= step)
    .map(({ row }) => row)
}
