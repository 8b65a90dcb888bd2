import { Type } from 'typebox'
import { BOOKING_KINDS } from '../../common/booking-kinds.ts'
import {
  answer,
  count,
  id,
  type MembersOf,
  moment,
  type Shown,
  text,
  word,
} from '../../server/http/described-answer.ts'

const booking = Type.Object({
  booking: word(
    BOOKING_KINDS,
    'failure: the acquirer has taken a success back. fee, payout, settlement: a line of a settlement file that is no settlement of one payment.',
  ),
  bookedAt: moment('When the money moved; of a line of a file the beginning of the day, UTC.'),
  paymentId: Type.Optional(id('Of the payment; absent where a line is about none.')),
  referencedId: Type.Optional(id('The payment that it refers to.')),
  paymentType: Type.Optional(text('Such as DB, CP or RF.')),
  paymentBrand: Type.Optional(text()),
  lineType: Type.Optional(text('What a line of a file reports.')),
  lineId: Type.Optional(text('Names the line of a file.')),
  merchant: text('Its name.'),
  channel: Type.Optional(text('Its name.')),
  entityId: id('Of the channel; of a line of a file the entity of the account.'),
  merchantTransactionId: Type.Optional(
    text('The merchant’s reference, of a refund that has none that of what it refunds.'),
  ),
  merchantCustomerId: Type.Optional(text('The same of the customer.')),
  holder: Type.Optional(text('Of the card, account or wallet.')),
  customerEmail: Type.Optional(text()),
  last4: Type.Optional(text('The last four digits of the number.')),
  amount: Type.Optional(
    text('What a payment has moved; with a minus sign: taken from the merchant.'),
  ),
  currency: Type.Optional(text('Of the amount.')),
  gross: Type.Optional(text('What the acquirer has settled of it, before costs.')),
  fee: Type.Optional(text('What was kept of that.')),
  net: Type.Optional(text('gross without fee.')),
  settledCurrency: Type.Optional(text('Of gross, fee and net.')),
  settledOn: Type.Optional(text('The day of the settlement, yyyy-MM-dd.')),
  payout: Type.Optional(text('The acquirer’s number of the payout.')),
  payoutId: Type.Optional(text('Names the payout in `/admin/v1/settlement/payouts/{id}`.')),
  paidOn: Type.Optional(text('When the payout reaches the bank, yyyy-MM-dd.')),
})

/** Money that has moved. */
export type AdminBooking = Shown<typeof booking>

const more = Type.Optional(text('There are more: send it for them.'))

export const bookingsAnswer = answer(
  'BookingsAnswer',
  {
    bookings: Type.Array(booking, {
      description:
        'Payments first, the newest first; then those that were made before the time and booked in it, and successes that failed in it; then lines of settlement files that are about no payment, or about one that was booked before.',
    }),
    timeZone: text('Of the days of the entity, of the IANA list.'),
    cursor: more,
  },
  'Bookings of an entity.',
)

export type AdminBookings = MembersOf<typeof bookingsAnswer>

export const bookingsExport = answer(
  'BookingsExport',
  {
    header: text('The first line of the CSV file.'),
    lines: Type.Array(text(), { description: 'Its next lines.' }),
    footer: Type.Optional(text('Its last lines, where the format has some.')),
    leftOut: Type.Optional(
      count(
        'How many movements of this answer the format has no place for: in another currency than the books and not settled yet, or without an account in the books.',
      ),
    ),
    cursor: more,
  },
  'A part of bookings as lines of a file.',
)

export type AdminBookingsExport = MembersOf<typeof bookingsExport>
