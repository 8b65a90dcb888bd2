/** What others use of settlement. */

export { settledEntities } from './accounts.ts'
export { bookedAtMs, bookedPayments, SETTLED_TYPES, signed } from './booked-payments.ts'
export { ACCOUNT_HELP, accountOf, dayOption } from './commands/open-accounts.ts'
export { daysLater } from './days.ts'
export type { SettlementSource } from './file-records.ts'
export { TILLGATE_COLUMNS, tillgateFormat } from './formats/tillgate.ts'
export { type ImportResult, importFile } from './import.ts'
export { answered } from './kept-text.ts'
export { linesAt } from './lines-at.ts'
export { payoutOf } from './payout-of.ts'
export { NO_CURRENCY } from './record.ts'
export { writeWhole } from './write-whole.ts'
