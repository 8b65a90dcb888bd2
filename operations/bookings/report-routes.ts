import { Type } from 'typebox'
import {
  channelsBelow,
  MAX_CHANNELS,
  tooManyChannels,
} from '../../server/entities/channels-below.ts'
import { type Found, runQueryInTurn } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import {
  answer,
  answered,
  count,
  type MembersOf,
  moment,
  text,
} from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { day, elsewhere, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { timeOfDays } from '../../server/parameters/zoned-time.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import { settledEntities } from '../settlement/index.ts'
import { CURSOR, cursorOf, placeOf } from './bookings.ts'
import { type ReportPart, type ReportPlace, reportPart } from './report.ts'
import type { BookingRouteParts } from './routes.ts'

/** Bookings that one request sums at most: beside payments, twice as many took 200 ms at the 95th percentile. */
const AT_ONCE = 500

const reportRequest = requestOf(
  'bookings.report',
  Type.Object({
    firstDay: day('The first day of the time, in the time zone of the entity.'),
    lastDay: day('The last day of it.'),
    cursor: Type.Optional(
      shaped(
        new RegExp(`^(?:${CURSOR}|holds(?:\\.\\d{1,15}\\.[0-9a-f]{0,40}\\.[01])?)$`),
        'the cursor of an answer as it was given',
        {
          example: 'made',
          description: 'What an earlier answer had as cursor: goes on with what is not summed yet.',
        },
      ),
    ),
  }),
  { elsewhere },
)

const line = Type.Object({
  merchantId: text(),
  merchant: text('Its name.'),
  currency: text(),
  brand: text('Empty of lines of files that are about no payment.'),
  count: count('Debits, captures and rebills.'),
  authorised: text('Held by preauthorisations and charged at once.'),
  captured: text('Debits, captures and rebills, less those that failed later.'),
  refunded: text('Refunds, reversals and credits: with a minus sign.'),
  chargedBack: text('Chargebacks, less those that were taken back: with a minus sign.'),
  fees: text('What acquirers have kept, in the currency of the settlement.'),
  other: text('Lines of files that are none of these.'),
  net: text('captured, refunded, chargedBack and other, less fees.'),
  paidOut: text('Payouts whose day of settlement lies in the time.'),
  open: text('Of the payments, what no payout holds.'),
})

export const reportAnswer = answer(
  'ReportAnswer',
  {
    timeZone: text('Of the days.'),
    from: moment('When the first day begins, UTC.'),
    before: moment('When the last day is over, UTC.'),
    lines: Type.Array(line, {
      description: 'By merchant, currency and brand: to be added to those of the other parts.',
    }),
    cursor: Type.Optional(text('There is more to sum: send it for that.')),
  },
  'A part of a report.',
)

export type ReportAnswer = MembersOf<typeof reportAnswer>

/** `/admin/v1/bookings/report`: what a time has brought, by merchant, currency and brand. */
export const reportRoutes: readonly Route<BookingRouteParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/bookings/report',
    right: 'finance.read',
    operation: reportRequest,
    throttle: 'query',
    docs: {
      id: 'readReport',
      tag: 'Administration',
      summary: 'Sum the bookings of a time',
      description:
        'By merchant, currency and brand, for at most 367 days in the time zone of the entity (setting `timeZone`). The sums are exactly those of the bookings of that time. A request sums up to 500 bookings: as long as there is `cursor`, the lines of the next answers are added.',
      label: 'Report',
      answers: [reportAnswer],
    },
    handle: readReport,
  },
]

async function readReport(
  { call, request }: Asked<MerchantCall>,
  parts: BookingRouteParts,
): Promise<Answer | Refusal> {
  const { store, access, clock, officeReads: longReads, throttle } = parts
  const { firstDay, lastDay, cursor = '' } = reportRequest.read(call.values)
  const entity = await entityOfCall(call, store)
  const channelIds = await channelsBelow(entity, store)
  if (channelIds.length > MAX_CHANNELS) return tooManyChannels
  const { timeZone = 'UTC' } = await access.settingsOf(entity.id)
  const time = timeOfDays({ firstDay, lastDay }, timeZone)
  if (isRefusal(time)) return time
  const asked = {
    ...time,
    channelIds,
    accountEntityIds: await settledEntities(entity, store),
    limit: AT_ONCE,
  }
  const part = await runQueryInTurn(call.token, { longReads, throttle }, async () => {
    const result = await reportPart(asked, reportPlaceOf(cursor), store)
    const found: Found<ReportPart> = { result, answered: 0, rowsRead: result.rowsRead }
    return found
  })
  if (isRefusal(part)) return part
  const members = {
    timeZone,
    from: wireTimestamp(time.fromMs),
    before: wireTimestamp(time.toMs + 1),
    lines: [...part.lines],
    ...(part.next === undefined ? {} : { cursor: reportCursorOf(part.next) }),
  }
  return answered(reportAnswer, members, { ndc: request.ndc, atMs: clock.now() })
}

/** A place as a text of an address. */
export function reportCursorOf(place: ReportPlace): string {
  if (place.of !== 'holds') return cursorOf(place)
  const { after } = place
  return after === undefined ? 'holds' : `holds.${after.atMs}.${after.id}.${after.rank}`
}

/** The place of such a text; the beginning where it is none. */
export function reportPlaceOf(cursor: string): ReportPlace {
  const [of, ...rest] = cursor.split('.')
  if (of !== 'holds') return placeOf(cursor)
  const [atMs = '', id = '', rank] = rest
  if (rest.length !== 3) return { of }
  return { of, after: { atMs: Number(atMs), id, rank: rank === '1' ? 1 : 0 } }
}
