import { DAY_MS } from '../../common/durations.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type {
  ListPlace,
  PaymentRow,
  SettlementBatchRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { answered, bookedAtMs, NO_CURRENCY } from '../settlement/index.ts'
import type { AdminBooking } from './answer.ts'
import { amountIn, BOOKED_TYPES, bookingOf, failureOf, movesMoney, shopperOf } from './booking.ts'
import { feeMinorOf, OF_PAYMENT, payoutMembers, settledOf, shareOf } from './settled.ts'
import type { Shops } from './shops.ts'

/** Payments that one request looks at, as a search of the back office does. */
const LOOKED_AT = 4_000
/** Payments of a channel with a late outcome, and lines of a file, that are read at once. */
const AT_ONCE = 200
/** Reads of channels and files in one request: the next one goes on. */
const MAX_STEPS = 500

/** What a list of bookings is about: a time, channels, and entities with accounts at acquirers. */
export interface BookingsAsked {
  /** First and last moment, both included. */
  readonly fromMs: number
  readonly toMs: number
  readonly channelIds: readonly string[]
  readonly accountEntityIds: readonly string[]
  /** Days of payouts, `yyyy-MM-dd`, both included: those of the time, where the merchant is. */
  readonly days: { readonly from: string; readonly to: string }
  readonly limit: number
  /** Only those of this kind, and of this currency: of the payment, else of the line. */
  readonly booking?: AdminBooking['booking'] | undefined
  readonly currency?: string | undefined
}

/**
 * Where a list of bookings goes on: among payments, among those with a late outcome, among successes that failed later,
 * or among lines of files.
 */
export type BookingsPlace =
  | { readonly of: 'made'; readonly after?: ListPlace }
  | {
      readonly of: 'late' | 'failed'
      readonly channel: number
      readonly afterMs: number
      readonly afterId: string
    }
  | {
      readonly of: 'lines'
      readonly afterOn: string
      readonly afterId: string
      /** Of the batch that is read, and the lines of it that are done. */
      readonly batchId?: string
      readonly position: number
    }

/** Bookings, and where the next part begins. */
export interface BookingsPart {
  readonly bookings: readonly AdminBooking[]
  readonly rowsRead: number
  readonly next?: BookingsPlace
}

interface Step {
  readonly bookings: readonly AdminBooking[]
  readonly rowsRead: number
  readonly next: BookingsPlace | undefined
}

/** The bookings of a time from a place on. A part may have none although there are more. */
export async function bookingsPart(
  asked: BookingsAsked,
  {
    place,
    shops,
    store,
  }: {
    readonly place: BookingsPlace
    readonly shops: Shops
    readonly store: Store
  },
): Promise<BookingsPart> {
  const bookings: AdminBooking[] = []
  let rowsRead = 0
  let next: BookingsPlace | undefined = place
  for (let steps = 0; steps < MAX_STEPS && next !== undefined; steps++) {
    const room = asked.limit - bookings.length
    if (room <= 0 || rowsRead >= LOOKED_AT) break
    const step: Step = await stepAt(next, { ...asked, limit: room }, { shops, store })
    bookings.push(...step.bookings.filter((one) => isWanted(one, asked)))
    rowsRead += step.rowsRead
    next = step.next
  }
  return { bookings, rowsRead, ...(next === undefined ? {} : { next }) }
}

function isWanted(
  of: AdminBooking,
  { booking, currency }: Pick<BookingsAsked, 'booking' | 'currency'>,
): boolean {
  return (
    (booking === undefined || of.booking === booking) &&
    (currency === undefined || (of.currency ?? of.settledCurrency) === currency)
  )
}

interface StepParts {
  readonly shops: Shops
  readonly store: Store
}

function stepAt(place: BookingsPlace, asked: BookingsAsked, parts: StepParts): Promise<Step> {
  switch (place.of) {
    case 'made':
      return made(place, asked, parts)
    case 'late':
      return late(place, asked, parts)
    case 'failed':
      return failed(place, asked, parts)
    case 'lines':
      return lines(place, asked, parts)
  }
}

/** Payments that were made in the time, the newest first. */
async function made(
  { after }: { readonly after?: ListPlace },
  asked: BookingsAsked,
  parts: StepParts,
): Promise<Step> {
  const { channelIds, fromMs, toMs, limit } = asked
  // Those of the whole day (UTC): what was booked on the day on which it was made is found by that alone.
  const createdFromMs = beginOfUtcDay(fromMs)
  const late: BookingsPlace = { of: 'late', channel: 0, afterMs: fromMs, afterId: '' }
  if (channelIds.length === 0) return { bookings: [], rowsRead: 0, next: late }
  const page = await parts.store.read.findTransactions(
    {
      entityIds: channelIds,
      onlyPayments: true,
      createdFromMs,
      createdToMs: toMs,
      paymentTypes: BOOKED_TYPES,
      states: ['succeeded'],
    },
    {
      offset: 0,
      limit,
      counts: false,
      maxRows: LOOKED_AT,
      ...(after === undefined ? {} : { after }),
    },
  )
  const payments = page.transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : []))
  const within = payments.filter((row) => bookedAtMs(row) >= fromMs && bookedAtMs(row) <= toMs)
  return {
    bookings: await shown(within, asked, parts),
    rowsRead: page.rowsRead,
    next: page.end === undefined ? late : { of: 'made', after: page.end },
  }
}

/** Payments that were made before the time, and whose outcome came in it. */
async function late(
  place: { readonly channel: number; readonly afterMs: number; readonly afterId: string },
  asked: BookingsAsked,
  parts: StepParts,
): Promise<Step> {
  const { channelIds, fromMs, toMs, limit } = asked
  const { channel, afterMs, afterId } = place
  const channelId = channelIds[channel]
  if (channelId === undefined) {
    const next = { of: 'failed', channel: 0, afterMs: fromMs, afterId: '' } as const
    return { bookings: [], rowsRead: 0, next }
  }
  const size = Math.min(AT_ONCE, limit)
  const rows = await parts.store.read.paymentsBookedLater(
    channelId,
    afterMs,
    afterId,
    toMs + 1,
    size,
  )
  const last = rows.at(-1)
  const isOver = rows.length < size || last === undefined
  const early = rows.filter(
    ({ createdAtMs, state, paymentType }) =>
      createdAtMs < beginOfUtcDay(fromMs) &&
      state === 'succeeded' &&
      BOOKED_TYPES.some((type) => type === paymentType),
  )
  return {
    bookings: await shown(early, asked, parts),
    rowsRead: rows.length,
    next: isOver
      ? { of: 'late', channel: channel + 1, afterMs: fromMs, afterId: '' }
      : { of: 'late', channel, afterMs: bookedAtMs(last), afterId: last.id },
  }
}

/** Successes that failed in the time, whenever they were booked. */
async function failed(
  place: { readonly channel: number; readonly afterMs: number; readonly afterId: string },
  { channelIds, fromMs, toMs, limit }: BookingsAsked,
  parts: StepParts,
): Promise<Step> {
  const { channel, afterMs, afterId } = place
  const channelId = channelIds[channel]
  if (channelId === undefined) {
    const next = { of: 'lines', afterOn: '', afterId: '', position: 0 } as const
    return { bookings: [], rowsRead: 0, next }
  }
  const size = Math.min(AT_ONCE, limit)
  const { read } = parts.store
  const rows = await read.paymentsFailedLater(channelId, afterMs, afterId, toMs + 1, size)
  const last = rows.at(-1)
  const isOver = rows.length < size || last === undefined
  const around = await paymentsAround(rows, parts.store)
  const shopOf = await parts.shops.of(rows.map(({ entityId }) => entityId))
  return {
    bookings: rows
      .filter((payment) => isBooked(payment, around))
      .map((payment) => {
        const root = around.get(payment.familyId) ?? payment
        return failureOf({ payment, root }, shopOf)
      }),
    rowsRead: rows.length,
    next: isOver
      ? { of: 'failed', channel: channel + 1, afterMs: fromMs, afterId: '' }
      : { of: 'failed', channel, afterMs: last.failedLaterAtMs ?? 0, afterId: last.id },
  }
}

async function shown(
  rows: readonly PaymentRow[],
  { days, accountEntityIds }: BookingsAsked,
  { shops, store }: StepParts,
): Promise<readonly AdminBooking[]> {
  if (rows.length === 0) return []
  const around = await paymentsAround(rows, store)
  const settled = await settledOf(
    rows.map(({ id }) => id),
    { until: days.to, accountEntityIds },
    store,
  )
  const shopOf = await shops.of(rows.map(({ entityId }) => entityId))
  return rows.flatMap((payment) => {
    const root = around.get(payment.familyId) ?? payment
    if (!isBooked(payment, around)) return []
    return [bookingOf({ payment, root, settled: settled.get(payment.id) }, shopOf)]
  })
}

function beginOfUtcDay(atMs: number): number {
  return atMs - (atMs % DAY_MS)
}

/**
 * Whether a payment has a row: it has moved money. What books a late failure has none, because the failure of its
 * target has one.
 */
function isBooked(payment: PaymentRow, around: ReadonlyMap<string, PaymentRow>): boolean {
  const { state, paymentType, operation, referencedId } = payment
  const isOfType = BOOKED_TYPES.some((type) => type === paymentType)
  const target = around.get(referencedId ?? '') ?? payment
  return (
    state === 'succeeded' && isOfType && operation !== 'lateFailure' && movesMoney(payment, target)
  )
}

/** What payments refer to, and have come of. */
async function paymentsAround(
  rows: readonly PaymentRow[],
  { read }: Store,
): Promise<ReadonlyMap<string, PaymentRow>> {
  const known = new Map(rows.map((row) => [row.id, row]))
  const ids = rows.flatMap(({ familyId, referencedId }) => [familyId, referencedId ?? familyId])
  const wanted = [...new Set(ids)].filter((id) => !known.has(id))
  for (let at = 0; at < wanted.length; at += 1000) {
    for (const row of await read.paymentsById(wanted.slice(at, at + 1000))) known.set(row.id, row)
  }
  return known
}

/**
 * Lines of settlement files by the day of their payout: those that settle no payment, and those of payments that were
 * booked before the time.
 */
async function lines(
  place: Extract<BookingsPlace, { of: 'lines' }>,
  asked: BookingsAsked,
  parts: StepParts,
): Promise<Step> {
  const { accountEntityIds, limit, days } = asked
  const { read } = parts.store
  if (accountEntityIds.length === 0) return { bookings: [], rowsRead: 0, next: undefined }
  const { from, to } = days
  const { afterOn, afterId, position } = place
  const batch =
    place.batchId === undefined
      ? (await read.settlementBatchesOf(accountEntityIds, from, to, afterOn, afterId, 1))[0]
      : await read.settlementBatch(place.batchId)
  // A cursor is sent by the client: it may name a batch of anybody.
  if (batch === undefined || !accountEntityIds.includes(batch.entityId)) {
    return { bookings: [], rowsRead: 0, next: undefined }
  }
  const size = Math.min(AT_ONCE, limit)
  const isExternal = batch.currency === NO_CURRENCY
  const rows = isExternal ? [] : await read.settlementLines(batch.id, position, size)
  const last = rows.at(-1)
  return {
    bookings: await linesOf(rows, batch, asked, parts),
    rowsRead: rows.length,
    next:
      last !== undefined && rows.length === size
        ? { of: 'lines', afterOn, afterId, batchId: batch.id, position: last.position }
        : { of: 'lines', afterOn: batch.settledOn, afterId: batch.id, position: 0 },
  }
}

const LINE_KINDS: Readonly<Partial<Record<SettlementLineRow['type'], AdminBooking['booking']>>> = {
  fee: 'fee',
  cost: 'fee',
  payout: 'payout',
}

async function linesOf(
  rows: readonly SettlementLineRow[],
  batch: SettlementBatchRow,
  { fromMs }: BookingsAsked,
  { shops, store }: StepParts,
): Promise<readonly AdminBooking[]> {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (first === undefined || last === undefined) return []
  const { read } = store
  const found = await read.settlementMatchesOfLines(batch.id, first.position, last.position)
  const matches = byPosition(found.filter(({ isCandidate }) => !isCandidate))
  const ids = [...matches.values()].flat().map(({ paymentId }) => paymentId)
  const payments = ids.length === 0 ? [] : await paymentsOf([...new Set(ids)], read)
  const around = await paymentsAround(payments, store)
  const payout = await payoutMembers(batch, read)
  const [, merchant] = (await shops.of([batch.entityId]))(batch.entityId)
  const common = { merchant, entityId: batch.entityId, ...payout }
  return rows.flatMap((row) => {
    const line = answered(row)
    const ofLine = matches.get(line.position) ?? []
    const all = ofLine.map(({ paymentId }) => paymentId)
    const payments = all.flatMap((id) => around.get(id) ?? [])
    const booked = payments.filter((payment) => isBooked(payment, around))
    if (!OF_PAYMENT.has(line.type) || booked.length === 0) {
      // Costs of a hold, or of what failed, stand with no booking, too.
      return [{ ...lineMembers(line, batch), ...ofPayment(payments[0], around), ...common }]
    }
    // The others stand with the booking of their payment, which is of this time or of a later one.
    const ofBookings = booked.filter((payment) => bookedAtMs(payment) >= fromMs)
    const ids = all.filter((id) => !ofBookings.some((payment) => payment.id === id))
    if (ids.length === 0) return []
    const only = ids.length === 1 ? around.get(ids[0] ?? '') : undefined
    return [{ ...settledLater(line, batch, ofLine, ids), ...ofPayment(only, around), ...common }]
  })
}

function byPosition(
  matches: readonly SettlementMatchRow[],
): ReadonlyMap<number, readonly SettlementMatchRow[]> {
  const found = new Map<number, SettlementMatchRow[]>()
  for (const match of matches) {
    const others = found.get(match.position)
    if (others === undefined) found.set(match.position, [match])
    else others.push(match)
  }
  return found
}

/** Payments by their ids, at most 1,000 in one read. */
async function paymentsOf(ids: readonly string[], read: Store['read']): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = []
  for (let at = 0; at < ids.length; at += 1000) {
    rows.push(...(await read.paymentsById(ids.slice(at, at + 1000))))
  }
  return rows
}

function ofPayment(payment: PaymentRow | undefined, around: ReadonlyMap<string, PaymentRow>) {
  if (payment === undefined) return {}
  const root = around.get(payment.familyId) ?? payment
  return { paymentId: payment.id, ...shopperOf(payment, root) }
}

type Line = Omit<AdminBooking, 'merchant' | 'entityId'>

function factsOfLine(line: SettlementLineRow, { id }: SettlementBatchRow) {
  return {
    bookedAt: wireTimestamp(Date.parse(line.settledOn)),
    lineType: line.type,
    lineId: `${id}:${line.position}`,
    ...(line.paymentBrand === null ? {} : { paymentBrand: line.paymentBrand }),
    ...(line.merchantReference === null ? {} : { merchantTransactionId: line.merchantReference }),
    settledCurrency: line.currency,
    settledOn: line.settledOn,
  }
}

function lineMembers(line: SettlementLineRow, batch: SettlementBatchRow): Line {
  const feeMinor = feeMinorOf(line)
  return {
    booking: LINE_KINDS[line.type] ?? 'settlement',
    ...factsOfLine(line, batch),
    gross: amountIn(line.netMinor + feeMinor, line.currency),
    fee: amountIn(feeMinor, line.currency),
    net: amountIn(line.netMinor, line.currency),
  }
}

/** What was settled of earlier payments: costs and net. Gross amounts stand with the payments. */
function settledLater(
  line: SettlementLineRow,
  batch: SettlementBatchRow,
  matches: readonly SettlementMatchRow[],
  paymentIds: readonly string[],
): Line {
  const sharesOf = (minor: number) =>
    paymentIds.reduce((sum, paymentId) => sum + shareOf(minor, { matches, paymentId }), 0)
  return {
    booking: 'settlement',
    ...factsOfLine(line, batch),
    fee: amountIn(sharesOf(feeMinorOf(line)), line.currency),
    net: amountIn(sharesOf(line.netMinor), line.currency),
  }
}

/** What such texts look like. */
export const CURSOR =
  'made(?:\\.\\d{1,15}\\.[0-9a-f]{0,40}\\.[01])?|(?:late|failed)\\.\\d{1,4}\\.-?\\d{1,15}\\.[0-9a-f]{0,40}|lines\\.[0-9-]{0,10}\\.[0-9a-f-]{0,40}\\.[0-9a-f-]{0,40}\\.\\d{1,15}'

/** A place as a text of an address. */
export function cursorOf(place: BookingsPlace): string {
  switch (place.of) {
    case 'made': {
      const { after } = place
      return after === undefined ? 'made' : `made.${after.atMs}.${after.id}.${after.rank}`
    }
    case 'late':
    case 'failed':
      return `${place.of}.${place.channel}.${place.afterMs}.${place.afterId}`
    case 'lines':
      return `lines.${place.afterOn}.${place.afterId}.${place.batchId ?? ''}.${place.position}`
  }
}

/** The place of such a text; the beginning where it is none. */
export function placeOf(cursor: string): BookingsPlace {
  const [of, ...parts] = cursor.split('.')
  if (of === 'made' && parts.length === 3) {
    const [atMs = '', id = '', rank] = parts
    return { of, after: { atMs: Number(atMs), id, rank: rank === '1' ? 1 : 0 } }
  }
  if ((of === 'late' || of === 'failed') && parts.length === 3) {
    const [channel = '', afterMs = '', afterId = ''] = parts
    return { of, channel: Number(channel), afterMs: Number(afterMs), afterId }
  }
  if (of === 'lines' && parts.length === 4) {
    const [afterOn = '', afterId = '', batchId = '', position = ''] = parts
    const within = batchId === '' ? {} : { batchId }
    return { of, afterOn, afterId, position: Number(position), ...within }
  }
  return { of: 'made' }
}
