import { csvLine, plainCell } from '../../common/csv-line.ts'
import { cursorOf, type Found, placeOfCursor } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import type { Asked } from '../../server/http/route.ts'
import { shortIdOf } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { ListPlace, PaymentRow, TransactionQuery } from '../../server/store/port.ts'
import { type AdminPayment, type AdminPaymentList, exportPart, paymentList } from './answer.ts'
import {
  type AdministrationParts,
  answerWith,
  channelsOf,
  entitiesOf,
  runInTurn,
  timeZoneOf,
} from './call-parts.ts'
import {
  exportSearch,
  filtersOf,
  fitsSearch,
  isNarrow,
  type PaymentSearch,
  paymentSearch,
  readSearch,
  type Sought,
  searchFault,
  soughtCard,
} from './payment-search.ts'
import { summaryOf } from './payment-summary.ts'

/**
 * Payments that one request looks at, for which no other has to pause (`SMALL_COST` of the query's turns): less
 * than a tenth of a second. Who looks for something rare goes on with the cursor.
 */
const LOOKED_AT = 4_000

/** Payments of one reference, or of one moment of short ids, that are read. */
const MOST_NAMED = 1_000

/** Lines of one ARN that are read: a payment has few, such as its refunds. */
const MOST_OF_ARN = 20

/** Texts that the store looks for at once; `fitsSearch` compares what is beyond them. */
const MAX_TEXTS = 5

/** What a request has found, and where the next one goes on. */
interface Part {
  readonly payments: readonly PaymentRow[]
  readonly rowsRead: number
  readonly end?: ListPlace
}

/** `GET /admin/v1/payments`. */
export async function listPayments(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const part = await searchedPart(call, paymentSearch.read(call.values), parts)
  if (isRefusal(part)) return part
  const { timeZone } = part
  return answerWith(
    paymentList,
    { ...(await shownPart(part, parts)), timeZone },
    request.ndc,
    parts,
  )
}

/** `GET /admin/v1/payments/export`. */
export async function exportPayments(
  { call, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const part = await searchedPart(call, exportSearch.read(call.values), parts)
  if (isRefusal(part)) return part
  const { payments, ...place } = await shownPart(part, parts)
  const shown = { header: CSV_HEADER, lines: payments.map(paymentLine), ...place }
  return answerWith(exportPart, shown, request.ndc, parts)
}

async function searchedPart(
  call: MerchantCall,
  asked: PaymentSearch,
  parts: AdministrationParts,
): Promise<(Part & Pick<AdminPaymentList, 'timeZone'>) | Refusal> {
  const { store, clock } = parts
  const entityIds = await channelsOf(call, store)
  if (isRefusal(entityIds)) return entityIds
  const fault = searchFault(asked)
  if (fault !== undefined) return fault
  const timeZone = await timeZoneOf(call, parts)
  const typed = readSearch(asked.lookFor ?? '', clock.now(), asked.currency)
  const sought = asked.state === 'review' ? { ...typed, isInReview: true } : typed
  const search = async (): Promise<Found<Part>> => {
    const found = await findPart(sought, { asked, entityIds, timeZone }, parts)
    // Lines of a list cost little: only what was looked at is counted.
    return { result: found, answered: 0, rowsRead: found.rowsRead }
  }
  const part = entityIds.length === 0 ? NOTHING : await runInTurn(call, parts, search)
  return isRefusal(part) ? part : { ...part, timeZone }
}

const NOTHING: Part = { payments: [], rowsRead: 0 }

async function shownPart(
  { payments, end }: Part,
  { store }: AdministrationParts,
): Promise<Omit<AdminPaymentList, 'timeZone'>> {
  const entityOf = await entitiesOf(
    payments.map(({ entityId }) => entityId),
    store,
  )
  const roots = await rootsOf(payments, store)
  return {
    payments: payments.map((row) =>
      summaryOf(row, entityOf(row.entityId), roots.get(row.familyId) ?? row),
    ),
    ...(end === undefined ? {} : { cursor: cursorOf(end), searchedTo: wireTimestamp(end.atMs) }),
  }
}

/** The payments that references have come of, by their ids. */
async function rootsOf(
  payments: readonly PaymentRow[],
  { read }: AdministrationParts['store'],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const references = payments.filter(({ id, familyId }) => id !== familyId)
  const ids = [...new Set(references.map(({ familyId }) => familyId))]
  const found = ids.length === 0 ? [] : await read.paymentsById(ids)
  return new Map(found.map((row) => [row.id, row]))
}

interface Within {
  readonly asked: PaymentSearch
  readonly entityIds: readonly string[]
  readonly timeZone: string
}

async function findPart(
  typed: Sought,
  { asked, entityIds, timeZone }: Within,
  parts: AdministrationParts,
): Promise<Part> {
  const { card, texts = [] } = soughtCard(asked) ?? {}
  const sought = card === undefined ? typed : { ...typed, card }
  if (sought.id !== undefined) return oneById(sought.id, entityIds, parts)
  if (sought.arn !== undefined) return byArn(sought.arn, entityIds, parts)
  const after = placeOfCursor(asked.cursor ?? '')
  const { limit } = asked
  const within = { entityIds, onlyPayments: true } as const
  const find = (query: Partial<TransactionQuery>) =>
    lookNarrowly(sought, { ...within, ...query }, { after, limit }, parts)
  if (sought.idRanges !== undefined) {
    return byShortId(sought, (query) =>
      look({ ...within, ...query }, { after: undefined, limit: MOST_NAMED }, parts),
    )
  }
  const ofFilters = filtersOf(asked, timeZone)
  const ofBoth = [...texts, ...(sought.conditions.texts ?? [])].slice(0, MAX_TEXTS)
  const filters = {
    ...{ ...ofFilters, ...sought.conditions },
    ...(ofBoth.length === 0 ? {} : { texts: ofBoth }),
  }
  const { reference } = sought
  if (reference === undefined || after !== undefined) return find(filters)
  const named = await lookNarrowly(
    { ...sought, words: [] },
    { ...within, ...ofFilters, merchantTransactionId: reference },
    { after, limit: MOST_NAMED },
    parts,
  )
  // Without a cursor: the next part would look for the words.
  const { end: _end, ...found } = named
  return named.payments.length > 0 ? found : find(filters)
}

/** Payments that the store finds at once for `fitsSearch`, and how often: most fit, of usual words. */
const CANDIDATES = 200
const MAX_PASSES = 5

/** Leaves out what the store has found by more than was asked for. */
async function lookNarrowly(
  sought: Sought,
  query: TransactionQuery,
  { after, limit }: { readonly after: ListPlace | undefined; readonly limit: number },
  parts: AdministrationParts,
): Promise<Part> {
  if (!isNarrow(sought, query)) return look(query, { after, limit }, parts)
  const payments: PaymentRow[] = []
  const ofPass = Math.max(limit, CANDIDATES)
  let rowsRead = 0
  let place = after
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const found = await look(query, { after: place, limit: ofPass }, parts)
    rowsRead = Math.max(rowsRead, found.rowsRead)
    const fitting = found.payments.filter((row) => fitsSearch(row, sought, query))
    const room = limit - payments.length
    payments.push(...fitting.slice(0, room))
    const last = payments.at(-1)
    if (fitting.length > room && last !== undefined) {
      return { payments, rowsRead, end: { atMs: last.createdAtMs, id: last.id, rank: 0 } }
    }
    place = found.end
    // The whole time was looked through, or the part of it that one request may look at.
    const isOver = place === undefined || found.payments.length < ofPass
    if (isOver || payments.length === limit) break
  }
  return { payments, rowsRead, ...(place === undefined ? {} : { end: place }) }
}

async function oneById(
  id: string,
  entityIds: readonly string[],
  { store }: AdministrationParts,
): Promise<Part> {
  const payment = await store.read.payment(id)
  const isWithin = payment !== undefined && entityIds.includes(payment.entityId)
  return { payments: isWithin ? [payment] : [], rowsRead: 1 }
}

/** The payments that acquirers have told this number of, and those that matched lines with it are about. */
async function byArn(
  arn: string,
  entityIds: readonly string[],
  { store: { read } }: AdministrationParts,
): Promise<Part> {
  const lines = await read.settlementLinesOfArn(arn)
  const payments = new Map<string, PaymentRow>()
  const addPayment = async (paymentId: string) => {
    const payment = await read.payment(paymentId)
    if (payment !== undefined && entityIds.includes(payment.entityId)) {
      payments.set(paymentId, payment)
    }
  }
  for (const { kind, paymentId } of await read.providerReferencesOfValues([arn])) {
    if (kind === 'arn' && paymentId !== null) await addPayment(paymentId)
  }
  for (const { batchId, position } of lines.slice(0, MOST_OF_ARN)) {
    // The batch is written by the last commit of an import: without it the file is not imported yet.
    if ((await read.settlementBatch(batchId)) === undefined) continue
    for (const { paymentId } of await read.settlementMatchesOfLines(batchId, position, position)) {
      await addPayment(paymentId)
    }
  }
  return { payments: [...payments.values()], rowsRead: lines.length + payments.size }
}

/** Few ids share the time of a short id. */
async function byShortId(
  { idRanges = [], shortId }: Sought,
  find: (query: Partial<TransactionQuery>) => Promise<Part>,
): Promise<Part> {
  const payments: PaymentRow[] = []
  let rowsRead = 0
  for (const { from: idFrom, before: idBefore } of idRanges) {
    const found = await find({ idFrom, idBefore })
    rowsRead += found.rowsRead
    payments.push(...found.payments.filter(({ id }) => shortIdOf(id) === shortId))
  }
  return { payments, rowsRead }
}

async function look(
  query: TransactionQuery,
  { after, limit }: { readonly after: ListPlace | undefined; readonly limit: number },
  { store }: AdministrationParts,
): Promise<Part> {
  const page = await store.read.findTransactions(query, {
    offset: 0,
    limit,
    counts: false,
    maxRows: LOOKED_AT,
    ...(after === undefined ? {} : { after }),
  })
  const payments = page.transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : []))
  const { rowsRead, end } = page
  return { payments, rowsRead, ...(end === undefined ? {} : { end }) }
}

/** Columns of an export, in their order: name and value. */
const COLUMNS: readonly (readonly [string, (payment: AdminPayment) => string | undefined])[] = [
  ['id', ({ id }) => id],
  ['shortId', ({ shortId }) => shortId],
  ['createdAt', ({ createdAt }) => createdAt],
  ['paymentType', ({ paymentType }) => paymentType],
  ['paymentBrand', ({ paymentBrand }) => paymentBrand],
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => currency],
  ['state', ({ state }) => state],
  ['code', ({ code }) => code],
  ['description', ({ description }) => description],
  ['entity', ({ entity }) => entity.name],
  ['entityId', ({ entity }) => entity.id],
  ['merchantTransactionId', ({ merchantTransactionId }) => merchantTransactionId],
  ['customerEmail', ({ customerEmail }) => customerEmail],
  ['holder', ({ holder }) => holder],
  ['last4', ({ last4 }) => last4],
  ['riskScore', ({ riskScore }) => riskScore?.toString()],
]

/** Columns in which a minus sign is one. All others may have texts of shoppers and merchants. */
const NUMBERS: ReadonlySet<string> = new Set(['riskScore'])

const CSV_HEADER = COLUMNS.map(([name]) => name).join(';')

/** A payment as a line of the file, with `;`. */
function paymentLine(payment: AdminPayment): string {
  return csvLine(
    COLUMNS.map(([name, read]) => {
      const value = read(payment) ?? ''
      return NUMBERS.has(name) ? value : plainCell(value)
    }),
    ';',
  )
}
