import type { AdminPayment } from '../../../common/admin-wire.ts'

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
]

export const CSV_HEADER = COLUMNS.map(([name]) => name).join(';')

/** A payment as a line of RFC 4180 with `;`, which no program for tables takes for a formula. */
export function csvLine(payment: AdminPayment): string {
  return COLUMNS.map(([, read]) => cell(read(payment) ?? '')).join(';')
}

function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
