import { HOUR_MS } from '../../common/durations.ts'
import { channelsBelow, MAX_CHANNELS } from '../../server/entities/channels-below.ts'
import type { Found } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { personIn, readDetails } from '../../server/payments/index.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import { AFTER_ALL_IDS, type PaymentRow, type TransactionQuery } from '../../server/store/port.ts'
import { customerNames } from '../customer-links/index.ts'
import { relatedPayments } from './answer.ts'
import {
  type AdministrationParts,
  answerWith,
  entitiesOf,
  reachedPayment,
  runInTurn,
} from './call-parts.ts'
import { standingOf, summaryOf } from './payment-summary.ts'

/** Payments that are shown of an order, of a customer, and that may be paid twice. */
const MAX_SHOWN = 20
/** Payments that are looked at for a card, as by a search. */
const LOOKED_AT = 4_000
/** Two payments of one card and amount within this time may be one that was paid twice. */
const TWICE_WITHIN_MS = HOUR_MS

/** What the page of a payment shows of others. */
export const relatedRoutes: readonly Route<AdministrationParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/payments/{id}/related',
    right: 'payments.read',
    operation: 'status',
    throttle: 'query',
    docs: {
      id: 'readRelatedPayments',
      tag: 'Administration',
      summary: 'Read other attempts of the order and of the customer',
      description:
        'Of all channels of the merchant that the caller reaches, and what may be paid twice. A request looks at 4,000 payments for the card.',
      label: 'Related payments',
      subject: 'payment',
      answers: [relatedPayments],
      further: { 404: 'RefusalAnswer' },
    },
    handle: readRelated,
  },
]

/** `GET /admin/v1/payments/{id}/related`: other attempts of the order and of the customer, and what may be paid twice. */
async function readRelated(
  { id, call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const payment = await reachedPayment(id, call, parts)
  if (isRefusal(payment)) return payment
  const entityIds = await channelsOfShop(payment, call, parts)
  const related = await runInTurn(call, parts, async (): Promise<Found<Related>> => {
    const result = await relatedTo(payment, entityIds, parts)
    return { result, answered: 0, rowsRead: result.rowsRead }
  })
  if (isRefusal(related)) return related
  const { ofOrder, ofCustomer, twice } = related
  const all = [...ofOrder, ...ofCustomer, ...twice].map(({ entityId }) => entityId)
  const entityOf = await entitiesOf(all, parts.store)
  const shown = (rows: readonly PaymentRow[]) =>
    rows.slice(0, MAX_SHOWN).map((row) => summaryOf(row, entityOf(row.entityId)))
  const members = {
    ofOrder: shown(ofOrder),
    ofCustomer: shown(ofCustomer),
    twice: shown(twice),
  }
  return answerWith(relatedPayments, members, request.ndc, parts)
}

interface Related {
  readonly ofOrder: readonly PaymentRow[]
  readonly ofCustomer: readonly PaymentRow[]
  readonly twice: readonly PaymentRow[]
  readonly rowsRead: number
}

/** The channels of the merchant, where the caller may see all of them: one shop may sell through several. */
async function channelsOfShop(
  { entityId }: PaymentRow,
  call: MerchantCall,
  { access, store }: AdministrationParts,
): Promise<readonly string[]> {
  const merchantId = (await store.read.entity(entityId))?.parentId
  if (!merchantId || !(await access.reaches(call, merchantId, call.usable?.entity))) {
    return [entityId]
  }
  const channels = await channelsBelow({ id: merchantId, kind: 'merchant' }, store)
  return channels.length > MAX_CHANNELS ? [entityId] : channels
}

async function relatedTo(
  payment: PaymentRow,
  entityIds: readonly string[],
  parts: AdministrationParts,
): Promise<Related> {
  const find = finder(payment, entityIds, parts)
  const { merchantTransactionId: reference } = payment
  const ofOrder = reference === null ? NONE : await find({ merchantTransactionId: reference })
  const ofCustomer = await paymentsOfCustomer(payment, entityIds, parts)
  const sameAmount = isPaid(payment)
    ? await find({
        createdFromMs: payment.createdAtMs - TWICE_WITHIN_MS,
        createdToMs: payment.createdAtMs + TWICE_WITHIN_MS,
        amountFromMinor: payment.amountMinor,
        amountToMinor: payment.amountMinor,
        currency: payment.currency,
        states: ['succeeded'],
      })
    : NONE
  const sameCard = sameAmount.rows.filter((row) => hasCardOf(row, payment))
  const orderIds = new Set(ofOrder.rows.map(({ id }) => id))
  return {
    ofOrder: ofOrder.rows,
    ofCustomer: ofCustomer.filter(({ id }) => !orderIds.has(id)),
    twice: isPaid(payment) ? paidTwice([...ofOrder.rows, ...sameCard]) : [],
    rowsRead: ofOrder.rowsRead + sameAmount.rowsRead,
  }
}

interface FoundRows {
  readonly rows: readonly PaymentRow[]
  readonly rowsRead: number
}

const NONE: FoundRows = { rows: [], rowsRead: 0 }

/** Looks for other payments of shoppers, the newest first. */
function finder(payment: PaymentRow, entityIds: readonly string[], { store }: AdministrationParts) {
  return async (query: Partial<TransactionQuery>): Promise<FoundRows> => {
    const page = await store.read.findTransactions(
      { entityIds, onlyPayments: true, operations: ['first', 'rebill'], ...query },
      { offset: 0, limit: 100, counts: false, maxRows: LOOKED_AT },
    )
    const rows = page.transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : []))
    return { rows: rows.filter(({ id }) => id !== payment.id), rowsRead: page.rowsRead }
  }
}

/** Others of the same customer, the newest first: by the merchant's own id of it, else by the e-mail address. */
async function paymentsOfCustomer(
  payment: PaymentRow,
  entityIds: readonly string[],
  { store: { read } }: AdministrationParts,
): Promise<readonly PaymentRow[]> {
  const [name] = customerNames(readDetails(payment).request)
  if (name === undefined) return []
  // Itself, and those of the same order, are left out.
  const links = await read.linkedTo(entityIds, [name], 'payment', AFTER_ALL_IDS, 3 * MAX_SHOWN)
  const rows = links.length === 0 ? [] : await read.paymentsById(links.map((one) => one.linkedId))
  return rows
    .filter(({ id }) => id !== payment.id)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

/** The number itself is in no details: its first and last digits and its expiry are. */
function hasCardOf(row: PaymentRow, payment: PaymentRow): boolean {
  const [one, other] = [readDetails(row), readDetails(payment)]
  const { last4 } = personIn(other)
  return (
    last4 !== undefined &&
    personIn(one).last4 === last4 &&
    one.card?.bin === other.card?.bin &&
    one.card?.expiryMonth === other.card?.expiryMonth &&
    one.card?.expiryYear === other.card?.expiryYear
  )
}

function paidTwice(rows: readonly PaymentRow[]): readonly PaymentRow[] {
  return [...new Map(rows.filter(isPaid).map((row) => [row.id, row])).values()]
}

/** Whether the merchant still has the money, or holds it: what was given back is not paid twice. */
function isPaid(payment: PaymentRow): boolean {
  return ['succeeded', 'authorised', 'partlyRefunded', 'review'].includes(standingOf(payment))
}
