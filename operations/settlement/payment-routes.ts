import { Type } from 'typebox'
import { amountText, minorDigitsOf } from '../../common/money.ts'
import { unknownId } from '../../server/entities/named-object.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered as answeredWith } from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import type {
  AcquirerAccountRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { type AdminPaymentSettlement, paymentAnswer } from './answer.ts'
import { dayOf } from './days.ts'
import { ImportedFiles } from './imported-files.ts'
import { answered } from './kept-text.ts'
import { feesOf } from './line-fees.ts'
import { placeText } from './line-place.ts'
import { isPaidOut, type Payout, payoutOf } from './payout-of.ts'

export interface PaymentRouteParts extends CallParts {
  readonly store: Store
}

type Call = Asked<MerchantCall>

const paymentRead = requestOf('settlement.payment', Type.Object({}), {
  elsewhere: 'the settlement of a payment is read by its id',
})

/** What the page of a payment shows of settlement. */
export const paymentRoutes: readonly Route<PaymentRouteParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/settlement/payments/{id}',
    right: 'finance.read',
    operation: paymentRead,
    throttle: 'status',
    docs: {
      id: 'readSettlementOfPayment',
      tag: 'Administration',
      summary: 'Read what settlement files say of a payment',
      description:
        'The lines that match the payment, or one of its family, oldest first: amounts, costs, the acquirer’s references and the payout. At most 100.',
      label: 'Settlement of a payment',
      subject: 'payment',
      answers: [paymentAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    handle: readOfPayment,
  },
]

async function readOfPayment(
  { id, call, request }: Call,
  parts: PaymentRouteParts,
): Promise<Answer | Refusal> {
  const { store, clock, access } = parts
  const payment = await store.read.payment(id)
  const isReached =
    payment !== undefined && (await access.reaches(call, payment.entityId, call.usable?.entity))
  if (!isReached) return unknownId(unknownPayment, { id, caller: call, as: ['payment'] }, parts)
  const found = await settlementOfFamily(payment.familyId, store)
  const lines: AdminPaymentSettlement[] = []
  for (const one of found) {
    const seesFile = await reaches(one.account, call, parts)
    const today = dayOf(clock.of(one.account.entityId))
    lines.push(shownLine(one, { seesFile, today }))
  }
  const meta = { ndc: request.ndc, atMs: clock.now() }
  return answeredWith(paymentAnswer, { settlement: lines }, meta)
}

const unknownPayment = refuse('700.400.580', { status: 404 })

/** A file of an account above has lines of other channels: its page is for those who see them all. */
function reaches({ entityId }: AcquirerAccountRow, call: MerchantCall, { access }: CallParts) {
  return access.reaches(call, entityId, call.usable?.entity)
}

function shownLine(
  found: SettlementOfPayment,
  { seesFile, today }: { readonly seesFile: boolean; readonly today: string },
): AdminPaymentSettlement {
  const { match, account, payments } = found
  const line = answered(found.line)
  const { paidOn, returnedOn, reference, bankReference } = answered({ ...found.payout })
  return {
    id: placeText(line),
    paymentId: match.paymentId,
    type: line.type,
    acquirerType: line.acquirerType,
    amount: shown(match.amountMinor, found.currency),
    currency: found.currency,
    net: shown(line.netMinor, line.currency),
    netCurrency: line.currency,
    fees: feesOf(line),
    ...(line.rate === null ? {} : { rate: line.rate }),
    payments,
    settledOn: line.settledOn,
    account: account.id,
    acquirer: account.acquirer,
    ...(line.acquirerReference === null ? {} : { acquirerReference: line.acquirerReference }),
    ...(line.operationReference === null ? {} : { operationReference: line.operationReference }),
    ...(line.arn === null ? {} : { arn: line.arn }),
    isPaidOut: isPaidOut(found.payout, today),
    ...(reference === null ? {} : { payoutReference: reference }),
    ...(paidOn === null ? {} : { paidOn }),
    ...(returnedOn === null ? {} : { returnedOn }),
    ...(bankReference === null ? {} : { bankReference }),
    ...(seesFile ? { fileId: found.fileId, payoutId: line.batchId } : {}),
  }
}

function shown(minor: number, currency: string): string {
  return amountText(minor, minorDigitsOf(currency) ?? 2)
}

/** A settlement line that is about a payment, with where its money went. */
interface SettlementOfPayment {
  readonly line: SettlementLineRow
  readonly match: SettlementMatchRow
  /** Of the payment. */
  readonly currency: string
  /** Payments that the line is about: its costs are for all of them. */
  readonly payments: number
  readonly account: AcquirerAccountRow
  readonly fileId: string
  readonly payout: Payout
}

/** Payments of a family whose lines are looked for, and lines that are answered. */
const MAX_PAYMENTS = 1000
const MAX_LINES = 100

/** The lines of imported files that match payments of a family, oldest first. */
async function settlementOfFamily(
  familyId: string,
  store: Store,
): Promise<readonly SettlementOfPayment[]> {
  const { read } = store
  const family = (await read.paymentsOfFamily(familyId)).slice(0, MAX_PAYMENTS)
  if (family.length === 0) return []
  const matches = await read.settlementMatchesOfPayments(family.map(({ id }) => id))
  const certain = matches.filter(({ isCandidate }) => !isCandidate).sort(oldestFirst)
  const imported = await new ImportedFiles(store).linesOfImported(certain.slice(0, MAX_LINES))
  const found: SettlementOfPayment[] = []
  for (const match of imported) {
    const payment = family.find(({ id }) => id === match.paymentId)
    const one = payment && (await withPayout(match, payment.currency, store))
    if (one !== undefined) found.push(one)
  }
  return found
}

function oldestFirst(one: SettlementMatchRow, other: SettlementMatchRow): number {
  return one.batchId === other.batchId
    ? one.position - other.position
    : one.batchId < other.batchId
      ? -1
      : 1
}

async function withPayout(
  match: SettlementMatchRow,
  currency: string,
  { read }: Store,
): Promise<SettlementOfPayment | undefined> {
  const { batchId, position } = match
  const [line] = await read.settlementLines(batchId, position - 1, 1)
  const batch = await read.settlementBatch(batchId)
  const account = batch && (await read.acquirerAccount(batch.accountId))
  if (line === undefined || batch === undefined || account === undefined) return undefined
  const ofLine = await read.settlementMatchesOfLines(batchId, position, position)
  return {
    line,
    match,
    currency,
    payments: ofLine.length,
    account,
    fileId: batch.fileId,
    payout: await payoutOf(batch, line, read),
  }
}
