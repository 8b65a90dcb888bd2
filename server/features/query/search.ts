import { brandsOfMethods } from '../../../common/payment-brands.ts'
import { idsOfShortId, shortIdOf } from '../../kernel/ids.ts'
import { readTimestamp } from '../../parameters/read-timestamp.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuseParameters } from '../../results/refusal.ts'
import {
  FARTHEST_ROW,
  type ListPart,
  type ListPlace,
  type Store,
  type Transaction,
  type TransactionPage,
  type TransactionQuery,
} from '../../store/port.ts'

/** The conditions of a query; `shortId` filters the result of the others. */
export interface Search {
  readonly query: TransactionQuery
  readonly shortId?: string
  readonly withLinked: boolean
}

/** What was created in one second may be any of its milliseconds. */
const LAST_OF_SECOND_MS = 999

/**
 * Reads the conditions of a query, or refuses missing ones (interface document, Query parameters).
 */
export function searchOf(values: ParameterValues, entityIds: readonly string[]): Search | Refusal {
  const shortId = values.get('shortId')
  const merchantTransactionId = values.get('merchantTransactionId')
  const from = values.get('date.from')
  const to = values.get('date.to')
  if (shortId === undefined && merchantTransactionId === undefined && from === undefined) {
    return tooWide
  }
  const withLinked = values.get('includeLinkedTransactions') === 'true'
  // Transactions linked to a named one may be of the wanted type if the named one is not.
  const isNamed = shortId !== undefined || merchantTransactionId !== undefined
  return {
    query: {
      entityIds,
      ...(merchantTransactionId === undefined ? {} : { merchantTransactionId }),
      ...(from === undefined ? {} : { createdFromMs: readTimestamp(from) }),
      ...(to === undefined ? {} : { createdToMs: readTimestamp(to) + LAST_OF_SECOND_MS }),
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

/** The wanted types and methods of a transaction, besides its channel and time. */
export type Filter = Pick<TransactionQuery, 'paymentTypes' | 'paymentBrands' | 'typesOfAnyBrand'>

type TransactionType = NonNullable<Filter['paymentTypes']>[number]

/** Types whose method is that of their brand. */
const TYPES_WITH_BRAND: readonly TransactionType[] = [
  ...(['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', 'CB', 'CR', '3D'] as const),
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

/** Finds a part of what is looked for, newest first. */
export async function find(
  search: Search,
  part: Omit<ListPart, 'maxRows'>,
  { store, nowMs }: { readonly store: Store; readonly nowMs: number },
): Promise<TransactionPage> {
  const { query, shortId } = search
  if (shortId === undefined) {
    return store.read.findTransactions(query, { ...part, maxRows: FARTHEST_ROW })
  }
  const found: Transaction[] = []
  let rowsRead = 0
  // Few ids share the time of a short id: all of them are read.
  for (const { from, before } of idsOfShortId(shortId, nowMs)) {
    const ofTime = { ...query, idFrom: from, idBefore: before }
    for (let after: ListPlace | undefined; ; ) {
      const page = await store.read.findTransactions(ofTime, { ...WHOLE, ...(after && { after }) })
      found.push(...page.transactions.filter(({ row }) => shortIdOf(row.id) === shortId))
      rowsRead += page.rowsRead
      if (page.end === undefined) break
      after = page.end
    }
  }
  const transactions = found.slice(part.offset, part.offset + part.limit)
  return { transactions, rowsRead, ...(part.counts ? { count: found.length } : {}) }
}

const WHOLE = { offset: 0, limit: 1000, maxRows: FARTHEST_ROW, counts: false } as const
