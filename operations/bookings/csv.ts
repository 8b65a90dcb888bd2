import { csvLine, plainCell } from '../../common/csv-line.ts'
import type { AdminBooking } from './answer.ts'

/** The columns of the export, in their order, under the names of the API. */
const COLUMNS = [
  'booking',
  'bookedAt',
  'paymentId',
  'referencedId',
  'paymentType',
  'paymentBrand',
  'lineType',
  'merchant',
  'channel',
  'entityId',
  'merchantTransactionId',
  'merchantCustomerId',
  'holder',
  'customerEmail',
  'last4',
  'amount',
  'currency',
  'gross',
  'fee',
  'net',
  'settledCurrency',
  'settledOn',
  'payout',
  'payoutId',
  'paidOn',
] as const satisfies readonly (keyof AdminBooking)[]

/** Columns in which a minus sign is one. All others may have texts of shoppers, merchants and acquirers. */
const NUMBERS: ReadonlySet<string> = new Set(['amount', 'gross', 'fee', 'net'])

export const BOOKINGS_HEADER = COLUMNS.join(';')

/** A booking as a line of the file, with `;`. */
export function bookingLine(booking: AdminBooking): string {
  return csvLine(
    COLUMNS.map((name) => {
      const value = booking[name] ?? ''
      return NUMBERS.has(name) ? value : plainCell(value)
    }),
    ';',
  )
}
