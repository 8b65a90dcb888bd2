import { Type } from 'typebox'
import { BOOKING_KINDS } from '../../common/booking-kinds.ts'
import { DAY_MS } from '../../common/durations.ts'
import {
  channelsBelow,
  MAX_CHANNELS,
  tooManyChannels,
} from '../../server/entities/channels-below.ts'
import { type Found, type LongReads, runQueryInTurn } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import {
  currency,
  day,
  elsewhere,
  fromNotAfterTo,
  limit,
  shaped,
  time,
} from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { readTimestamp } from '../../server/parameters/read-timestamp.ts'
import { MAX_DAYS, timeOfDays } from '../../server/parameters/zoned-time.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { EntityRow, Store } from '../../server/store/port.ts'
import { settledEntities } from '../settlement/index.ts'
import { bookingsAnswer, bookingsExport } from './answer.ts'
import { type BookingsPart, bookingsPart, CURSOR, cursorOf, placeOf } from './bookings.ts'
import { csvFile, type ExportFile, fileFor } from './export-file.ts'
import { FORMATS, type FormatName } from './formats/formats.ts'
import { Shops } from './shops.ts'
import { type BookedTime, daysOf } from './zoned-days.ts'

export interface BookingRouteParts extends CallParts {
  readonly store: Store
  /** Turns of the back office. */
  readonly officeReads: LongReads
}

type Call = Asked<MerchantCall>

/** Longest time: a year and a day. */
const MAX_MS = MAX_DAYS * DAY_MS

const range = {
  'date.from': Type.Optional(time),
  'date.to': Type.Optional(time),
  firstDay: Type.Optional(day("In place of date.from: a day of the entity's time zone.")),
  lastDay: Type.Optional(day('In place of date.to; it counts as well.')),
  booking: Type.Optional(
    Type.Enum([...BOOKING_KINDS], { description: 'Only bookings of this kind; absent: all.' }),
  ),
  currency: Type.Optional(currency),
  cursor: Type.Optional(
    shaped(new RegExp(`^(?:${CURSOR})$`), 'the cursor of an answer as it was given', {
      example: 'made',
      description: 'What an earlier answer had as cursor: goes on with the next bookings.',
    }),
  ),
}

const listRequest = requestOf('bookings.list', Type.Object({ ...range, limit: limit(100, 50) }), {
  rules: [fromNotAfterTo],
  elsewhere,
})

const exportRequest = requestOf(
  'bookings.export',
  Type.Object({
    ...range,
    limit: limit(1000, 100),
    format: Type.Optional(
      Type.Enum(['csv', ...(Object.keys(FORMATS) as FormatName[])], {
        default: 'csv',
        description:
          'csv: all that is known. datev: a posting batch of DATEV. quickbooks: bank transactions for QuickBooks Online. camt054: a notification of ISO 20022.',
      }),
    ),
  }),
  { rules: [fromNotAfterTo], elsewhere },
)

const common = { access: 'token', method: 'get', throttle: 'query' } as const
const tag = 'Administration'

/** `/admin/v1/bookings`: all money that has moved in a time, one row for each booking. */
export const bookingRoutes: readonly Route<BookingRouteParts>[] = [
  {
    ...common,
    path: '/admin/v1/bookings',
    right: 'finance.read',
    operation: listRequest,
    docs: {
      id: 'listBookings',
      tag,
      summary: 'List bookings',
      description:
        'Debits, captures, refunds, reversals, chargebacks and what acquirers have settled, kept and paid out, of the entity and all below it, for at most 367 days. An answer may have no bookings although there are more: `cursor` says so.',
      label: 'Bookings',
      answers: [bookingsAnswer],
    },
    handle: listBookings,
  },
  {
    ...common,
    path: '/admin/v1/bookings/export',
    right: 'payments.export',
    audited: true,
    operation: exportRequest,
    docs: {
      id: 'exportBookings',
      tag,
      summary: 'Export bookings as lines of a file',
      description:
        'The bookings that the same parameters list, up to 1,000 in one answer; with `cursor` the next ones. docs/settlement.md says what each column has, and how the formats of accounting programs are made.',
      label: 'Bookings export',
      answers: [bookingsExport],
    },
    handle: exportBookings,
  },
]

async function listBookings(
  { call, request }: Call,
  parts: BookingRouteParts,
): Promise<Answer | Refusal> {
  const asker = await askerOf(call, parts)
  const part = await askedPart(listRequest.read(call.values), asker, call, parts)
  if (isRefusal(part)) return part
  const { timeZone } = asker
  const shown = { bookings: part.bookings, timeZone, ...cursorIn(part) }
  return answered(bookingsAnswer, shown, { ndc: request.ndc, atMs: parts.clock.now() })
}

async function exportBookings(
  { call, request }: Call,
  parts: BookingRouteParts,
): Promise<Answer | Refusal> {
  const asked = exportRequest.read(call.values)
  const { format = 'csv' } = asked
  const asker = await askerOf(call, parts)
  const made = format === 'csv' ? csvFile : programFile(format, asked, asker, parts)
  if (isRefusal(made)) return made
  const part = await askedPart(asked, asker, call, parts)
  if (isRefusal(part)) return part
  const shown = { ...made(part.bookings), ...cursorIn(part) }
  return answered(bookingsExport, shown, { ndc: request.ndc, atMs: parts.clock.now() })
}

/** Whose bookings are asked for, and by which settings. */
interface Asker {
  readonly entity: EntityRow
  readonly settings: Awaited<ReturnType<BookingRouteParts['access']['settingsOf']>>
  readonly timeZone: string
}

async function askerOf(call: MerchantCall, parts: BookingRouteParts): Promise<Asker> {
  const entity = await entityOfCall(call, parts.store)
  const settings = await parts.access.settingsOf(entity.id)
  return { entity, settings, timeZone: settings.timeZone ?? 'UTC' }
}

function programFile(
  format: FormatName,
  asked: ReturnType<typeof exportRequest.read>,
  { entity, settings, timeZone }: Asker,
  { clock }: BookingRouteParts,
): ExportFile | Refusal {
  const time = timeAsked(asked, timeZone)
  if (isRefusal(time)) return time
  return fileFor(format, time, { entity, settings, nowMs: clock.now() })
}

function cursorIn({ next }: BookingsPart) {
  return next === undefined ? {} : { cursor: cursorOf(next) }
}

async function askedPart(
  asked: ReturnType<typeof listRequest.read>,
  { entity, timeZone }: Asker,
  call: MerchantCall,
  parts: BookingRouteParts,
): Promise<BookingsPart | Refusal> {
  const { store, officeReads: longReads, throttle } = parts
  const { limit: most, cursor, booking, currency: wanted } = asked
  const channelIds = await channelsBelow(entity, store)
  if (channelIds.length > MAX_CHANNELS) return tooManyChannels
  const accountEntityIds = await settledEntities(entity, store)
  const time = timeAsked(asked, timeZone)
  if (isRefusal(time)) return time
  const shops = new Shops(store)
  return runQueryInTurn(call.token, { longReads, throttle }, async () => {
    const range = { ...time, channelIds, accountEntityIds, limit: most, booking, currency: wanted }
    const place = placeOf(cursor ?? '')
    const result = await bookingsPart(range, { place, shops, store })
    const found: Found<BookingsPart> = { result, answered: 0, rowsRead: result.rowsRead }
    return found
  })
}

/** The time that a request names: by two moments, or by two days of the time zone. */
function timeAsked(
  { 'date.from': from, 'date.to': to, firstDay, lastDay }: AskedTime,
  timeZone: string,
): BookedTime | Refusal {
  if (firstDay !== undefined && lastDay !== undefined && from === undefined && to === undefined) {
    return timeOfDays({ firstDay, lastDay }, timeZone)
  }
  if (from === undefined || to === undefined || (firstDay ?? lastDay) !== undefined) return noTime
  const [fromMs, toMs] = [readTimestamp(from), readTimestamp(to) + 999]
  if (toMs - fromMs > MAX_MS) return tooLong(to)
  return { fromMs, toMs, days: daysOf({ fromMs, toMs }, timeZone) }
}

type AskedTime = Pick<
  ReturnType<typeof listRequest.read>,
  'date.from' | 'date.to' | 'firstDay' | 'lastDay'
>

const noTime = refuseParameters([
  {
    name: 'firstDay',
    value: '',
    message: 'and lastDay name the time, or date.from and date.to: send either two of them',
  },
])

function tooLong(value: string): Refusal {
  const message = 'is more than 367 days after date.from: ask for a shorter time'
  return refuseParameters([{ name: 'date.to', value, message }])
}
