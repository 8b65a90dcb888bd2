import { readDetails } from '../server/payments/index.ts'
import type { EventRow, PaymentRow, PostingRow } from '../server/store/port.ts'
import { isHoldChange, type ReferenceKind } from './expected-reference.ts'
import { GIFT_NAME, STORES_NAME } from './request-bodies.ts'

/** Where a shopper's submit carries the name of its operation. */
export const SHOPPERS_NAME = 'customParameters[SHOPPER_operation]'

/** A row from a step of the run on. */
export interface Version<Row> {
  readonly row: Row
  readonly fromStep: number
}

/** Everything that was ever durable about one payment. */
export interface AuditedPayment {
  readonly versions: Version<PaymentRow>[]
  readonly events: EventRow[]
  readonly postings: PostingRow[]
  /** Ids of the payments that name it. */
  readonly references: string[]
  /** The merchant's name for the operation that made it. */
  readonly operationName: string
  /** `sequence=FINAL` was sent, and has an effect. */
  readonly isFinal: boolean
  /** For one that names another. */
  readonly kind: ReferenceKind | undefined
  /** Its success stores its instrument. */
  readonly stores: boolean
  /** What the gift card was issued with that its family is paid with. */
  readonly gift: string | undefined
  /** Of a renewal: what was open of the old hold when it was written down. */
  replacedHoldMinor: number
  /** It is the part of a checkout that a gift card pays. */
  readonly partOfGift: boolean
  /** A run of a schedule: its cardholder is not there. */
  readonly isRun: boolean
  /** The amount that its outcome released of a closed hold. */
  releasedMinor: number
  /** The amount that its late failure released of a closed hold. */
  releasedLaterMinor: number
}

/** What a payment is, beside what its row says. */
interface Origin {
  /** The first payment of its family, if it is another one. */
  readonly family?: AuditedPayment | undefined
  /** The run of a schedule. */
  readonly run?: string | undefined
  /** It is the part of a checkout that a gift card of this first balance pays. */
  readonly partOfGift?: string | undefined
}

/** A payment at the moment it is written down. */
export function auditedPayment(
  version: Version<PaymentRow>,
  { family, run, partOfGift }: Origin,
): AuditedPayment {
  const { row } = version
  const { request, shown } = readDetails(row)
  const kind = row.referencedId === null ? undefined : kindOf(row, request)
  const isRelease = kind === 'RV' && (shown?.source ?? request.source) === 'SCHEDULER'
  // A hold is released once.
  const ownName = () => {
    // A payment fails later once.
    if (isLateFailure(row)) return `late failure of ${row.referencedId}`
    return isRelease ? `release of ${row.referencedId}` : operationOf(request)
  }
  return {
    versions: [version],
    events: [],
    postings: [],
    references: [],
    operationName: run ?? (partOfGift === undefined ? ownName() : `part ${row.id}`),
    isFinal: request.sequence === 'FINAL' && MAY_BE_LAST.has(kind),
    kind,
    stores: request[STORES_NAME] !== undefined,
    gift: family === undefined ? (partOfGift ?? request[GIFT_NAME]) : family.gift,
    replacedHoldMinor: 0,
    partOfGift: partOfGift !== undefined,
    isRun: run !== undefined,
    releasedMinor: 0,
    releasedLaterMinor: 0,
  }
}

function operationOf(request: Readonly<Record<string, string>>): string {
  return request.merchantTransactionId ?? request[SHOPPERS_NAME] ?? ''
}

/** On other operations `sequence=FINAL` has no effect. */
const MAY_BE_LAST: ReadonlySet<ReferenceKind | undefined> = new Set(['CP', 'RV', 'RF'])

function kindOf(row: PaymentRow, request: Readonly<Record<string, string>>): ReferenceKind {
  const practice = request['standingInstruction.industryPractice'] ?? ''
  return isHoldChange(practice) ? practice : (row.paymentType as ReferenceKind)
}

/** It books that the payment which it names has failed after its success. */
export function isLateFailure({ operation }: PaymentRow): boolean {
  return operation === 'lateFailure'
}

/** Whether it has failed after its success: it moves nothing any more. */
export function hasFailedLater({ versions }: AuditedPayment): boolean {
  return latest(versions).failedLaterAtMs !== null
}

/** Its success closes the hold that it names: nothing more of it can be captured. */
export function closesHold(payment: AuditedPayment): boolean {
  const { kind, isFinal } = payment
  if (kind === 'RV') return !hasFailedLater(payment)
  return kind === 'REAUTHORIZATION' || (kind === 'CP' && isFinal)
}

/** The open amount of a hold or a booking, for captures, reversals and refunds. */
export function openMinorOf(row: PaymentRow): number {
  const takenMinor = row.capturedMinor + row.reversedMinor + row.refundedMinor
  return row.authorisedMinor + row.bookedMinor - takenMinor
}

/** The current row. */
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

/** A row after a guarded step. */
export function steppedRow<Row extends { readonly version: number }>(
  before: Row,
  set: Partial<Row>,
): Row {
  return Object.assign({}, before, set, { version: before.version + 1 })
}
