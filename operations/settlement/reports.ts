import { type Found, type LongReads, runQueryInTurn } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import { bodyOf } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { timeOf } from '../../server/http/entity-time.ts'
import type { Asked } from '../../server/http/route.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import type {
  EntityRow,
  SettlementBatchRow,
  SettlementLineRow,
  Store,
} from '../../server/store/port.ts'
import { settledEntities } from './accounts.ts'
import { twoDecimals } from './decimal.ts'
import { contextOf, reportedLines } from './read-lines.ts'
import { RECONCILIATION_COLUMNS, REPORT_MEMBERS, type ReportedLine } from './reported-line.ts'

export interface ReportParts extends CallParts {
  readonly store: Store
  readonly longReads: LongReads
}

type Report = (asked: Asked<MerchantCall>, parts: ReportParts) => Promise<Answer | Refusal>

/** Batches of one summary. */
const MAX_AGGREGATIONS = 1_000
/** Records of a report without pages. */
const MAX_RECORDS = 1_000
/** Records of a page (decisions §2). */
const PAGE_RECORDS = 100
/** Batches with more records are not sorted: each page would sort all of them again. */
const MAX_SORTED = 20_000

/** The settlement summary: a line for each payout, or for what waits for one. */
export const reportSummary: Report = inTurn(async ({ call, request }, parts) => {
  const { values } = call
  const entityIds = await settledEntities(await reportedEntity(call, parts), parts.store)
  const [from, to] = [values.get('date.from') ?? '', values.get('date.to') ?? '']
  const batches =
    entityIds.length === 0
      ? []
      : await parts.store.read.settlementBatchesOf(entityIds, from, to, '', '', MAX_AGGREGATIONS)
  if (batches.length === MAX_AGGREGATIONS) {
    return { result: tooManyAggregations, answered: 0, rowsRead: batches.length }
  }
  const currency = values.get('currency')
  const shown = batches.filter((batch) => currency === undefined || batch.currency === currency)
  const aggregations = []
  // Many payouts of one file: it is read once.
  const contexts = new Map<string, ReturnType<typeof contextOf>>()
  for (const batch of shown) {
    const context = contexts.get(batch.fileId) ?? contextOf(batch, parts.store)
    contexts.set(batch.fileId, context)
    aggregations.push(aggregationOf(batch, await context))
  }
  const meta = { ndc: request.ndc, atMs: timeOf(request, parts.clock) }
  const body = bodyOf('000.000.100', meta, { after: { aggregations } })
  return { result: { status: 200, body }, answered: shown.length, rowsRead: batches.length }
})

/** The records of a payout, all at once. */
export const reportDetail: Report = inTurn((asked, parts) =>
  detail(asked, parts, async (batch) => {
    if (batch.lineCount > MAX_RECORDS) return tooManyRecords(batch)
    const lines = await linesOf(batch, asked.call.values, { offset: 0, limit: MAX_RECORDS }, parts)
    return { lines, paging: {} }
  }),
)

/** The records of a payout, by pages. */
export const reportPages: Report = inTurn((asked, parts) =>
  detail(asked, parts, async (batch) => {
    const { values } = asked.call
    const pages = Math.max(1, Math.ceil(batch.lineCount / PAGE_RECORDS))
    const pageNo = Number(values.get('pageNo'))
    if (pageNo > pages) {
      const message = `is past the last page: there are ${pages}`
      return refuseParameters([{ name: 'pageNo', value: String(pageNo), message }])
    }
    if (batch.lineCount > MAX_SORTED && orderOf(values) !== undefined) return tooManyToSort(batch)
    const part = { offset: (pageNo - 1) * PAGE_RECORDS, limit: PAGE_RECORDS }
    return { lines: await linesOf(batch, values, part, parts), paging: { pages, pageNo } }
  }),
)

function inTurn(
  report: (asked: Asked<MerchantCall>, parts: ReportParts) => Promise<Found<Answer | Refusal>>,
): Report {
  return (asked, parts) => {
    const { longReads, throttle } = parts
    return runQueryInTurn(asked.call.token, { longReads, throttle, group: 'reports' }, () =>
      report(asked, parts),
    )
  }
}

/**
 * The entity whose settlement is reported. Accounts are those of merchants as a rule: a token of the
 * merchant that names one of its channels sees them, a token of the channel does not.
 */
async function reportedEntity(
  { usable, token }: MerchantCall,
  { store }: ReportParts,
): Promise<EntityRow> {
  const own = await store.read.entity(token.entityId)
  if (own === undefined) throw new Error(`The entity of a token is gone: ${token.entityId}`)
  const named = usable?.entity ?? own
  if (named.kind !== 'channel' || own.kind === 'channel') return named
  const accounts = await store.read.acquirerAccountsOf([named.id])
  if (accounts.length > 0) return named
  const [, parent] = await store.read.entityPath(named.id)
  return parent ?? named
}

interface Part {
  readonly lines: readonly SettlementLineRow[]
  readonly paging: { readonly pages?: number; readonly pageNo?: number }
}

/** A report of one batch, which has to belong to the caller. */
async function detail(
  { id, call, request }: Asked<MerchantCall>,
  parts: ReportParts,
  read: (batch: SettlementBatchRow) => Promise<Part | Refusal>,
): Promise<Found<Answer | Refusal>> {
  const entityIds = await settledEntities(await reportedEntity(call, parts), parts.store)
  const batch = await parts.store.read.settlementBatch(id)
  if (batch === undefined || !entityIds.includes(batch.entityId)) {
    return { result: noSuchAggregation, answered: 0 }
  }
  const found = await read(batch)
  if (isRefusal(found)) return { result: found, answered: 0 }
  const context = await contextOf(batch, parts.store)
  const lines = await reportedLines(found.lines, context, parts.store)
  const records = lines.map(recordOf)
  const meta = { ndc: request.ndc, atMs: timeOf(request, parts.clock) }
  const after = { ...aggregationOf(batch, context), records, ...found.paging }
  const body = bodyOf('000.000.100', meta, { after })
  return { result: { status: 200, body }, answered: records.length }
}

function linesOf(
  batch: SettlementBatchRow,
  values: ParameterValues,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  { store }: ReportParts,
): Promise<readonly SettlementLineRow[]> {
  const { read } = store
  switch (orderOf(values)) {
    case 'ASC':
      return read.settlementLinesByDate(batch.id, offset, limit)
    case 'DESC':
      return read.settlementLinesByDateDown(batch.id, offset, limit)
    case undefined:
      // Positions have no gaps: no line is passed over to find a page.
      return read.settlementLines(batch.id, offset, limit)
  }
}

/** Sorted where both parameters, or one of them, say so. */
function orderOf(values: ParameterValues): 'ASC' | 'DESC' | undefined {
  const order = values.get('sortOrder')
  if (order === undefined && values.get('sortValue') === undefined) return undefined
  return order?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC'
}

/** A batch as reports show it. */
function aggregationOf(
  batch: SettlementBatchRow,
  { account, file }: Pick<ReportedLine, 'account' | 'file'>,
): object {
  const { id, currency, netMinor, feeMinor, paidMinor, paidOn, bankReference, reference } = batch
  return {
    id,
    recordCount: batch.lineCount,
    settlement: {
      date: batch.settledOn,
      currency,
      amount: twoDecimals(netMinor, currency),
      fee: twoDecimals(feeMinor, currency),
      format: file.format,
    },
    clearingInstitute: { merchantId: account.merchantId, name: account.acquirer },
    merchantAccount: { id: account.entityId },
    ...(reference === null && paidMinor === null
      ? {}
      : {
          payout: {
            ...(reference === null ? {} : { id: reference }),
            ...(paidMinor === null ? {} : { amount: twoDecimals(paidMinor, currency) }),
            ...(paidOn === null ? {} : { date: paidOn }),
            ...(bankReference === null ? {} : { bankReference }),
          },
        }),
  }
}

type Members = { [name: string]: Members | string | readonly object[] }

/** A record under the names of the interface document, as a tree; what is empty is left out. */
function recordOf(line: ReportedLine): object {
  const record: Members = {}
  for (const { path, value } of [...RECONCILIATION_COLUMNS, ...REPORT_MEMBERS]) {
    if (path === undefined) continue
    const text = value(line)
    if (text !== '') put(record, path.split('.'), text)
  }
  if (line.paymentIds.length > 0) {
    put(
      record,
      ['matchedTransactions', 'payment'],
      line.paymentIds.map((id) => ({ id })),
    )
  }
  return record
}

function put(record: Members, path: readonly string[], value: string | readonly object[]): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    record[name] = value
    return
  }
  const below = (record[name] ?? {}) as Members
  record[name] = below
  put(below, rest, value)
}

const noSuchAggregation: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no such aggregation, or it belongs to another merchant',
})

const tooManyAggregations: Refusal = refuseParameters([
  {
    name: 'date.from',
    value: '',
    message: `and date.to cover ${MAX_AGGREGATIONS} aggregations or more: send a shorter time frame`,
  },
])

function tooManyRecords({ id, lineCount }: SettlementBatchRow): Refusal {
  return refuse('200.300.407', {
    description: `The aggregation has ${lineCount} records, more than ${MAX_RECORDS}: read /reports/v2/reconciliations/aggregations/${id} page by page`,
  })
}

function tooManyToSort({ lineCount }: SettlementBatchRow): Refusal {
  const message = `is for aggregations of up to ${MAX_SORTED} records, this one has ${lineCount}: leave it out`
  return refuseParameters([{ name: 'sortValue', value: 'SettlementTxDate', message }])
}
