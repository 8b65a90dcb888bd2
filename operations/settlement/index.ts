/** What others use of settlement. */

export { bookedAtMs, bookedPayments, SETTLED_TYPES, signed } from './booked-payments.ts'
export { ACCOUNT_HELP, accountOf, dayOption } from './commands/open-accounts.ts'
export { daysLater } from './days.ts'
export type { SettlementSource } from './file-records.ts'
export { TILLGATE_COLUMNS, tillgateFormat } from './formats/tillgate.ts'
export { type ImportResult, importFile } from './import.ts'
export { writeWhole } from './write-whole.ts'
