import { brandsOfMethods } from '../../common/payment-brands.ts'
import { idsOfShortId, shortIdOf } from '../ids.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'
import type { PaymentQuery, PaymentRow, PaymentType, Store } from '../store/port.ts'

/** What a merchant looks for; `shortId` is looked for among what the rest finds. */
export interface Search {
  readonly query: PaymentQuery
  readonly shortId?: string
  readonly withLinked: boolean
}

/** Payments created in one second may be any of its milliseconds. */
const LAST_OF_SECOND_MS = 999

/** How many payments of families one answer carries; the first ones count. */
const MOST_LINKED = 2000

/** How many payments are looked through for a short id: those of a tenth of a second, or of one reference. */
const MOST_LOOKED_THROUGH = 1000

/** Reads what a query asks for, or says what it lacks (interface document, Query parameters). */
export function searchOf(values: ParameterValues, entityIds: readonly string[]): Search | Refusal {
  const shortId = values.get('shortId')
  const merchantTransactionId = values.get('merchantTransactionId')
  const from = values.get('date.from')
  const to = values.get('date.to')
  if (shortId === undefined && merchantTransactionId === undefined && from === undefined) {
    return tooWide
  }
  return {
    query: {
      entityIds,
      ...(merchantTransactionId === undefined ? {} : { merchantTransactionId }),
      ...(from === undefined ? {} : { createdFromMs: timeOf(from) }),
      ...(to === undefined ? {} : { createdToMs: timeOf(to) + LAST_OF_SECOND_MS }),
      ...filterOf(values),
    },
    ...(shortId === undefined ? {} : { shortId }),
    withLinked: values.get('includeLinkedTransactions') === 'true',
  }
}

const tooWide: Refusal = refuseParameters([
  {
    name: 'merchantTransactionId',
    value: '',
    message:
      'is required, or date.from with date.to, or shortId: a query has to look for something',
  },
])

/** Which types and methods are wanted; absent: any. */
export function filterOf(
  values: ParameterValues,
): Pick<PaymentQuery, 'paymentTypes' | 'paymentBrands'> {
  const types = listOf(values.get('paymentTypes'))
  const methods = listOf(values.get('paymentMethods'))
  return {
    ...(types === undefined ? {} : { paymentTypes: types as PaymentType[] }),
    ...(methods === undefined ? {} : { paymentBrands: brandsOfMethods(methods) }),
  }
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((item) => item.trim())
}

/** `yyyy-MM-dd HH:mm:ss`, UTC, as the tables have accepted it. */
function timeOf(timestamp: string): number {
  return Date.parse(`${timestamp.replace(' ', 'T')}Z`)
}

/** Finds payments, newest first. A short id alone is looked for where the ids of its time lie. */
export async function find(
  search: Search,
  {
    offset,
    limit,
    nowMs,
  }: { readonly offset: number; readonly limit: number; readonly nowMs: number },
  store: Store,
): Promise<readonly PaymentRow[]> {
  const { query, shortId } = search
  if (shortId === undefined) return store.read.findPayments(query, offset, limit)
  const isAlone = query.merchantTransactionId === undefined && query.createdFromMs === undefined
  const queries = isAlone
    ? idsOfShortId(shortId, nowMs).map(({ from, before }) => ({
        ...query,
        idFrom: from,
        idBefore: before,
      }))
    : [query]
  const found: PaymentRow[] = []
  for (const one of queries) {
    const candidates = await store.read.findPayments(one, 0, MOST_LOOKED_THROUGH)
    found.push(...candidates.filter(({ id }) => shortIdOf(id) === shortId))
  }
  return found.slice(offset, offset + limit)
}

/** The payments together with all of their families, each once: those found first, then the others. */
export async function withLinked(
  payments: readonly PaymentRow[],
  filter: Pick<PaymentQuery, 'paymentTypes' | 'paymentBrands'>,
  store: Store,
): Promise<readonly PaymentRow[]> {
  const all = new Map(payments.map((payment) => [payment.id, payment]))
  for (const familyId of new Set(payments.map((payment) => payment.familyId))) {
    if (all.size >= MOST_LINKED) break
    for (const payment of await store.read.paymentsOfFamily(familyId)) {
      if (fits(payment, filter)) all.set(payment.id, payment)
    }
  }
  return [...all.values()].slice(0, MOST_LINKED)
}

/** Whether a payment is of the wanted types and methods. */
export function fits(
  { paymentType, paymentBrand }: PaymentRow,
  { paymentTypes, paymentBrands }: Pick<PaymentQuery, 'paymentTypes' | 'paymentBrands'>,
): boolean {
  return (
    (paymentTypes?.includes(paymentType) ?? true) && (paymentBrands?.includes(paymentBrand) ?? true)
  )
}
