import { brandsOfMethods } from '../../common/payment-brands.ts'
import { idsOfShortId, shortIdOf } from '../ids.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'
import type { PaymentQuery, Store, Transaction, TransactionQuery } from '../store/port.ts'

/** What a merchant looks for; `shortId` is looked for among what the rest finds. */
export interface Search {
  readonly query: TransactionQuery
  readonly shortId?: string
  readonly withLinked: boolean
}

/** What was created in one second may be any of its milliseconds. */
const LAST_OF_SECOND_MS = 999

/** How many transactions are looked through for a short id: those of a tenth of a second, or of one reference. */
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
  const withLinked = values.get('includeLinkedTransactions') === 'true'
  // What is linked to a named transaction may be of the wanted type where that one is not.
  const isNamed = shortId !== undefined || merchantTransactionId !== undefined
  return {
    query: {
      entityIds,
      ...(merchantTransactionId === undefined ? {} : { merchantTransactionId }),
      ...(from === undefined ? {} : { createdFromMs: timeOf(from) }),
      ...(to === undefined ? {} : { createdToMs: timeOf(to) + LAST_OF_SECOND_MS }),
      ...(withLinked && isNamed ? {} : filterOf(values)),
    },
    ...(shortId === undefined ? {} : { shortId }),
    withLinked,
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

/** What a transaction has to be, beside where and when it was made. */
export type Filter = Pick<TransactionQuery, 'paymentTypes' | 'paymentBrands' | 'typesOfAnyBrand'>

type TransactionType = NonNullable<Filter['paymentTypes']>[number]

/** Types whose method is that of their brand. */
const TYPES_WITH_BRAND: readonly TransactionType[] = [
  ...(['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', '3D'] as const),
  ...(['RG', 'DR'] as const),
]

/** The method of risk checks, whatever brand they name (reference behaviour §5). */
const RISK_METHOD = 'RM'

/** Which types and methods are wanted; absent: any. Types that are never made find nothing. */
export function filterOf(values: ParameterValues): Filter {
  const methods = listOf(values.get('paymentMethods'))
  const listed = listOf(values.get('paymentTypes'))
  const types =
    listed && [...TYPES_WITH_BRAND, 'RI' as const].filter((type) => listed.includes(type))
  if (methods === undefined) return types === undefined ? {} : { paymentTypes: types }
  const paymentBrands = brandsOfMethods(methods)
  if (!methods.includes(RISK_METHOD)) {
    const withBrand = (types ?? TYPES_WITH_BRAND).filter((type) => type !== 'RI')
    return { paymentTypes: withBrand, paymentBrands }
  }
  if (methods.some((method) => method !== RISK_METHOD)) {
    return {
      ...(types === undefined ? {} : { paymentTypes: types }),
      paymentBrands,
      typesOfAnyBrand: ['RI'],
    }
  }
  return { paymentTypes: (types ?? ['RI' as const]).filter((type) => type === 'RI') }
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((item) => item.trim())
}

/** `yyyy-MM-dd HH:mm:ss`, UTC, as the tables have accepted it. */
function timeOf(timestamp: string): number {
  return Date.parse(`${timestamp.replace(' ', 'T')}Z`)
}

/** Finds transactions, newest first. A short id alone is looked for where the ids of its time lie. */
export async function find(
  search: Search,
  {
    offset,
    limit,
    nowMs,
  }: { readonly offset: number; readonly limit: number; readonly nowMs: number },
  store: Store,
): Promise<readonly Transaction[]> {
  const { query, shortId } = search
  if (shortId === undefined) return page(query, { offset, limit }, store)
  const isAlone = query.merchantTransactionId === undefined && query.createdFromMs === undefined
  const queries = isAlone
    ? idsOfShortId(shortId, nowMs).map(({ from, before }) => ({
        ...query,
        idFrom: from,
        idBefore: before,
      }))
    : [query]
  const found: Transaction[] = []
  for (const one of queries) {
    const candidates = await page(one, { offset: 0, limit: MOST_LOOKED_THROUGH }, store)
    found.push(...candidates.filter(({ row }) => shortIdOf(row.id) === shortId))
  }
  return found.slice(offset, offset + limit)
}

/** How many there are in all, counted as far as a query may look. */
export function count({ query }: Search, store: Store): Promise<number> {
  const ofPayments = paymentQueryOf(query)
  return ofPayments === undefined
    ? store.read.countTransactions(query)
    : store.read.countPayments(ofPayments)
}

async function page(
  query: TransactionQuery,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  store: Store,
): Promise<readonly Transaction[]> {
  const ofPayments = paymentQueryOf(query)
  if (ofPayments === undefined) return store.read.findTransactions(query, offset, limit)
  const rows = await store.read.findPayments(ofPayments, offset, limit)
  return rows.map((row) => ({ kind: 'payment', row }))
}

/** The query as one for payments alone, which looks through one table; nothing where others fit too. */
function paymentQueryOf(query: TransactionQuery): PaymentQuery | undefined {
  const { paymentTypes, ...others } = query
  const types = paymentTypes?.filter((type) => type !== 'RG' && type !== 'DR')
  if (types === undefined || types.length === 0 || types.length !== paymentTypes?.length) {
    return undefined
  }
  return { ...others, paymentTypes: types }
}
