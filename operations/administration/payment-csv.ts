import { csvLine, plainCell } from '../../server/kernel/csv-line.ts'
import type { AdminPayment } from './answer.ts'

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

export const CSV_HEADER = COLUMNS.map(([name]) => name).join(';')

/** A payment as a line of the file, with `;`. */
export function paymentLine(payment: AdminPayment): string {
  return csvLine(
    COLUMNS.map(([name, read]) => {
      const value = read(payment) ?? ''
      return NUMBERS.has(name) ? value : plainCell(value)
    }),
    ';',
  )
}
